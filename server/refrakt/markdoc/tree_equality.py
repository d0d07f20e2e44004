"""Equality of trees.

This defines what the formatter must preserve. Two trees are equal if all nodes have equal type, tag, attributes, annotations
(in order), slots, inline flag, ids and levels of errors, and children. Lines, columns, spans and error messages are ignored.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from refrakt.markdoc.tree import Node
from refrakt.markdoc.values import UNDEFINED, Function, Variable


def same_tree(a: Node, b: Node) -> bool:
    """Whether two trees are equal, regardless of positions. Works on trees of any depth."""
    pending = [(a, b)]
    while pending:
        left, right = pending.pop()
        if left is right:
            continue
        if not same_node(left, right) or len(left.children) != len(right.children):
            return False
        if left.children:
            pending.extend(zip(left.children, right.children, strict=True))
        if left.slots or right.slots:
            if left.slots.keys() != right.slots.keys():
                return False
            pending.extend((slot, right.slots[name]) for name, slot in left.slots.items())
    return True


def same_node(a: Node, b: Node) -> bool:
    """Whether two nodes are equal, regardless of their children."""
    if a.type != b.type or a.tag != b.tag or a.inline != b.inline or not _same_attributes(a.attributes, b.attributes):
        return False
    if (a.errors or b.errors) and [(e.id, e.level) for e in a.errors] != [(e.id, e.level) for e in b.errors]:
        return False
    if len(a.annotations) != len(b.annotations):
        return False
    return all(
        left.type == right.type and left.name == right.name and same_value(left.value, right.value)
        for left, right in zip(a.annotations, b.annotations, strict=True)
    )


def _same_attributes(a: Mapping[str, Any], b: Mapping[str, Any]) -> bool:
    """Like `same_value`, but faster for strings, the most frequent attributes."""
    if len(a) != len(b):
        return False
    for key, left in a.items():
        right = b.get(key, UNDEFINED)
        if type(left) is str and type(right) is str:
            if left != right:
                return False
        elif key not in b or not same_value(left, right):
            return False
    return True


def same_value(a: Any, b: Any) -> bool:
    """Whether two values are equal to Markdoc: `1` and `1.0` are, `1` and `true` are not."""
    pending = [(a, b)]
    while pending:
        left, right = pending.pop()
        match left, right:
            case (Function(), Function()):
                if left.name != right.name:
                    return False
                pending.append((left.parameters, right.parameters))
            case (Variable(), Variable()):
                pending.append((list(left.path), list(right.path)))
            case (Mapping(), Mapping()):
                ours = {str(key): each for key, each in left.items()}
                theirs = {str(key): each for key, each in right.items()}
                if ours.keys() != theirs.keys():
                    return False
                pending.extend((each, theirs[key]) for key, each in ours.items())
            case (list(), list()):
                if len(left) != len(right):
                    return False
                pending.extend(zip(left, right, strict=True))
            case _:
                if isinstance(left, bool) is not isinstance(right, bool) or left != right:
                    return False
    return True
