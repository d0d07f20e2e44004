"""A rune whose parts are made of headings, without headings.

Tabs, accordions and timelines are split at their headings: each heading begins a part. Without headings there are no parts, and the
content is not rendered as intended. If lines in bold are in the place of headings, the fix makes them headings.

**Example**

```markdoc {% process=false %}
{% accordion %}
**Is it free?**

Yes.

**Is it open source?**

Yes.
{% /accordion %}
```

**Use instead**

```markdoc {% process=false %}
{% accordion %}
## Is it free?

Yes.

## Is it open source?

Yes.
{% /accordion %}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Node, Span
from refrakt.rules.page import RuleContext
from refrakt.rules.problem import Problem, unsafe_fix
from refrakt.rules.problem_spans import primary_span
from refrakt.rules.registry import rule
from refrakt.rules.rune_bodies import RuneBody, is_empty, rune_bodies
from refrakt.runes.content_model import Sections, Split


@rule("missing-parts", "warning", "content", on="body", fixable=True, sites="refrakt")
def missing_parts(context: RuleContext) -> Iterator[Problem]:
    for body in rune_bodies(context)[:1]:
        if lacks_parts(body):
            level = _level(body)
            what = f"headings of level {level}" if level else "headings"
            message = f"`{body.name}` is split at its {what}, but has none"
            advice = f"Begin each part with a heading, as in {'#' * (level or 2)} Title."
            bold = next((each for child in body.children if (each := _bold(child)) is not None), None)
            span = bold if bold is not None else primary_span(context.node)
            yield Problem(span, message, advice, unsafe_fix(_fix(body, level or 2)))


def lacks_parts(body: RuneBody) -> bool:
    """Whether the parts of a rune are to be made of headings, and there are neither headings nor parts."""
    content = body.content
    if not is_split_at_headings(content) or is_empty(body.node):
        return False
    if isinstance(content, Split) and body.trace.sections:
        return False
    if any(child.type in ("heading", "tag") for child in body.children):
        return False
    return len(body.children) > 1 or bool(body.trace.dropped)


def is_split_at_headings(content: object) -> bool:
    """Whether all parts of a content model begin with a heading."""
    if isinstance(content, Sections):
        return content.emit is not None and content.implicit is None
    return isinstance(content, Split) and content.emit is not None and content.headless != "any"


def _level(body: RuneBody) -> int | None:
    content = body.content
    if isinstance(content, Split):
        return content.level if isinstance(content.level, int) else None
    level = content.heading.partition(":")[2] if isinstance(content, Sections) else ""
    return int(level) if level else None


def _fix(body: RuneBody, level: int) -> list[TextEdit]:
    """The paragraphs that are only bold text, as headings."""
    found = [bold for child in body.children if (bold := _bold(child)) is not None]
    return [
        TextEdit(Span(start, end, block), f"{'#' * level} {block.text[start + 2 : end - 2]}")
        for start, end, block in found
        if block is not None
    ]


def _bold(node: Node) -> Span | None:
    if node.type != "paragraph" or node.block is None:
        return None
    text = node.block.text[node.start : node.end].rstrip()
    is_bold = (
        len(text) > 4 and text[:2] == text[-2:] in ("**", "__") and "\n" not in text and text[:2] not in text[2:-2]
    )
    return Span(node.start, node.start + len(text), node.block) if is_bold else None
