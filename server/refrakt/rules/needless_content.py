"""Content in a rune that takes none.

It is not shown. The fix ends the tag with `/%}` and leaves what it held behind it.
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.markdoc.tree import Span

from .finding import Edit, Found
from .page import Here
from .registry import rule


@rule("needless-content", "error", problem="tag-selfclosing-has-children", fixable=True)
def needless_content(here: Here) -> Iterator[Found]:
    assert here.problem is not None
    node = here.node
    if node.close is None:
        # That it is never closed is what is wrong with it.
        return
    fix: list[Edit] = []
    if node.open is not None and node.open.block is not None:
        end = node.open.end - 2
        lead = "" if node.open.block.text[end - 1].isspace() else " "
        fix = [Edit(Span(end, end, node.open.block), f"{lead}/"), Edit(node.close.span, "")]
    message = f"`{node.tag or node.type}` takes no content, so this is not shown"
    yield Found(here.problem.span, message, "End the tag with /%} and put the content after it.", fix)
