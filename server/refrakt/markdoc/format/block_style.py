"""The style of the block writer, and the source of opening and closing tags."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from refrakt.markdoc.format.values import format_opening
from refrakt.markdoc.tree import Node, Span


def _no_source(span: Span) -> str:
    return ""


class Style(NamedTuple):
    """`escape_all_text` escapes every character that could be markup. `source` returns the original text of an invalid tag.

    `has_text_rules`: what is a text or link in the tree may differ from the source, by `typographer` and `linkify`.
    """

    escape_all_text: bool = False
    source: Callable[[Span], str] = _no_source
    has_text_rules: bool = False


DEFAULT = Style()


def has_error(node: Node, id: str) -> bool:
    return any(error.id == id for error in node.errors)


def is_unopened(node: Node) -> bool:
    """Whether a node is a closing tag without an opening one, or the end of a block that contains an unclosed tag."""
    return has_error(node, "missing-opening")


def is_unclosed(node: Node) -> bool:
    """Whether a parsed tag has no closing tag. A tag that was built in code counts as closed."""
    if node.open is None:
        return has_error(node, "missing-closing")
    return node.open.kind == "open" and node.close is None


def opening_of(node: Node) -> str:
    """The opening tag; self-closing if the tag is empty."""
    if is_unopened(node):
        return f"{{% /{node.tag} %}}"
    empty = not node.children and not node.slots and not is_unclosed(node)
    return format_opening(node, "/%}" if empty else "%}")


def closing_of(node: Node) -> str:
    """The closing tag, or an empty string if there is none."""
    if is_unopened(node) or is_unclosed(node) or not (node.children or node.slots):
        return ""
    return f"{{% /{node.tag} %}}"


def contents_of(node: Node) -> list[Node]:
    """The children and slots of a node in source order."""
    if not node.slots:
        return list(node.children)
    contents = [*node.slots.values(), *node.children]
    if all(each.block is node.block for each in contents):
        contents.sort(key=lambda each: each.start)
    return contents
