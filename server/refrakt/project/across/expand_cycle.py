"""Items of the plan that show each other with `expand`.

None of them could ever be shown whole, so the build leaves out one, with an error in its place. One item of the circle has to link
to the next with `ref` instead.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..index.calling import called
from ..index.entry import Entry
from ..index.look import Look
from ..pages.facts import Reference
from .registry import Told, reference_rule


@reference_rule("expand-cycle", "error", "expand")
def expand_cycle(look: Look, reference: Reference) -> Iterator[Told]:
    if look.entry.kind != "plan" or reference.rune != "expand":
        return
    way = _way_back(look, reference)
    if way is not None:
        through = f" through {', '.join(map(repr, way))}" if way else ""
        yield Told(reference.start, reference.end, f"this item shows itself{through}", "Link to it with `ref` instead.")


def _way_back(look: Look, reference: Reference) -> list[str] | None:
    """What is called on the shortest way from a reference back to its own file; None where there is no way."""
    pending: list[tuple[str, str | None, list[str]]] = [(reference.name, reference.hint, [])]
    seen: set[str] = set()
    for name, type, way in pending:
        shown = _shown(look, name, type)
        if shown is None or shown.path in seen:
            continue
        if shown.path == look.entry.path:
            return way
        seen.add(shown.path)
        pending += [(*further, [*way, name]) for further in look.expands(shown)]
    return None


def _shown(look: Look, name: str, type: str | None) -> Entry | None:
    things = called(look, name, type).things
    return next((file for each in things if (file := look.declaring(each)).kind == "plan"), None)
