"""A document: text, tree and problems that belong together, and the next version after an edit.

A document never changes. `edit` gives a new one that shares every block the edit did not touch, so that the cost of a
keystroke depends on the paragraph, not on the page.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from .ends import Ends
from .join import Joiner, is_plain
from .options import Options
from .reader import ANY_LABEL, Block, Overrun, Raw, Texts, Window, build, read_blocks
from .text import WHITE, line_starts, normalize
from .tree import Node, Problem, Span, TagSyntax
from .treejson import document_json, errors_json

if TYPE_CHECKING:
    from .frontmatter import Frontmatter

_MARGIN = 40
"""How many lines after an edit are read along with it at first."""

_FEW = 8
_text = attrgetter("text")


@dataclass(frozen=True, slots=True)
class Edit:
    """A stretch of text to be replaced."""

    start: int
    end: int
    new: str

    @property
    def growth(self) -> int:
        return len(self.new) - (self.end - self.start)

    def on(self, text: str) -> str:
        return text[: self.start] + self.new + text[self.end :]


class Document:
    """One version of a text with its tree."""

    __slots__ = (
        "_asked",
        "_definitions",
        "_index",
        "_lead",
        "_lines",
        "_marked",
        "_starts",
        "_text",
        "blocks",
        "options",
        "problems",
        "tree",
    )

    options: Options
    blocks: list[Block]
    tree: Node
    problems: list[Problem]
    """What is wrong with the syntax, in the order of the text."""

    def __init__(self, text: str, options: Options | None = None) -> None:
        self._text: str | None = text
        self.options = options = options or Options()
        self._lead = lead = _lead(text)
        raws = list(read_blocks(Window(text, lead, first=True), options))
        definitions = _definitions(raw.block for raw in raws)
        texts = Texts(options, definitions)
        blocks = [build(raw, piece, texts) for raw, piece in zip(raws, _originals(text, raws), strict=True)]
        starts = list(accumulate((len(block.text) for block in blocks), initial=0))
        lines = list(accumulate((block.height for block in blocks), initial=0))
        marked = [index for index, block in enumerate(blocks) if not is_plain(block)]
        self._join(blocks, marked, starts, lines, definitions)

    def _join(
        self,
        blocks: list[Block],
        marked: list[int],
        starts: list[int],
        lines: list[int],
        definitions: dict[str, Any],
    ) -> bool:
        """Take these blocks; returns whether they nest so deep that their place matters for reading them."""
        self.blocks = blocks
        self._marked = marked
        self._starts = starts
        self._lines = lines
        self._definitions = definitions
        self._index: dict[Block, int] | None = None
        self._asked = 0
        joiner = Joiner(blocks, marked, starts, lines, self.options.slots)
        joiner.join()
        self.tree = root = joiner.root
        self.problems = joiner.problems
        root.end = starts[-1]
        if blocks:
            root.block = blocks[0]
            frontmatter = blocks[0].frontmatter
            if frontmatter is not None:
                start, end, _ = frontmatter.span
                root.attributes["frontmatter"] = normalize(blocks[0].text[start:end])
        return joiner.too_deep

    @property
    def text(self) -> str:
        if self._text is None:
            self._text = "".join(map(_text, self.blocks))
        return self._text

    @property
    def frontmatter(self) -> Frontmatter | None:
        """The YAML at the top, with the place of every key and value."""
        return self.blocks[0].frontmatter if self.blocks else None

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
            # A few look-ups are not worth a table of all blocks.
            self._asked += 1
            if self._asked <= _FEW:
                return self.blocks.index(block)
            self._index = {each: index for index, each in enumerate(self.blocks)}
        return self._index[block]

    def places_of(self, words: str) -> Iterator[int]:
        """The indexes of the blocks in which some words stand, without looking at the others."""
        text = self.text
        at = text.find(words)
        while at >= 0:
            index = self.block_at(at)
            yield index
            at = text.find(words, self._starts[index + 1])

    def block_at(self, offset: int) -> int:
        """The index of the block an offset falls into; the last one at the end of the text."""
        return max(0, min(bisect_right(self._starts, offset) - 1, len(self.blocks) - 1))

    def position(self, offset: int) -> tuple[int, int]:
        """The 0-based line and column, in code points, of an offset."""
        if not self.blocks:
            return 0, 0
        offset = max(0, min(offset, self._starts[-1]))
        index = self.block_at(offset)
        begins = self.blocks[index].line_begins()
        offset -= self._starts[index]
        line = bisect_right(begins, offset) - 1
        return self._lines[index] + line, offset - begins[line]

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
        size = self._starts[-1]
        start = max(0, min(start, size))
        end = max(start, min(end, size))
        change = Edit(start, end, new)
        if start > self._lead + 1 and self.blocks and not any(problem.id == "too-deep" for problem in self.problems):
            ends = self._ends(change)
            first = max(min(self.block_at(start), self._reopened(change, ends)) - 1, 0)
            document = self._spliced(first, *self._reread(first, change, ends))
            if document is not None:
                if self._text is not None:  # cheaper than putting the blocks together
                    document._text = change.on(self._text)
                return document
        return Document(self.text[:start] + new + self.text[end:], self.options)

    def _ends(self, change: Edit) -> Ends:
        """Tells what is closed where after the edit."""
        first, last = self.block_at(change.start), self.block_at(change.end)
        begin = self._starts[first]
        local = Edit(change.start - begin, change.end - begin, change.new)
        middle = local.on("".join(map(_text, self.blocks[first : last + 1])))
        return Ends(self.blocks[:first], self._starts, middle, self.blocks[last + 1 :])

    def _reopened(self, change: Edit, ends: Ends) -> int:
        """The first block holding a tag that had no end before this edit and has one now."""
        for index in self._marked:
            block, base = self.blocks[index], self._starts[index]
            if base >= change.start:
                break
            for opener, at in block.unended:
                if base + at < change.start and ends.find(opener, base + at) >= 0:
                    return index
        return len(self.blocks)

    def _reread(self, first: int, change: Edit, ends: Ends) -> tuple[int, list[tuple[Raw, str]]]:
        """Read from block `first` on until a known block is reached: that block's index, and the new blocks."""
        starts, blocks = self._starts, self.blocks
        begin = starts[first]
        local = Edit(change.start - begin, change.end - begin, change.new)

        def rest(opener: str, at: int) -> int:
            found = ends.find(opener, begin + at)
            return found - begin if found >= 0 else -1

        reach = max(self.block_at(change.end), first)
        margin = _MARGIN
        while True:
            until = min(bisect_left(self._lines, self._lines[reach] + margin, reach + 1), len(blocks))
            text = local.on("".join(map(_text, blocks[first:until])))
            raws: list[Raw] = []
            read = read_blocks(
                Window(text, self._lead, first == 0, rest if until < len(blocks) else None), self.options
            )
            at_original = _original_offsets(text)
            try:
                for raw in read:
                    raws.append(raw)
                    at = begin + at_original(raw.end) - change.growth
                    if at >= change.end:
                        index = bisect_left(starts, at)
                        if starts[index] == at and index < len(blocks):
                            return index, list(zip(raws, _originals(text, raws), strict=True))
                if until == len(blocks):
                    return until, list(zip(raws, _originals(text, raws), strict=True))
            except Overrun as overrun:
                reach = max(reach, self.block_at(begin + overrun.offset - change.growth))
            margin *= 4

    def _spliced(self, first: int, last: int, read: list[tuple[Raw, str]]) -> Document | None:
        """This document with blocks `first` to `last` replaced, unless that would not be the whole truth."""
        definitions, changed = self._redefined(first, last, [raw.block for raw, _ in read])
        texts = Texts(self.options, definitions)
        new = [build(raw, text, texts) for raw, text in read]
        blocks = self.blocks[:first] + new + self.blocks[last:]
        for index in [i for i, block in enumerate(blocks) if not block.asked.isdisjoint(changed)] if changed else ():
            if not first <= index < first + len(new):
                again = self._again(blocks[index], definitions, index)
                if again is None:
                    return None
                blocks[index] = again
        document = Document.__new__(Document)
        document._text = None
        document.options = self.options
        document._lead = self._lead
        starts = _resummed(self._starts, first, last, [len(block.text) for block in new])
        lines = _resummed(self._lines, first, last, [block.height for block in new])
        shift = len(new) - (last - first)
        marked = self._marked[: bisect_left(self._marked, first)]
        marked += [index for index in range(first, first + len(new)) if not is_plain(blocks[index])]
        marked += [index + shift for index in self._marked[bisect_left(self._marked, last) :]]
        if changed:
            marked = [index for index, block in enumerate(blocks) if not is_plain(block)]
        return None if document._join(blocks, marked, starts, lines, definitions) else document

    def _redefined(self, first: int, last: int, new: list[Block]) -> tuple[dict[str, Any], set[str]]:
        """The link definitions with these new blocks in place, and the labels that no longer mean what they did."""
        old = self._definitions
        if not any(block.definitions for block in (*self.blocks[first:last], *new)):
            return old, set()
        now = _definitions(chain(self.blocks[:first], new, self.blocks[last:]))
        changed = {label for label in old.keys() | now.keys() if old.get(label) != now.get(label)}
        return now, changed | ({ANY_LABEL} if bool(old) != bool(now) else set())

    def _again(self, block: Block, definitions: dict[str, Any], index: int) -> Block | None:
        """Read one block anew because a link definition it depends on has changed; None if it falls apart on its own."""
        raws = list(read_blocks(Window(block.text, self._lead, first=index == 0), self.options))
        if len(raws) != 1:
            return None
        again = build(raws[0], block.text, Texts(self.options, definitions))
        again.unended = block.unended
        return again

    # Output ------------------------------------------------------------------------------------------------------

    def to_json(self, positions: bool = False) -> dict[str, Any]:
        """The tree in Markdoc's shape; with `positions` every node also tells its `span` in the text."""
        return document_json(self, positions)

    def errors_json(self) -> list[dict[str, Any]]:
        """The problems that stand on nodes: Markdoc's `id`, `level`, the node's `lines`, and our `message`."""
        return errors_json(self)


def _resummed(sums: list[int], first: int, last: int, sizes: list[int]) -> list[int]:
    """Running sums with the sizes of items `first` to `last` replaced."""
    middle = list(accumulate(sizes, initial=sums[first]))
    shift = middle[-1] - sums[last]
    return sums[:first] + middle + ([each + shift for each in sums[last + 1 :]] if shift else sums[last + 1 :])


def _original_offsets(text: str) -> Callable[[int], int]:
    """From an offset in the normalised text, at which a line begins, to the one in the text itself."""
    if "\r\n" not in text:
        return lambda offset: offset
    table = dict(zip(line_starts(normalize(text)), line_starts(text), strict=True))
    return lambda offset: table.get(offset, len(text))


def _originals(text: str, raws: Sequence[Raw]) -> list[str]:
    """What each block is in the text itself."""
    place = _original_offsets(text)
    ends = [place(raw.end) for raw in raws]
    return [text[start:end] for start, end in zip([0, *ends], ends, strict=False)]


def _definitions(blocks: Iterable[Block]) -> dict[str, Any]:
    known: dict[str, Any] = {}
    for block in blocks:
        for label, target in block.definitions.items():
            known.setdefault(label, target)
    return known


def _lead(text: str) -> int:
    """How much white space opens the text, as the normalised text counts it."""
    stripped = text.lstrip(WHITE)
    return len(normalize(text[: len(text) - len(stripped)])) if stripped else len(normalize(text))


def parse(text: str, options: Options | None = None) -> Document:
    """Read a text. This never fails: whatever is wrong is in the document's problems."""
    return Document(text, options)
