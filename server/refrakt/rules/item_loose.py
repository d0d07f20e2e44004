"""A blank line in a list that is read item by item.

With blank lines between its items, or a paragraph under one, a list is loose: its texts become paragraphs, and some sites
cannot read names, times and the like off them. The fix removes the blank lines where nothing else stands between the items.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from refrakt.markdoc.tree import Node, Span

from .bodies import Body, bodies, head_of
from .finding import Edit, Found
from .page import Here
from .registry import rule

_BLANK = re.compile(r"(?:\r\n|\n|\r)(?:[ \t]*(?:\r\n|\n|\r))+")


@rule("item-loose", "info", node="tag", fixable=True)
def item_loose(here: Here) -> Iterator[Found]:
    for body in bodies(here):
        told: set[int] = set()
        lists = _lists(body) if body.trace.loose else {}
        for item in body.trace.loose:
            items = lists.get(id(item))
            if items is None or id(items) in told:
                continue
            told.add(id(items))
            message = f"this list has blank lines, so some sites cannot read what `{body.name}` takes from its items"
            yield Found(head_of(item), message, "Remove the blank lines between the items.", _fix(items))


def _lists(body: Body) -> dict[int, Node]:
    """The list that each item stands in."""
    lists = (each for child in body.children for each in (child, *child.walk()) if each.type == "list")
    return {id(item): each for each in lists for item in each.children}


def _fix(items: Node) -> list[Edit]:
    block = items.block
    if block is None or any(len(row.children) != 1 for row in items.children) or items.end > len(block.text):
        return []
    end = items.start + len(block.text[items.start : items.end].rstrip())
    return [
        Edit(Span(found.start(), found.end(), block), found.group()[: 2 if found.group()[:2] == "\r\n" else 1])
        for found in _BLANK.finditer(block.text, items.start, end)
    ]
