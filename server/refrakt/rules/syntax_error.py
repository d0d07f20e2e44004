"""A tag with a syntax error.

A tag consists of a name and attributes with values. Markdoc renders nothing for a tag that it cannot parse. The message
says what was expected and where. A tag that is nearly right is repaired: curly and other quotes, a missing quote, spaces
around `=`, `:` or `=>` instead of `=`, commas between attributes, values in braces, missing or superfluous brackets and
commas in lists and calls, operators instead of functions, `else if`. The fix corrects all errors of the tag at once, and
exists only if the whole tag is valid afterwards. Other common errors have their own codes: `bare-attribute`,
`single-quotes` and `unquoted-value`.

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

from collections.abc import Iterator

from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span, TagError, TagSyntax
from refrakt.rules.lenient_tag.diagnosis import diagnosis
from refrakt.rules.page import RuleContext
from refrakt.rules.problem import Fix, Problem
from refrakt.rules.problem_spans import invalid_tag_at, tag_at
from refrakt.rules.registry import rule

_OWN_CODES = frozenset({"bare-attribute", "single-quotes"})
"""Parse errors that have rules of their own."""
_NOT_A_TAG = "this tag cannot be parsed: a tag consists of a name and attributes with values"


def invalid_tag(context: RuleContext) -> tuple[TagSyntax, TagError] | None:
    """The tag of a parse error, and its error."""
    assert context.problem is not None
    tag = invalid_tag_at(context.page.document, context.problem.span)
    return (tag, tag.error) if tag is not None and tag.error is not None else None


def is_repairable(context: RuleContext, tag: TagSyntax) -> bool:
    """Whether it is known what to write instead of an invalid tag."""
    found = diagnosis(context, tag)
    return found is not None and bool(found.corrections)


def diagnosed(context: RuleContext, code: str) -> Iterator[Problem]:
    """The problem of an invalid tag if it is known what is wrong, and a rule reports it."""
    assert context.problem is not None
    if context.problem.id == "unterminated-tag":
        tag = tag_at(context.page.document, context.problem.span)
        if tag is None or not is_repairable(context, tag):
            return
    else:
        found = invalid_tag(context)
        tag = found[0] if found is not None else None
    explained = diagnosis(context, tag) if tag is not None else None
    if tag is not None and explained is not None and explained.code == code:
        yield explained.problem(tag.block, context.page.site)


@rule(
    "syntax-error",
    "error",
    "syntax",
    on="error:parse-error error:fence-tag-error error:unterminated-tag",
    fixable=True,
    fixes_spelling=True,
)
def syntax_error(context: RuleContext) -> Iterator[Problem]:
    assert context.problem is not None
    if context.problem.id == "unterminated-tag":
        yield from diagnosed(context, "syntax-error")
        return
    found = invalid_tag(context)
    if found is None:
        yield Problem(context.problem.span, context.problem.message)
        return
    tag, error = found
    if diagnosis(context, tag) is not None:
        yield from diagnosed(context, "syntax-error")
        return
    if error.reason in _OWN_CODES or not tag.terminated:
        return
    span = _visible(context.problem.span)
    if error.reason == "unquoted-string":
        yield Problem(span, _NOT_A_TAG)
        return
    fix = _removal(context, tag) if error.reason == "empty-tag" else None
    yield Problem(span, error.message, _ADVICE.get(error.reason), fix)


def _removal(context: RuleContext, tag: TagSyntax) -> Fix | None:
    """The fix that removes an empty tag. A person decides that on plain sites."""
    edits = (TextEdit(tag.span, ""),)
    if context.vocabulary.refrakt:
        return Fix(edits)
    return None if context.vocabulary.unknown else Fix(edits, "unsafe")


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


def _visible(span: Span) -> Span:
    """A span needs at least one character to be visible."""
    return span if span.end > span.start else Span(max(span.start - 1, 0), max(span.end, 1), span.block)
