"""Content after the position where a rune expects it.

A rune reads its content in a fixed order. Content that comes too late is not rendered. The fix moves it to the expected
position.

**Example**

```markdoc {% process=false %}
{% recipe %}
# Soup

1. Boil the water.

- Salt
{% /recipe %}
```

**Use instead**

```markdoc {% process=false %}
{% recipe %}
# Soup

- Salt

1. Boil the water.
{% /recipe %}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Node, Span
from refrakt.rules.page import RuleContext
from refrakt.rules.problem import Problem, safe_fix
from refrakt.rules.problem_spans import primary_span
from refrakt.rules.registry import rule
from refrakt.rules.rune_bodies import RuneBody, rune_bodies
from refrakt.runes.match_expressions import describe_node, parse_match
from refrakt.runes.resolution import DroppedNode


@rule("content-order", "warning", "content", on="body", fixable=True, sites="refrakt")
def content_order(context: RuleContext) -> Iterator[Problem]:
    for body in rune_bodies(context):
        moved = False
        for dropped, before in misplaced_nodes(body):
            position = f" before {describe_node(before)} above" if before is not None else " further up"
            message = f"{describe_node(dropped.node)} is not rendered here: in `{body.name}` it belongs{position}"
            fix = _moved(dropped.node, before) if before is not None and not moved else []
            moved = moved or bool(fix)
            yield Problem(primary_span(dropped.node), message, "Move it up.", safe_fix(fix))


def misplaced_nodes(body: RuneBody) -> Iterator[tuple[DroppedNode, Node | None]]:
    """Children that are dropped only because of their position, each with the first dropped one above it.

    A field that they match is still free. Only the first can be intended for it; content below a heading belongs to the heading.
    """
    reported: set[tuple[int, tuple[str, ...]]] = set()
    first: dict[tuple[str, ...], Node] = {}
    for dropped in body.trace.dropped:
        if body.is_blocked(dropped):
            continue
        before = first.setdefault(dropped.path, dropped.node)
        field = dropped.field
        if dropped.reason != "left-over" or field is None or (id(field), dropped.path) in reported:
            continue
        reported.add((id(field), dropped.path))
        if before.type == "heading" or body.is_filled(field, dropped.path):
            continue
        # Nearly every field accepts paragraphs, so a free one does not mean that this paragraph was intended for it.
        if not field.optional or not any(kind == "paragraph" for kind, _ in parse_match(field.match)):
            yield dropped, before if before is not dropped.node else None


def _moved(node: Node, before: Node) -> list[TextEdit]:
    if node.block is None or before.block is None or node.block is before.block or node.type == "tag":
        return []
    if node.start or before.start or node.end > len(node.block.text):
        return []
    text = node.block.text[: node.end].rstrip()
    return [TextEdit(Span(0, 0, before.block), f"{text}\n\n"), TextEdit(Span(0, len(node.block.text), node.block), "")]
