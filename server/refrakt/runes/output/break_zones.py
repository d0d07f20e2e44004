"""Bodies with two zones, written with `---` between them."""

from __future__ import annotations

from collections.abc import Sequence

from refrakt.markdoc.tree import Node


def split_at_break(nodes: Sequence[Node]) -> tuple[Sequence[Node], Sequence[Node] | None]:
    """The nodes before and after the first thematic break; None if there is none. Further breaks are content."""
    place = next((place for place, node in enumerate(nodes) if node.type == "hr"), None)
    return (nodes, None) if place is None else (nodes[:place], nodes[place + 1 :])
