"""The spans of link targets.

The tree has the target and the span of the whole link. A rename must replace the target alone, so its span is found with Markdown's
own parser of destinations, and used only if the text there is the target in the tree.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property

from markdown_it.common.normalize_url import normalizeLink
from markdown_it.common.utils import normalizeReference
from markdown_it.helpers import parseLinkDestination, parseLinkTitle

from refrakt.markdoc.block_reader import Block
from refrakt.markdoc.document import Document
from refrakt.markdoc.tree import Node
from refrakt.project.pages.facts_cache import Definitions, Offsets

_GAP = re.compile(r"[ \t]*(?:(?:\r\n|\r|\n)[ \t>]*)?")
"""White space before a destination, with one line end and a quote marker after it."""
_LABEL = re.compile(r"\[((?:[^\[\]\\]|\\.)+)\]:", re.DOTALL)
_BETWEEN = " \t\r\n>"
"""White space around a title, with the bracket of a destination and a quote marker."""
_URL_SPACE = " \t\r\n\f"
"""White space that browsers and routers ignore at both ends of a URL."""
_OPAQUE = frozenset({"inline", "fence", "comment", "error"})
"""Nodes that cannot contain definitions."""


def without_space(text: str, target: str, offsets: Offsets) -> tuple[str, Offsets]:
    """The URL in an attribute without white space at both ends, and its span."""
    bare = target.strip(_URL_SPACE)
    start, end = offsets
    if bare == target or text[start:end] != target:
        return bare, offsets
    first = start + len(target) - len(target.lstrip(_URL_SPACE))
    return bare, (first, first + len(bare))


class LinkDestinations:
    """Finds the targets of one document's links and images."""

    def __init__(self, document: Document, definitions: Definitions | None = None) -> None:
        """`definitions` has the definitions of another version of the document."""
        self.document = document
        self.definitions: Definitions = definitions or {}

    @property
    def text(self) -> str:
        return self.document.text

    def offsets(self, node: Node, target: str) -> Offsets | None:
        """The span of the target of a link or image; for `[text][label]` it is in the definition of the label.

        None if it is not known, as in a table whose bars are escaped twice.
        """
        written = self.written(node, target)
        return self.defined(written, target) if isinstance(written, str) else written

    def written(self, node: Node, target: str) -> Offsets | str | None:
        """The same, but for a target in a definition the text in the brackets of the link."""
        start, end = self.document.offsets(node.span)
        if self.document.options.linkify and node.children and self.document.offsets(node.children[0].span)[0] == start:
            return start, end  # a URL in text
        closing = self.text[end - 1 : end]
        if closing == ")":
            after = self.document.offsets(node.children[-1].span)[1] if node.children else start
            return self._written(after, end - 1, target)
        if closing == ">":
            return start + 1, end - 1
        if closing == "]":
            return self.text[start + (2 if node.type == "image" else 1) : end - 1]
        return None

    def _written(self, start: int, end: int, target: str) -> Offsets | None:
        """In `](target "title")`, where `end` is at the closing bracket."""
        text = self.text
        at = text.find("](", start, end + 1)
        while at >= 0:
            offsets = _destination(text, at + 2, end, target)
            if offsets is not None and _ends_after(text, offsets[1], end):
                return offsets
            at = text.find("](", at + 1, end + 1)
        return None

    def defined(self, inside: str, target: str) -> Offsets | None:
        """In `label]: target`, by the text in the brackets of the link."""
        first, _, last = inside.rpartition("][")
        for label in (last, first, inside):
            definition = self._definitions.get(normalizeReference(label)) if label else None
            if definition is not None and definition[0] == target:
                return definition[1]
        return None

    @cached_property
    def _definitions(self) -> dict[str, tuple[str, Offsets | None]]:
        """The target of every label and its span. The first definition of a label counts."""
        found: dict[str, tuple[str, Offsets | None]] = {}
        start = 0
        for block in self.document.blocks:
            if block.definitions:
                spans = self.definitions.get(block)
                if spans is None:
                    spans = self.definitions[block] = dict(_definitions_in(block))
                for label, entry in block.definitions.items():
                    offsets = spans.get(label)
                    found.setdefault(label, (entry["href"], offsets and (offsets[0] + start, offsets[1] + start)))
            start += len(block.text)
        return found


def _definitions_in(block: Block) -> Iterator[tuple[str, Offsets]]:
    """The labels defined in a block, the last first, with the spans of their targets."""
    opaque = sorted((node.start, node.end) for node in _nodes(block) if node.type in _OPAQUE)
    for found in reversed([*_LABEL.finditer(block.text)]):
        label = normalizeReference(found[1])
        before = bisect_right(opaque, (found.start(), len(block.text))) - 1
        if label in block.definitions and (before < 0 or opaque[before][1] <= found.start()):
            offsets = _destination(block.text, found.end(), len(block.text), block.definitions[label]["href"])
            if offsets is not None:
                yield label, offsets


def _nodes(block: Block) -> Iterator[Node]:
    for top in block.nodes:
        yield from (node for node in (top, *top.walk()) if node.block is block.source)


def _destination(text: str, at: int, end: int, target: str) -> Offsets | None:
    """The span of the destination at an offset, if it is the target; without angle brackets."""
    gap = _GAP.match(text, at, end)
    at = gap.end() if gap else at
    found = parseLinkDestination(text, at, end)
    if not found.ok:
        return (at, at) if not target else None
    if normalizeLink(found.str) != target:
        return None
    return (at + 1, found.pos - 1) if text[at] == "<" else (at, found.pos)


def _ends_after(text: str, at: int, end: int) -> bool:
    """Whether only a title follows a destination."""
    at = _gap(text, at, end)
    title = parseLinkTitle(text, at, end) if at < end else None
    return at == end or (title is not None and title.ok and _gap(text, title.pos, end) == end)


def _gap(text: str, at: int, end: int) -> int:
    while at < end and text[at] in _BETWEEN:
        at += 1
    return at
