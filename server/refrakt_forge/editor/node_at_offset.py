"""The key or value of a parsed file at an offset."""

from __future__ import annotations

from dataclasses import dataclass

from refrakt.plugins import Span
from refrakt_forge.documents.source_node import FieldPath, SourceNode


@dataclass(frozen=True, slots=True)
class NodeAtOffset:
    path: FieldPath
    """Of the value; for a key, of the key's value."""
    node: SourceNode
    span: Span
    is_key: bool


def node_at(root: SourceNode, offset: int) -> NodeAtOffset | None:
    """The innermost key or scalar at an offset."""
    path: list[str | int] = []
    node = root
    while True:
        if node.kind == "scalar":
            return NodeAtOffset(tuple(path), node, node.span, is_key=False) if _has(node.span, offset) else None
        inner: tuple[str | int, SourceNode] | None = None
        for name, member in node.members.items():
            if _has(member.key, offset):
                return NodeAtOffset((*path, name), member.node, member.key, is_key=True)
            if _has(member.node.span, offset):
                inner = name, member.node
        for number, each in enumerate(node.items):
            if _has(each.span, offset):
                inner = number, each
        if inner is None:
            return None
        path.append(inner[0])
        node = inner[1]


def _has(span: Span, offset: int) -> bool:
    return span.start <= offset <= span.end
