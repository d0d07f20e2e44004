"""A tag parsed up to the cursor.

The parser needs a complete tag; completion runs while it is incomplete: in an open array, after a comma, within a string. This
reader follows the tag grammar up to the cursor and reports what the cursor is in. It skips what no tag may hold, such as the
quote markers before the lines of a tag.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from refrakt.markdoc.value_parser import IDENTIFIER

PrefixKind = Literal["name", "closing", "attribute", "value", "variable", "nothing"]

_WHITESPACE = " \t\r\n"
_CLOSES = {"]": "[", "}": "{", ")": "("}


@dataclass(frozen=True, slots=True)
class TagPrefix:
    """What the cursor is in, and where the token at the cursor begins."""

    kind: PrefixKind
    start: int
    attribute: str | None = None
    """The attribute of the value; `primary` for the unnamed value."""
    quote: str = ""
    """The quote that opens the string the cursor is in."""
    path: tuple[str, ...] = ()
    """Of a variable, the names before the cursor: `page` for `$page.ti`."""
    brackets: str = ""
    """The open brackets around a value, outermost first: `[`, `{` or `(`."""
    is_first: bool = False
    """Whether only the name is before it in the tag, so that the unnamed value may follow."""


def read_prefix(text: str, start: int, end: int) -> TagPrefix:
    """What a cursor at `end` is in, in the tag whose content begins at `start`."""
    at = _skip_whitespace(text, start, end)
    if at >= end:
        return TagPrefix("name", end)
    if text[at] == "/":
        return TagPrefix("closing", at + 1) if _is_name(text[at + 1 : end].lstrip(" \t")) else TagPrefix("nothing", end)
    name = IDENTIFIER.match(text, at)
    if name is None or text.startswith("=", name.end()):
        return _PrefixReader(text, at, end).read()
    if name.end() >= end:
        return TagPrefix("name", at)
    return _PrefixReader(text, at if text.startswith("(", name.end()) else name.end(), end).read()


def _skip_whitespace(text: str, at: int, end: int) -> int:
    while at < end and text[at] in _WHITESPACE:
        at += 1
    return at


def _is_name(text: str) -> bool:
    return not text or IDENTIFIER.fullmatch(text) is not None


class _PrefixReader:
    """Reads what follows the name of a tag."""

    def __init__(self, text: str, at: int, end: int) -> None:
        self.text = text
        self.at = at
        self.end = end
        self.items = 0
        """The number of attributes and values read so far."""
        self.attribute: str | None = None
        self.brackets: list[str] = []
        self.glued = True
        """Whether the cursor would touch a complete token."""

    def read(self) -> TagPrefix:
        text, end = self.text, self.end
        while True:
            self._space()
            if self.at >= end:
                return self._token(end) if not self.glued else TagPrefix("nothing", end)
            char = text[self.at]
            found: TagPrefix | None = None
            if char in "\"'":
                found = self._string(char)
            elif char == "$":
                found = self._variable()
            elif name := IDENTIFIER.match(text, self.at, end):
                found = self._identifier(name.group(), name.end())
            elif char == "/" and not self.brackets:
                return TagPrefix("nothing", end)
            elif char in "#.@":
                found = self._shorthand()
            else:
                self._sign(char)
            if found is not None:
                return found

    def _space(self) -> None:
        at = _skip_whitespace(self.text, self.at, self.end)
        if at > self.at:
            self.at = at
            self.glued = False
            if not self.brackets:
                self.attribute = None

    def _token(self, start: int) -> TagPrefix:
        """The cursor is in a token that begins at `start`, or where one may begin."""
        if self.attribute is None and not self.brackets:
            return TagPrefix("attribute", start, is_first=not self.items)
        return self._value(start)

    def _value(self, start: int, quote: str = "") -> TagPrefix:
        if self.brackets[-1:] == ["{"] and self._is_key(start - len(quote)):
            return TagPrefix("nothing", self.end)
        within = "".join(self.brackets)
        return TagPrefix("value", start, self.attribute or "primary", quote, brackets=within, is_first=not self.items)

    def _is_key(self, start: int) -> bool:
        """Whether the token at `start`, directly in an object, is a key: values follow a colon."""
        return not self.text[:start].rstrip(_WHITESPACE).endswith(":")

    def _string(self, quote: str) -> TagPrefix | None:
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

    def _variable(self) -> TagPrefix | None:
        text, end = self.text, self.end
        path: list[str] = []
        at = self.at + 1
        while True:
            name = IDENTIFIER.match(text, at, end)
            if name is None or name.end() == end:
                if at >= end or name is not None:
                    return TagPrefix("variable", at, self.attribute, path=tuple(path), brackets="".join(self.brackets))
                break
            path.append(name.group())
            at = name.end()
            while text.startswith("[", at, end):
                close = text.find("]", at, end)
                if close < 0:
                    return TagPrefix("nothing", end)
                path.append(text[at + 1 : close].strip('"'))
                at = close + 1
            if not text.startswith(".", at, end):
                break
            at += 1
        self._passed(at)
        return None

    def _identifier(self, name: str, after: int) -> TagPrefix | None:
        text = self.text
        if after == self.end:
            return self._token(self.at)
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

    def _shorthand(self) -> TagPrefix | None:
        """`#id`, `.class` and `@name`, whose names are free."""
        name = IDENTIFIER.match(self.text, self.at + 1, self.end)
        after = name.end() if name is not None else self.at + 1
        if after == self.end:
            return TagPrefix("nothing", self.end)
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
