"""An annotation with nothing to belong to.

`{% #id .class %}` sets attributes on the text it stands behind, on the same line. On a line of its own it stands behind
nothing. The fix moves it to the end of the heading or paragraph above, or removes it where there is none.
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.markdoc.tree import BlockText, Node, Span, TagSyntax

from .finding import Edit, Found
from .page import Here
from .places import tag_at
from .registry import rule


@rule("annotation-without-text", "error", problem="no-inline-annotations", fixable=True)
def annotation_without_text(here: Here) -> Iterator[Found]:
    assert here.problem is not None
    span = here.problem.span
    block = span.block
    tag = tag_at(here.page.document, span)
    if tag is None or block is None:
        return
    above = _above(here, block, tag)
    message = "this annotation stands on a line of its own, where nothing takes it"
    if above is None:
        yield Found(span, message, "Put it behind the text it is meant for.", [Edit(span, "")])
        return
    holder = above.block
    assert holder is not None
    end = len(holder.text[: above.end].rstrip())
    moved = f" {block.text[tag.start : tag.end]}"
    advice = f"Put it at the end of the {above.type} above."
    yield Found(span, message, advice, [Edit(Span(end, end, holder), moved), Edit(span, "")])


def _above(here: Here, block: BlockText, tag: TagSyntax) -> Node | None:
    """The heading or paragraph that ends right before the annotation's block."""
    document = here.page.document
    index = document.index_of(block)
    if index == 0 or block.text[: tag.start].strip():
        return None
    before = document.blocks[index - 1]
    last = before.nodes[-1] if before.kind == "leaf" and before.nodes else None
    return last if last is not None and last.type in ("heading", "paragraph") and not last.marks else None
