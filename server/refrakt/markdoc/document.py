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
from .join import Joiner, Unit, is_plain
from .options import Options
from .reader import ANY_LABEL, Block, Overrun, Raw, Texts, Window, build, read_blocks
from .splice import Splice
from .text import WHITE, line_starts, normalize
from .tree import BlockText, Node, Problem, Span, TagSyntax
from .treejson import document_json, errors_json

if TYPE_CHECKING:
    from .frontmatter import Frontmatter

_MARGIN = 40
"""How many lines after an edit are read along with it at first."""

_text = attrgetter("source.text")
_source = attrgetter("source")


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
        "_deep",
        "_definitions",
        "_drift",
        "_even",
        "_lead",
        "_lines",
        "_marked",
        "_places",
        "_starts",
        "_text",
        "_units",
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
        for index, block in enumerate(blocks):
            block.source.place = index
        self._begin(blocks, definitions)
        self._starts = list(accumulate((len(block.text) for block in blocks), initial=0))
        self._lines = list(accumulate((block.height for block in blocks), initial=0))
        self._marked = [index for index, block in enumerate(blocks) if not is_plain(block)]
        self._join()

    def _begin(self, blocks: list[Block], definitions: dict[str, Any]) -> None:
        self.blocks = blocks
        self._definitions = definitions
        self._drift = 0
        self._places: dict[str, list[int]] = {}

    def _join(self, before: Document | None = None, splice: Splice | None = None) -> None:
        """Make the tree of the blocks. Where they differ from those `before` in a splice alone, the rest is taken over."""
        joiner = Joiner(self.blocks, self._marked, self._starts, self._lines, self.options.slots)
        self.tree = root = joiner.root
        if before is None or splice is None or not before._can_be_taken_over:
            joiner.join()
            self.problems, self._units = joiner.problems, joiner.units
        else:
            self._rejoin(joiner, before, splice)
        self._deep, self._even = joiner.too_deep, joiner.even
        root.end = self._starts[-1]
        if self.blocks:
            root.block = self.blocks[0].source
            frontmatter = self.blocks[0].frontmatter
            if frontmatter is not None:
                start, end, _ = frontmatter.span
                root.attributes["frontmatter"] = normalize(self.blocks[0].text[start:end])

    @property
    def _can_be_taken_over(self) -> bool:
        """Whether children of the root depend on nothing before them, and leave nothing to those after them."""
        return self._even and not self._deep and not self.tree.slots and not self.tree.errors

    def _rejoin(self, joiner: Joiner, before: Document, splice: Splice) -> None:
        """Join what is new, and what hangs together with it."""
        first, shift = before._free_from(splice.first), splice.shift
        end = joiner.join(first, splice.first + splice.new, lambda at: before._free_from(at - shift) == at - shift)
        last = end - shift
        children = list(before.tree.children)
        children[before._children_before(first) : before._children_before(last)] = joiner.root.children
        joiner.root.children = children
        self.problems = before.problems.copy()
        self.problems[before._problems_before(first) : before._problems_before(last)] = joiner.problems
        ahead = before._units[: bisect_left(before._units, (first,))]
        behind = before._units[bisect_left(before._units, (last,)) :]
        if shift:
            behind = [Unit(start + shift, stop + shift) for start, stop in behind]
        self._units = [*ahead, *joiner.units, *behind]

    def _free_from(self, index: int) -> int:
        """The block itself, if nothing is open before it; else the first of those it hangs together with."""
        at = bisect_left(self._units, (index,)) - 1
        return self._units[at].first if at >= 0 and self._units[at].end > index else index

    def _children_before(self, index: int) -> int:
        """How many of the root's children begin before a block."""
        return bisect_left(self.tree.children, index, key=lambda node: self.index_of(node.block))

    def _problems_before(self, index: int) -> int:
        return bisect_left(self.problems, index, key=lambda each: self.index_of(each.span.block))

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

    def index_of(self, block: BlockText | None) -> int:
        """Which of the document's blocks this is."""
        if block is None:
            return 0
        # Blocks remember where they were last found, in whichever version: an edit has moved them all by as much, or not at all.
        blocks, place = self.blocks, block.place
        if place < len(blocks) and blocks[place].source is block:
            return place
        near = place + self._drift
        if not (0 <= near < len(blocks) and blocks[near].source is block):
            near = list(map(_source, blocks)).index(block)
            self._drift = near - place
        block.place = near
        return near

    def block_of(self, text: BlockText) -> Block:
        """The block that a node or a span stands in."""
        return self.blocks[self.index_of(text)]

    def start_of(self, index: int) -> int:
        """Where a block begins in the whole text."""
        return self._starts[index]

    def places_of(self, words: str) -> Sequence[int]:
        """The indexes of the blocks in which some words of one line stand. What is asked once is known of later versions."""
        known = self._places.get(words)
        if known is None:
            known = self._places[words] = [index for index, block in enumerate(self.blocks) if words in block.text]
        return known

    def block_on(self, line: int) -> int:
        """The index of the block a line is in; the last one behind the end of the text."""
        return max(0, min(bisect_right(self._lines, line) - 1, len(self.blocks) - 1))

    def block_at(self, offset: int) -> int:
        """The index of the block an offset falls into; the last one at the end of the text."""
        return max(0, min(bisect_right(self._starts, offset) - 1, len(self.blocks) - 1))

    def position(self, offset: int) -> tuple[int, int]:
        """The 0-based line and column, in code points, of an offset."""
        if not self.blocks:
            return 0, 0
        offset = max(0, min(offset, self._starts[-1]))
        index = self.block_at(offset)
        begins = self.blocks[index].source.line_begins()
        offset -= self._starts[index]
        line = bisect_right(begins, offset) - 1
        return self._lines[index] + line, offset - begins[line]

    def line_start(self, line: int) -> int | None:
        """Where a line begins; None behind the last."""
        if not self.blocks:
            return 0 if line == 0 else None
        index = self.block_on(line)
        begins = self.blocks[index].source.line_begins()
        inside = line - self._lines[index]
        return self._starts[index] + begins[inside] if inside < len(begins) else None

    def line_of(self, block: BlockText | None) -> int:
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
        blocks = self.blocks.copy()
        blocks[first:last] = new
        for index in [i for i, block in enumerate(blocks) if not block.asked.isdisjoint(changed)] if changed else ():
            if not first <= index < first + len(new):
                again = self._again(blocks[index], definitions, index)
                if again is None:
                    return None
                blocks[index] = again
        for index, block in enumerate(new, first):
            block.source.place = index
        document = Document.__new__(Document)
        document._text = None
        document.options = self.options
        document._lead = self._lead
        document._begin(blocks, definitions)
        splice = Splice(first, last, len(new))
        document._drift = splice.shift
        document._starts = splice.sums(self._starts, [len(block.text) for block in new])
        document._lines = splice.sums(self._lines, [block.height for block in new])
        for words, known in tuple(self._places.items()):
            here = (index for index, block in enumerate(new, first) if words in block.text)
            document._places[words] = splice.indexes(known, here)
        if changed:
            document._marked = [index for index, block in enumerate(blocks) if not is_plain(block)]
            document._join()
        else:
            here = (index for index, block in enumerate(new, first) if not is_plain(block))
            document._marked = splice.indexes(self._marked, here)
            document._join(self, splice)
        return None if document._deep else document

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
        again.source.place = index
        return again

    # Output ------------------------------------------------------------------------------------------------------

    def to_json(self, positions: bool = False) -> dict[str, Any]:
        """The tree in Markdoc's shape; with `positions` every node also tells its `span` in the text."""
        return document_json(self, positions)

    def errors_json(self) -> list[dict[str, Any]]:
        """The problems that stand on nodes: Markdoc's `id`, `level`, the node's `lines`, and our `message`."""
        return errors_json(self)


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
