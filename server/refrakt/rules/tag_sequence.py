"""The tags of a page as a sequence, and which of them do not match.

Markdoc matches a closing tag only with the innermost open tag, so one mistake leaves all tags around it unmatched. Here a closing
tag also closes the tags that are left open inside of it: what does not match then is close to the mistake. A repair is tried on
the sequence, which is much faster than parsing the page with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from refrakt.markdoc.block_reader import Block
from refrakt.markdoc.document import Document
from refrakt.markdoc.tree import BlockText, TagSyntax
from refrakt.markdoc.values import Function
from refrakt.rules.problem_spans import is_alone_on_its_lines
from refrakt.rules.tag_containers import Container, containers_of

TokenKind = Literal["open", "close", "void", "none"]
"""`none` is a text that may be a damaged tag, or a function: it matches nothing unless a repair makes it a tag."""

Key = tuple[BlockText | None, int]

_FURTHEST = 300
"""How many open tags are searched for the one that a closing tag closes."""
_TAG_START = re.compile(r"\{%[ \t]*+(/?)[ \t]*+([a-zA-Z0-9_-]++)")


def key_of(tag: TagSyntax) -> Key:
    return tag.block, tag.start


class TagToken(NamedTuple):
    """A tag of a page, with offsets in the file."""

    kind: TokenKind
    name: str
    start: int
    end: int
    containers: tuple[Container, ...] = ()
    """The list items, quotes, cells and lines of text that it is in."""
    tag: TagSyntax | None = None
    """None for a text that is not read as a tag."""

    def closes(self, opening: TagToken) -> bool:
        return self.name == opening.name and self.containers == opening.containers


def tag_tokens(document: Document) -> list[TagToken]:
    """The tags of a page that can open or close something. Those with errors are what they are after their fix."""
    found: list[TagToken] = []
    for index, block in enumerate(document.blocks):
        if not block.tags:
            continue
        base = document.start_of(index)
        if block.kind in ("open", "close") and len(block.tags) == 1:
            tag = block.tags[0]
            found.append(TagToken(_kind(tag), tag.name, base + tag.start, base + tag.end, (), tag))
        else:
            found += _tokens_of_block(document, block, base)
    return found


def _tokens_of_block(document: Document, block: Block, base: int) -> Iterator[TagToken]:
    tags = sorted(block.tags, key=lambda tag: tag.start) if len(block.tags) > 1 else block.tags
    read = {tag.start for tag in tags}
    for tag in tags:
        own = _kind(tag)
        if own != "none" and tag.name:
            containers = () if block.kind in ("open", "close") else containers_after_fix(document, tag)
            yield TagToken(own, tag.name, base + tag.start, base + tag.end, containers, tag)
        elif isinstance(tag.value, Function):
            yield TagToken("none", tag.value.name, base + tag.start, base + tag.end, (), tag)
        if not tag.terminated:
            # An unterminated tag reaches up to the end of the next one.
            for found in _TAG_START.finditer(block.text, tag.end):
                close = block.text.find("%}", found.end())
                if found.start() not in read and close >= 0:
                    kind: TokenKind = "close" if found[1] else "void" if block.text[close - 1] == "/" else "open"
                    yield TagToken(kind, found[2], base + found.start(), base + close + 2)


def containers_after_fix(document: Document, tag: TagSyntax) -> tuple[Container, ...]:
    """What a tag is in once its error is corrected: alone on its lines it is then not a part of the text."""
    containers = tuple(containers_of(document, tag))
    if (tag.error is not None or not tag.terminated) and containers and is_alone_on_its_lines(tag):
        return tuple(each for each in containers if each.name != "line of text")
    return containers


def _kind(tag: TagSyntax) -> TokenKind:
    if tag.kind in ("open", "close", "void"):
        return tag.kind
    if tag.kind != "broken" or tag.block is None:
        return "none"
    text = tag.block.text
    if "/" in text[tag.start + 2 : tag.name_start]:
        return "close"
    return "void" if text[tag.start : tag.end].removesuffix("%}").rstrip().endswith("/") else "open"


def unmatched(tokens: Sequence[TagToken]) -> list[int]:
    """The indexes of the tags that do not match, in order."""
    partners = matched(tokens)
    return [index for index, token in enumerate(tokens) if index not in partners and token.kind in ("open", "close")]


def matched(tokens: Sequence[TagToken]) -> dict[int, int]:
    """The index of the other tag of each matching tag."""
    found: dict[int, int] = {}
    stack: list[int] = []
    for index, token in enumerate(tokens):
        kind = token.kind
        if kind == "open":
            stack.append(index)
        elif kind == "close":
            opened = _close(tokens, stack, token)
            if opened is not None:
                found[opened], found[index] = index, opened
    return found


def _close(tokens: Sequence[TagToken], stack: list[int], closing: TagToken) -> int | None:
    """Remove the opening tag of a closing one, and the tags inside of it, from those that are open."""
    for depth in range(len(stack) - 1, max(len(stack) - _FURTHEST, 0) - 1, -1):
        opening = tokens[stack[depth]]
        if opening.name == closing.name and opening.containers == closing.containers:
            del stack[depth + 1 :]
            return stack.pop()
    return None


def open_at(tokens: Sequence[TagToken], index: int) -> list[int]:
    """The tags that are open before a token, the innermost last."""
    stack: list[int] = []
    for at in range(index):
        token = tokens[at]
        if token.kind == "open":
            stack.append(at)
        elif token.kind == "close":
            _close(tokens, stack, token)
    return stack


def essential(tokens: Sequence[TagToken], kept: set[int]) -> list[TagToken]:
    """The tokens without pairs that match and contain nothing but pairs that match. Those of `kept` stay."""
    partners = matched(tokens)
    interesting = kept | set(unmatched(tokens))
    left: list[TagToken] = []
    before = [0]
    for index in range(len(tokens)):
        before.append(before[-1] + (index in interesting))
    index = 0
    while index < len(tokens):
        partner = partners.get(index, -1)
        if partner > index and before[partner + 1] == before[index]:
            index = partner + 1
            continue
        if partner >= 0 or index in interesting:
            left.append(tokens[index])
        index += 1
    return left
