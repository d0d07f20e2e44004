"""The texts of inline content, joined, with the source offset of every character.

Rules that look at text, such as those of `linkify` and `typographer`, see it as a reader does: adjacent texts are one, escapes
and entities are decoded. A rule that splits a text needs to know where its parts are in the source.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from refrakt.markdoc.inline_parser import ESCAPABLE, decode_entity
from refrakt.markdoc.tokens import SyntaxToken


class JoinedText(SyntaxToken):
    """A text token made of adjacent ones."""

    __slots__ = ("_characters", "_parts")

    def __init__(self, parts: Sequence[SyntaxToken]) -> None:
        super().__init__("text", "", 0)
        self._parts = [part for part in parts if part.content] or parts[:1]
        self._characters: list[tuple[int, int]] = []
        self.content = "".join(part.content for part in self._parts)
        self.start = self._parts[0].start
        self.end = self._parts[-1].end

    def slice(self, src: str, start: int, end: int) -> SyntaxToken:
        """A text token with a part of this text; `src` is the inline content."""
        if not self._characters:
            self._characters = [each for part in self._parts for each in _characters(part, src)]
        token = SyntaxToken("text", "", 0)
        token.level = self.level
        token.content = self.content[start:end]
        token.start = self._characters[start][0]
        token.end = self._characters[end - 1][1]
        return token


def _characters(text: SyntaxToken, src: str) -> Iterator[tuple[int, int]]:
    """The source range of each character of a text. Of an entity with several characters, the first one has the range."""
    start, end = text.start, text.end
    if end - start == len(text.content):
        yield from ((at, at + 1) for at in range(start, end))
        return
    count = 0
    while count < len(text.content):
        after, length = min(start + 1, end), 1
        if src.startswith("\\", start) and start + 1 < end and src[start + 1] in ESCAPABLE:
            after = start + 2
        elif src.startswith("&", start) and start < end and (entity := decode_entity(src, start)) is not None:
            after, length = entity[1], len(entity[0])
        yield start, after
        yield from [(after, after)] * (length - 1)
        start = after
        count += length


def join_texts(tokens: Sequence[SyntaxToken]) -> list[SyntaxToken]:
    """The tokens with adjacent texts joined, and with the nesting level of each."""
    joined: list[SyntaxToken] = []
    level = index = 0
    while index < len(tokens):
        token = tokens[index]
        index += 1
        if token.type == "text":
            first = index - 1
            while index < len(tokens) and tokens[index].type == "text":
                index += 1
            token = JoinedText(tokens[first:index])
        if token.nesting < 0:
            level -= 1
        token.level = level
        if token.nesting > 0:
            level += 1
        joined.append(token)
    return joined
