"""The chunks of a page, which are formatted one by one.

A chunk is usually one top-level block. An empty tag, which becomes self-closing, and a table tag, whose lists are rows, are chunks
of several blocks.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import IntEnum, auto
from itertools import accumulate
from typing import Literal

from refrakt.markdoc.block_reader import Block
from refrakt.markdoc.document import Document
from refrakt.markdoc.format.block_sequence import BlockEvent, block_events, is_written_whole
from refrakt.markdoc.format.block_style import Style, contents_of, has_error
from refrakt.markdoc.format.blocks import BlockWriter
from refrakt.markdoc.format.values import format_opening
from refrakt.markdoc.text import WHITESPACE
from refrakt.markdoc.tree import Node, Span
from refrakt.markdoc.tree_equality import same_tree

_SPACES = re.compile(r"[ \t]*")
_BLANK_START = re.compile(r"(?:[ \t]*(?:\r\n|\n|\r))*")


class FormatMode(IntEnum):
    """How a chunk is written to preserve its tree."""

    PLAIN = auto()
    ESCAPED = auto()
    """Every character that could be markup is escaped."""
    VERBATIM = auto()
    """The source is kept."""
    PINNED = auto()
    """The source is kept, with the gaps to its neighbours."""


@dataclass(frozen=True, slots=True)
class PageChunk:
    """Blocks `first` to `last` of a document, with the text from `start` to `end`, without empty lines around it.

    `line_end` is the end of the last line, after trailing white space.
    """

    kind: Literal["block", "void", "table", "frontmatter"]
    first: int
    last: int
    start: int
    end: int
    line_end: int
    nodes: Sequence[Node]


@dataclass(frozen=True, slots=True)
class FormattedChunk:
    """The source of a chunk. `before` and `after` are the line ends that it needs around it."""

    text: str
    before: int = 1
    after: int = 1


def split_chunks(document: Document) -> list[PageChunk]:
    """All chunks of a document, link definitions included."""
    blocks = document.blocks
    starts = list(accumulate((len(block.text) for block in blocks), initial=0))
    tables = _tables(document)
    chunks: list[PageChunk] = []
    index = 0
    while index < len(blocks):
        block = blocks[index]
        last = index
        kind: Literal["block", "void", "table", "frontmatter"] = "block"
        nodes = _nodes(block)
        if block.frontmatter is not None:
            bounds = _trimmed(document.text, starts[index], starts[index + 1])
            chunks.append(PageChunk("frontmatter", index, index, *bounds, []))
        if block.kind == "empty" and not has_unparsed_text(block):
            index += 1
            continue
        if block.kind == "open":
            table = tables.get(id(block.open_nodes[0].open))
            closing = _closing_after(blocks, index)
            if closing is not None:
                kind, last = "void", closing
            elif table is not None and table.close is not None:
                kind, last, nodes = "table", document.index_of(table.close.block), [table]
        bounds = _trimmed(document.text, starts[index], starts[last + 1])
        chunks.append(PageChunk(kind, index, last, *bounds, nodes))
        index = last + 1
    return chunks


def has_unparsed_text(block: Block) -> bool:
    """Whether a block without nodes has text: a link definition, or content that is nested too deep."""
    return block.frontmatter is None and block.text.strip(WHITESPACE) != ""


def _nodes(block: Block) -> list[Node]:
    placeholder = Node("document", children=block.nodes)
    placeholder.slots, placeholder.block = block.slots, block.source
    return contents_of(placeholder)


def _tables(document: Document) -> dict[int, Node]:
    """The closed table tags that contain a table, by their opening tag."""
    if not any(block.kind == "open" and block.open_nodes[0].tag == "table" for block in document.blocks):
        return {}
    tags = (node for node in document.tree.walk() if node.type == "tag" and is_written_whole(node))
    return {id(tag.open): tag for tag in tags if tag.close is not None}


def _closing_after(blocks: Sequence[Block], index: int) -> int | None:
    """The block that closes an empty tag."""
    name = blocks[index].open_nodes[0].tag
    while index + 1 < len(blocks):
        index += 1
        if blocks[index].kind == "close":
            return index if blocks[index].tags[0].name == name else None
        if blocks[index].kind != "empty" or has_unparsed_text(blocks[index]):
            return None
    return None


def _trimmed(text: str, start: int, end: int) -> tuple[int, int, int]:
    """A range of lines without empty lines at its start and end, and the end of its last line."""
    blank = _BLANK_START.match(text, start, end)
    start = blank.end() if blank else start
    end = start + len(text[start:end].rstrip(" \t\r\n"))
    tail = _SPACES.match(text, end)
    return start, end, tail.end() if tail else end


def same_content(a: PageChunk, b: PageChunk, ours: Document, theirs: Document) -> bool:
    """Whether two chunks have equal trees, and the second has no more problems."""
    if _shape(a, ours) != _shape(b, theirs) or len(a.nodes) != len(b.nodes):
        return False
    if _problems(b, theirs) > _problems(a, ours):
        return False
    if a.kind == "frontmatter":
        return bool(ours.tree.attributes["frontmatter"] == theirs.tree.attributes["frontmatter"])
    return all(map(same_tree, a.nodes, b.nodes))


def _problems(chunk: PageChunk, document: Document) -> int:
    return sum(len(block.problems) for block in document.blocks[chunk.first : chunk.last + 1])


def _shape(chunk: PageChunk, document: Document) -> str:
    if chunk.kind != "block":
        return "leaf" if chunk.kind == "void" else chunk.kind
    block = document.blocks[chunk.first]
    return "orphan_annotation" if block.orphan_annotation else block.kind


def format_chunk(chunk: PageChunk, mode: FormatMode, document: Document) -> FormattedChunk:
    """The formatted source of a chunk."""
    block = document.blocks[chunk.first]
    if chunk.kind == "frontmatter" and mode < FormatMode.VERBATIM:
        return FormattedChunk(format_frontmatter(document.tree.attributes["frontmatter"]), 0, 2)
    if mode >= FormatMode.VERBATIM:
        return verbatim_chunk(chunk, document)
    if _would_drop_content(chunk, document):
        kept = verbatim_chunk(chunk, document)
        # After a list, an indented link definition would become part of the last item and be lost.
        return replace(kept, text=kept.text.lstrip(" ")) if block.kind == "empty" and block.definitions else kept
    if chunk.kind == "void":
        return FormattedChunk(format_opening(block.open_nodes[0], "/%}"))

    quoted: list[str] = []

    def source(span: Span) -> str:
        start, end = document.offsets(span)
        quoted.append(document.text[start:end])
        return quoted[-1]

    has_text_rules = document.options.linkify or document.options.typographer
    writer = BlockWriter(Style(mode >= FormatMode.ESCAPED, source, has_text_rules))
    if chunk.kind == "block" and block.kind == "open":
        writer.tag(BlockEvent("open", block.open_nodes[0]))
    elif chunk.kind == "block" and block.kind == "close":
        writer.tag(BlockEvent("close", Node("tag", tag=block.tags[0].name)))
    else:
        writer.write(block_events(chunk.nodes))
    if any("\n" in each or "\r" in each for each in quoted):
        # These lines include the margin of a list or quote.
        return verbatim_chunk(chunk, document)
    return FormattedChunk("".join(writer.parts), writer.before, writer.pending or 0)


def format_frontmatter(text: str) -> str:
    return f"---\n{text}\n---" if text else "---\n---"


def _would_drop_content(chunk: PageChunk, document: Document) -> bool:
    """Whether a chunk has text that is not in the tree: text after a tag, content nested too deep, comments in a table.

    HTML is in the tree, but white space around it may have a meaning, too.
    """
    for block in document.blocks[chunk.first : chunk.last + 1]:
        problems = {problem.id for problem in block.problems}
        if (
            block.kind == "empty"
            or block.orphan_annotation is not None
            or not problems.isdisjoint(("text-after-tag", "too-deep"))
        ):
            return True
        if chunk.kind == "table" and any(node.type == "comment" or node.tag == "comment" for node in block.nodes):
            return True
        if document.options.html and "<" in block.text:
            nodes = (each for node in block.nodes for each in (node, *node.walk()))
            if any(each.type == "html" for each in nodes):
                return True
        if "```" in block.text or "~~~" in block.text:
            fences = (each for node in block.nodes for each in (node, *node.walk()) if each.type == "fence")
            if any(_has_more_info(each, block) for each in fences):
                return True
        suspect = block.nodes if "duplicate-attribute" in problems or block.kind == "unbalanced" else []
        if any(_is_overridden(each) for node in suspect for each in (node, *node.walk())):
            return True
    return False


def _has_more_info(fence: Node, block: Block) -> bool:
    """Whether the info string of a fence has more than a language and attributes."""
    line = re.split(r"[\r\n]", block.text[fence.start : fence.end], maxsplit=1)[0]
    _, _, info = line.lstrip("`~").partition(" ")
    return re.sub(r"\{%.*%\}", "", info).strip() != ""


_SYNTAX_ATTRIBUTES = {"heading": {"level"}, "fence": {"content", "language"}, "th": {"align"}, "td": {"align"}}


def _is_overridden(node: Node) -> bool:
    """Whether an annotation overrides an attribute of the Markdown syntax, such as the level of a heading."""
    own = _SYNTAX_ATTRIBUTES.get(node.type, set())
    return has_error(node, "duplicate-attribute") and any(each.name in own for each in node.annotations)


def verbatim_chunk(chunk: PageChunk, document: Document) -> FormattedChunk:
    """A chunk with its source unchanged. A link definition used as a comment stays with the line below it."""
    text = normalize_line_ends(document.text[chunk.start : chunk.end])
    block = document.blocks[chunk.last]
    follows = chunk.last + 1 < len(document.blocks)
    above = follows and bool(block.definitions) and block.line_count == block.text.rstrip().count("\n") + 1
    return FormattedChunk(text, 1, 0 if above else 1)


def normalize_line_ends(text: str) -> str:
    """The text with `\\n` line ends."""
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
