"""Elements of a renderable tree: their attributes and parts, and changes from the top down.

Trees are immutable and may be of any depth, so nothing here recurses. An unchanged element is the same object.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from refrakt.markdoc.html import Renderable, Tag
from refrakt.markdoc.renderable_walk import children_of, elements
from refrakt.markdoc.values import UNDEFINED

Change = Callable[[Tag], tuple[Tag, bool]]
"""Returns the new element, and whether its children are to be changed as well."""


def attribute(tag: Tag, name: str) -> Any:
    """The value of an attribute; None if it is missing."""
    value = tag.attributes.get(name)
    return None if value is UNDEFINED else value


def part_name(item: Renderable) -> str | None:
    """The `data-name` of an element; None for other items and elements without one."""
    if not isinstance(item, Tag):
        return None
    name = item.attributes.get("data-name")
    return name if isinstance(name, str) and name else None


def field_name(item: Renderable) -> str | None:
    """The `data-field` of an element; None for other items and elements without one."""
    name = item.attributes.get("data-field") if isinstance(item, Tag) else None
    return name if isinstance(name, str) and name else None


def with_values(tag: Tag, values: Mapping[str, Any]) -> Tag:
    """The element with more attributes."""
    return Tag(tag.name, {**tag.attributes, **values}, tag.children, tag.origin) if values else tag


def with_children(tag: Tag, children: list[Renderable]) -> Tag:
    return Tag(tag.name, tag.attributes, children, tag.origin)


def with_style(tag: Tag, declarations: Sequence[str]) -> Tag:
    """The element with CSS declarations after those that it has."""
    if not declarations:
        return tag
    existing = attribute(tag, "style")
    return with_values(tag, {"style": "; ".join(([str(existing)] if existing else []) + list(declarations))})


def add_class(existing: Any, *names: str) -> str:
    """A class attribute with these names first. A name may occur twice; HTML contains it once."""
    if len(names) == 1 and (not existing or existing is UNDEFINED):
        return names[0]
    words = [*" ".join(names).split(), *(str(existing).split() if existing and existing is not UNDEFINED else ())]
    return " ".join(words)


def find_in(children: Sequence[Renderable], name: str, value: str) -> Tag | None:
    """The first element below with this value of an attribute."""
    return next((tag for tag in elements(list(children)) if tag.attributes.get(name) == value), None)


def changed(children: Sequence[Renderable], change: Change) -> list[Renderable]:
    """The children with `change` applied from the top down."""
    result: list[Renderable] = []
    # Each level: the changed element without its new children, the items still to do, and the new children so far.
    levels: list[tuple[Tag | None, Iterator[Renderable], list[Renderable]]] = [(None, iter(children), result)]
    while levels:
        element, rest, done = levels[-1]
        for item in rest:
            if isinstance(item, Tag):
                item, descend = change(item)
                if descend and item.children:
                    levels.append((item, iter(children_of(item)), []))
                    break
            done.append(item)
        else:
            levels.pop()
            if element is not None:
                levels[-1][2].append(element if _same(done, children_of(element)) else with_children(element, done))
    return result


def replace_element(children: Sequence[Renderable], old: Tag, new: Tag) -> list[Renderable]:
    """The children with one element below replaced, found by identity."""
    if old is new:
        return list(children)
    found = False

    def change(tag: Tag) -> tuple[Tag, bool]:
        nonlocal found
        if tag is old:
            found = True
            return new, False
        return tag, not found

    return changed(children, change)


def _same(new: Sequence[Renderable], old: Sequence[Renderable]) -> bool:
    return len(new) == len(old) and all(map(operator.is_, new, old))
