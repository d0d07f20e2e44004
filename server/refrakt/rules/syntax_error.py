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
"""Faults that have rules of their own."""

_NUMBER_BEFORE = re.compile(r"=(-?[0-9]+(?:\.[0-9]+)?)\Z")


def invalid_tag(context: RuleContext) -> tuple[TagSyntax, TagError] | None:
    """The tag a parse error speaks of, and what is wrong with it."""
    assert context.problem is not None
    tag = invalid_tag_at(context.page.document, context.problem.span)
    return (tag, tag.error) if tag is not None and tag.error is not None else None


def number_before(tag: TagSyntax, fault: TagError) -> int | None:
    """Where a value begins that only looks like a number at first: `2026-05-09`, `1.5rem`."""
    if fault.reason not in ("missing-space", "unexpected") or tag.block is None:
        return None
    found = _NUMBER_BEFORE.search(tag.block.text, tag.start, fault.start)
    return found.start(1) if found else None


@rule("syntax-error", "error", "syntax", on="error:parse-error error:fence-tag-error", fixable=True)
def syntax_error(context: RuleContext) -> Iterator[Problem]:
    assert context.problem is not None
    found = invalid_tag(context)
    if found is None:
        yield Problem(context.problem.span, context.problem.message)
        return
    tag, fault = found
    if fault.reason in OWN_CODES or not tag.terminated or number_before(tag, fault) is not None:
        return
    fix = _fix(tag, fault)
    yield Problem(_visible(context.problem.span), fault.message, _ADVICE.get(fault.reason), safe_fix(fix))


def parses_with(tag: TagSyntax, fix: Sequence[TextEdit]) -> bool:
    """Whether a tag can be read once some edits are made in it, or has only faults left that can be mended in turn."""
    assert tag.block is not None
    text = tag.block.text[tag.start : tag.end]
    for (start, end, _), new in sorted(fix, key=lambda edit: edit.span.start, reverse=True):
        text = text[: start - tag.start] + new + text[end - tag.start :]
    fault = parse_tag_at(text, 0, len(text) - 2).error
    return fault is None or fault.reason in OWN_CODES


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


def _fix(tag: TagSyntax, fault: TagError) -> list[TextEdit]:
    block = tag.block
    text = block.text[fault.start : fault.end] if block is not None else ""
    span = Span(fault.start, fault.end, block)
    match fault.reason:
        case "space-after-slash":
            return [TextEdit(span, f"/{tag.name}")]
        case "closing-extra":
            return [TextEdit(Span(tag.name_start + len(tag.name), fault.end, block), "")]
        case "wide-space":
            return [TextEdit(span, " ")]
        case "missing-space":
            return [TextEdit(Span(fault.start, fault.start, block), " ")]
        case "bad-escape":
            return [TextEdit(Span(fault.start, fault.start, block), "\\")]
        case "control-character":
            return [TextEdit(span, "\\t" if text == "\t" else "")]
        case "empty-tag":
            return [TextEdit(tag.span, "")]
    return []


def _visible(span: Span) -> Span:
    """A mark needs at least one character to be seen."""
    return span if span.end > span.start else Span(max(span.start - 1, 0), max(span.end, 1), span.block)
