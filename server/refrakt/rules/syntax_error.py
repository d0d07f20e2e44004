"""A tag that cannot be read.

What stands between `{%` and `%}` follows a small grammar: a name, then attributes with values. Where it does not, Markdoc
shows nothing at all for the tag. The message says what was expected and where; what can be put right without guessing has a
code and a fix of its own (`bare-attribute`, `single-quotes`, `unquoted-value`) or is mended here: a space too many or too
few, a backslash that escapes nothing, words after the name of a closing tag.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from refrakt.markdoc.tags import read_tag_in
from refrakt.markdoc.tree import Fault, Span, TagSyntax

from .finding import Edit, Found
from .page import Here
from .places import faulty_tag_at
from .registry import rule

OWN_CODES = frozenset({"bare-attribute", "single-quotes", "unquoted-string"})
"""Faults that have rules of their own."""

_NUMBER_BEFORE = re.compile(r"=(-?[0-9]+(?:\.[0-9]+)?)\Z")


def faulty_tag(here: Here) -> tuple[TagSyntax, Fault] | None:
    """The tag a parse error speaks of, and what is wrong with it."""
    assert here.problem is not None
    tag = faulty_tag_at(here.page.document, here.problem.span)
    return (tag, tag.fault) if tag is not None and tag.fault is not None else None


def number_before(tag: TagSyntax, fault: Fault) -> int | None:
    """Where a value begins that only looks like a number at first: `2026-05-09`, `1.5rem`."""
    if fault.reason not in ("missing-space", "unexpected") or tag.block is None:
        return None
    found = _NUMBER_BEFORE.search(tag.block.text, tag.start, fault.start)
    return found.start(1) if found else None


@rule("syntax-error", "error", problem="parse-error fence-tag-error", fixable=True)
def syntax_error(here: Here) -> Iterator[Found]:
    assert here.problem is not None
    found = faulty_tag(here)
    if found is None:
        yield Found(here.problem.span, here.problem.message)
        return
    tag, fault = found
    if fault.reason in OWN_CODES or not tag.terminated or number_before(tag, fault) is not None:
        return
    fix = _fix(tag, fault)
    yield Found(_visible(here.problem.span), fault.message, _ADVICE.get(fault.reason), fix)


def reads_with(tag: TagSyntax, fix: Sequence[Edit]) -> bool:
    """Whether a tag can be read once some edits are made in it, or has only faults left that can be mended in turn."""
    assert tag.block is not None
    text = tag.block.text[tag.start : tag.end]
    for (start, end, _), new in sorted(fix, key=lambda edit: edit.span.start, reverse=True):
        text = text[: start - tag.start] + new + text[end - tag.start :]
    fault = read_tag_in(text, 0, len(text) - 2).fault
    return fault is None or fault.reason in OWN_CODES


_ADVICE = {
    "space-after-slash": "Write the name directly after the slash.",
    "closing-extra": "Leave only the name.",
    "wide-space": "Leave one space.",
    "missing-space": "Put a space before it.",
    "bad-escape": "Write the backslash twice.",
    "control-character": "Write \\t for a tab, and take out what cannot be seen.",
    "missing-value": "Write a value directly after the equals sign.",
    "empty-tag": "Write the name of a rune, or remove the tag.",
    "open-string": 'Close the string with ".',
}


def _fix(tag: TagSyntax, fault: Fault) -> list[Edit]:
    block = tag.block
    text = block.text[fault.start : fault.end] if block is not None else ""
    span = Span(fault.start, fault.end, block)
    match fault.reason:
        case "space-after-slash":
            return [Edit(span, f"/{tag.name}")]
        case "closing-extra":
            return [Edit(Span(tag.name_start + len(tag.name), fault.end, block), "")]
        case "wide-space":
            return [Edit(span, " ")]
        case "missing-space":
            return [Edit(Span(fault.start, fault.start, block), " ")]
        case "bad-escape":
            return [Edit(Span(fault.start, fault.start, block), "\\")]
        case "control-character":
            return [Edit(span, "\\t" if text == "\t" else "")]
        case "empty-tag":
            return [Edit(tag.span, "")]
    return []


def _visible(span: Span) -> Span:
    """A mark needs at least one character to be seen."""
    return span if span.end > span.start else Span(max(span.start - 1, 0), max(span.end, 1), span.block)
