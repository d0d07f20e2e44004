"""The groups of a body that begin with headings of one level."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from refrakt.markdoc.tree import Node


@dataclass(frozen=True, slots=True)
class HeadingGroup:
    """A heading and the nodes up to the next one of its level."""

    heading: Node
    body: list[Node] = field(default_factory=list)


def heading_groups(nodes: Iterable[Node], level: int) -> tuple[list[Node], list[HeadingGroup]]:
    """The nodes before the first heading of a level, and the groups from there."""
    before: list[Node] = []
    groups: list[HeadingGroup] = []
    for node in nodes:
        if node.type == "heading" and node.attributes.get("level") == level:
            groups.append(HeadingGroup(node))
        else:
            (groups[-1].body if groups else before).append(node)
    return before, groups
