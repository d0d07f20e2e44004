"""Content that is nested too deep.

A page that goes down hundreds of levels is a mistake or an attack. What lies deeper than the limit stays plain text or is
left out, so that the rest of the page can be read. Frontmatter that nests deeper than 100 levels is not read at all.
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.markdoc.tree import Span

from .finding import Found
from .page import Here
from .places import line_end
from .registry import rule


@rule("too-deep", "error", problem="too-deep")
def too_deep(here: Here) -> Iterator[Found]:
    assert here.problem is not None
    start, end, block = here.problem.span
    if block is not None:
        end = min(end, line_end(block.text, start))
    yield Found(Span(start, end, block), here.problem.message, "Bring this part up some levels.")
