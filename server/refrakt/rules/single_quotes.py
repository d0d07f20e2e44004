"""A string in single quotes.

HTML takes either kind of quotes, Markdoc only the double ones: it refuses the whole tag. The fix rewrites the string, and
every other one of the tag that is written the same way.
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.markdoc.format.value import format_value
from refrakt.markdoc.tree import Fault, Span, TagSyntax

from .finding import Edit, Found
from .page import Here
from .registry import rule
from .syntax_error import faulty_tag, reads_with


@rule("single-quotes", "error", problem="parse-error fence-tag-error", fixable=True)
def single_quotes(here: Here) -> Iterator[Found]:
    found = faulty_tag(here)
    if found is None or found[1].reason != "single-quotes" or not found[0].terminated:
        return
    tag, fault = found
    span = Span(fault.start, fault.end, tag.block)
    message = "Markdoc reads strings in double quotes only"
    fix = _fix(tag, fault)
    yield Found(span, message, 'Write it in double quotes: "…".', fix if reads_with(tag, fix) else [])


def _fix(tag: TagSyntax, fault: Fault) -> list[Edit]:
    text = tag.block.text if tag.block is not None else ""
    places = {(fault.start, fault.end)} | {each.value for each in tag.attributes if not each.complete}
    quoted = [(start, end) for start, end in sorted(places) if _is_quoted(text[start:end])]
    return [Edit(Span(start, end, tag.block), _double(text[start + 1 : end - 1])) for start, end in quoted]


def _is_quoted(text: str) -> bool:
    return len(text) > 1 and text[0] == text[-1] == "'"


def _double(inner: str) -> str:
    return format_value(inner.replace('\\"', '"').replace("\\\\", "\\"))
