"""A page in pieces that can be formatted one by one.

A piece is mostly one top-level block of the document. Two things take more than one block: a tag with nothing in it, whose two
ends become one, and a table tag, whose lists are rows.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import IntEnum, auto
from itertools import accumulate
from typing import Literal

from ..document import Document
from ..equality import same_tree
from ..reader import Block
from ..text import WHITE
from ..tree import Node, Span
from .blocks import Writer
from .steps import Step, is_written_whole, steps
from .style import Style, contents_of, has_error
from .value import format_opening

_SPACES = re.compile(r"[ \t]*")
_BLANK_START = re.compile(r"(?:[ \t]*(?:\r\n|\n|\r))*")


class Care(IntEnum):
    """How much care a piece needs to read as it did."""

    PLAIN = auto()
    GUARDED = auto()
    """Every doubtful character is escaped."""
    VERBATIM = auto()
    """It is left as its author wrote it."""
    FIXED = auto()
    """It is left together with its neighbours and what stands between them."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Blocks `first` to `last` of a document, whose text is `start` to `end` without the empty lines around it.

    `line_end` is where the last line ends: behind the white space that follows the text.
    """

    kind: Literal["block", "void", "table", "frontmatter"]
    first: int
    last: int
    start: int
    end: int
    line_end: int
    nodes: Sequence[Node]


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece as written. `before` and `after` are the line ends it wants around itself."""

    text: str
    before: int = 1
    after: int = 1


def pieces_of(document: Document) -> list[Piece]:
    """The pieces of a document, link definitions included: nothing that stands on a page is left out."""
    blocks = document.blocks
    starts = list(accumulate((len(block.text) for block in blocks), initial=0))
    tables = _tables(document)
    pieces: list[Piece] = []
    index = 0
    while index < len(blocks):
        block = blocks[index]
        last = index
        kind: Literal["block", "void", "table", "frontmatter"] = "block"
        nodes = _nodes(block)
        if block.frontmatter is not None:
            place = _trimmed(document.text, starts[index], starts[index + 1])
            pieces.append(Piece("frontmatter", index, index, *place, []))
        if block.kind == "empty" and not is_unread(block):
            index += 1
            continue
        if block.kind == "open":
            table = tables.get(id(block.chain[0].open))
            closing = _closing_after(blocks, index)
            if closing is not None:
                kind, last = "void", closing
            elif table is not None and table.close is not None:
                kind, last, nodes = "table", document.index_of(table.close.block), [table]
        place = _trimmed(document.text, starts[index], starts[last + 1])
        pieces.append(Piece(kind, index, last, *place, nodes))
        index = last + 1
    return pieces


def is_unread(block: Block) -> bool:
    """Whether a block that is in no tree holds text all the same: a link definition, or content that nests too deep."""
    return block.frontmatter is None and block.text.strip(WHITE) != ""


def _nodes(block: Block) -> list[Node]:
    stand_in = Node("document", children=block.nodes)
    stand_in.slots, stand_in.block = block.slots, block.source
    return contents_of(stand_in)


def _tables(document: Document) -> dict[int, Node]:
    """The closed table tags that hold a table, by their opening."""
    if not any(block.kind == "open" and block.chain[0].tag == "table" for block in document.blocks):
        return {}
    tags = (node for node in document.tree.walk() if node.type == "tag" and is_written_whole(node))
    return {id(tag.open): tag for tag in tags if tag.close is not None}


def _closing_after(blocks: Sequence[Block], index: int) -> int | None:
    """The block that closes a tag right after it opens."""
    name = blocks[index].chain[0].tag
    while index + 1 < len(blocks):
        index += 1
        if blocks[index].kind == "close":
            return index if blocks[index].tags[0].name == name else None
        if blocks[index].kind != "empty" or is_unread(blocks[index]):
            return None
    return None


def _trimmed(text: str, start: int, end: int) -> tuple[int, int, int]:
    """A stretch of whole lines without the empty ones at its beginning and end, and where its last line ends."""
    lead = _BLANK_START.match(text, start, end)
    start = lead.end() if lead else start
    end = start + len(text[start:end].rstrip(" \t\r\n"))
    tail = _SPACES.match(text, end)
    return start, end, tail.end() if tail else end


def alike(a: Piece, b: Piece, ours: Document, theirs: Document) -> bool:
    """Whether two pieces of two documents say the same, and no more is wrong with the second."""
    if _shape(a, ours) != _shape(b, theirs) or len(a.nodes) != len(b.nodes):
        return False
    if _problems(b, theirs) > _problems(a, ours):
        return False
    if a.kind == "frontmatter":
        return bool(ours.tree.attributes["frontmatter"] == theirs.tree.attributes["frontmatter"])
    return all(map(same_tree, a.nodes, b.nodes))


def _problems(piece: Piece, document: Document) -> int:
    return sum(len(block.problems) for block in document.blocks[piece.first : piece.last + 1])


def _shape(piece: Piece, document: Document) -> str:
    if piece.kind != "block":
        return "leaf" if piece.kind == "void" else piece.kind
    block = document.blocks[piece.first]
    return "orphan" if block.orphan else block.kind


def write(piece: Piece, care: Care, document: Document) -> Chunk:
    """One piece as source."""
    block = document.blocks[piece.first]
    if piece.kind == "frontmatter" and care < Care.VERBATIM:
        return Chunk(format_frontmatter(document.tree.attributes["frontmatter"]), 0, 2)
    if care >= Care.VERBATIM:
        return verbatim(piece, document)
    if _would_lose(piece, document):
        kept = verbatim(piece, document)
        # Below a list, a link definition that is indented would become part of the last item, and be lost with it.
        return replace(kept, text=kept.text.lstrip(" ")) if block.kind == "empty" and block.definitions else kept
    if piece.kind == "void":
        return Chunk(format_opening(block.chain[0], "/%}"))

    quoted: list[str] = []

    def source(span: Span) -> str:
        start, end = document.offsets(span)
        quoted.append(document.text[start:end])
        return quoted[-1]

    writer = Writer(Style(care >= Care.GUARDED, source))
    if piece.kind == "block" and block.kind == "open":
        writer.tag(Step("open", block.chain[0]))
    elif piece.kind == "block" and block.kind == "close":
        writer.tag(Step("close", Node("tag", tag=block.tags[0].name)))
    else:
        writer.write(steps(piece.nodes))
    if any("\n" in each or "\r" in each for each in quoted):
        # The margin of a list or quote is part of these lines.
        return verbatim(piece, document)
    return Chunk("".join(writer.parts), writer.before, writer.pending or 0)


def format_frontmatter(text: str) -> str:
    return f"---\n{text}\n---" if text else "---\n---"


def _would_lose(piece: Piece, document: Document) -> bool:
    """Whether something stands there that is in no tree: text behind a tag, content nested too deep, comments in a table."""
    for block in document.blocks[piece.first : piece.last + 1]:
        problems = {problem.id for problem in block.problems}
        if block.kind == "empty" or block.orphan is not None or not problems.isdisjoint(("text-after-tag", "too-deep")):
            return True
        if piece.kind == "table" and any(node.type == "comment" or node.tag == "comment" for node in block.nodes):
            return True
        if "```" in block.text or "~~~" in block.text:
            fences = (each for node in block.nodes for each in (node, *node.walk()) if each.type == "fence")
            if any(_has_more_info(each, block) for each in fences):
                return True
        suspect = block.nodes if "duplicate-attribute" in problems or block.kind == "crooked" else []
        if any(_is_overridden(each) for node in suspect for each in (node, *node.walk())):
            return True
    return False


def _has_more_info(fence: Node, block: Block) -> bool:
    """Whether a fence says more on its first line than its language and its attributes, for other programs to read."""
    line = re.split(r"[\r\n]", block.text[fence.start : fence.end], maxsplit=1)[0]
    _, _, words = line.lstrip("`~").partition(" ")
    return re.sub(r"\{%.*%\}", "", words).strip() != ""


_TAKEN = {"heading": {"level"}, "fence": {"content", "language"}, "th": {"align"}, "td": {"align"}}


def _is_overridden(node: Node) -> bool:
    """Whether an annotation has replaced what the syntax itself says, such as the level of a heading."""
    taken = _TAKEN.get(node.type, set())
    return has_error(node, "duplicate-attribute") and any(each.name in taken for each in node.annotations)


def verbatim(piece: Piece, document: Document) -> Chunk:
    """A piece as it stands. A definition may be a remark on the line below it, which it then must not be parted from."""
    text = unified(document.text[piece.start : piece.end])
    block = document.blocks[piece.last]
    follows = piece.last + 1 < len(document.blocks)
    above = follows and bool(block.definitions) and block.height == block.text.rstrip().count("\n") + 1
    return Chunk(text, 1, 0 if above else 1)


def unified(text: str) -> str:
    """The text with one kind of line end."""
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
