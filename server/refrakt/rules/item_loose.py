"""A blank line in a list that a rune reads item by item.

Blank lines between items, or a paragraph in an item, make a list loose: the text of each item becomes a paragraph, and
some sites cannot extract names or times from it. The fix removes the blank lines if there is nothing else between the
items.

**Example**

```markdoc {% process=false %}
{% playlist %}
# Songs

- **One** (2:00)

- **Two** (3:00)
{% /playlist %}
```

**Use instead**

```markdoc {% process=false %}
{% playlist %}
# Songs

- **One** (2:00)
- **Two** (3:00)
{% /playlist %}
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Node, Span
from refrakt.rules.page import RuleContext
from refrakt.rules.problem import Problem, safe_fix
from refrakt.rules.problem_spans import primary_span
from refrakt.rules.registry import rule
from refrakt.rules.rune_bodies import RuneBody, rune_bodies

_BLANK = re.compile(r"(?:\r\n|\n|\r)(?:[ \t]*(?:\r\n|\n|\r))+")


@rule("item-loose", "info", "content", on="body", fixable=True, sites="refrakt")
def item_loose(context: RuleContext) -> Iterator[Problem]:
    for body in rune_bodies(context):
        reported: set[int] = set()
        lists = _lists(body) if body.trace.loose_items else {}
        for item in body.trace.loose_items:
            items = lists.get(id(item))
            if items is None or id(items) in reported:
                continue
            reported.add(id(items))
            message = (
                f"this list has blank lines, so some sites cannot extract the fields of `{body.name}` from its items"
            )
            yield Problem(
                primary_span(item), message, "Remove the blank lines between the items.", safe_fix(_fix(items))
            )


def _lists(body: RuneBody) -> dict[int, Node]:
    """The list of each item."""
    lists = (each for child in body.children for each in (child, *child.walk()) if each.type == "list")
    return {id(item): each for each in lists for item in each.children}


def _fix(items: Node) -> list[TextEdit]:
    block = items.block
    if block is None or any(len(row.children) != 1 for row in items.children) or items.end > len(block.text):
        return []
    end = items.start + len(block.text[items.start : items.end].rstrip())
    return [
        TextEdit(Span(found.start(), found.end(), block), found.group()[: 2 if found.group()[:2] == "\r\n" else 1])
        for found in _BLANK.finditer(block.text, items.start, end)
    ]
