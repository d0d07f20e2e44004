"""Text or frontmatter that exceeds the parser's limits.

The parser does not parse a paragraph of many thousand characters; it is rendered as plain text. Divide it with blank
lines. Frontmatter with more than 100,000 values, including those that aliases expand to, is not parsed either: no rule
reports its keys, no fix changes it, and other pages are not checked against its URL, id or type.
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.markdoc.tree import Span
from refrakt.rules.page import RuleContext
from refrakt.rules.problem import Problem
from refrakt.rules.problem_spans import line_end
from refrakt.rules.registry import rule


@rule("too-long", "warning", "syntax", on="error:too-long")
def too_long(context: RuleContext) -> Iterator[Problem]:
    assert context.problem is not None
    start, end, block = context.problem.span
    if block is not None:
        end = min(end, line_end(block.text, start))
    yield Problem(Span(start, end, block), context.problem.message, "Break it into smaller parts.")
