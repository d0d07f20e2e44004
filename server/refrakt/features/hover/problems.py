"""Why something is a problem: what the manual says about the rule that found it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from refrakt.project.across.registry import site_rules
from refrakt.rules.registry import rules

from ..answers import Explanation, Range


class Trouble(NamedTuple):
    """A problem of a page that has been told already: where, and by which rule."""

    place: Range
    code: str


def explained(troubles: Iterable[Trouble], offset: int) -> Iterator[Explanation]:
    """The rules behind the problems at an offset, each once, the narrowest first."""
    here = [each for each in troubles if each.place.start <= offset <= each.place.end]
    told: set[str] = set()
    for place, code in sorted(here, key=lambda each: each.place.end - each.place.start):
        if code not in told and (text := _about(code)):
            told.add(code)
            yield Explanation(place, text)


def _about(code: str) -> str:
    found = rules().get(code) or site_rules().get(code)
    if found is None:
        return ""
    from refrakt.manual import manual_address

    title, _, rest = found.about.strip().partition("\n\n")
    told = [f"**{code}**: {_joined(title)}"]
    if rest:
        told.append(_joined(rest.partition("\n\n")[0]))
    address = manual_address(code)
    if address is not None:
        told.append(f"[In the manual]({address})")
    return "\n\n".join(told) + "\n"


def _joined(paragraph: str) -> str:
    return " ".join(paragraph.split())
