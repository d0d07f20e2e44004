"""JavaScript's regular expressions, read just far enough to know which characters may follow which.

Every character or class of a pattern is a position. The result says which letters each position takes and which
positions may come after it; that is all it takes to see whether a matcher could get lost.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

_ASCII = (1 << 128) - 1
_BEYOND = ((1 << 66) - 1) << 128
"""Letters beyond ASCII share 64 bits, and their spaces one. Two of them may look alike; that only makes us more careful."""
_WIDE_SPACE = 1 << 193
_ANY = _ASCII | _BEYOND
_MOST = 1000
_DEEPEST = 50

_COUNT = re.compile(r"\{(\d+)(,(\d*))?\}")
_GROUP = re.compile(r"\((\?(?::|=|!|<=|<!|<[A-Za-z_$][\w$]*>|[ims]+:))?")
_HEX = re.compile(r"x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})")


def _letters(text: str, both_cases: bool = False) -> int:
    """Letters as a set of bits."""
    bits = 0
    for each in text:
        for letter in (each.lower(), each.upper(), each) if both_cases else each:
            bits |= _BEYOND if len(letter) > 1 else _bit(letter)
    return bits


def _bit(letter: str) -> int:
    code = ord(letter)
    if code < 128:
        return 1 << code
    return _WIDE_SPACE if letter.isspace() or code == 0xFEFF else 1 << (128 + code % 64)


_DIGIT = _letters("0123456789")
_WORD = _letters("abcdefghijklmnopqrstuvwxyz_", both_cases=True) | _DIGIT
_SPACE = _letters(" \t\n\r\v\f") | _WIDE_SPACE
_CLASSES = {
    "d": _DIGIT,
    "w": _WORD,
    "s": _SPACE,
    "D": _ANY & ~_DIGIT,
    "W": _ANY & ~_WORD,
    "S": _ANY & ~_SPACE,
}
_CONTROLS = {"n": "\n", "t": "\t", "r": "\r", "v": "\v", "f": "\f", "0": "\0"}


class NotAPattern(Exception):
    """The reason follows the pattern's name in a sentence."""


@dataclass(slots=True)
class Automaton:
    """Positions by number. `tangled` says that one step can be taken in two ways."""

    letters: list[int] = field(default_factory=list)
    follow: list[set[int]] = field(default_factory=list)
    tangled: bool = False
    anchored: bool = False


class _Part(NamedTuple):
    """A piece of a pattern: whether it may be empty, where it may begin and where it may end."""

    empty: bool
    first: frozenset[int] = frozenset()
    last: frozenset[int] = frozenset()


_NOTHING = _Part(True)


def automaton(pattern: str) -> Automaton:
    """The automaton of a pattern. Raises `NotAPattern`."""
    reader = _Reader(pattern)
    reader.alternatives(0)
    if reader.at < len(pattern):
        raise NotAPattern("closes a group that it never opened")
    # A pattern that overlooks case is wrapped in a group that says so.
    reader.found.anchored = pattern.startswith(("^", "(?i:^")) and not reader.forked
    return reader.found


class _Reader:
    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self.at = 0
        self.found = Automaton()
        self.forked = False
        # A pattern is told to overlook case by a group; it does no harm to do so outside of it, too.
        self.both_cases = re.search(r"\(\?[ms]*i", pattern) is not None

    def alternatives(self, depth: int) -> _Part:
        if depth > _DEEPEST:
            raise NotAPattern(f"nests groups more than {_DEEPEST} deep")
        whole = self._sequence(depth)
        while self.pattern.startswith("|", self.at):
            self.forked |= depth == 0 or (depth == 1 and self.pattern.startswith("(?i:"))
            self.at += 1
            other = self._sequence(depth)
            # Two ways to match nothing are two ways too many once something around them is repeated.
            self.found.tangled |= whole.empty and other.empty
            whole = _Part(whole.empty or other.empty, whole.first | other.first, whole.last | other.last)
        return whole

    def _sequence(self, depth: int) -> _Part:
        whole = _NOTHING
        while self.at < len(self.pattern) and self.pattern[self.at] not in "|)":
            part = self._repeated(self._atom(depth))
            self._link(whole.last, part.first)
            whole = _Part(
                whole.empty and part.empty,
                whole.first | part.first if whole.empty else whole.first,
                whole.last | part.last if part.empty else part.last,
            )
        return whole

    def _link(self, ends: frozenset[int], starts: frozenset[int]) -> None:
        for end in ends:
            self.found.tangled |= not starts.isdisjoint(self.found.follow[end])
            self.found.follow[end] |= starts

    def _atom(self, depth: int) -> _Part:
        character = self.pattern[self.at]
        if character == "(":
            return self._group(depth)
        self.at += 1
        match character:
            case "[":
                return self._position(self._class())
            case ".":
                return self._position(_ANY & ~_letters("\n\r"))
            case "^" | "$":
                return _NOTHING
            case "\\":
                return self._escape()
            case "*" | "+" | "?":
                raise NotAPattern(f"repeats nothing with its `{character}`")
        return self._position(self._bits(character))

    def _group(self, depth: int) -> _Part:
        opened = _GROUP.match(self.pattern, self.at)
        assert opened is not None
        if opened[1] is None and self.pattern.startswith("(?", self.at):
            raise NotAPattern("has a group of an unknown kind")
        self.at = opened.end()
        inside = self.alternatives(depth + 1)
        if not self.pattern.startswith(")", self.at):
            raise NotAPattern("never closes one of its groups")
        self.at += 1
        return _NOTHING if opened[1] in ("?=", "?!", "?<=", "?<!") else inside

    def _escape(self) -> _Part:
        if self.at < len(self.pattern) and self.pattern[self.at] in "bB":
            self.at += 1
            return _NOTHING
        return self._position(self._bits(self._escaped(inside=False)))

    def _escaped(self, inside: bool) -> str | int:
        """What an escape stands for: a letter, or a set of them."""
        if self.at >= len(self.pattern):
            raise NotAPattern("ends with a single backslash")
        code = _HEX.match(self.pattern, self.at)
        if code:
            self.at = code.end()
            return chr(int(code[1] or code[2], 16))
        character = self.pattern[self.at]
        self.at += 1
        if character in "123456789k" and not inside:
            raise NotAPattern("refers back to one of its groups, which is not supported")
        return _CLASSES.get(character) or _CONTROLS.get(character, character)

    def _class(self) -> int:
        """What stands between brackets."""
        negated = self.pattern.startswith("^", self.at)
        self.at += negated
        bits = 0
        while (low := self._member()) != "]":
            if (
                isinstance(low, str)
                and self.pattern.startswith("-", self.at)
                and self.pattern[self.at + 1 :][:1] != "]"
            ):
                self.at += 1
                bits |= self._between(low, self._member())
            else:
                bits |= self._bits(low.removeprefix("\\") if isinstance(low, str) else low)
        return (_ANY & ~bits) | _BEYOND if negated else bits

    def _member(self) -> str | int:
        """The next letter or set in brackets; `]` for their end. An escaped bracket keeps its backslash."""
        if self.at >= len(self.pattern):
            raise NotAPattern("never closes one of its brackets")
        character = self.pattern[self.at]
        self.at += 1
        if character != "\\":
            return character
        escaped = self._escaped(inside=True)
        return f"\\{escaped}" if isinstance(escaped, str) else escaped

    def _bits(self, found: str | int) -> int:
        return _letters(found, self.both_cases) if isinstance(found, str) else found

    def _between(self, low: str, high: str | int) -> int:
        """All letters from one to another. A range that leaves ASCII counts as everything beyond it, too."""
        if isinstance(high, int):
            return self._bits(low) | high | self._bits("-")
        first, last = ord(low[-1]), ord(high[-1])
        inside = "".join(map(chr, range(first, min(last, 127) + 1)))
        return self._bits(inside) | (_BEYOND if last > 127 else 0)

    def _position(self, letters: int) -> _Part:
        self.found.letters.append(letters)
        self.found.follow.append(set())
        here = frozenset((len(self.found.letters) - 1,))
        return _Part(False, here, here)

    def _repeated(self, part: _Part) -> _Part:
        least, most = self._times()
        if (least, most) == (1, 1):
            return part
        self.found.tangled |= part.empty and part is not _NOTHING
        # A fixed number of single characters, like \d{4}, leaves no choice and is no loop.
        fixed = least == most and len(part.first) == 1 and part.first == part.last
        if most != 1 and not (fixed and not any(self.found.follow[each] for each in part.first)):
            self._link(part.last, part.first)
        return _Part(part.empty or least == 0, part.first, part.last)

    def _times(self) -> tuple[int, int | None]:
        """How often the piece just read may come. Whether it is greedy makes no difference here."""
        character = self.pattern[self.at : self.at + 1]
        counted = _COUNT.match(self.pattern, self.at) if character == "{" else None
        if character in ("*", "+", "?") and character:
            self.at += 1
            least, most = {"*": (0, None), "+": (1, None), "?": (0, 1)}[character]
        elif counted:
            self.at = counted.end()
            least = int(counted[1][:9])
            most = least if counted[2] is None else int(counted[3][:9]) if counted[3] else None
            if max(least, most or 0) > _MOST:
                raise NotAPattern(f"repeats something more than {_MOST:,} times")
        else:
            return 1, 1
        if self.pattern.startswith("?", self.at):
            self.at += 1
        if self.pattern[self.at : self.at + 1] in ("*", "+"):
            raise NotAPattern("repeats a repetition")
        return least, most
