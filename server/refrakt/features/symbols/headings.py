"""The span that names a heading: its explicit id, or its text."""

from __future__ import annotations

from refrakt.features.symbols.file_text import FileText
from refrakt.markdoc.tree import Node, Span
from refrakt.project.pages.page_facts import Heading


def heading_span(heading: Heading, text: FileText | None) -> Span:
    """The span of the explicit id, else of the text; the whole heading where the file text is missing."""
    full_span = Span(heading.start, heading.end)
    if text is None:
        return full_span
    piece = text.parse_slice(*full_span.bounds)
    node = next((each for each in piece.tree.children if each.type == "heading"), None)
    nodes = (_id_span(node) or _text_span(node)) if node is not None else None
    if nodes is None:
        return full_span
    start, end = piece.offsets(nodes)
    return Span(full_span.start + start, full_span.start + end)


def _id_span(node: Node) -> Span | None:
    own = node.attributes.get("id")
    for annotation in node.annotation_tags:
        for each in annotation.attributes:
            if own and each.complete and each.annotation.name == "id" and each.annotation.value == own:
                start, end = each.value
                return (
                    Span(start + 1, end - 1, annotation.block)
                    if each.form == "named"
                    else Span(start, end, annotation.block)
                )
    return None


def _text_span(node: Node) -> Span | None:
    """The text of a heading without its markers, trailing annotations and white space."""
    inline = next((each for each in node.children if each.type == "inline"), None)
    children = inline.children if inline is not None else ()
    # The content of an unclosed tag is in other blocks.
    nodes = [each for each in children if each.block is children[0].block]
    if not nodes:
        return None
    last = nodes[-1]
    content = last.attributes.get("content")
    trailing = len(content) - len(content.rstrip()) if last.type == "text" and isinstance(content, str) else 0
    return Span(nodes[0].start, last.end - trailing, nodes[0].block)
