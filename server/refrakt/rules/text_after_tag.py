"""Text behind a tag that is written over several lines.

Such a tag ends its line. What follows its `%}` there is lost without a word. The fix gives the text a line of its own.
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.markdoc.tree import Span

from .finding import Edit, Found
from .page import Here
from .registry import rule


@rule("text-after-tag", "warning", problem="text-after-tag", fixable=True)
def text_after_tag(here: Here) -> Iterator[Found]:
    assert here.problem is not None
    start, end, block = here.problem.span
    if block is not None and any(not tag.terminated for tag in here.page.document.block_of(block).tags):
        # The tag has taken in what follows only because it is not ended.
        return
    text = block.text[start:end] if block is not None else ""
    inner = start + len(text) - len(text.lstrip())
    span = Span(inner, start + len(text.rstrip()), block)
    message = "this text is lost: nothing may follow a tag of several lines on its last line"
    yield Found(span, message, "Put it on its own line.", [Edit(Span(start, inner, block), "\n")])
