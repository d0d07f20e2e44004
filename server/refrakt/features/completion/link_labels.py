"""Labels for `[text][label]`: those that the page defines as `[label]: target`."""

from __future__ import annotations

from collections.abc import Iterator

from markdown_it.common.utils import normalizeReference

from refrakt.features.completion.path_segments import MAX_ITEMS
from refrakt.features.page_context import PageContext
from refrakt.features.results import CompletionItem, CompletionList
from refrakt.markdoc.block_reader import Block
from refrakt.markdoc.tree import Span

_MAX_LABEL = 999
"""The longest label that Markdown allows."""


def completions(page: PageContext, span: Span) -> CompletionList:
    """The labels of a page, each with its target."""
    close = "" if page.document.text.startswith("]", span.end) else "]"
    targets: dict[str, str] = {}
    spellings: dict[str, str] = {}
    for block in page.document.blocks:
        # The first definition of a label wins.
        for name, label in _labels_of(block) if block.definitions else ():
            spellings.setdefault(name, label)
        for name, each in block.definitions.items():
            targets.setdefault(name, each["href"])
    found = [
        CompletionItem(label, "label", span, f"{label}{close}", detail=target, sort_text=label.lower())
        for label, target in sorted((spellings.get(name, name.lower()), target) for name, target in targets.items())
    ]
    return CompletionList(tuple(found[:MAX_ITEMS]), len(found) <= MAX_ITEMS)


def _labels_of(block: Block) -> Iterator[tuple[str, str]]:
    """The labels that a block defines: normalized, and as written."""
    text = block.text
    end = text.find("]:")
    while end >= 0:
        start = text.rfind("[", max(0, end - _MAX_LABEL - 1), end)
        while start >= 0:
            label = text[start + 1 : end]
            if (name := normalizeReference(label)) in block.definitions:
                yield name, " ".join(label.split())
                break
            start = text.rfind("[", max(0, end - _MAX_LABEL - 1), start)
        end = text.find("]:", end + 1)
