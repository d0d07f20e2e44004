"""The text of a new entity: its tag, its title, and the sections somebody will look for in it, with what belongs there.

A title is written so that it reads back as it was given. Code in it stays code; every other mark is meant as a character.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from textwrap import dedent
from typing import NamedTuple

from refrakt.plugins import RefraktError, Text
from refrakt_plan.reading.page import read_entity
from refrakt_plan.vocabulary import BUG, COMPLEXITY, DECISION, MILESTONE, PRIORITY, SEVERITY, SPEC, WORK, EntityType

_CODE = re.compile(r"(?<!`)(`++).*?(?<!`)\1(?!`)")
_MARK = re.compile(r"[\\`*_\[\]<>{}&#~|!]")
"""What a heading could take for markup."""


class _Template(NamedTuple):
    attributes: Mapping[str, str]
    """Those besides its id and its status, in their order. What nobody knows yet is there to be filled in."""
    content: str


_TEMPLATES: Mapping[str, _Template] = {
    SPEC.name: _Template(
        {"tags": ""},
        """
        What this is for, and how far it goes.

        ## Overview
        """,
    ),
    WORK.name: _Template(
        {"priority": PRIORITY.default, "complexity": COMPLEXITY.default, "source": "", "tags": ""},
        """
        What is to change, and for whom.

        ## Acceptance Criteria

        - [ ] What can be seen when it works
        - [ ] What must still work afterwards

        ## Approach

        Where to begin, and what to look out for.

        ## References
        """,
    ),
    BUG.name: _Template(
        {"severity": SEVERITY.default, "source": "", "tags": ""},
        """
        ## Steps to Reproduce

        1. Where to begin
        2. What to do
        3. Where to look

        ## Expected

        What was to be seen there.

        ## Actual

        What is seen instead.

        ## Environment

        - Version, system, and whatever else may matter
        """,
    ),
    DECISION.name: _Template(
        {"date": "", "source": "", "tags": ""},
        """
        ## Context

        What has to be decided, and why now.

        ## Options Considered

        1. **One way**: what speaks for it, what against
        2. **Another way**: what speaks for it, what against

        ## Decision

        The way that was taken.

        ## Rationale

        What tipped the balance.

        ## Consequences

        What is easier from now on, and what is harder.
        """,
    ),
    MILESTONE.name: _Template(
        {},
        """
        - What people can do then
        - What no longer stands in their way
        - How everybody will know
        """,
    ),
}


def new_entity(kind: EntityType, key: str, title: str, attributes: Mapping[str, str], today: datetime.date) -> str:
    """The whole text of a file. `attributes` take the places of what a new entity has otherwise; "" leaves one out.

    What would not read back as it was given is refused: INVALID_ARGS.
    """
    tag = _tag(kind, key, attributes, today)
    opening = " ".join((kind.name, *(f"{name}={_quoted(value)}" for name, value in tag.items())))
    content = dedent(_TEMPLATES[kind.name].content).strip()
    named = title if kind.prefix else f"{key} — {title}"
    for heading in _spellings(named):
        text = f"{{% {opening} %}}\n\n# {heading}\n\n{content}\n\n{{% /{kind.name} %}}\n"
        found = read_entity("", Path(), Text(text))
        if found and found.kind is kind and found.attributes == tag and _bare(found.title or "") == _bare(named):
            return text
    message = f"{key} with the title {title!r} would not read back as it was given"
    raise RefraktError("INVALID_ARGS", message, "Give it in plainer words.")


def _tag(kind: EntityType, key: str, attributes: Mapping[str, str], today: datetime.date) -> dict[str, str]:
    """The attributes of a new entity, in their order."""
    begun = {kind.key: key, "status": next(iter(kind.statuses)), **_TEMPLATES[kind.name].attributes}
    if "date" in begun:
        begun["date"] = today.isoformat()
    return {name: value for name, value in {**begun, **attributes}.items() if value or name not in attributes}


def _quoted(value: str) -> str:
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _spellings(title: str) -> Iterator[str]:
    """Ways to write a title: as it is, with its marks escaped but for code, with all of them escaped."""
    yield title
    pieces, end = [], 0
    for code in _CODE.finditer(title):
        pieces += [_escaped(title[end : code.start()]), code[0]]
        end = code.end()
    yield "".join([*pieces, _escaped(title[end:])])
    yield _escaped(title)


def _escaped(text: str) -> str:
    return _MARK.sub(r"\\\g<0>", text)


def _bare(title: str) -> str:
    return " ".join(title.replace("`", "").split())
