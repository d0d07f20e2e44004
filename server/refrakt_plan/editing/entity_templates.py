"""The text of a new entity: its tag, its title and the usual sections with placeholder text.

A title is escaped so that it reads back unchanged. Code spans in it stay code; any other markup becomes plain characters.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from textwrap import dedent
from typing import NamedTuple

from refrakt.plugins import RefraktError, Text
from refrakt_plan.scanner.entity_reader import read_entity
from refrakt_plan.vocabulary import BUG, COMPLEXITY, DECISION, MILESTONE, PRIORITY, SEVERITY, SPEC, WORK, EntityType

_CODE = re.compile(r"(?<!`)(`++).*?(?<!`)\1(?!`)")
_MARK = re.compile(r"[\\`*_\[\]<>{}&#~|!]")
"""Characters that could be markup in a heading."""


class _Template(NamedTuple):
    attributes: Mapping[str, str]
    """Besides id and status, in order. Empty ones are placeholders."""
    content: str


_TEMPLATES: Mapping[str, _Template] = {
    SPEC.name: _Template(
        {"tags": ""},
        """
        The purpose and the scope.

        ## Overview
        """,
    ),
    WORK.name: _Template(
        {"priority": PRIORITY.default, "complexity": COMPLEXITY.default, "source": "", "tags": ""},
        """
        What changes, and for whom.

        ## Acceptance Criteria

        - [ ] What to observe when it works
        - [ ] What must keep working

        ## Approach

        Where to start, and which risks to consider.

        ## References
        """,
    ),
    BUG.name: _Template(
        {"severity": SEVERITY.default, "source": "", "tags": ""},
        """
        ## Steps to Reproduce

        1. Initial state
        2. Action
        3. Where to look

        ## Expected

        The expected result.

        ## Actual

        The actual result.

        ## Environment

        - Version, operating system and other relevant facts
        """,
    ),
    DECISION.name: _Template(
        {"date": "", "source": "", "tags": ""},
        """
        ## Context

        What has to be decided, and why now.

        ## Options Considered

        1. **First option**: advantages and disadvantages
        2. **Second option**: advantages and disadvantages

        ## Decision

        The chosen option.

        ## Rationale

        The reasons for it.

        ## Consequences

        What becomes easier, and what becomes harder.
        """,
    ),
    MILESTONE.name: _Template(
        {},
        """
        - What users can do
        - Which obstacle is gone
        - How to verify it
        """,
    ),
}


def new_entity(kind: EntityType, key: str, title: str, attributes: Mapping[str, str], today: datetime.date) -> str:
    """The whole text of a file. `attributes` override the defaults of a new entity; "" leaves one out.

    INVALID_ARGS for values that would not read back unchanged.
    """
    tag = _tag(kind, key, attributes, today)
    opening = " ".join((kind.name, *(f"{name}={_quoted(value)}" for name, value in tag.items())))
    content = dedent(_TEMPLATES[kind.name].content).strip()
    full_title = title if kind.prefix else f"{key} — {title}"
    for heading in _escaped_titles(full_title):
        text = f"{{% {opening} %}}\n\n# {heading}\n\n{content}\n\n{{% /{kind.name} %}}\n"
        found = read_entity("", Path(), Text(text))
        if found and found.kind is kind and found.attributes == tag and _bare(found.title or "") == _bare(full_title):
            return text
    message = f"{key} with the title {title!r} would not read back unchanged"
    raise RefraktError("INVALID_ARGS", message, "Use simpler text.")


def _tag(kind: EntityType, key: str, attributes: Mapping[str, str], today: datetime.date) -> dict[str, str]:
    """The attributes of a new entity, in order."""
    defaults = {kind.key: key, "status": next(iter(kind.statuses)), **_TEMPLATES[kind.name].attributes}
    if "date" in defaults:
        defaults["date"] = today.isoformat()
    return {name: value for name, value in {**defaults, **attributes}.items() if value or name not in attributes}


def _quoted(value: str) -> str:
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _escaped_titles(title: str) -> Iterator[str]:
    """A title as it is, with markup escaped outside of code, with all markup escaped."""
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
