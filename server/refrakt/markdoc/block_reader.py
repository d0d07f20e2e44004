"""Parsing a text block by block.

A top-level block does not depend on the blocks before it, so parsing can start at any block and stop at the first unchanged
one. Lookahead past the end of a block is stored with the block.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from markdown_it import MarkdownIt

from refrakt.markdoc.blocks import BlockState, make_parser
from refrakt.markdoc.closing_delimiters import DelimiterScan, scan_delimiters
from refrakt.markdoc.inline_parser import MAX_NESTING, InlineParser
from refrakt.markdoc.line_endings import restore_line_ends
from refrakt.markdoc.text import line_starts, normalize
from refrakt.markdoc.tree import BlockText, MarkdocError, Node, Span, TagSyntax
from refrakt.markdoc.tree_builder import TreeBuilder

if TYPE_CHECKING:
    from refrakt.markdoc.frontmatter import Frontmatter
    from refrakt.markdoc.parse_options import ParseOptions
    from refrakt.markdoc.tokens import SyntaxToken


@dataclass(slots=True, eq=False)
class Block:
    """One top-level block with the blank lines after it. All positions are relative to its first character."""

    source: BlockText = field(default_factory=BlockText)
    """The text that nodes and spans refer to."""
    line_count: int = 0
    """The number of line ends in it."""
    kind: str = "leaf"
    """`leaf`: complete nodes. `open`, `close`: a block tag. `unbalanced`: some nodes stay open. `empty`: no nodes.

    `mixed`: HTML with closing tags that may close tags of earlier blocks.
    """
    nodes: list[Node] = field(default_factory=list)
    open_nodes: list[Node] = field(default_factory=list)
    """The nodes that stay open, outermost first."""
    tags: list[TagSyntax] = field(default_factory=list)
    problems: list[MarkdocError] = field(default_factory=list)
    depth_change: int = 0
    """The nesting depth after this block minus the depth before it."""
    max_depth: int = 0
    link_labels: frozenset[str] = frozenset()
    """The link labels that its text looked up."""
    definitions: dict[str, Any] = field(default_factory=dict)
    unclosed: list[tuple[str, int]] = field(default_factory=list)
    """The openers of tags and comments that nothing in the document closes, with their offsets."""
    slots: Mapping[str, Node] = field(default_factory=dict)
    """Named slots for the parent node."""
    orphan_annotation: MarkdocError | None = None
    """The problem of an annotation without a node to apply to."""
    unclosed_tag: Span | None = None
    """The unclosed inline tag that leaves the block open."""
    frontmatter: Frontmatter | None = None
    joined: Any = None
    """The cached join of the tag that starts here, for reuse by the next version."""
    delimiter_scans: dict[bool, DelimiterScan] = field(default_factory=dict)

    @property
    def text(self) -> str:
        return self.source.text

    def delimiter_scan(self, in_string: bool) -> DelimiterScan:
        """The result of scanning this block for the end of a tag."""
        cached = self.delimiter_scans.get(in_string)
        if cached is None:
            cached = self.delimiter_scans[in_string] = scan_delimiters(self.text, 0, in_string)
        return cached


@dataclass(slots=True)
class RawBlock:
    """A block before its inline text is parsed; `line` and `start` are relative to the window."""

    line: int
    start: int
    end: int
    tokens: list[SyntaxToken]
    block: Block


class WindowTooSmall(Exception):
    """The window ends too early to parse a block; it must reach at least to `offset`."""

    def __init__(self, offset: int) -> None:
        self.offset = offset


@lru_cache(maxsize=16)
def parser_for(options: ParseOptions) -> MarkdownIt:
    return make_parser(options)


def read_blocks(window: Window, options: ParseOptions) -> Iterator[RawBlock]:
    """Yield the blocks of a window."""
    md = parser_for(options)
    env: dict[str, Any] = {}
    state = BlockState(window.source, md, env, window.leading_space, window.at_document_start)
    last = state.lineMax
    line_begins = [*state.bMarks]
    line = start = 0
    while start < len(window.source):
        content = state.skipEmptyLines(line)
        block = Block(kind="empty")
        state.tokens = []
        if content < last:
            state.delimiter_searches, state.too_deep = [], []
            env["definitions"] = block.definitions
            before = state.deepest = state.level
            state.line = content
            if before >= MAX_NESTING:
                state.too_deep.append(state.bMarks[content] + state.tShift[content])
                state.line = last
            else:
                md.block.block(state, content, last)  # type: ignore[attr-defined]
            block.depth_change = state.level - before
            block.max_depth = state.deepest - before
        after = state.skipEmptyLines(min(state.line, last)) if content < last else last
        raw = RawBlock(line, start, line_begins[after] if after < last else len(window.source), state.tokens, block)
        if content < last:
            _extend_lookahead(state, window, raw, after)
            _report_depth(state, raw)
        yield raw
        line, start = after, raw.end


def _report_depth(state: BlockState, raw: RawBlock) -> None:
    for at in state.too_deep:
        line_end = state.src.find("\n", at, raw.end)
        span = Span(at - raw.start, (line_end if line_end >= 0 else raw.end) - raw.start, raw.block.source)
        message = f"content nested deeper than {MAX_NESTING} levels is ignored"
        raw.block.problems.append(MarkdocError("too-deep", "error", message, span))


def _extend_lookahead(state: BlockState, window: Window, raw: RawBlock, after: int) -> None:
    """Check that the block's lookahead saw the same text as in the whole document."""
    if window.find_closing is not None and after + 2 >= state.lineMax:
        raise WindowTooSmall(len(state.src))
    for opener, at, answer in state.delimiter_searches:
        if answer < 0:
            beyond = window.find_closing(opener, at) if window.find_closing is not None else -1
            if beyond >= 0:
                raise WindowTooSmall(beyond)
            if at < raw.end:
                raw.block.unclosed.append((opener, at - raw.start))


class Window:
    """Text to parse. `find_closing` finds closing delimiters past its end; None if the text ends there."""

    __slots__ = ("at_document_start", "find_closing", "leading_space", "source")

    def __init__(
        self,
        text: str,
        leading_space: int,
        at_document_start: bool,
        find_closing: Callable[[str, int], int] | None = None,
    ) -> None:
        self.source = normalize(text)
        self.leading_space = leading_space
        self.at_document_start = at_document_start
        self.find_closing = find_closing


ANY_LABEL = ""
"""Represents the lookup whether there are link definitions at all."""


class LinkReferences(dict[str, Any]):
    """The link definitions as markdown-it's link rules read them; records which labels are looked up.

    The rules skip reference links if a document has no definitions, so that check is recorded too.
    """

    def __init__(self, definitions: dict[str, Any]) -> None:
        super().__init__()
        self.definitions = definitions
        self.looked_up: set[str] = set()

    def __contains__(self, key: object) -> bool:
        self.looked_up.add(ANY_LABEL)
        return bool(self.definitions)

    def __getitem__(self, key: str) -> Any:
        return self  # the rules look labels up in `env["references"]`

    def get(self, label: str, default: Any = None) -> Any:
        self.looked_up.add(label)
        return self.definitions.get(label, default)


class InlineReader:
    """Parses the inline text of a document's blocks."""

    __slots__ = ("_inline", "_links", "_md", "options")

    def __init__(self, options: ParseOptions, definitions: dict[str, Any]) -> None:
        self.options = options
        self._md = parser_for(options)
        self._inline: InlineParser = self._md.inline  # type: ignore[assignment]
        self._links = LinkReferences(definitions)

    def read(self, content: str) -> Any:
        return self._inline.read(content, self._md, self._links)

    def labels(self) -> frozenset[str]:
        """The labels that were looked up since the last call."""
        if not self._links.looked_up:
            return _NO_LABELS
        labels, self._links.looked_up = frozenset(self._links.looked_up), set()
        return labels


_NO_LABELS: frozenset[str] = frozenset()


def build_block(raw: RawBlock, original: str, texts: InlineReader) -> Block:
    """Parse a block's inline text and build its nodes; `original` is the block's text in the file."""
    block, tokens = raw.block, raw.tokens
    block.source.text = original
    block.line_count = original.count("\n") if "\r" not in original else len(line_starts(original)) - 1
    if not tokens:
        return block
    builder = TreeBuilder(block, raw.start, raw.line, texts.options, texts.read)
    for token in tokens:
        builder.add(token)
    block.nodes = builder.root.children  # type: ignore[assignment]
    block.slots = builder.root.slots
    block.open_nodes = builder.stack[1:]
    block.tags = builder.tags
    block.unclosed_tag = builder.unclosed_tag
    block.orphan_annotation = builder.orphan_annotation
    block.link_labels = texts.labels()
    block.problems += builder.problems
    block.kind = _kind(block, tokens)
    to_original = restore_line_ends(block, original) if "\r\n" in original else None
    matter = next((token for token in tokens if token.type == "frontmatter"), None) if raw.line == 0 else None
    if matter is not None:
        block.frontmatter = _frontmatter(matter, block, raw.start, to_original)
        if matter is tokens[0]:
            # The reference also finds frontmatter in a quote at the top of a page. No site reads that as YAML.
            block.problems += block.frontmatter.problems
    if block.kind == "leaf" and block.tags:  # Markdown without tags has no errors
        for node in (*block.nodes, *block.slots.values()):
            block.problems += problems_in(node)
    if len(block.problems) > 1:
        block.problems.sort(key=lambda problem: problem.span.start)
    return block


def _frontmatter(
    token: SyntaxToken, block: Block, offset: int, to_original: Callable[[int], int] | None
) -> Frontmatter:
    from refrakt.markdoc.frontmatter import read_frontmatter  # only pages that have one pay for the YAML parser

    assert isinstance(token.source_map, int)
    start, end = token.source_map - offset, token.source_map - offset + len(token.content)
    if to_original is not None:
        start, end = to_original(start), to_original(end)
    return read_frontmatter(block.text, Span(start, end, block.source))


def _kind(block: Block, tokens: list[SyntaxToken]) -> str:
    if tokens[0].syntax is not None and tokens[0].syntax.kind in ("open", "close"):
        return tokens[0].syntax.kind
    if tokens[0].type == "html" and any(is_closing_tag(node) for node in block.nodes):
        return "mixed"
    if block.open_nodes:
        return "unbalanced"
    return "leaf" if block.nodes or block.slots or block.orphan_annotation else "empty"


def is_closing_tag(node: Node) -> bool:
    """Whether a node is a closing tag that matches nothing in its block."""
    return node.open is not None and node.open.kind == "close"


def problems_in(node: Node) -> Iterator[MarkdocError]:
    """The problems of a node and its descendants."""
    yield from node.errors
    for each in node.walk():
        if each.errors:
            yield from each.errors
