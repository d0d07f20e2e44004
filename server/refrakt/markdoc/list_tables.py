"""Tables written as lists inside `{% table %}`.

Each list is a row and each item a cell; the first list is the head. Lists inside `{% if %}` are rows too. Thematic breaks
between the rows are ignored. Any other content is reported.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from refrakt.markdoc.tree import MarkdocError, Node, appended

CONDITIONALS = ("if",)


def lists_to_table(tag: Node, shift: Callable[[Node], int]) -> list[MarkdocError]:
    """Replace the children of a `table` tag by one table node, unless it contains a pipe table already.

    The new nodes have the span of their content; `shift` is the offset of a node's block from the tag's block.
    Returns the problems.
    """
    if not tag.children or tag.children[0].type == "table":
        return []
    first, *rest = tag.children
    table = Node("table", tag.attributes)
    head, body = Node("thead"), Node("tbody")
    head.children = [_row(first, "th")] if first.type == "list" else []
    rows: list[Node] = []
    errors: list[MarkdocError] = []
    inner: list[MarkdocError] = []
    for child in rest:
        if child.type == "list":
            rows.append(_row(child, "td"))
        elif _is_conditional(child):
            row = _conditional_rows(child)
            inner.extend(row.errors[len(child.errors) :])
            rows.append(row)
        elif child.type != "hr" and not _is_comment(child):
            errors.append(_not_a_row(child))
    body.children = rows
    table.children = [head, body]
    ranges = [(node.start + shift(node), node.end + shift(node)) for node in (*head.children, *rows)]
    opened = tag.open.end if tag.open else tag.start
    table.start = ranges[0][0] if ranges else opened
    table.end = max((end for _, end in ranges), default=opened)
    head.start = table.start
    head.end = body.start = ranges[0][1] if head.children else table.start
    body.end = table.end
    if head.children and rows:
        body.start = ranges[1][0]
    head.block = body.block = table.block = tag.block
    tag.errors = [*tag.errors, *errors]
    tag.children = [table]
    return errors + inner


def _row(items: Node, cell: str) -> Node:
    row = copy_node(items, "tr", {})
    row.children = [copy_node(item, cell, item.attributes) for item in items.children]
    return row


def copy_node(node: Node, type: str, attributes: dict[str, Any]) -> Node:
    copy = Node(type, attributes, node.children, node.tag)
    copy.slots, copy.annotations, copy.errors, copy.inline = node.slots, node.annotations, [*node.errors], node.inline
    copy.lines, copy.columns, copy.block, copy.start, copy.end = (
        node.lines,
        node.columns,
        node.block,
        node.start,
        node.end,
    )
    copy.open, copy.close, copy.annotation_tags = node.open, node.close, node.annotation_tags
    return copy


def _conditional_rows(tag: Node) -> Node:
    copy = copy_node(tag, "tag", tag.attributes)
    children: list[Node] = []
    for child in tag.children:
        if child.type == "hr":
            continue
        if child.type == "list":
            children.append(_row(child, "td"))
        elif _is_comment(child) or child.tag == "else" or _is_conditional(child):
            children.append(child)
        else:
            copy.errors = appended(copy.errors, _not_a_row(child))
    copy.children = children
    return copy


def _is_conditional(node: Node) -> bool:
    return node.type == "tag" and node.tag in CONDITIONALS


def _is_comment(node: Node) -> bool:
    return node.type == "comment" or (node.type == "tag" and node.tag == "comment")


def _not_a_row(node: Node) -> MarkdocError:
    what = f"{node.type} {node.tag}" if node.tag else node.type
    message = f"this {what} is not a table row; write rows as lists and indent the content of a cell under its item"
    lines = (node.lines[0], node.lines[1]) if node.lines else None
    return MarkdocError("table-syntax", "critical", message, node.span, lines)
