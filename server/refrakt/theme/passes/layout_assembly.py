"""Step 11: the order of the parts, wrappers around them, and the blocks between them.

With an entry `root` the parts are placed by name: a new wrapper, an existing part whose own parts are reordered, a block, or a
part. Each name is placed once, and what is not placed follows. Without `root`, every entry reorders the first part of its name.
"""

from __future__ import annotations

from collections.abc import Sequence

from refrakt.markdoc.html import Renderable, Tag
from refrakt.theme.element_tree import changed, part_name, with_children
from refrakt.theme.passes.projected_blocks import projected_block
from refrakt.theme.passes.rune_element import RuneElement
from refrakt.theme.passes.structure import structure_elements

LAYOUT_CYCLE = "layout-cycle"
_MAX_DEPTH = 50


def apply_layout(element: RuneElement) -> None:
    theme = element.theme
    if theme.blocks or theme.layout:
        element.children = _assembled(element)
    elif theme.structure or theme.content_wrapper is not None:
        before, after = structure_elements(element)
        content = element.children
        if theme.content_wrapper is not None:
            content = [Tag(theme.content_wrapper.tag, {"data-name": theme.content_wrapper.part}, content)]
        element.children = [*before, *content, *after]
    if element.background is not None:
        element.children = [element.background, *element.children]


def _assembled(element: RuneElement) -> list[Renderable]:
    layout = element.theme.layout
    if "root" in layout:
        return _ordered(element, element.children, layout["root"].children, ("root",))
    children = element.children
    for name, entry in layout.items():
        found = False

        def reorder(tag: Tag, name: str = name, order: tuple[str, ...] = entry.children) -> tuple[Tag, bool]:
            nonlocal found
            if not found and part_name(tag) == name:
                found = True
                return with_children(tag, _ordered(element, tag.children, order, (name,))), False
            return tag, not found

        children = changed(children, reorder)
    return children


def _ordered(
    element: RuneElement, children: Sequence[Renderable], order: Sequence[str], ancestors: tuple[str, ...]
) -> list[Renderable]:
    """The named children in this order, then the others."""
    parts: dict[str, Tag] = {}
    for child in children:
        name = part_name(child)
        if name is not None and isinstance(child, Tag):
            parts[name] = child
    placed: set[str] = set()
    result = _place(element, order, parts, placed, ancestors)
    return [*result, *(child for child in children if part_name(child) not in placed)]


def _place(
    element: RuneElement, order: Sequence[str], parts: dict[str, Tag], placed: set[str], ancestors: tuple[str, ...]
) -> list[Renderable]:
    """The items of these names. The depth is that of the config, up to a limit."""
    result: list[Renderable] = []
    for name in order:
        if name in placed:
            continue
        if name in ancestors or len(ancestors) > _MAX_DEPTH:
            where = "inside of itself" if name in ancestors else "too deeply nested"
            element.warn(LAYOUT_CYCLE, f"the layout of `{element.name}` contains `{name}` {where}")
            continue
        item = _item(element, name, parts, placed, (*ancestors, name))
        if item is not None:
            placed.add(name)
            result.append(item)
    return result


def _item(
    element: RuneElement, name: str, parts: dict[str, Tag], placed: set[str], ancestors: tuple[str, ...]
) -> Tag | None:
    entry, part = element.theme.layout.get(name), parts.get(name)
    if entry is not None and entry.tag:
        placed.add(name)
        children = _place(element, entry.children, parts, placed, ancestors)
        return Tag(entry.tag, {"data-name": name, **entry.attributes}, children)
    if entry is not None and part is not None:
        return with_children(part, _ordered(element, part.children, entry.children, ancestors))
    block = projected_block(element, name)
    return part if block is None else block
