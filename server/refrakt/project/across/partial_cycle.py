"""A partial that takes in itself, directly or through others.

A page that uses it would never be done: the build stops with an error, or runs out of memory. One of the partials in the circle has
to do without the next.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..index.look import Look
from ..pages.facts import Reference
from .naming import through
from .registry import Told, reference_rule


@reference_rule("partial-cycle", "error", "partial")
def partial_cycle(look: Look, reference: Reference) -> Iterator[Told]:
    if look.entry.kind != "partial":
        return
    way = look.way_back(reference.name)
    if way is not None:
        message = f"this partial takes in itself{through(way)}"
        yield Told(reference.start, reference.end, message, "Take it out of one of them.")
