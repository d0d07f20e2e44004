"""A tag read up to the cursor.

The parser tells what a tag says once it can be read. An editor asks while it cannot: in an array that is not closed, behind a
comma, within a string. This reader follows the grammar of tags as far as the cursor and tells what the cursor is in. It looks
at one tag only, and what it meets that no tag may hold, such as the marks of a quote around a tag of several lines, it skips.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from refrakt.markdoc.literals import IDENTIFIER

Kind = Literal["name", "closing", "attribute", "value", "variable", "nothing"]

_WHITE = " \t\r\n"
_CLOSES = {"]": "[", "}": "{", ")": "("}


@dataclass(frozen=True, slots=True)
class Cursor:
    """What the cursor is in, and where the word begins that is being typed."""

    kind: Kind
    start: int
    attribute: str | None = None
    """The attribute whose value this is; `primary` for the value that has no name."""
    quote: str = ""
    """The quote that opens the string the cursor is in."""
    path: tuple[str, ...] = ()
    """Of a variable, what stands before the word: `page` for `$page.ti`."""
    within: str = ""
    """The brackets that are open around a value, outermost first: `[`, `{` or `(`."""
    first: bool = False
    """Whether nothing but the name stands before it in the tag, so that the value without a name may."""


def read_to(text: str, start: int, end: int) -> Cursor:
    """What a cursor at `end` is in, in the tag whose content begins at `start`."""
    at = _past_white(text, start, end)
    if at >= end:
        return Cursor("name", end)
    if text[at] == "/":
        return Cursor("closing", at + 1) if _is_word(text[at + 1 : end].lstrip(" \t")) else Cursor("nothing", end)
    name = IDENTIFIER.match(text, at)
    if name is None or text.startswith("=", name.end()):
        return _Reader(text, at, end).read()
    if name.end() >= end:
        return Cursor("name", at)
    return _Reader(text, at if text.startswith("(", name.end()) else name.end(), end).read()


def _past_white(text: str, at: int, end: int) -> int:
    while at < end and text[at] in _WHITE:
        at += 1
    return at


def _is_word(text: str) -> bool:
    return not text or IDENTIFIER.fullmatch(text) is not None


class _Reader:
    """Goes through what follows a tag's name."""

    def __init__(self, text: str, at: int, end: int) -> None:
        self.text = text
        self.at = at
        self.end = end
        self.items = 0
        """How many attributes and values have been passed."""
        self.attribute: str | None = None
        self.brackets: list[str] = []
        self.glued = True
        """Whether the cursor would touch something that is complete."""

    def read(self) -> Cursor:
        text, end = self.text, self.end
        while True:
            self._space()
            if self.at >= end:
                return self._word(end) if not self.glued else Cursor("nothing", end)
            char = text[self.at]
            found: Cursor | None = None
            if char in "\"'":
                found = self._string(char)
            elif char == "$":
                found = self._variable()
            elif name := IDENTIFIER.match(text, self.at, end):
                found = self._identifier(name.group(), name.end())
            elif char == "/" and not self.brackets:
                return Cursor("nothing", end)
            elif char in "#.@":
                found = self._shorthand()
            else:
                self._sign(char)
            if found is not None:
                return found

    def _space(self) -> None:
        at = _past_white(self.text, self.at, self.end)
        if at > self.at:
            self.at = at
            self.glued = False
            if not self.brackets:
                self.attribute = None

    def _word(self, start: int) -> Cursor:
        """The cursor is in a word that begins at `start`, or where one may begin."""
        if self.attribute is None and not self.brackets:
            return Cursor("attribute", start, first=not self.items)
        return self._value(start)

    def _value(self, start: int, quote: str = "") -> Cursor:
        if self.brackets[-1:] == ["{"] and self._is_key(start - len(quote)):
            return Cursor("nothing", self.end)
        within = "".join(self.brackets)
        return Cursor("value", start, self.attribute or "primary", quote, within=within, first=not self.items)

    def _is_key(self, start: int) -> bool:
        """Whether what begins at `start`, directly in an object, is a key: a value follows a colon."""
        return not self.text[:start].rstrip(_WHITE).endswith(":")

    def _string(self, quote: str) -> Cursor | None:
        close = self._end_of_string(quote)
        if close < 0:
            return self._value(self.at + 1, quote)
        self._passed(close + 1)
        return None

    def _end_of_string(self, quote: str) -> int:
        text, at = self.text, self.at + 1
        while at < self.end:
            if text[at] == "\\":
                at += 1
            elif text[at] == quote:
                return at
            at += 1
        return -1

    def _variable(self) -> Cursor | None:
        text, end = self.text, self.end
        path: list[str] = []
        at = self.at + 1
        while True:
            name = IDENTIFIER.match(text, at, end)
            if name is None or name.end() == end:
                if at >= end or name is not None:
                    return Cursor("variable", at, self.attribute, path=tuple(path), within="".join(self.brackets))
                break
            path.append(name.group())
            at = name.end()
            while text.startswith("[", at, end):
                close = text.find("]", at, end)
                if close < 0:
                    return Cursor("nothing", end)
                path.append(text[at + 1 : close].strip('"'))
                at = close + 1
            if not text.startswith(".", at, end):
                break
            at += 1
        self._passed(at)
        return None

    def _identifier(self, name: str, after: int) -> Cursor | None:
        text = self.text
        if after == self.end:
            return self._word(self.at)
        if text[after] == "=":
            self.at = after + 1
            self.glued = False
            if not self.brackets:
                self.attribute = name
                self.items += 1
                if self.at >= self.end:
                    return self._value(self.at)
            return None
        if text[after] == "(":
            self.brackets.append("(")
            self.at = after + 1
            self.glued = False
            self.items += 1
            return None
        self._passed(after)
        return None

    def _shorthand(self) -> Cursor | None:
        """`#id`, `.class` and `@name`, whose names are the writer's own."""
        name = IDENTIFIER.match(self.text, self.at + 1, self.end)
        after = name.end() if name is not None else self.at + 1
        if after == self.end:
            return Cursor("nothing", self.end)
        self._passed(after)
        return None

    def _sign(self, char: str) -> None:
        self.at += 1
        self.glued = False
        if char in "[{":
            self.brackets.append(char)
        elif char in _CLOSES:
            if self.brackets[-1:] == [_CLOSES[char]]:
                self.brackets.pop()
            self._passed(self.at)

    def _passed(self, at: int) -> None:
        self.at = max(at, self.at)
        self.glued = True
        if not self.brackets:
            self.items += 1
