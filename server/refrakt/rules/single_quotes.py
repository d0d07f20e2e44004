"""A string in single quotes.

HTML accepts both kinds of quotes, Markdoc only double quotes: it rejects the whole tag. The fix rewrites all
single-quoted strings of the tag.

**Example**

```markdoc {% process=false %}
{% hint type='note' %}
Save your work.
{% /hint %}
```

**Use instead**

```markdoc {% process=false %}
{% hint type="note" %}
Save your work.
{% /hint %}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.markdoc.format.values import format_value
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span, TagError, TagSyntax
from refrakt.rules.page import RuleContext
from refrakt.rules.problem import Problem, safe_fix
from refrakt.rules.registry import rule
from refrakt.rules.syntax_error import invalid_tag, parses_with


@rule(
    "single-quotes", "error", "syntax", on="error:parse-error error:fence-tag-error", fixable=True, fixes_spelling=True
)
def single_quotes(context: RuleContext) -> Iterator[Problem]:
    found = invalid_tag(context)
    if found is None or found[1].reason != "single-quotes" or not found[0].terminated:
        return
    tag, error = found
    span = Span(error.start, error.end, tag.block)
    message = "Markdoc supports only double quotes"
    fix = _fix(tag, error)
    yield Problem(span, message, 'Write it in double quotes: "…".', safe_fix(fix if parses_with(tag, fix) else []))


def _fix(tag: TagSyntax, error: TagError) -> list[TextEdit]:
    text = tag.block.text if tag.block is not None else ""
    spans = {(error.start, error.end)} | {each.value for each in tag.attributes if not each.complete}
    quoted = [(start, end) for start, end in sorted(spans) if _is_quoted(text[start:end])]
    return [TextEdit(Span(start, end, tag.block), _double(text[start + 1 : end - 1])) for start, end in quoted]


def _is_quoted(text: str) -> bool:
    return len(text) > 1 and text[0] == text[-1] == "'"


def _double(inner: str) -> str:
    return format_value(inner.replace('\\"', '"').replace("\\\\", "\\"))
