"""Finds the content that a rune needs to show anything, where its content model accepts any."""

from __future__ import annotations

import re
from collections.abc import Sequence

from refrakt.markdoc.tree import Node
from refrakt.runes.content_model import Needed
from refrakt.runes.match_expressions import matches
from refrakt.runes.resolver import heading_text


def nodes_inside(nodes: Sequence[Node]) -> list[Node]:
    """The nodes of a body, on all levels."""
    return [each for node in nodes for each in (node, *node.walk())]


def needed_nodes(needed: Needed, inside: Sequence[Node]) -> list[Node]:
    """The nodes that a rune shows, among those inside its body."""
    found = [each for each in inside if each.type != "paragraph" and matches(each, needed.match)]
    if not needed.heading:
        return found
    pattern = re.compile(needed.heading)
    return [each for each in found if pattern.match(heading_text(each))]


def has_needed(needed: Needed, body: Sequence[Node]) -> bool:
    """Whether a body has what a rune needs, and no more than it shows."""
    if needed.match == "part":
        return sum(child.type == "hr" for child in body) + 1 >= needed.least
    inside = nodes_inside(body)
    count = len(needed_nodes(needed, inside))
    is_enough = count >= needed.least or any(each.type == "tag" for each in inside)
    return is_enough and (needed.most is None or count <= needed.most)
