"""When two trees are the same tree.

The promise of the formatter, "formatting never changes what a page says", needs an exact meaning, and this is it. Two trees are
the same when every node agrees in type, tag, attributes, annotations (in order), slots, being inline or not, the ids and
levels of its errors, and its children. Left out is only where things stand: lines, columns, spans, and the wording of errors.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .tree import Node
from .values import UNDEFINED, Function, Variable


def same_tree(a: Node, b: Node) -> bool:
    """Whether two trees say the same, wherever they stand. Works on trees of any depth."""
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
    """Whether two nodes agree, apart from what stands in them."""
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
    """The same as `same_value`, only faster for the strings that attributes mostly are."""
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
