"""Labels of links: in `[text][label]`, those that the page defines somewhere as `[label]: target`."""

from __future__ import annotations

from collections.abc import Iterator

from markdown_it.common.utils import normalizeReference

from refrakt.markdoc.reader import Block

from ..answers import Offer, Offers, Range
from ..page import PageContext
from .steps import MOST

_LONGEST = 999
"""A label has no more characters, says Markdown."""


def offers(page: PageContext, place: Range) -> Offers:
    """The labels of a page, each with what it leads to."""
    close = "" if page.document.text.startswith("]", place.end) else "]"
    targets: dict[str, str] = {}
    spelt: dict[str, str] = {}
    for block in page.document.blocks:
        # The first definition of a label counts.
        for name, label in _spelt(block) if block.definitions else ():
            spelt.setdefault(name, label)
        for name, each in block.definitions.items():
            targets.setdefault(name, each["href"])
    found = [
        Offer(label, "label", place, f"{label}{close}", detail=target, sort=label.lower())
        for label, target in sorted((spelt.get(name, name.lower()), target) for name, target in targets.items())
    ]
    return Offers(tuple(found[:MOST]), len(found) <= MOST)


def _spelt(block: Block) -> Iterator[tuple[str, str]]:
    """The labels that a block defines, each as it is known to Markdown and as the writer has it."""
    text = block.text
    end = text.find("]:")
    while end >= 0:
        start = text.rfind("[", max(0, end - _LONGEST - 1), end)
        while start >= 0:
            label = text[start + 1 : end]
            if (name := normalizeReference(label)) in block.definitions:
                yield name, " ".join(label.split())
                break
            start = text.rfind("[", max(0, end - _LONGEST - 1), start)
        end = text.find("]:", end + 1)
