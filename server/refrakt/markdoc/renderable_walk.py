"""Search and replacement in renderable trees of any depth. Trees are immutable: an unchanged part of a tree is the same object."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from operator import is_
from typing import Any

from refrakt.markdoc.html import Renderable, Tag


def children_of(tag: Tag) -> Sequence[Renderable]:
    """The children of an element, which may also be a single one."""
    children: Any = tag.children
    return children if isinstance(children, list | tuple) else (children,)


def flat_children(tag: Tag) -> list[Renderable]:
    """The children of an element, with those of lists among them."""
    found: list[Renderable] = []
    pending = list(reversed(children_of(tag)))
    while pending:
        item = pending.pop()
        if isinstance(item, list | tuple):
            pending.extend(reversed(item))
        else:
            found.append(item)
    return found


def elements(tree: Renderable) -> Iterator[Tag]:
    """All elements of a tree, parents first, in the order of the page."""
    pending: list[Renderable] = [tree]
    while pending:
        item = pending.pop()
        if isinstance(item, Tag):
            yield item
            pending.extend(reversed(children_of(item)))
        elif isinstance(item, list | tuple):
            pending.extend(reversed(item))


def find_element(tree: Renderable, matches: Callable[[Tag], bool]) -> Tag | None:
    """The first element that matches."""
    return next(filter(matches, elements(tree)), None)


def text_of(tree: Renderable) -> str:
    """The text of a tree, without elements."""
    found: list[str] = []
    pending: list[Renderable] = [tree]
    while pending:
        item = pending.pop()
        if isinstance(item, str):
            found.append(item)
        elif isinstance(item, Tag):
            pending.extend(reversed(children_of(item)))
        elif isinstance(item, list | tuple):
            pending.extend(reversed(item))
        elif isinstance(item, int | float) and not isinstance(item, bool):
            found.append(f"{item:g}" if isinstance(item, float) else str(item))
    return "".join(found)


def replaced(tree: Renderable, change: Callable[[Tag], Renderable]) -> Renderable:
    """The tree with every element replaced by what `change` returns for it, children first.

    `change` gets an element whose children are replaced already; it returns the same object to keep it, or a list for several.
    """
    root: list[Renderable] = []
    # Each level: its element, the items still to do, and the new children so far.
    levels: list[tuple[Tag | None, Iterator[Renderable], list[Renderable]]] = [(None, iter((tree,)), root)]
    while levels:
        element, rest, done = levels[-1]
        for item in rest:
            if isinstance(item, Tag):
                levels.append((item, iter(children_of(item)), []))
                break
            if isinstance(item, list | tuple):
                levels.append((None, iter(item), []))
                break
            done.append(item)
        else:
            levels.pop()
            if not levels:
                break
            parent = levels[-1][2]
            if element is None and len(levels) == 1:
                parent.extend(done)
                continue
            if element is None:
                parent.append(done)
                continue
            if not _same(done, children_of(element)):
                element = Tag(element.name, element.attributes, done, element.origin)
            result = change(element)
            if isinstance(result, list | tuple):
                parent.extend(result)
            else:
                parent.append(result)
    if isinstance(tree, list | tuple):
        return root if not _same(root, tree) else tree
    return root[0] if len(root) == 1 else root


def _same(new: Sequence[Renderable], old: Sequence[Renderable]) -> bool:
    return len(new) == len(old) and all(map(is_, new, old))
