"""The state of the inline parser, with the source offsets of every token."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from unicodedata import category

from markdown_it.common.utils import isMdAsciiPunct, isWhiteSpace
from markdown_it.rules_inline.state_inline import Scanned, StateInline

from refrakt.markdoc.text import TagEnds
from refrakt.markdoc.tokens import SyntaxToken
from refrakt.markdoc.tree import TagSyntax

if TYPE_CHECKING:
    from markdown_it import MarkdownIt


class InlineState(StateInline):
    """The inline content being parsed."""

    tokens: list[SyntaxToken]  # type: ignore[assignment]

    def __init__(self, src: str, md: MarkdownIt, env: Any) -> None:
        self.src = src
        self.md = md
        self.env = env
        self.tokens = []
        self.tokens_meta = []
        self.pos = 0
        self.posMax = len(src)
        self.level = 0
        self.cache = {}
        self.delimiters = []
        self._prev_delimiters = []
        self.linkLevel = 0
        self.text: list[str] = []
        """Literal text that is not a token yet, from `text_start` to `mark`."""
        self.text_start = 0
        self.mark = 0
        self.inner_end = 0
        self.last_ticks: dict[int, int] = {}
        self.ticks_scanned = False
        self.last_closer: dict[str, int] = {}
        self.tag_ends: TagEnds | None = None
        self.unterminated: list[TagSyntax] = []
        self.too_deep_at = -1

    def add_text(self, text: str) -> None:
        """Add literal text at `mark`."""
        if not self.text:
            self.text_start = self.mark
        self.text.append(text)

    def pushPending(self) -> SyntaxToken:  # type: ignore[override]
        token = SyntaxToken("text", "", 0)
        token.content = "".join(self.text)
        token.start = self.text_start
        token.end = self.mark
        self.text = []
        self.tokens.append(token)
        return token

    def push(self, ttype: str, tag: str, nesting: int) -> SyntaxToken:  # type: ignore[override]
        if self.text:
            self.pushPending()
        token = SyntaxToken(ttype, tag, nesting)
        token.start = self.mark
        if nesting > 0:
            self.level += 1
            self._prev_delimiters.append(self.delimiters)
            self.delimiters = []
            self.tokens_meta.append({"delimiters": self.delimiters})
        elif nesting < 0:
            self.level -= 1
            self.delimiters = self._prev_delimiters.pop() if self._prev_delimiters else []
        self.tokens.append(token)
        return token

    def scanDelims(self, start: int, canSplitWord: bool) -> Scanned:
        src, end = self.src, self.posMax
        marker = src[start]
        at = start + 1
        while at < end and src[at] == marker:
            at += 1
        before_white, before_punct = surroundings(src[start - 1] if start > 0 else " ")
        after_white, after_punct = surroundings(src[at] if at < end else " ")
        left = not after_white and (not after_punct or before_white or before_punct)
        right = not before_white and (not before_punct or after_white or after_punct)
        if canSplitWord:
            return Scanned(left, right, at - start)
        return Scanned(left and (not right or before_punct), right and (not left or after_punct), at - start)


def surroundings(char: str) -> tuple[bool, bool]:
    """Whether a character next to an emphasis marker is white space, and whether it is punctuation.

    Characters outside of the basic plane are neither: the reference sees half of a surrogate pair.
    """
    code = ord(char)
    if code > 0xFFFF:
        return False, False
    if code < 128:
        return isWhiteSpace(code), isMdAsciiPunct(code)
    return isWhiteSpace(code), category(char)[0] == "P"
