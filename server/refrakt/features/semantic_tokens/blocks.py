"""The semantic tokens of one block. They depend on nothing else, so a keystroke changes those of one block."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from refrakt.features.semantic_tokens.frontmatter import frontmatter_tokens
from refrakt.features.semantic_tokens.tags import tag_tokens
from refrakt.features.semantic_tokens.token_types import SemanticToken
from refrakt.features.semantic_tokens.vocabulary_names import NameClassifier
from refrakt.markdoc.block_reader import Block
from refrakt.markdoc.document import Document
from refrakt.markdoc.tree import Node
from refrakt.project.pages.link_destinations import LinkDestinations


class BlockTokenizer:
    """Tokenizes blocks of one document."""

    def __init__(self, document: Document, names: NameClassifier) -> None:
        self._document = document
        self._names = names
        self._destinations: LinkDestinations | None = None

    def tokens(self, block: Block) -> list[SemanticToken]:
        """In document order; tokens neither overlap nor span several lines."""
        found: list[SemanticToken] = []
        for tag in block.tags:
            found += tag_tokens(tag, block.text, self._names)
        if block.frontmatter is not None:
            found += frontmatter_tokens(block.frontmatter)
        # Most blocks are plain text and have no links or comments.
        if "](" in block.text or "<" in block.text:
            found += self._markdown_tokens(block)
        return list(_split_at_line_ends(block.text, _without_overlaps(sorted(found)))) if found else found

    def _markdown_tokens(self, block: Block) -> Iterator[SemanticToken]:
        for top in block.nodes:
            for node in (top, *top.walk()):
                if node.block is block.source:
                    if node.type == "comment":
                        yield SemanticToken(node.start, node.end, "comment")
                    elif node.type in ("link", "image"):
                        yield from self._link_target(block, node)

    def _link_target(self, block: Block, node: Node) -> Iterator[SemanticToken]:
        target = node.attributes.get("href" if node.type == "link" else "src")
        # A target in a link reference definition has no token here.
        if not isinstance(target, str) or node.open is not None or block.text[node.end - 1 : node.end] == "]":
            return
        if self._destinations is None:
            self._destinations = LinkDestinations(self._document)
        span = self._destinations.offsets(node, target)
        if span is not None:
            base = self._document.offsets(node.span)[0] - node.start
            yield SemanticToken(span[0] - base, span[1] - base, "link")


def _without_overlaps(tokens: Iterable[SemanticToken]) -> Iterator[SemanticToken]:
    """Drop tokens that begin before the end of the previous one."""
    last = 0
    for token in tokens:
        if last <= token.start < token.end:
            yield token
            last = token.end


def _split_at_line_ends(text: str, tokens: Iterable[SemanticToken]) -> Iterator[SemanticToken]:
    """Split tokens that span several lines."""
    for token in tokens:
        piece = text[token.start : token.end]
        if "\n" not in piece and "\r" not in piece:
            yield token
            continue
        at = token.start
        for line in piece.replace("\r\n", "\n ").replace("\r", "\n").split("\n"):
            names = line.strip()
            start = at + len(line) - len(line.lstrip())
            if names:
                yield token._replace(start=start, end=start + len(names))
            at += len(line) + 1
