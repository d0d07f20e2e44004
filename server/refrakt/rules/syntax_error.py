"""A tag with a syntax error.

A tag consists of a name and attributes with values. Markdoc renders nothing for a tag that it cannot parse. The message
says what was expected and where. The fix corrects superfluous or missing spaces, invalid escapes and extra text in
closing tags. Other common errors have their own codes: `bare-attribute`, `single-quotes` and `unquoted-value`.

**Example**

```markdoc {% process=false %}
{% icon name="star"size="md" /%}
```

**Use instead**

```markdoc {% process=false %}
{% icon name="star" size="md" /%}
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from refrakt.markdoc.tag_parser import parse_tag_at
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span, TagError, TagSyntax
from refrakt.rules.page import RuleContext
from refrakt.rules.problem import Problem, safe_fix
from refrakt.rules.problem_spans import invalid_tag_at
from refrakt.rules.registry import rule

OWN_CODES = frozenset({"bare-attribute", "single-quotes", "unquoted-string"})
"""Parse errors that have rules of their own."""

_NUMBER_BEFORE = re.compile(r"=(-?[0-9]+(?:\.[0-9]+)?)\Z")


def invalid_tag(context: RuleContext) -> tuple[TagSyntax, TagError] | None:
    """The tag of a parse error, and its error."""
    assert context.problem is not None
    tag = invalid_tag_at(context.page.document, context.problem.span)
    return (tag, tag.error) if tag is not None and tag.error is not None else None


def number_before(tag: TagSyntax, error: TagError) -> int | None:
    """The start of a value that begins like a number: `2026-05-09`, `1.5rem`."""
    if error.reason not in ("missing-space", "unexpected") or tag.block is None:
        return None
    found = _NUMBER_BEFORE.search(tag.block.text, tag.start, error.start)
    return found.start(1) if found else None


@rule("syntax-error", "error", "syntax", on="error:parse-error error:fence-tag-error", fixable=True)
def syntax_error(context: RuleContext) -> Iterator[Problem]:
    assert context.problem is not None
    found = invalid_tag(context)
    if found is None:
        yield Problem(context.problem.span, context.problem.message)
        return
    tag, error = found
    if error.reason in OWN_CODES or not tag.terminated or number_before(tag, error) is not None:
        return
    fix = _fix(tag, error)
    yield Problem(_visible(context.problem.span), error.message, _ADVICE.get(error.reason), safe_fix(fix))


def parses_with(tag: TagSyntax, fix: Sequence[TextEdit]) -> bool:
    """Whether a tag can be parsed after some edits, or has only errors left that other rules fix."""
    assert tag.block is not None
    text = tag.block.text[tag.start : tag.end]
    for (start, end, _), new in sorted(fix, key=lambda edit: edit.span.start, reverse=True):
        text = text[: start - tag.start] + new + text[end - tag.start :]
    error = parse_tag_at(text, 0, len(text) - 2).error
    return error is None or error.reason in OWN_CODES


_ADVICE = {
    "space-after-slash": "Write the name directly after the slash.",
    "closing-extra": "Keep only the name.",
    "wide-space": "Keep one space.",
    "missing-space": "Put a space before it.",
    "bad-escape": "Write the backslash twice.",
    "control-character": "Write \\t for a tab, and remove other control characters.",
    "missing-value": "Write a value directly after the equals sign.",
    "empty-tag": "Write the name of a rune, or remove the tag.",
    "open-string": 'Close the string with ".',
}


def _fix(tag: TagSyntax, error: TagError) -> list[TextEdit]:
    block = tag.block
    text = block.text[error.start : error.end] if block is not None else ""
    span = Span(error.start, error.end, block)
    match error.reason:
        case "space-after-slash":
            return [TextEdit(span, f"/{tag.name}")]
        case "closing-extra":
            return [TextEdit(Span(tag.name_start + len(tag.name), error.end, block), "")]
        case "wide-space":
            return [TextEdit(span, " ")]
        case "missing-space":
            return [TextEdit(Span(error.start, error.start, block), " ")]
        case "bad-escape":
            return [TextEdit(Span(error.start, error.start, block), "\\")]
        case "control-character":
            return [TextEdit(span, "\\t" if text == "\t" else "")]
        case "empty-tag":
            return [TextEdit(tag.span, "")]
    return []


def _visible(span: Span) -> Span:
    """A span needs at least one character to be visible."""
    return span if span.end > span.start else Span(max(span.start - 1, 0), max(span.end, 1), span.block)
