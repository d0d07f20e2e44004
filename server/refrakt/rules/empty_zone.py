"""An empty zone of a rune.

A `---` line divides the content of some runes into zones. With nothing before or after the line, one zone is empty. The
fix removes the line; all content then belongs to the main zone.

**Example**

```markdoc {% process=false %}
{% hero %}
---

# Boats
{% /hero %}
```

**Use instead**

```markdoc {% process=false %}
{% hero %}
# Boats
{% /hero %}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Node, Span
from refrakt.rules.page import RuleContext
from refrakt.rules.problem import Problem, safe_fix, unsafe_fix
from refrakt.rules.problem_spans import primary_span
from refrakt.rules.registry import rule
from refrakt.rules.rune_bodies import RuneBody, rune_bodies
from refrakt.runes.content_model import Delimited
from refrakt.runes.match_expressions import matches


@rule("empty-zone", "info", "content", on="body", fixable=True, sites="refrakt")
def empty_zone(context: RuleContext) -> Iterator[Problem]:
    for body in rune_bodies(context):
        if not isinstance(body.content, Delimited):
            continue
        if body.content.each is not None:
            yield from _empty_parts(body)
        for zone in body.trace.empty_zones:
            line = _line_beside(body, body.content, zone.name)
            span = primary_span(line) if line is not None else primary_span(context.node)
            yield Problem(
                span,
                f"the zone `{zone.name}` of `{body.name}` is empty",
                "Remove the line.",
                safe_fix(_fix(body, line)),
            )


def _empty_parts(body: RuneBody) -> Iterator[Problem]:
    """Lines without content before the next one."""
    for line, following in pairwise(body.children):
        if line.type == "hr" and following.type == "hr" and following.block is not None:
            message = f"the part of `{body.name}` above this line is empty"
            start, end, block = following.span
            line_end = start + len(following.block.text[start:end].rstrip())
            edit = TextEdit(Span(start, line_end, block), "")
            yield Problem(primary_span(following), message, "Remove the line.", unsafe_fix([edit]))


def _line_beside(body: RuneBody, content: Delimited, name: str) -> Node | None:
    """The line that starts the part: for the first part the one after it, else the one before it."""
    lines = [child for child in body.children if matches(child, content.delimiter)]
    index = next((n for n, zone in enumerate(content.zones) if zone.name == name), 0)
    at = max(index - 1, 0)
    return lines[at] if at < len(lines) else None


def _fix(body: RuneBody, line: Node | None) -> list[TextEdit]:
    """With a single line, one part is left; with several, the others would move to other zones."""
    lines = [child for child in body.children if child.type == "hr"]
    if line is None or len(lines) != 1 or line.block is None:
        return []
    text = line.block.text[line.start : line.end]
    return [TextEdit(Span(line.start, line.start + len(text.rstrip()), line.block), "")]
