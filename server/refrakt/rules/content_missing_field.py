"""Required content that a rune does not have.

A rune assigns its content to the fields of its content model. If a required field is missing, the rune renders without
it or uses other content in its place: a hero without a heading uses its first paragraph as eyebrow text. The message
names the missing field. The fix inserts a placeholder.

**Example**

```markdoc {% process=false %}
{% playlist %}
# Songs

My favourites.
{% /playlist %}
```

**Use instead**

```markdoc {% process=false %}
{% playlist %}
# Songs

- **One** (2:00)
{% /playlist %}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.rules.heading_level_fixed import fixed_level
from refrakt.rules.page import RuleContext
from refrakt.rules.problem import RULE_SEVERITY, Problem, Severity, placeholder
from refrakt.rules.problem_spans import line_start, primary_span
from refrakt.rules.registry import rule
from refrakt.rules.rune_bodies import RuneBody, is_empty, rune_bodies
from refrakt.runes.content_model import Sections
from refrakt.runes.match_expressions import describe_match, matches, parse_match
from refrakt.runes.resolution import MissingField

_MILD = frozenset({("event", "body"), ("organization", "body")})
"""Optional in practice: not reported as missing."""

_TEMPLATES = {
    "heading": "## Title",
    "paragraph": "Text",
    "list": "- Item",
    "blockquote": "> Text",
    "fence": "```\n\n```",
    "table": "| A | B |\n| - | - |\n|   |   |",
}
_EXAMPLES = {
    "heading": "## Title",
    "list": "- Item",
    "blockquote": "> Text",
    "fence": "```js … ```",
    "table": "| A | B |",
    "image": "![What it shows](/image.png)",
}


@rule("content-missing-field", "warning", "content", on="body", fixable=True, sites="refrakt")
def content_missing_field(context: RuleContext) -> Iterator[Problem]:
    for body in rune_bodies(context):
        if is_empty(body.node):
            continue
        for missing in body.trace.missing:
            if missing is body.needed and not body.lacks_heading:
                # Other content is in its place, which `content-unexpected` reports.
                continue
            if any(matches(dropped.node, missing.field.match) for dropped in body.trace.dropped):
                # It exists, but at another position.
                continue
            where = f" in its zone `{missing.path[0]}`" if missing.path else ""
            message = f"`{body.name}` needs {describe_match(missing.field.match)}{where}"
            mild = (body.rune.name, missing.field.name) in _MILD
            advice = f"Add {describe_match(missing.field.match)}."
            severity: Severity = "info" if mild else RULE_SEVERITY
            yield Problem(
                primary_span(context.node), message, advice, placeholder(_fix(body, missing)), severity=severity
            )


def example_of(match: str) -> str:
    """The shortest content of a kind, on one line; empty if it needs several."""
    return _EXAMPLES.get(parse_match(match)[0][0], "")


def _fix(body: RuneBody, missing: MissingField) -> list[TextEdit]:
    before = missing.before
    template = missing.field.template or _template(missing.field.match)
    if isinstance(body.content, Sections) and not missing.path:
        # A title is above the sections and has a higher level.
        level = fixed_level(body)
        before = before or body.children[0]
        if level is not None and level > 1 and parse_match(missing.field.match)[0] == ("heading", ""):
            template = f"{'#' * (level - 1)} Title"
    if not template:
        return []
    if before is not None and before.block is not None:
        start = before.open.start if before.open is not None else before.start
        if before.block.text[line_start(before.block.text, start) : start].strip():
            return []
        return [TextEdit(Span(start, start, before.block), f"{template}\n\n")]
    close = body.node.close
    if close is None or close.block is None or close.block.text[: close.start].strip():
        return []
    return [TextEdit(Span(close.start, close.start, close.block), f"\n{template}\n")]


def _template(match: str) -> str:
    kind, detail = parse_match(match)[0]
    if kind == "heading" and detail:
        return f"{'#' * int(detail)} Title"
    if kind == "list" and detail == "ordered":
        return "1. Item"
    return _TEMPLATES.get(kind, "")
