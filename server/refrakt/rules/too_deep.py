"""Content that is nested too deeply.

A page with hundreds of levels is a mistake or an attack. Content below the limit is rendered as plain text or left out,
so that the rest of the page can be parsed. Frontmatter with more than 100 levels is not parsed at all. Reduce the
nesting.
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.markdoc.tree import Span
from refrakt.rules.page import RuleContext
from refrakt.rules.problem import Problem
from refrakt.rules.problem_spans import line_end
from refrakt.rules.registry import rule


@rule("too-deep", "error", "syntax", on="error:too-deep")
def too_deep(context: RuleContext) -> Iterator[Problem]:
    assert context.problem is not None
    start, end, block = context.problem.span
    if block is not None:
        end = min(end, line_end(block.text, start))
    yield Problem(Span(start, end, block), context.problem.message, "Reduce the nesting.")
