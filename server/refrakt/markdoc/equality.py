"""When two trees are the same tree.

The promise of the formatter, "formatting never changes what a page says", needs an exact meaning, and this is it. Two trees are
the same when every node agrees in type, tag, attributes, annotations (in order), slots, being inline or not, the ids and
levels of its errors, and its children. Left out is only where things stand: lines, columns, spans, and the wording of errors.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .tree import Node
from .values import Function, Variable


def same_tree(a: Node, b: Node) -> bool:
    """Whether two trees say the same, wherever they stand. Works on trees of any depth."""
    pending = [(a, b)]
    while pending:
        left, right = pending.pop()
        if left is right:
            continue
        if not same_node(left, right) or len(left.children) != len(right.children):
            return False
        if left.slots.keys() != right.slots.keys():
            return False
        pending.extend(zip(left.children, right.children, strict=True))
        pending.extend((slot, right.slots[name]) for name, slot in left.slots.items())
    return True


def same_node(a: Node, b: Node) -> bool:
    """Whether two nodes agree, apart from what stands in them."""
    return (
        a.type == b.type
        and a.tag == b.tag
        and a.inline == b.inline
        and len(a.annotations) == len(b.annotations)
        and [(error.id, error.level) for error in a.errors] == [(error.id, error.level) for error in b.errors]
        and same_value(a.attributes, b.attributes)
        and all(
            left.type == right.type and left.name == right.name and same_value(left.value, right.value)
            for left, right in zip(a.annotations, b.annotations, strict=True)
        )
    )


def same_value(a: Any, b: Any) -> bool:
    """Whether two values are the same to Markdoc: `1` and `1.0` are, `1` and `true` are not."""
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
