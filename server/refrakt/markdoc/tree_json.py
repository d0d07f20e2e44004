"""The tree as JSON in the form of Markdoc's own trees, so that the two can be compared."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from refrakt.markdoc.tree import Node
from refrakt.markdoc.values import to_json

if TYPE_CHECKING:
    from refrakt.markdoc.document import Document


def document_json(document: Document, positions: bool) -> dict[str, Any]:
    return _node(document, document.tree, positions)


def _node(document: Document, node: Node, positions: bool) -> dict[str, Any]:
    lines = file_lines(document, node)
    result: dict[str, Any] = {"type": node.type}
    if node.tag is not None:
        result["tag"] = node.tag
    result["attributes"] = {name: to_json(value) for name, value in node.attributes.items()}
    if node.slots:
        result["slots"] = {name: _node(document, slot, positions) for name, slot in node.slots.items()}
    result["lines"] = lines
    if lines:
        start: dict[str, int] = {"line": lines[0]}
        end: dict[str, int] = {"line": lines[1]}
        if node.columns is not None:
            start["character"], end["character"] = node.columns
        result["location"] = {"start": start, "end": end}
    result["inline"] = node.inline
    if node.annotations:
        result["annotations"] = [
            {"type": each.type, "name": each.name, "value": to_json(each.value)} for each in node.annotations
        ]
    if node.errors:
        result["errors"] = [{"id": each.id, "level": each.level, "message": each.message} for each in node.errors]
    if positions:
        result["span"] = list(document.offsets(node.span))
    if node.children:
        result["children"] = [_node(document, child, positions) for child in node.children]
    return result


def file_lines(document: Document, node: Node) -> list[int]:
    """A node's lines in the file."""
    if not node.lines:
        return []
    first = document.line_of(node.block)
    return [first + line for line in node.lines]


def errors_json(document: Document) -> list[dict[str, Any]]:
    return list(_errors(document))


def _errors(document: Document) -> Iterator[dict[str, Any]]:
    for node in (document.tree, *document.tree.walk()):
        for problem in node.errors:
            yield {
                "id": problem.id,
                "level": problem.level,
                "lines": file_lines(document, node),
                "message": problem.message,
            }
