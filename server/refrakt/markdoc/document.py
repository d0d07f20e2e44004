"""A document: text, tree and problems of one version, and incremental reparsing.

Documents are immutable. `edit` returns a new one that shares every block the edit did not touch, so the cost of a
keystroke depends on the paragraph, not on the page.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, chain
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from refrakt.markdoc.block_joiner import BlockGroup, BlockJoiner, is_plain
from refrakt.markdoc.block_reader import (
    ANY_LABEL,
    Block,
    InlineReader,
    RawBlock,
    Window,
    WindowTooSmall,
    build_block,
    read_blocks,
)
from refrakt.markdoc.block_splice import Splice
from refrakt.markdoc.closing_delimiters import ClosingDelimiters
from refrakt.markdoc.parse_options import ParseOptions
from refrakt.markdoc.text import WHITESPACE, line_starts, normalize
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import BlockText, MarkdocError, Node, Span, TagSyntax
from refrakt.markdoc.tree_json import document_json, errors_json

if TYPE_CHECKING:
    from refrakt.markdoc.frontmatter import Frontmatter

BlockTest = Callable[[Block], bool]
"""A question about one block."""
BlockKeys = Callable[[Block], frozenset[int]]
"""What a block is found by."""
_MARGIN = 40
"""How many lines after an edit are reparsed with it at first."""

_text = attrgetter("source.text")
_source = attrgetter("source")


class Document:
    """One version of a text with its tree."""

    __slots__ = (
        "_balanced",
        "_definitions",
        "_found_blocks",
        "_groups",
        "_index_shift",
        "_keyed_blocks",
        "_leading_space",
        "_lines",
        "_starts",
        "_structural",
        "_text",
        "_too_deep",
        "blocks",
        "options",
        "problems",
        "tree",
    )

    options: ParseOptions
    blocks: list[Block]
    tree: Node
    problems: list[MarkdocError]
    """Syntax problems, in document order."""

    def __init__(self, text: str, options: ParseOptions | None = None) -> None:
        self._text: str | None = text
        self.options = options = options or ParseOptions()
        self._leading_space = leading = _leading_space(text)
        raw_blocks = list(read_blocks(Window(text, leading, at_document_start=True), options))
        definitions = _definitions(raw.block for raw in raw_blocks)
        texts = InlineReader(options, definitions)
        blocks = [
            build_block(raw, piece, texts)
            for raw, piece in zip(raw_blocks, _original_texts(text, raw_blocks), strict=True)
        ]
        for index, block in enumerate(blocks):
            block.source.last_index = index
        self._set_blocks(blocks, definitions)
        self._starts = list(accumulate((len(block.text) for block in blocks), initial=0))
        self._lines = list(accumulate((block.line_count for block in blocks), initial=0))
        self._structural = [index for index, block in enumerate(blocks) if not is_plain(block)]
        self._join()

    def _set_blocks(self, blocks: list[Block], definitions: dict[str, Any]) -> None:
        self.blocks = blocks
        self._definitions = definitions
        self._index_shift = 0
        self._found_blocks: dict[str | BlockTest, list[int]] = {}
        self._keyed_blocks: dict[BlockKeys, dict[int, list[int]]] = {}

    def _join(self, before: Document | None = None, splice: Splice | None = None) -> None:
        """Build the tree from the blocks. If only a splice differs from `before`, reuse the rest."""
        joiner = BlockJoiner(self.blocks, self._structural, self._starts, self._lines, self.options.slots)
        self.tree = root = joiner.root
        if before is None or splice is None or not before._is_reusable:
            joiner.join()
            self.problems, self._groups = joiner.problems, joiner.groups
        else:
            self._rejoin(joiner, before, splice)
        self._too_deep, self._balanced = joiner.too_deep, joiner.balanced
        root.end = self._starts[-1]
        if self.blocks:
            root.block = self.blocks[0].source
            frontmatter = self.blocks[0].frontmatter
            if frontmatter is not None:
                start, end, _ = frontmatter.span
                root.attributes["frontmatter"] = normalize(self.blocks[0].text[start:end])

    @property
    def _is_reusable(self) -> bool:
        """Whether each child of the root is independent of its siblings."""
        return self._balanced and not self._too_deep and not self.tree.slots and not self.tree.errors

    def _rejoin(self, joiner: BlockJoiner, before: Document, splice: Splice) -> None:
        """Join the new blocks and the groups they are part of."""
        first, shift = before._group_start(splice.first), splice.shift
        end = joiner.join(first, splice.first + splice.new, lambda at: before._group_start(at - shift) == at - shift)
        last = end - shift
        children = list(before.tree.children)
        children[before._children_before(first) : before._children_before(last)] = joiner.root.children
        joiner.root.children = children
        self.problems = before.problems.copy()
        self.problems[before._problems_before(first) : before._problems_before(last)] = joiner.problems
        ahead = before._groups[: bisect_left(before._groups, (first,))]
        behind = before._groups[bisect_left(before._groups, (last,)) :]
        if shift:
            behind = [BlockGroup(start + shift, stop + shift) for start, stop in behind]
        self._groups = [*ahead, *joiner.groups, *behind]

    def _group_start(self, index: int) -> int:
        """The block itself, or the first block of the group it is part of."""
        at = bisect_left(self._groups, (index,)) - 1
        return self._groups[at].first if at >= 0 and self._groups[at].end > index else index

    def _children_before(self, index: int) -> int:
        """How many of the root's children start before a block."""
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
        """The YAML at the top, with the span of every key and value."""
        return self.blocks[0].frontmatter if self.blocks else None

    # Positions ---------------------------------------------------------------------------------------------------

    def offsets(self, span: Span) -> tuple[int, int]:
        """The offsets of a span in the whole text."""
        base = self._starts[self.index_of(span.block)] if span.block is not None else 0
        return base + span.start, base + span.end

    def index_of(self, block: BlockText | None) -> int:
        """The index of a block in the document."""
        if block is None:
            return 0
        # A block stores its index in the version that looked it up last; an edit shifts all later indexes by the same amount.
        blocks, last = self.blocks, block.last_index
        if last < len(blocks) and blocks[last].source is block:
            return last
        shifted = last + self._index_shift
        if not (0 <= shifted < len(blocks) and blocks[shifted].source is block):
            shifted = list(map(_source, blocks)).index(block)
            self._index_shift = shifted - last
        block.last_index = shifted
        return shifted

    def block_of(self, text: BlockText) -> Block:
        """The block that contains a node or span."""
        return self.blocks[self.index_of(text)]

    def start_of(self, index: int) -> int:
        """The offset at which a block starts."""
        return self._starts[index]

    def blocks_containing(self, text: str) -> Sequence[int]:
        """The indexes of the blocks that contain `text`, which has no line ends. Later versions update the result."""
        indexes = self._found_blocks.get(text)
        if indexes is None:
            here = self._text is None or text in self._text
            indexes = [index for index, block in enumerate(self.blocks) if text in block.source.text] if here else []
            self._found_blocks[text] = indexes
        return indexes

    def blocks_where(self, test: BlockTest) -> Sequence[int]:
        """The indexes of the blocks that pass a test, which looks at the block alone. Later versions test new blocks only, so
        pass the same function each time."""
        indexes = self._found_blocks.get(test)
        if indexes is None:
            indexes = self._found_blocks[test] = [index for index, block in enumerate(self.blocks) if test(block)]
        return indexes

    def blocks_by(self, keys: BlockKeys) -> Mapping[int, Sequence[int]]:
        """The indexes of the blocks by the keys that a function finds for each, which looks at the block alone. Later versions
        look at new blocks only, so pass the same function each time."""
        found = self._keyed_blocks.get(keys)
        if found is None:
            found = self._keyed_blocks[keys] = _by_keys(self.blocks, keys)
        return found

    def block_at_line(self, line: int) -> int:
        """The index of the block that contains a line; the last block past the end of the text."""
        return max(0, min(bisect_right(self._lines, line) - 1, len(self.blocks) - 1))

    def block_at(self, offset: int) -> int:
        """The index of the block that contains an offset; the last block at the end of the text."""
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
        """The offset at which a line starts; None past the last line."""
        if not self.blocks:
            return 0 if line == 0 else None
        index = self.block_at_line(line)
        begins = self.blocks[index].source.line_begins()
        inside = line - self._lines[index]
        return self._starts[index] + begins[inside] if inside < len(begins) else None

    def line_of(self, block: BlockText | None) -> int:
        """The 0-based line on which a block starts."""
        return self._lines[self.index_of(block)]

    def tags(self) -> Iterator[TagSyntax]:
        """Every tag, incomplete ones included, in document order."""
        for block in self.blocks:
            if len(block.tags) > 1:
                yield from sorted(block.tags, key=lambda tag: tag.start)
            else:
                yield from block.tags

    def tag_at(self, offset: int) -> TagSyntax | None:
        """The tag that contains an offset: between its `{%` and `%}`, or up to its end if it is unterminated."""
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
        change = TextEdit(Span(start, end), new)
        if (
            start > self._leading_space + 1
            and self.blocks
            and not any(problem.id == "too-deep" for problem in self.problems)
        ):
            closing = self._closing_delimiters(change)
            first = max(min(self.block_at(start), self._reopened(change, closing)) - 1, 0)
            document = self._spliced(first, *self._reparse(first, change, closing))
            if document is not None:
                return document
        return Document(self.text[:start] + new + self.text[end:], self.options)

    def _closing_delimiters(self, change: TextEdit) -> ClosingDelimiters:
        """The closing delimiters of the text after the edit."""
        first, last = self.block_at(change.span.start), self.block_at(change.span.end)
        begin = self._starts[first]
        local = change.shifted(-begin)
        middle = local.on("".join(map(_text, self.blocks[first : last + 1])))
        return ClosingDelimiters(self.blocks[:first], self._starts, middle, self.blocks[last + 1 :])

    def _reopened(self, change: TextEdit, closing: ClosingDelimiters) -> int:
        """The first block with a tag or comment that this edit terminates."""
        for index in self._structural:
            block, base = self.blocks[index], self._starts[index]
            if base >= change.span.start:
                break
            for opener, at in block.unclosed:
                if base + at < change.span.start and closing.find(opener, base + at) >= 0:
                    return index
        return len(self.blocks)

    def _reparse(
        self, first: int, change: TextEdit, closing: ClosingDelimiters
    ) -> tuple[int, list[tuple[RawBlock, str]]]:
        """Reparse from block `first` until an unchanged block is reached: its index, and the new blocks."""
        starts, blocks = self._starts, self.blocks
        begin = starts[first]
        local = change.shifted(-begin)

        def find_closing(opener: str, at: int) -> int:
            found = closing.find(opener, begin + at)
            return found - begin if found >= 0 else -1

        reach = max(self.block_at(change.span.end), first)
        margin = _MARGIN
        while True:
            until = min(bisect_left(self._lines, self._lines[reach] + margin, reach + 1), len(blocks))
            text = local.on("".join(map(_text, blocks[first:until])))
            raw_blocks: list[RawBlock] = []
            read = read_blocks(
                Window(text, self._leading_space, first == 0, find_closing if until < len(blocks) else None),
                self.options,
            )
            at_original = _original_offsets(text)
            try:
                for raw in read:
                    raw_blocks.append(raw)
                    at = begin + at_original(raw.end) - change.growth
                    if at >= change.span.end:
                        index = bisect_left(starts, at)
                        if starts[index] == at and index < len(blocks):
                            return index, list(zip(raw_blocks, _original_texts(text, raw_blocks), strict=True))
                if until == len(blocks):
                    return until, list(zip(raw_blocks, _original_texts(text, raw_blocks), strict=True))
            except WindowTooSmall as overrun:
                reach = max(reach, self.block_at(begin + overrun.offset - change.growth))
            margin *= 4

    def _spliced(self, first: int, last: int, read: list[tuple[RawBlock, str]]) -> Document | None:
        """This document with blocks `first` to `last` replaced; None if the whole text must be reparsed."""
        definitions, changed = self._redefined(first, last, [raw.block for raw, _ in read])
        texts = InlineReader(self.options, definitions)
        new = [build_block(raw, text, texts) for raw, text in read]
        blocks = self.blocks.copy()
        blocks[first:last] = new
        for index in (
            [i for i, block in enumerate(blocks) if not block.link_labels.isdisjoint(changed)] if changed else ()
        ):
            if not first <= index < first + len(new):
                reparsed = self._reparse_block(blocks[index], definitions, index)
                if reparsed is None:
                    return None
                blocks[index] = reparsed
        for index, block in enumerate(new, first):
            block.source.last_index = index
        document = Document.__new__(Document)
        document._text = None
        document.options = self.options
        document._leading_space = self._leading_space
        document._set_blocks(blocks, definitions)
        splice = Splice(first, last, len(new))
        document._index_shift = splice.shift
        document._starts = splice.sums(self._starts, [len(block.text) for block in new])
        document._lines = splice.sums(self._lines, [block.line_count for block in new])
        for searched, indexes in tuple(self._found_blocks.items()):
            if isinstance(searched, str):
                here = [index for index, block in enumerate(new, first) if searched in block.text]
            elif changed:
                continue  # also blocks elsewhere have other nodes now
            else:
                here = [index for index, block in enumerate(new, first) if searched(block)]
            document._found_blocks[searched] = splice.indexes(indexes, here)
        if not changed:
            for keys, found in tuple(self._keyed_blocks.items()):
                added = _by_keys(new, keys, first)
                document._keyed_blocks[keys] = {
                    key: splice.indexes(found.get(key, []), added.get(key, ())) for key in found.keys() | added.keys()
                }
        if changed:
            document._structural = [index for index, block in enumerate(blocks) if not is_plain(block)]
            document._join()
        else:
            here = [index for index, block in enumerate(new, first) if not is_plain(block)]
            document._structural = splice.indexes(self._structural, here)
            document._join(self, splice)
        return None if document._too_deep else document

    def _redefined(self, first: int, last: int, new: list[Block]) -> tuple[dict[str, Any], set[str]]:
        """The link definitions after the splice, and the labels whose definition changed."""
        old = self._definitions
        if not any(block.definitions for block in (*self.blocks[first:last], *new)):
            return old, set()
        now = _definitions(chain(self.blocks[:first], new, self.blocks[last:]))
        changed = {label for label in old.keys() | now.keys() if old.get(label) != now.get(label)}
        return now, changed | ({ANY_LABEL} if bool(old) != bool(now) else set())

    def _reparse_block(self, block: Block, definitions: dict[str, Any], index: int) -> Block | None:
        """Reparse a block whose link definitions changed; None if it is no longer one block."""
        raw_blocks = list(
            read_blocks(Window(block.text, self._leading_space, at_document_start=index == 0), self.options)
        )
        if len(raw_blocks) != 1:
            return None
        reparsed = build_block(raw_blocks[0], block.text, InlineReader(self.options, definitions))
        reparsed.unclosed = block.unclosed
        reparsed.source.last_index = index
        return reparsed

    # Output ------------------------------------------------------------------------------------------------------

    def to_json(self, positions: bool = False) -> dict[str, Any]:
        """The tree in Markdoc's JSON form; with `positions` every node has its `span` in the text."""
        return document_json(self, positions)

    def errors_json(self) -> list[dict[str, Any]]:
        """The problems attached to nodes: Markdoc's `id`, `level`, the node's `lines`, and our `message`."""
        return errors_json(self)


def _by_keys(blocks: Sequence[Block], keys: BlockKeys, first: int = 0) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for index, block in enumerate(blocks, first):
        for key in keys(block):
            found.setdefault(key, []).append(index)
    return found


def _original_offsets(text: str) -> Callable[[int], int]:
    """A function from the offset of a line start in the normalized text to its offset in the original."""
    if "\r\n" not in text:
        return lambda offset: offset
    table = dict(zip(line_starts(normalize(text)), line_starts(text), strict=True))
    return lambda offset: table.get(offset, len(text))


def _original_texts(text: str, raw_blocks: Sequence[RawBlock]) -> list[str]:
    """The original text of each block."""
    to_original = _original_offsets(text)
    ends = [to_original(raw.end) for raw in raw_blocks]
    return [text[start:end] for start, end in zip([0, *ends], ends, strict=False)]


def _definitions(blocks: Iterable[Block]) -> dict[str, Any]:
    definitions: dict[str, Any] = {}
    for block in blocks:
        for label, target in block.definitions.items():
            definitions.setdefault(label, target)
    return definitions


def _leading_space(text: str) -> int:
    """The length of the white space at the start of the normalized text."""
    stripped = text.lstrip(WHITESPACE)
    return len(normalize(text[: len(text) - len(stripped)])) if stripped else len(normalize(text))


def parse(text: str, options: ParseOptions | None = None) -> Document:
    """Parse a text. This never fails: syntax errors are in the document's problems."""
    return Document(text, options)
