"""A piece of text that is too long to be read for markup.

A single paragraph of many thousand characters is shown as it is written. Blank lines make paragraphs of it. Frontmatter with
more than 100,000 values, counting those its aliases stand for, is not read: no rule reports a missing or duplicate key, no fix
changes it, and no other page is checked against its address, id or type.
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.markdoc.tree import Span

from .finding import Found
from .page import Here
from .places import line_end
from .registry import rule


@rule("too-long", "warning", problem="too-long")
def too_long(here: Here) -> Iterator[Found]:
    assert here.problem is not None
    start, end, block = here.problem.span
    if block is not None:
        end = min(end, line_end(block.text, start))
    yield Found(Span(start, end, block), here.problem.message, "Break it into smaller parts.")
