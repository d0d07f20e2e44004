"""The words that name a heading: the id written on it, or what it says."""

from __future__ import annotations

from refrakt.markdoc import Node
from refrakt.markdoc.tree import Span
from refrakt.project.pages.facts import Heading

from ..answers import Range
from .text import FileText


def heading_place(heading: Heading, text: FileText | None) -> Range:
    """Its id where one is written, else its text; without the text of the file the whole of it."""
    whole = Range(heading.start, heading.end)
    if text is None:
        return whole
    piece = text.piece(*whole)
    node = next((each for each in piece.tree.children if each.type == "heading"), None)
    words = (_id_on(node) or _words(node)) if node is not None else None
    if words is None:
        return whole
    start, end = piece.offsets(words)
    return Range(whole.start + start, whole.start + end)


def _id_on(node: Node) -> Span | None:
    own = node.attributes.get("id")
    for mark in node.marks:
        for each in mark.attributes:
            if own and each.complete and each.annotation.name == "id" and each.annotation.value == own:
                start, end = each.value
                return Span(start + 1, end - 1, mark.block) if each.form == "named" else Span(start, end, mark.block)
    return None


def _words(node: Node) -> Span | None:
    """What a heading says, without its marks, and without the annotations and gaps at its end."""
    inline = next((each for each in node.children if each.type == "inline"), None)
    children = inline.children if inline is not None else ()
    # What an unclosed tag has taken in stands in other blocks.
    words = [each for each in children if each.block is children[0].block]
    if not words:
        return None
    last = words[-1]
    said = last.attributes.get("content")
    gap = len(said) - len(said.rstrip()) if last.type == "text" and isinstance(said, str) else 0
    return Span(words[0].start, last.end - gap, words[0].block)
