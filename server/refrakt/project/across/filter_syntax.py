"""A filter that cannot be read.

A filter is made of words with a colon, `status:ready`, with spaces between; double quotes keep spaces together, and a value between
slashes is a regular expression. What cannot be read is left out, so that more is found than was meant. A `sandbox` also has to
say with `type:` of which kind its data are.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..index.fieldmatch import parse
from ..index.look import Look
from ..pages.facts import Filter
from .registry import Told, file_rule

PICKING = frozenset({"filter", "value", "where", "data"})
"""Attributes with words that pick things; the others name a field."""


_MOST_EXPRESSIONS = 200
"""How many regular expressions of one page are looked at. To compile one takes up to five milliseconds."""


@file_rule("filter-syntax", "error")
def filter_syntax(look: Look) -> Iterator[Told]:
    left = _MOST_EXPRESSIONS
    for each in look.facts.filters:
        if each.attribute not in PICKING:
            continue
        query = parse(each.text)
        left -= query.expressions
        if left < 0:
            return
        for fault in query.problems:
            yield Told(*place_in(each, fault.start, fault.end), fault.message)
        if each.rune == "sandbox" and not query.problems and not query.values("type"):
            yield Told(each.start, each.end, "this names no type of things", "Add `type:page`, or what is meant.")


def place_in(filter: Filter, start: int, end: int) -> tuple[int, int]:
    """A place in the text of a filter; the whole of it where escapes have moved its letters."""
    if filter.end - filter.start != len(filter.text):
        return filter.start, filter.end
    return filter.start + start, filter.start + end
