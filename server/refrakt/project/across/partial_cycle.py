"""A partial that takes in itself, directly or through others.

A page that uses it would never be done: the build stops with an error, or runs out of memory. One of the partials in the circle has
to do without the next.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..index.look import Look
from ..pages.facts import Reference
from .registry import Told, reference_rule


@reference_rule("partial-cycle", "error", "partial")
def partial_cycle(look: Look, reference: Reference) -> Iterator[Told]:
    if look.entry.kind != "partial":
        return
    way = _way(look, reference.name, look.entry.name)
    if way is not None:
        through = f" through {', '.join(repr(each) for each in way)}" if way else ""
        message = f"this partial takes in itself{through}"
        yield Told(reference.start, reference.end, message, "Take it out of one of them.")


def _way(look: Look, name: str, back: str) -> list[str] | None:
    """The partials on the shortest way from one to another; None where there is no way."""
    before: dict[str, str | None] = {name: None}
    pending = [name]
    for each in pending:
        if each == back:
            return _steps(before, back)
        found = look.partial(each)
        for further in look.includes(found) if found is not None else ():
            if further not in before:
                before[further] = each
                pending.append(further)
    return None


def _steps(before: dict[str, str | None], last: str) -> list[str]:
    way = []
    step = before[last]
    while step is not None:
        way.append(step)
        step = before[step]
    return way[::-1]
