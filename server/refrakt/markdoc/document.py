"""A document: text, tree and problems that belong together, and the next version after an edit.

A document never changes. `edit` gives a new one that shares every block the edit did not touch, so that the cost of a
keystroke depends on the paragraph, not on the page.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, Literal

from .join import Joiner
from .reader import Block, Overrun, Raw, Window, build, find_end, read_blocks
from .text import WHITE, line_starts, normalize
from .tree import Node, Problem, Span, TagSyntax
from .treejson import document_json, errors_json

_MARGIN = 40
"""How many lines after an edit are read along with it at first."""


@dataclass(frozen=True, slots=True)
class Options:
    """How a text is to be read. `fences` says whether tags in fenced code are live, as in Markdoc, or only shown."""

    comments: bool = False
    indentation: bool = False
    slots: bool = False
    fences: Literal["live", "escaped"] = "live"


class Document:
    """One version of a text with its tree."""

    __slots__ = ("_definitions", "_index", "_lead", "_lines", "_starts", "blocks", "options", "problems", "text", "tree")

    text: str
    options: Options
    blocks: list[Block]
    tree: Node
    problems: list[Problem]
    """What is wrong with the syntax, in the order of the text."""

    def __init__(self, text: str, options: Options | None = None) -> None:
        self._read(text, options or Options())

    def _read(self, text: str, options: Options) -> None:
        lead = _lead(text)
        raws = list(read_blocks(Window(text, 0, len(text), lead), options))
        originals = _originals(text, raws)
        definitions = _definitions(raw.block for raw in raws)
        blocks = [build(raw, original, options, definitions) for raw, original in zip(raws, originals, strict=True)]
        self._assemble(text, options, blocks, definitions, lead, (0, len(blocks)))

    def _assemble(
        self, text: str, options: Options, blocks: list[Block], definitions: dict[str, Any], lead: int, kept: tuple[int, int]
    ) -> bool:
        """Join the blocks; returns whether they nest so deep that a block's place matters for reading it."""
        self.text = text
        self.options = options
        self.blocks = blocks
        self._definitions = definitions
        self._lead = lead
        self._starts = list(accumulate((block.length for block in blocks), initial=0))
        self._lines = list(accumulate((block.height for block in blocks), initial=0))
        self._index: dict[Block, int] | None = None
        joiner = Joiner(blocks, self._starts[:-1] or [0], self._lines, options.slots, kept)
        joiner.join()
        self.tree = joiner.root
        self.problems = joiner.problems
        if len(self.problems) > 1:
            self.problems.sort(key=lambda problem: self.offsets(problem.span))
        if blocks:
            frontmatter = blocks[0].frontmatter
            self.tree.block = blocks[0]
            self.tree.end = len(text)
            if frontmatter is not None:
                start, end = self.offsets(frontmatter)
                self.tree.attributes["frontmatter"] = normalize(text[start:end])
        return joiner.too_deep

    # Positions ---------------------------------------------------------------------------------------------------

    def offsets(self, span: Span) -> tuple[int, int]:
        """Where a span stands in the whole text."""
        base = self._starts[self.index_of(span.block)] if span.block is not None else 0
        return base + span.start, base + span.end

    def index_of(self, block: Block | None) -> int:
        """Which of the document's blocks this is."""
        if block is None:
            return 0
        if self._index is None:
            self._index = {each: index for index, each in enumerate(self.blocks)}
        return self._index[block]

    def block_at(self, offset: int) -> int:
        """The index of the block an offset falls into; the last one at the end of the text."""
        return max(0, min(bisect_right(self._starts, offset) - 1, len(self.blocks) - 1))

    def position(self, offset: int) -> tuple[int, int]:
        """The 0-based line and column, in code points, of an offset."""
        offset = max(0, min(offset, len(self.text)))
        if not self.blocks:
            return 0, offset
        index = self.block_at(offset)
        start = self._starts[index]
        breaks = line_starts(self.text[start : offset + 1])
        line = bisect_right(breaks, offset - start) - 1
        return self._lines[index] + line, offset - start - breaks[line]

    def line_of(self, block: Block | None) -> int:
        """The 0-based line on which a block begins."""
        return self._lines[self.index_of(block)]

    def tags(self) -> Iterator[TagSyntax]:
        """Every tag as typed, half-typed ones included, in the order of the text."""
        for block in self.blocks:
            if len(block.tags) > 1:
                yield from sorted(block.tags, key=lambda tag: tag.start)
            else:
                yield from block.tags

    def tag_at(self, offset: int) -> TagSyntax | None:
        """The tag an offset stands in: between its `{%` and `%}`, or as far as it has been typed."""
        if not self.blocks:
            return None
        index = self.block_at(offset)
        for candidate in (index, index - 1):
            if candidate >= 0:
                relative = offset - self._starts[candidate]
                for tag in self.blocks[candidate].tags:
                    if tag.start < relative < tag.end or (not tag.terminated and relative == tag.end):
                        return tag
        return None

    # Edits -------------------------------------------------------------------------------------------------------

    def edit(self, start: int, end: int, new: str) -> Document:
        """The document after `text[start:end]` is replaced by `new`."""
        size = len(self.text)
        start = max(0, min(start, size))
        end = max(start, min(end, size))
        text = self.text[:start] + new + self.text[end:]
        if start <= self._lead + 1 or not self.blocks or self._index_deep():
            return Document(text, self.options)
        first = max(self.block_at(start) - 1, 0)
        first = min(first, self._reopened(text, start, end, len(new)))
        found = self._reread(text, first, start, end, len(new))
        if found is None:
            return Document(text, self.options)
        raws, last = found
        return self._spliced(text, first, last, raws) or Document(text, self.options)

    def _index_deep(self) -> bool:
        return any(problem.id == "too-deep" for problem in self.problems)

    def _reopened(self, text: str, start: int, end: int, size: int) -> int:
        """The first block holding a tag that had no end before this edit and has one now."""
        for index, block in enumerate(self.blocks):
            if block.unended:
                base = self._starts[index]
                if base >= start:
                    break
                if any(find_end(text, opener, base + at) >= 0 for opener, at in block.unended if base + at < start):
                    return max(index - 1, 0)
        return len(self.blocks)

    def _reread(self, text: str, first: int, start: int, end: int, size: int) -> tuple[list[tuple[Raw, str]], int] | None:
        """Read from block `first` on until a known block is reached; returns the new ones and that block's index."""
        begin = self._starts[first]
        shift = start + size - end
        old_starts = self._starts
        changed_until = start + size
        level = sum(block.level for block in self.blocks[:first])
        margin = _MARGIN
        while True:
            stop = _lines_after(text, changed_until, margin)
            raws: list[Raw] = []
            window = Window(text, begin, stop, self._lead)
            carried = _Cursor(text, begin, window)
            try:
                for raw in read_blocks(window, self.options, level):
                    raws.append(raw)
                    at = carried.advance(raw) - shift
                    if at >= end and at >= old_starts[first]:
                        index = bisect_left(old_starts, at)
                        if index < len(self.blocks) and old_starts[index] == at:
                            return list(zip(raws, carried.originals, strict=True)), index
                if not window.cut:
                    return list(zip(raws, carried.originals, strict=True)), len(self.blocks)
            except Overrun:
                pass
            margin *= 4

    def _spliced(self, text: str, first: int, last: int, raws: list[tuple[Raw, str]]) -> Document | None:
        old = self.blocks[first:last]
        definitions = self._definitions
        changed: set[str] = set()
        if any(block.definitions for block in old) or any(raw.block.definitions for raw, _ in raws):
            rest = (*self.blocks[:first], *(raw.block for raw, _ in raws), *self.blocks[last:])
            definitions = _definitions(rest)
            changed = {
                label
                for label in self._definitions.keys() | definitions.keys()
                if self._definitions.get(label) != definitions.get(label)
            }
        new = [build(raw, original, self.options, definitions) for raw, original in raws]
        before, after = self.blocks[:first], self.blocks[last:]
        kept = (first, first + len(new))
        blocks = before + new + after
        if changed:
            starts = list(accumulate((block.length for block in blocks), initial=0))
            for index, block in enumerate(blocks):
                if not block.asked.isdisjoint(changed) and not kept[0] <= index < kept[1]:
                    again = self._again(text[starts[index] : starts[index] + block.length], block, definitions, index)
                    if again is None:
                        return None
                    blocks[index] = again
                    kept = (min(kept[0], index), max(kept[1], index + 1))
        document = Document.__new__(Document)
        if document._assemble(text, self.options, blocks, definitions, self._lead, kept):
            return None
        return document

    def _again(self, text: str, block: Block, definitions: dict[str, Any], index: int) -> Block | None:
        """Read one block anew because a link definition it depends on has changed."""
        window = Window(text, 0, len(text), self._lead)
        window.first = index == 0
        raws = list(read_blocks(window, self.options))
        if len(raws) != 1:
            return None
        again = build(raws[0], text, self.options, definitions)
        again.unended = block.unended
        return again

    # Output ------------------------------------------------------------------------------------------------------

    def to_json(self, positions: bool = False) -> dict[str, Any]:
        """The tree in Markdoc's shape; with `positions` every node also tells its `span` in the text."""
        return document_json(self, positions)

    def errors_json(self) -> list[dict[str, Any]]:
        """The problems that stand on nodes: Markdoc's `id`, `level`, the node's `lines`, and our `message`."""
        return errors_json(self)


class _Cursor:
    """Keeps the place in the original text while a window is read block by block."""

    def __init__(self, text: str, begin: int, window: Window) -> None:
        self.text = text
        self.at = begin
        self.originals: list[str] = []
        whole = window.start + len(window.source) == window.end
        self.breaks = None if whole else _normal_to_original(text, begin, window.end)
        self.begin = begin

    def advance(self, raw: Raw) -> int:
        end = self.begin + (raw.end if self.breaks is None else self.breaks(raw.end))
        self.originals.append(self.text[self.at : end])
        self.at = end
        return end


def _normal_to_original(text: str, begin: int, end: int) -> Any:
    """From an offset in the normalised window to one in the original, for offsets at which a line begins."""
    original = line_starts(text[begin:end])
    normal = line_starts(normalize(text[begin:end]))
    table = dict(zip(normal, original, strict=True))
    size = end - begin
    return lambda offset: table.get(offset, size)


def _originals(text: str, raws: Sequence[Raw]) -> list[str]:
    if "\r\n" not in text:
        return [text[raw.start : raw.end] for raw in raws]
    place = _normal_to_original(text, 0, len(text))
    ends = [place(raw.end) for raw in raws]
    return [text[start:end] for start, end in zip([0, *ends], ends, strict=False)]


def _definitions(blocks: Any) -> dict[str, Any]:
    known: dict[str, Any] = {}
    for block in blocks:
        for label, target in block.definitions.items():
            known.setdefault(label, target)
    return known


def _lead(text: str) -> int:
    """How much white space opens the text, as the normalised text counts it."""
    stripped = text.lstrip(WHITE)
    return len(normalize(text[: len(text) - len(stripped)])) if stripped else len(normalize(text))


def _lines_after(text: str, offset: int, count: int) -> int:
    """The start of the line that many lines further on, or the end of the text."""
    at = offset
    for _ in range(count):
        at = text.find("\n", at) + 1
        if at == 0:
            return len(text)
    return at


def parse(text: str, options: Options | None = None) -> Document:
    """Read a text. This never fails: whatever is wrong is in the document's problems."""
    return Document(text, options)
