"""The actions of a section: links in a list, and commands in fences.

A theme shows the links as buttons, so each text is an element of its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from refrakt.markdoc.html import Renderable, Tag
from refrakt.markdoc.schema import MarkdocConfig, RenderGenerator, RenderRequest, Schema
from refrakt.markdoc.tree import Node
from refrakt.markdoc.values import UNDEFINED
from refrakt.runes.output.child_runes import named
from refrakt.runes.output.rune_builder import RuneBuilder, part


def action_links(builder: RuneBuilder, nodes: Iterable[Node]) -> Tag:
    """The part `actions` with links and commands."""

    def fence(node: Node, _: MarkdocConfig) -> Renderable:
        return Tag("div", {}, builder.render(node))

    schemas = {"item": Schema(transform=_item), "fence": Schema(transform=fence)}
    children = named(builder.render(nodes, nodes=schemas), "action", lambda tag: tag.name == "li")
    return part("actions", "div", named(children, "command", lambda tag: tag.name == "div"))


def _item(node: Node, config: MarkdocConfig) -> RenderGenerator[Renderable]:
    nodes = {**config.nodes, "text": Schema(transform=_text)}
    children = yield RenderRequest(node.children, replace(config, nodes=nodes))
    return Tag("li", {}, children)


def _text(node: Node, _: MarkdocConfig) -> Renderable:
    return Tag("span", {}, [node.attributes.get("content", UNDEFINED)])
