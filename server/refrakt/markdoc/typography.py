"""Markdoc's option `typographer`: `(c)`, `...`, `--` and straight quotes in text become ©, …, – and curly quotes.

Only the content of a text changes. Its span is still its source.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from refrakt.markdoc.inline_state import surroundings
from refrakt.markdoc.text import WHITESPACE
from refrakt.markdoc.tokens import SyntaxToken

TYPED = re.compile(r"""['"]|\((?:c|tm|r|p)\)|\+-|\.\.|\?\?\?\?|!!!!|,,|--""", re.IGNORECASE | re.ASCII)
"""What is replaced, or begins something that is."""

_SYMBOLS = {"c": "©", "r": "®", "p": "§", "tm": "™"}
_SYMBOL = re.compile(r"\((c|tm|r|p)\)", re.IGNORECASE | re.ASCII)
_RARE = re.compile(r"\+-|\.\.|\?\?\?\?|!!!!|,,|--")
_LINE_END = "[\\n\\r\u2028\u2029]"
_REPLACEMENTS = (
    (re.compile(r"\+-"), "±"),
    (re.compile(r"\.{2,}"), "…"),
    (re.compile(r"([?!])…"), r"\1.."),
    (re.compile(r"([?!]){4,}"), r"\1\1\1"),
    (re.compile(r",{2,}"), ","),
    (re.compile(r"(?<!-)---(?!-)"), "—"),
    (re.compile(rf"(?<![^{WHITESPACE}])--(?![^{WHITESPACE}])"), "–"),
    (re.compile(rf"(?:(?<![-{WHITESPACE}])|(?<={_LINE_END}))--(?:(?![-{WHITESPACE}])|(?={_LINE_END}))"), "–"),
)
_QUOTE = re.compile(r"""['"]""")
_APOSTROPHE = "’"
_PAIRS = {'"': "“”", "'": "‘’"}
_BREAKS = ("softbreak", "hardbreak")


def replace_symbols(tokens: Sequence[SyntaxToken], src: str) -> None:
    """Replace symbols, dots and dashes, except in texts of links that are their own URL."""
    has_symbols, has_rare = _SYMBOL.search(src), _RARE.search(src)
    if not has_symbols and not has_rare:
        return
    autolinks = 0
    for token in reversed(tokens):
        if token.type == "text" and not autolinks:
            if has_symbols:
                token.content = _SYMBOL.sub(lambda found: _SYMBOLS[found[1].lower()], token.content)
            if has_rare and _RARE.search(token.content):
                for pattern, new in _REPLACEMENTS:
                    token.content = pattern.sub(new, token.content)
        elif token.info == "auto":
            autolinks -= token.nesting


class _TypedQuote(NamedTuple):
    """An opening quote that nothing has closed yet: its place, and how deep it is nested."""

    token: int
    at: int
    mark: str
    level: int


class _OpenQuotes:
    """The stack of opening quotes, with the places of each kind, so that closing takes constant time."""

    def __init__(self) -> None:
        self._quotes: list[_TypedQuote] = []
        self._places: dict[tuple[str, int], list[int]] = {}

    def push(self, quote: _TypedQuote) -> None:
        self._places.setdefault((quote.mark, quote.level), []).append(len(self._quotes))
        self._quotes.append(quote)

    def leave(self, level: int) -> None:
        """Drop the quotes that are nested deeper."""
        while self._quotes and self._quotes[-1].level > level:
            self._pop()

    def close(self, mark: str, level: int) -> _TypedQuote | None:
        """Take the innermost quote of this kind and level, and drop those inside of it."""
        places = self._places.get((mark, level))
        if not places:
            return None
        place = places[-1]
        quote = self._quotes[place]
        while len(self._quotes) > place:
            self._pop()
        return quote

    def _pop(self) -> None:
        quote = self._quotes.pop()
        self._places[quote.mark, quote.level].pop()


def replace_quotes(tokens: Sequence[SyntaxToken], src: str) -> None:
    """Replace straight quotes: those in pairs at the same level, and apostrophes."""
    if not _QUOTE.search(src):
        return
    opened = _OpenQuotes()
    replaced: dict[int, dict[int, str]] = {}
    for index, token in enumerate(tokens):
        level = token.level
        opened.leave(level)
        if token.type != "text":
            continue
        for found in _QUOTE.finditer(token.content):
            at, mark = found.start(), found[0]
            can_open, can_close = _roles(_before(tokens, index, at), _after(tokens, index, at), mark)
            opener = opened.close(mark, level) if can_close else None
            if opener is not None:
                replaced.setdefault(opener.token, {})[opener.at] = _PAIRS[mark][0]
                replaced.setdefault(index, {})[at] = _PAIRS[mark][1]
            elif can_open:
                opened.push(_TypedQuote(index, at, mark, level))
            elif mark == "'":
                replaced.setdefault(index, {})[at] = _APOSTROPHE
    for index, quotes in replaced.items():
        characters = list(tokens[index].content)
        for at, new in quotes.items():
            characters[at] = new
        tokens[index].content = "".join(characters)


def _roles(before: str, after: str, mark: str) -> tuple[bool, bool]:
    """Whether a quote between two characters can open and close a quotation."""
    before_white, before_punct = surroundings(before)
    after_white, after_punct = surroundings(after)
    can_open = not after_white and (not after_punct or before_white or before_punct)
    can_close = not before_white and (not before_punct or after_white or after_punct)
    if mark == after == '"' and before in "0123456789":
        return False, False  # inches
    if can_open and can_close:
        return before_punct, after_punct
    return can_open, can_close


def _before(tokens: Sequence[SyntaxToken], index: int, at: int) -> str:
    """The character before a position in a token."""
    if at:
        return tokens[index].content[at - 1]
    while index and tokens[index - 1].type not in _BREAKS:
        index -= 1
        if tokens[index].content:
            return tokens[index].content[-1]
    return " "


def _after(tokens: Sequence[SyntaxToken], index: int, at: int) -> str:
    """The character after the one at a position in a token."""
    if at + 1 < len(tokens[index].content):
        return tokens[index].content[at + 1]
    while index + 1 < len(tokens) and tokens[index + 1].type not in _BREAKS:
        index += 1
        if tokens[index].content:
            return tokens[index].content[0]
    return " "
