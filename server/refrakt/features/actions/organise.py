"""Link definitions in order: without those that nothing uses, and by their labels where they stand one below the other.

What a page shows stays the same. Definitions that are comments, `[//]: # (…)`, are left where they are.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from refrakt.markdoc.equality import same_tree
from refrakt.markdoc.reader import Block
from refrakt.markdoc.tree import Span

from ..answers import Action, Changes, Range, Replacement
from ..supposing import supposed
from .asked import Asked
from .registry import offers

KIND = "source.organizeLinkDefinitions"
_COMMENT = "//"


@offers(KIND, rank=92)
def organise(asked: Asked) -> Iterator[Action]:
    edits = tuple(_edits(asked))
    if edits:
        yield Action("Sort link definitions and remove unused ones", KIND, partial(_organised, asked, edits))


def _edits(asked: Asked) -> Iterator[Replacement]:
    document = asked.document
    if not any(block.definitions for block in document.blocks):
        return
    used = frozenset[str]().union(*(block.asked for block in document.blocks))
    seen: set[str] = set()
    for run in _runs(document.blocks):
        kept = []
        for block in run:
            label = next(iter(block.definitions))
            if label in used and label not in seen:
                kept.append((label, block.text))
            seen.add(label)
        start = document.offsets(Span(0, 0, run[0].source))[0]
        end = start + sum(len(block.text) for block in run)
        new = _joined([text for _, text in sorted(kept)], run[-1].text)
        if new != document.text[start:end]:
            yield Replacement(Range(start, end), new)


def _runs(blocks: list[Block]) -> Iterator[list[Block]]:
    """Blocks one below the other that are definitions and nothing else."""
    run: list[Block] = []
    for block in blocks:
        if len(block.definitions) == 1 and not block.nodes and _COMMENT not in block.definitions:
            run.append(block)
        elif run:
            yield run
            run = []
    if run:
        yield run


def _joined(texts: list[str], last: str) -> str:
    """Definitions without the empty lines between them; what stood behind the last one stands there still."""
    if not texts:
        return ""
    bare = [text.rstrip() for text in texts]
    tail = last[len(last.rstrip()) :]
    between = "\r\n" if "\r\n" in "".join(texts) else "\n"
    return between.join(bare) + tail


def _organised(asked: Asked, edits: tuple[Replacement, ...]) -> Changes | None:
    document = asked.document
    return asked.edited(edits) if same_tree(document.tree, supposed(document, edits).tree) else None
