"""A tag that cannot be read.

What stands between `{%` and `%}` follows a small grammar: a name, then attributes with values. Where it does not, Markdoc
shows nothing at all for the tag. The message says what was expected and where; what can be put right without guessing has a
code and a fix of its own (`bare-attribute`, `single-quotes`).
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.markdoc.tree import Fault, TagSyntax

from .finding import Found
from .page import Here
from .registry import rule

OWN_CODES = frozenset({"bare-attribute", "single-quotes"})
"""Faults that have rules of their own."""


def faulty_tag(here: Here) -> tuple[TagSyntax, Fault] | None:
    """The tag a parse error speaks of, and what is wrong with it."""
    problem = here.problem
    assert problem is not None
    block = problem.span.block
    for tag in block.tags if block is not None else ():
        if tag.fault is not None and (tag.fault.start, tag.fault.end) == (problem.span.start, problem.span.end):
            return tag, tag.fault
    return None


@rule("syntax-error", "error", problem="parse-error fence-tag-error")
def syntax_error(here: Here) -> Iterator[Found]:
    found = faulty_tag(here)
    if found is None:
        assert here.problem is not None
        yield Found(here.problem.span, here.problem.message)
        return
    tag, fault = found
    if fault.reason in OWN_CODES:
        return
    if not tag.terminated:
        name = f"`{tag.name}`" if tag.name else "this tag"
        yield Found(tag.span, f"{name} is not closed with %}} before the next tag begins", "Close it with %}.")
        return
    yield Found(here.problem.span if here.problem else tag.span, fault.message)
