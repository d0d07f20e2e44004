"""Runes that a rune makes of parts of its body, such as the steps of a list.

The parts are rendered like tags that the writer could have written, so that both give the same elements.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from refrakt.markdoc.html import Renderable, Tag
from refrakt.markdoc.renderable_walk import replaced
from refrakt.markdoc.tree import Node
from refrakt.runes.output.rune_builder import RuneBuilder, tags_in, with_attributes


def child_tag(name: str, attributes: Mapping[str, Any], body: Iterable[Node], origin: Node | None = None) -> Node:
    """A tag made from part of a body, with the position of its origin."""
    node = Node("tag", dict(attributes), list(body), name)
    if origin is not None:
        node.block, node.start, node.end, node.lines = origin.block, origin.start, origin.end, origin.lines
    return node


def child_elements(builder: RuneBuilder, nodes: Iterable[Node], rune: str, **attributes: Any) -> list[Tag]:
    """The elements of child runes, with further attributes. Anything else among the nodes is not shown."""
    found = [tag for tag in tags_in(builder.render(nodes)) if tag.attributes.get("data-rune") == rune]
    return [with_attributes(tag, **attributes) for tag in found]


def named(children: Iterable[Renderable], part: str, matches: Callable[[Tag], bool]) -> list[Renderable]:
    """The same children; matching elements at any depth are parts of this name."""

    def change(tag: Tag) -> Tag:
        return with_attributes(tag, data_name=part) if matches(tag) else tag

    return [replaced(child, change) for child in children]
