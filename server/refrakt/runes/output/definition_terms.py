"""Terms and definitions, written as list items that start with a bold term and a colon."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from refrakt.markdoc.html import Renderable, Tag
from refrakt.markdoc.tree import Node
from refrakt.runes.output.rune_builder import RuneBuilder


@dataclass(frozen=True, slots=True)
class DefinitionRow:
    term: list[Renderable]
    """Empty if the item does not start with a term."""
    definition: list[Renderable]


def definition_rows(found: Node, builder: RuneBuilder) -> Iterator[DefinitionRow]:
    """The rows of a list. An item without a term is a definition as a whole."""
    for item in found.children:
        if item.type == "item":
            inline = _inline(item)
            term = _term(inline) if inline is not None else ""
            if inline is None or not term:
                yield DefinitionRow([], _unwrapped(builder.render(item.children)))
            else:
                rest = [*_paragraph(inline), *item.children[1:]]
                yield DefinitionRow([term[:-1]], _unwrapped(builder.render(rest)))


def _inline(item: Node) -> Node | None:
    """The first line of an item; in a loose list it is in a paragraph."""
    first = item.children[0] if item.children else None
    if first is not None and first.type == "paragraph":
        first = first.children[0] if first.children else None
    return first if first is not None and first.type == "inline" else None


def _term(inline: Node) -> str:
    """The bold text at the start of a line, with the colon it ends in; empty if there is none."""
    if not inline.children or inline.children[0].type != "strong":
        return ""
    pieces = [child.attributes.get("content") for child in inline.children[0].children if child.type == "text"]
    text = "".join(piece for piece in pieces if isinstance(piece, str))
    return text if text.endswith(":") else ""


def _paragraph(inline: Node) -> list[Node]:
    """The line without its term and the space after it."""
    rest = list(inline.children[1:])
    content = rest[0].attributes.get("content") if rest and rest[0].type == "text" else None
    if isinstance(content, str):
        rest[:1] = [Node("text", {"content": content.lstrip()})] if content.strip() else []
    return [Node("paragraph", {}, [Node("inline", {}, rest)])] if rest else []


def _unwrapped(rendered: list[Renderable]) -> list[Renderable]:
    """The content of a single paragraph."""
    only = rendered[0] if len(rendered) == 1 else None
    return list(only.children) if isinstance(only, Tag) and only.name == "p" else rendered
