"""The tokens of one block of a page. They depend on nothing outside of it, so a keystroke changes those of one block."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from refrakt.markdoc import Document, Node
from refrakt.markdoc.reader import Block
from refrakt.project.pages.destinations import Destinations

from .frontmatter import frontmatter_tokens
from .tags import tag_tokens
from .token import Token
from .words import Words


class BlockReader:
    """Reads blocks of one document."""

    def __init__(self, document: Document, words: Words) -> None:
        self._document = document
        self._words = words
        self._destinations: Destinations | None = None

    def tokens(self, block: Block) -> list[Token]:
        """In the order of the text; none of them touches another, and none goes over the end of a line."""
        found: list[Token] = []
        for tag in block.tags:
            found += tag_tokens(tag, block.text, self._words)
        if block.frontmatter is not None:
            found += frontmatter_tokens(block.frontmatter)
        # Most blocks are plain text, and need not be looked through.
        if "](" in block.text or "<" in block.text:
            found += self._marked(block)
        return list(_lines(block.text, _apart(sorted(found)))) if found else found

    def _marked(self, block: Block) -> Iterator[Token]:
        for top in block.nodes:
            for node in (top, *top.walk()):
                if node.block is block.source:
                    if node.type == "comment":
                        yield Token(node.start, node.end, "comment")
                    elif node.type in ("link", "image"):
                        yield from self._target(block, node)

    def _target(self, block: Block, node: Node) -> Iterator[Token]:
        target = node.attributes.get("href" if node.type == "link" else "src")
        # A target that is written at another place has no token here.
        if not isinstance(target, str) or node.open is not None or block.text[node.end - 1 : node.end] == "]":
            return
        if self._destinations is None:
            self._destinations = Destinations(self._document)
        place = self._destinations.place(node, target)
        if place is not None:
            base = self._document.offsets(node.span)[0] - node.start
            yield Token(place[0] - base, place[1] - base, "link")


def _apart(tokens: Iterable[Token]) -> Iterator[Token]:
    """Without those that begin before the one in front of them has ended."""
    last = 0
    for token in tokens:
        if last <= token.start < token.end:
            yield token
            last = token.end


def _lines(text: str, tokens: Iterable[Token]) -> Iterator[Token]:
    """One token for each line of what goes over several."""
    for token in tokens:
        piece = text[token.start : token.end]
        if "\n" not in piece and "\r" not in piece:
            yield token
            continue
        at = token.start
        for line in piece.replace("\r\n", "\n ").replace("\r", "\n").split("\n"):
            words = line.strip()
            start = at + len(line) - len(line.lstrip())
            if words:
                yield token._replace(start=start, end=start + len(words))
            at += len(line) + 1
