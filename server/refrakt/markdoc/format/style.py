"""How a block is to be written, and what is written of a tag that is not whole."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ..tree import Node, Span
from .value import format_opening


def _nothing(span: Span) -> str:
    return ""


class Style(NamedTuple):
    """`careful` escapes whatever could be markup. `source` gives the original text of what no tree can tell: a broken tag."""

    careful: bool = False
    source: Callable[[Span], str] = _nothing


DEFAULT = Style()


def has_error(node: Node, id: str) -> bool:
    return any(error.id == id for error in node.errors)


def is_unopened(node: Node) -> bool:
    """A closing tag without an opening one, or the end of a block that an unclosed tag inside it has torn apart."""
    return has_error(node, "missing-opening")


def is_unclosed(node: Node) -> bool:
    """Whether a tag was read and its end was not. A tag that was built by hand counts as closed."""
    if node.open is None:
        return has_error(node, "missing-closing")
    return node.open.kind == "open" and node.close is None


def opening_of(node: Node) -> str:
    """The opening of a tag; the whole of it where nothing stands inside."""
    if is_unopened(node):
        return f"{{% /{node.tag} %}}"
    empty = not node.children and not node.slots and not is_unclosed(node)
    return format_opening(node, "/%}" if empty else "%}")


def closing_of(node: Node) -> str:
    """The closing of a tag, or nothing where it has none."""
    if is_unopened(node) or is_unclosed(node) or not (node.children or node.slots):
        return ""
    return f"{{% /{node.tag} %}}"


def contents_of(node: Node) -> list[Node]:
    """What stands in a node in the order in which it was written: slots are taken out of the children when they are read."""
    if not node.slots:
        return list(node.children)
    contents = [*node.slots.values(), *node.children]
    if all(each.block is node.block for each in contents):
        contents.sort(key=lambda each: each.start)
    return contents
