"""A renderable tree as JSON: text, numbers, and elements as objects with `name`, `attributes` and `children`."""

from __future__ import annotations

from typing import Any

from refrakt.markdoc.html import Renderable, Tag
from refrakt.markdoc.renderable_walk import children_of
from refrakt.markdoc.values import UNDEFINED


def renderable_json(tree: Renderable) -> Any:
    """The tree as plain data. Empty attributes and children are left out, missing values are dropped, and lists remain lists."""
    root: list[Any] = []
    # Each item: a part of the tree, and the list it is appended to.
    pending: list[tuple[Renderable, list[Any]]] = [(tree, root)]
    while pending:
        item, into = pending.pop()
        if isinstance(item, Tag):
            element: dict[str, Any] = {"name": item.name}
            attributes = {key: value for key, value in item.attributes.items() if _is_present(value)}
            if attributes:
                element["attributes"] = attributes
            children = children_of(item)
            if children:
                element["children"] = []
                pending.extend((each, element["children"]) for each in reversed(children))
            into.append(element)
        elif isinstance(item, list | tuple):
            inner: list[Any] = []
            into.append(inner)
            pending.extend((each, inner) for each in reversed(item))
        elif _is_present(item):
            into.append(item)
    return root[0] if root else None


def _is_present(value: Any) -> bool:
    return value is not None and value is not UNDEFINED
