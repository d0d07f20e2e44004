"""Taking a rune away from around its content."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ..answers import Action, Range, Replacement
from ..supposing import supposed
from .asked import Asked
from .content import same_content
from .registry import offers
from .rewriting import gaps, marks_before
from .selecting import TABLE, Blocks, tag_at
from .suiting import takes

KIND = "refactor.rewrite"


@offers(KIND, rank=24)
def unwrap(asked: Asked) -> Iterator[Action]:
    found = tag_at(asked)
    if found is None or found[0].close is None or not found[0].children or found[0].tag == TABLE:
        return
    node, parents = found
    words = asked.page.site.vocabulary
    rune = words.get(node.tag or "")
    if rune is not None and (rune.deferred or rune.owns_content):
        # What stands in it is a template, or all there is to say about a thing, and means nothing without it.
        return
    if node.children[0].type == "hr" and not asked.document.offsets(node.span)[0]:
        # At the top of a page, such a line begins the frontmatter.
        return
    name = rune.name if rune is not None else node.tag
    parts = [words.get(each.tag or "") for each in node.children if each.type == "tag"]
    if any(part is not None and name in part.parents for part in parts):
        return
    blocks = Blocks(asked.document, parents, (node,))
    if not node.inline and not takes(words, blocks, node.children):
        return
    edits = list(_without_tags(asked, blocks))
    # What is long is looked at when somebody wants it done.
    if blocks.is_long or same_content(asked.document, supposed(asked.document, edits)):
        yield Action(f"Unwrap {node.tag}", KIND, partial(asked.rewritten, edits))


def _without_tags(asked: Asked, blocks: Blocks) -> Iterator[Replacement]:
    node = blocks.nodes[0]
    assert node.open is not None
    assert node.close is not None
    document, text = asked.document, asked.text
    start, open_end = document.offsets(node.open.span)
    close, end = document.offsets(node.close.span)
    if node.inline:
        yield from (Replacement(Range(start, open_end), ""), Replacement(Range(close, end), ""))
        return
    first, _ = document.offsets(node.children[0].span)
    _, last = document.offsets(node.children[-1].span)
    marks = marks_before(document, start)
    above, below = gaps(blocks)
    yield Replacement(Range(start, first), f"\n{marks}" if above else "")
    deeper = marks_before(document, first)
    if deeper.startswith(marks) and deeper != marks:
        yield from _outdented(text, Range(first, last), marks, deeper)
    yield Replacement(Range(last, end), f"\n{marks.rstrip()}" if below else "")


def _outdented(text: str, body: Range, marks: str, deeper: str) -> Iterator[Replacement]:
    """Content that is set in below its tag moves out with it."""
    at = text.find("\n", body.start, body.end) + 1
    while at:
        if text.startswith(deeper, at):
            yield Replacement(Range(at + len(marks), at + len(deeper)), "")
        at = text.find("\n", at, body.end) + 1
