"""Reading a text block by block.

Every top-level block is read without regard to what stands before it, so reading can begin at any block and stop as soon as
it arrives at one that is known already. What a block may look at after its own end is kept with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from markdown_it import MarkdownIt

from .blocks import BlockState, make_parser
from .build import Builder
from .ends import Crossing, cross
from .inlines import DEEPEST, InlineParser
from .lineends import restore_line_ends
from .text import line_starts, normalize
from .tree import BlockText, Node, Problem, Span, TagSyntax

if TYPE_CHECKING:
    from .frontmatter import Frontmatter
    from .options import Options
    from .tokens import Token


@dataclass(slots=True, eq=False)
class Block:
    """One top-level block with the blank lines after it. All positions inside count from its first character."""

    source: BlockText = field(default_factory=BlockText)
    """What the nodes refer to."""
    height: int = 0
    """How many lines end in it."""
    kind: str = "leaf"
    """`leaf`: whole nodes. `open`, `close`: a block tag. `crooked`: nodes of which some stay open. `empty`: none."""
    nodes: list[Node] = field(default_factory=list)
    chain: list[Node] = field(default_factory=list)
    """The nodes that stay open, outermost first."""
    tags: list[TagSyntax] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    level: int = 0
    """How many levels more are open after this block than before it."""
    deepest: int = 0
    asked: frozenset[str] = frozenset()
    """The link labels that were looked up."""
    definitions: dict[str, Any] = field(default_factory=dict)
    unended: list[tuple[str, int]] = field(default_factory=list)
    """Where a tag or comment opens that nothing in the whole document closes."""
    slots: Mapping[str, Node] = field(default_factory=dict)
    """Named slots for the node the block hangs on."""
    orphan: Problem | None = None
    """An annotation that found no text to belong to."""
    culprit: Span | None = None
    """The unclosed tag in running text that leaves the block open."""
    frontmatter: Frontmatter | None = None
    joined: Any = None
    """The tag that begins here as it was joined last, for the next version to use again."""
    crossings: dict[bool, Crossing] = field(default_factory=dict)

    @property
    def text(self) -> str:
        return self.source.text

    def crossing(self, inside: bool) -> Crossing:
        """What this block does to a reader looking for the end of a tag."""
        known = self.crossings.get(inside)
        if known is None:
            known = self.crossings[inside] = cross(self.text, 0, inside)
        return known


@dataclass(slots=True)
class Raw:
    """A block as the block rules leave it, before its text is read: `line` and `start` count from the window's."""

    line: int
    start: int
    end: int
    tokens: list[Token]
    block: Block


class Overrun(Exception):
    """The window was too small to tell how a block ends; it should reach at least to `offset` in it."""

    def __init__(self, offset: int) -> None:
        self.offset = offset


@lru_cache(maxsize=16)
def parser_for(options: Options) -> MarkdownIt:
    return make_parser(options)


def read_blocks(window: Window, options: Options) -> Iterator[Raw]:
    """The blocks of a window, one at a time."""
    md = parser_for(options)
    env: dict[str, Any] = {}
    state = BlockState(window.source, md, env, window.lead, window.first)
    last = state.lineMax
    line_begins = [*state.bMarks]
    line = start = 0
    while start < len(window.source):
        content = state.skipEmptyLines(line)
        block = Block(kind="empty")
        state.tokens = []
        if content < last:
            state.asked, state.deep = [], []
            env["definitions"] = block.definitions
            before = state.deepest = state.level
            state.line = content
            if before >= DEEPEST:
                state.deep.append(state.bMarks[content] + state.tShift[content])
                state.line = last
            else:
                md.block.block(state, content, last)  # type: ignore[attr-defined]
            block.level = state.level - before
            block.deepest = state.deepest - before
        after = state.skipEmptyLines(min(state.line, last)) if content < last else last
        raw = Raw(line, start, line_begins[after] if after < last else len(window.source), state.tokens, block)
        if content < last:
            _look_ahead(state, window, raw, after)
            _report_depth(state, raw)
        yield raw
        line, start = after, raw.end


def _report_depth(state: BlockState, raw: Raw) -> None:
    for at in state.deep:
        line_end = state.src.find("\n", at, raw.end)
        span = Span(at - raw.start, (line_end if line_end >= 0 else raw.end) - raw.start, raw.block.source)
        message = f"content nested deeper than {DEEPEST} levels is left out"
        raw.block.problems.append(Problem("too-deep", "error", message, span))


def _look_ahead(state: BlockState, window: Window, raw: Raw, after: int) -> None:
    """Make sure that what the block's rules saw of the text after it is what stands there in the whole document."""
    if window.rest is not None and after + 2 >= state.lineMax:
        raise Overrun(len(state.src))
    for opener, at, answer in state.asked:
        if answer < 0:
            beyond = window.rest(opener, at) if window.rest is not None else -1
            if beyond >= 0:
                raise Overrun(beyond)
            if at < raw.end:
                raw.block.unended.append((opener, at - raw.start))


class Window:
    """Some text to read. `rest` tells where what opens in it is closed beyond it; None means that nothing follows."""

    __slots__ = ("first", "lead", "rest", "source")

    def __init__(self, text: str, lead: int, first: bool, rest: Callable[[str, int], int] | None = None) -> None:
        self.source = normalize(text)
        self.lead = lead
        self.first = first
        self.rest = rest


ANY_LABEL = ""
"""Stands for the question whether there are link definitions at all."""


class Links(dict[str, Any]):
    """What the rules for links see of a document: its definitions, noting which labels were asked for.

    The rules look no further than a link's text where a document has no definition at all, so that is a question too.
    """

    def __init__(self, known: dict[str, Any]) -> None:
        super().__init__()
        self.known = known
        self.asked: set[str] = set()

    def __contains__(self, key: object) -> bool:
        self.asked.add(ANY_LABEL)
        return bool(self.known)

    def __getitem__(self, key: str) -> Any:
        return self  # the rules look labels up in `env["references"]`

    def get(self, label: str, default: Any = None) -> Any:
        self.asked.add(label)
        return self.known.get(label, default)


class Texts:
    """Reads the inline text of a document's blocks."""

    __slots__ = ("_inline", "_links", "_md", "options")

    def __init__(self, options: Options, definitions: dict[str, Any]) -> None:
        self.options = options
        self._md = parser_for(options)
        self._inline: InlineParser = self._md.inline  # type: ignore[assignment]
        self._links = Links(definitions)

    def read(self, content: str) -> Any:
        return self._inline.read(content, self._md, self._links)

    def labels(self) -> frozenset[str]:
        """The labels that were asked for since the last call."""
        if not self._links.asked:
            return _NONE
        asked, self._links.asked = frozenset(self._links.asked), set()
        return asked


_NONE: frozenset[str] = frozenset()


def build(raw: Raw, original: str, texts: Texts) -> Block:
    """Read a block's text and build its nodes; `original` is the block as it stands in the file."""
    block, tokens = raw.block, raw.tokens
    block.source.text = original
    block.height = original.count("\n") if "\r" not in original else len(line_starts(original)) - 1
    if not tokens:
        return block
    builder = Builder(block, raw.start, raw.line, texts.options, texts.read)
    for token in tokens:
        builder.add(token)
    block.nodes = builder.root.children  # type: ignore[assignment]
    block.slots = builder.root.slots
    block.chain = builder.stack[1:]
    block.tags = builder.tags
    block.culprit = builder.culprit
    block.orphan = builder.orphan
    block.asked = texts.labels()
    block.problems += builder.problems
    block.kind = _kind(block, tokens)
    place = restore_line_ends(block, original) if "\r\n" in original else None
    matter = next((token for token in tokens if token.type == "frontmatter"), None) if raw.line == 0 else None
    if matter is not None:
        block.frontmatter = _frontmatter(matter, block, raw.start, place)
        if matter is tokens[0]:
            # The reference also finds frontmatter in a quote on top of a page. No site would read that as YAML.
            block.problems += block.frontmatter.problems
    if block.kind == "leaf" and block.tags:  # Markdown alone is never wrong
        for node in (*block.nodes, *block.slots.values()):
            block.problems += problems_in(node)
    if len(block.problems) > 1:
        block.problems.sort(key=lambda problem: problem.span.start)
    return block


def _frontmatter(token: Token, block: Block, offset: int, place: Callable[[int], int] | None) -> Frontmatter:
    from .frontmatter import read_frontmatter  # only pages that have one pay for the YAML parser

    assert isinstance(token.place, int)
    start, end = token.place - offset, token.place - offset + len(token.content)
    if place is not None:
        start, end = place(start), place(end)
    return read_frontmatter(block.text, Span(start, end, block.source))


def _kind(block: Block, tokens: list[Token]) -> str:
    if tokens[0].syntax is not None and tokens[0].syntax.kind in ("open", "close"):
        return tokens[0].syntax.kind
    if block.chain:
        return "crooked"
    return "leaf" if block.nodes or block.slots or block.orphan else "empty"


def problems_in(node: Node) -> Iterator[Problem]:
    """What is wrong in a tree, the node itself included."""
    yield from node.errors
    for each in node.walk():
        if each.errors:
            yield from each.errors
