"""Items of the plan that show each other with `expand`.

None of them could ever be shown whole, so the build leaves out one, with an error in its place. One item of the circle has to link
to the next with `ref` instead.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..index.calling import expanded_file
from ..index.look import Look
from ..pages.facts import Reference
from .naming import through
from .registry import Told, reference_rule


@reference_rule("expand-cycle", "error", "expand")
def expand_cycle(look: Look, reference: Reference) -> Iterator[Told]:
    if look.entry.kind != "plan" or reference.rune != "expand":
        return
    file = expanded_file(look, reference.name, reference.hint)
    way = look.expand_way_back(file.path) if file is not None else None
    if way is not None:
        if file is not None and file.path != look.entry.path:
            way = way._replace(first=(reference.name, *way.first))
        yield Told(
            reference.start, reference.end, f"this item shows itself{through(way)}", "Link to it with `ref` instead."
        )
