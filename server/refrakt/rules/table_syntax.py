"""Something in a `table` tag that is no row.

There every list is a row and every item a cell; a cell that holds more than a line has the rest indented under it. Whatever
else stands between the rows is not shown.
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.markdoc.tree import Span

from .finding import Found
from .page import Here
from .places import line_end
from .registry import rule


@rule("table-syntax", "error", problem="table-syntax")
def table_syntax(here: Here) -> Iterator[Found]:
    assert here.problem is not None
    start, end, block = here.problem.span
    if block is not None:
        end = min(end, line_end(block.text, start))
    advice = "Write rows as lists, and indent what belongs to a cell under its item."
    yield Found(Span(start, end, block), "this is no row of the table and is not shown", advice)
