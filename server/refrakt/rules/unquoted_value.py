"""A string without quotes.

Markdoc accepts only `true`, `false`, `null` and function calls without quotes, and rejects the whole tag otherwise.
This also applies to dates and lengths, which begin with a number. The fix quotes the text, including the words that
follow it.

**Example**

```markdoc {% process=false %}
{% hint type=note %}
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

import re
from collections.abc import Iterator

from refrakt.markdoc.format.values import format_value
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span, TagError, TagSyntax
from refrakt.rules.page import RuleContext
from refrakt.rules.problem import Problem, safe_fix
from refrakt.rules.registry import rule
from refrakt.rules.syntax_error import invalid_tag, number_before, parses_with

_VALUE = re.compile(r"[^\s\"{}\[\]()$]+")
_LISTED = re.compile(r"[^\s\"'{}\[\]()$,]+")
_MORE_VALUE = re.compile(r"(?:[ \t]+[^\s\"=/{}\[\]()$#.][^\s\"=/{}\[\]()$]*(?!\S))*")
"""More text without an equals sign: it can only belong to the same value."""


_KEY = re.compile(r"(?<![A-Za-z0-9_-])([A-Za-z0-9_-]++)=\Z")


@rule(
    "unquoted-value", "error", "syntax", on="error:parse-error error:fence-tag-error", fixable=True, fixes_spelling=True
)
def unquoted_value(context: RuleContext) -> Iterator[Problem]:
    found = invalid_tag(context)
    if found is None or not found[0].terminated or found[0].block is None:
        return
    start = _start(*found)
    if start is None:
        return
    tag = found[0]
    text, end = found[0].block.text, _end(*found, start)
    span = Span(start, end, tag.block)
    value = text[start:end]
    message = f"`{value}` is a string without quotes"
    expected = _type(context, tag, start)
    if expected == "Number" or (expected == "Boolean" and value.lower() not in _FLAGS):
        what = "a number" if expected == "Number" else "true or false"
        yield Problem(span, message, f"Write {what}.")
        return
    fix = [TextEdit(span, _FLAGS[value.lower()] if expected == "Boolean" else format_value(value))]
    yield Problem(span, message, f"Write {fix[0].new}.", safe_fix(fix if parses_with(tag, fix) else []))


_FLAGS = {"yes": "true", "on": "true", "no": "false", "off": "false"}


def _type(context: RuleContext, tag: TagSyntax, start: int) -> object:
    """The type of the attribute whose value begins here, if it has just one."""
    rune = context.vocabulary.get(tag.name)
    assert tag.block is not None
    key = _KEY.search(tag.block.text[tag.start : start])
    attribute = rune.every_attribute.get(key.group(1)) if rune is not None and key is not None else None
    return attribute.type if attribute is not None else None


def _start(tag: TagSyntax, error: TagError) -> int | None:
    if error.reason == "unquoted-string":
        return error.start
    return number_before(tag, error)


def _end(tag: TagSyntax, error: TagError, start: int) -> int:
    """The end of the value: in a list the next comma, else the next attribute."""
    assert tag.block is not None
    text, limit = tag.block.text, tag.end - 2
    alone = text[start - 1] == "="
    value = (_VALUE if alone else _LISTED).match(text, start, limit)
    end = value.end() if value else error.end
    if end >= limit and text[end - 1] == "/":
        return end - 1
    more = _MORE_VALUE.match(text, end, limit) if alone else None
    return more.end() if more else end
