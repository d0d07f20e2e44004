"""A bulleted list where a rune expects a numbered one, or the reverse.

The rune does not render the list. The fix changes the markers of its items.

**Example**

```markdoc {% process=false %}
{% steps %}
- Save your work
- Close the window
{% /steps %}
```

**Use instead**

```markdoc {% process=false %}
{% steps %}
1. Save your work
2. Close the window
{% /steps %}
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Node, Span
from refrakt.rules.page import RuleContext
from refrakt.rules.problem import Problem, safe_fix
from refrakt.rules.problem_spans import primary_span
from refrakt.rules.registry import rule
from refrakt.rules.rune_bodies import RuneBody, rune_bodies
from refrakt.runes.content_model import Delimited, Field, FieldSequence
from refrakt.runes.match_expressions import describe_match, describe_node, matches
from refrakt.runes.resolution import DroppedNode

_MARKER = re.compile(r"(?:[-*+]|[0-9]{1,9}[.)])(?=[ \t])")


@rule("list-kind", "warning", "content", on="body", fixable=True, sites="refrakt")
def list_kind(context: RuleContext) -> Iterator[Problem]:
    for body in rune_bodies(context):
        for dropped in wrong_lists(body):
            ordered = not dropped.node.attributes.get("ordered")
            expected = describe_match("list:ordered" if ordered else "list:unordered")
            message = f"`{body.name}` expects {expected}: {describe_node(dropped.node)} is not rendered"
            advice = "Number its items: 1. 2. 3." if ordered else "Begin its items with a hyphen."
            yield Problem(primary_span(dropped.node), message, advice, safe_fix(_fix(dropped.node.children, ordered)))
        for items in _joined_lists(body):
            first = items[0]
            message = f"`{body.name}` expects a numbered list here: with hyphens, these items belong to the list above"
            yield Problem(primary_span(first), message, "Number its items: 1. 2. 3.", safe_fix(_fix(items, True)))


def _joined_lists(body: RuneBody) -> Iterator[Sequence[Node]]:
    """The items after the only gap in a bulleted list, if a rune has a numbered list after it, and that is missing."""
    for match in body.trace.matched:
        if match.field.match != "list:unordered" or match.node.block is None or match.field.greedy:
            continue
        fields = _fields(body, match.path)
        after = fields[fields.index(match.field) + 1 :] if match.field in fields else ()
        if not any(each.match == "list:ordered" and not body.is_filled(each, match.path) for each in after):
            continue
        items, text = match.node.children, match.node.block.text
        gaps = [n for n in range(1, len(items)) if text[: items[n].start].endswith(("\n\n", "\n\r\n"))]
        if len(gaps) == 1 and len(items) - gaps[0] > 1:
            yield items[gaps[0] :]


def wrong_lists(body: RuneBody) -> Iterator[DroppedNode]:
    """The lists that a free field would take if they were of the other kind."""
    for dropped in body.trace.dropped:
        if dropped.node.type == "list":
            wanted = "list:unordered" if dropped.node.attributes.get("ordered") else "list:ordered"
            free = [each for each in _fields(body, dropped.path) if not body.is_filled(each, dropped.path)]
            if any(each.match == wanted for each in free) and not any(
                matches(dropped.node, each.match) for each in free
            ):
                yield dropped


def _fields(body: RuneBody, path: tuple[str, ...]) -> tuple[Field, ...]:
    content = body.content
    if isinstance(content, FieldSequence):
        return content.fields
    if isinstance(content, Delimited) and path:
        return next((zone.fields for zone in content.zones if zone.name == path[0]), ())
    return ()


def _fix(items: Sequence[Node], ordered: bool) -> list[TextEdit]:
    """The markers of the items, if each is at the start of its line and as wide as before or the items have one line."""
    block = items[0].block if items else None
    if block is None:
        return []
    text = block.text
    edits: list[TextEdit] = []
    for number, item in enumerate(items, 1):
        marker = _MARKER.match(text, item.start)
        if marker is None:
            return []
        new = f"{number}." if ordered else "-"
        edits.append(TextEdit(Span(marker.start(), marker.end(), block), new))
        edits += _indented(text, item, len(new) - len(marker[0]), marker.end() - marker.start() + 1)
    return edits


def _indented(text: str, item: Node, by: int, width: int) -> Iterator[TextEdit]:
    """The further lines of an item, moved with its text. Lines that are indented enough for a wider marker stay."""
    at = text.find("\n", item.start, item.end) + 1
    while 0 < at < min(item.end, len(text)):
        if text[at : at + 1] in (" ", "\t") and not (by > 0 and _blank(text, at) >= width + by):
            start = Span(at, at, item.block) if by > 0 else Span(at, at + min(-by, _blank(text, at)), item.block)
            yield TextEdit(start, " " * max(by, 0))
        at = text.find("\n", at, item.end) + 1


def _blank(text: str, at: int) -> int:
    return len(text[at : at + 8]) - len(text[at : at + 8].lstrip(" "))
