"""Frontmatter that is no list of keys and values.

Between the dashes every line is a `key: value`. A single sentence or a list is YAML, too, but no page can use it.
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.markdoc.tree import Span

from .finding import Found
from .page import Here
from .places import line_end
from .registry import rule


@rule("frontmatter-shape", "error", problem="frontmatter-shape")
def frontmatter_shape(here: Here) -> Iterator[Found]:
    assert here.problem is not None
    start, end, block = here.problem.span
    if block is not None:
        end = min(end, line_end(block.text, start))
    yield Found(
        Span(start, end, block), "frontmatter is made of `key: value` lines", "Write a key and a colon before it."
    )
