"""A word as a value, without quotes.

`type=note` looks right to anybody who writes HTML or YAML, but Markdoc takes a word only for `true`, `false`, `null` or the
name of a function, and refuses the whole tag. The fix puts the word in quotes.
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.markdoc.tree import Span

from .finding import Edit, Found
from .page import Here
from .registry import rule
from .syntax_error import faulty_tag


@rule("unquoted-value", "error", problem="parse-error fence-tag-error", fixable=True)
def unquoted_value(here: Here) -> Iterator[Found]:
    found = faulty_tag(here)
    if found is None or found[1].reason != "unquoted-string" or not found[0].terminated:
        return
    tag, fault = found
    text = tag.block.text if tag.block is not None else ""
    end = fault.end
    limit = tag.end - 2
    while end < limit and not text[end].isspace() and text[end] not in "\"'{}[](),$":
        end += 1
    if end >= limit and text[end - 1] == "/":
        end -= 1
    word = text[fault.start : end]
    span = Span(fault.start, end, tag.block)
    message = f"`{word}` is a word without quotes, which Markdoc cannot read as a value"
    whole = end >= limit or text[end].isspace() or text[end] in "],}/"
    yield Found(span, message, f'Write "{word}".', [Edit(span, f'"{word}"')] if whole else [])
