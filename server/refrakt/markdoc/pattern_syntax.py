"""JavaScript's regular expression syntax, translated to that of RE2.

The two agree on most of it. What differs is written out: `.`, `\\s`, `^` and `$`, escapes, empty classes, and the literal
brackets and braces that JavaScript allows. Look-around and back-references do not exist in RE2 and are refused.

Three differences are left. With the flag `m`, lines end at `\\n` only. With the flag `i`, letters are folded as Unicode says, so
that `ſ` is an `s`. Where a repeated group can be empty, another of the possible matches may be found; whether there is one is the
same.

Without the flag `u` JavaScript sees a text as UTF-16 code units, so that an emoji is two characters. RE2 reads code points.
Surrogates are therefore moved to a private range, in patterns and in texts alike: `code_units` does so.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from .patterns import PatternError

_DEEPEST = 50
_MOST_REPEATS = 1000
_LAST = 0x10FFFF
_PRIVATE = 0x100000
"""What is added to a surrogate. The result is a private code point, which no text in code units has otherwise."""

_FLAGS = frozenset("dgimsuy")
_COUNT = re.compile(r"\{([0-9]+)(,([0-9]*))?\}")
_NAME = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*")
_MODIFIERS = re.compile(r"\(\?([ims]*)(?:-([ims]*))?:")
_HEX = re.compile(r"x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})")
_BRACED = re.compile(r"u\{([0-9A-Fa-f]{1,6})\}")
_PROPERTY = re.compile(r"\{(?:(?:Script|sc|General_Category|gc)=)?([A-Za-z_]+)\}")
_ASTRAL = re.compile("[\ud800-\udfff\U00010000-\U0010ffff]")
_SURROGATE = re.compile("[\ud800-\udfff]")

_ESCAPABLE = "^$\\.*+?()[]{}|/"
"""What may be escaped with the flag `u` although it stands for itself."""

Ranges = tuple[tuple[int, int], ...]

_CONTROLS = {"n": 10, "t": 9, "r": 13, "v": 11, "f": 12, "0": 0}
_DIGIT: Ranges = ((48, 57),)
_WORD: Ranges = ((48, 57), (65, 90), (95, 95), (97, 122))
_SPACE: Ranges = (
    *((9, 13), (32, 32), (0xA0, 0xA0), (0x1680, 0x1680), (0x2000, 0x200A)),
    *((0x2028, 0x2029), (0x202F, 0x202F), (0x205F, 0x205F), (0x3000, 0x3000), (0xFEFF, 0xFEFF)),
)
_LINE_ENDS: Ranges = ((10, 10), (13, 13), (0x2028, 0x2029))
_ALL: Ranges = ((0, _LAST),)


def _complement(ranges: Ranges) -> Ranges:
    found, start = [], 0
    for low, high in ranges:
        if low > start:
            found.append((start, low - 1))
        start = high + 1
    return (*found, (start, _LAST))


_CLASSES: dict[str, Ranges] = {"d": _DIGIT, "w": _WORD, "s": _SPACE}
_CLASSES |= {name.upper(): _complement(ranges) for name, ranges in _CLASSES.items()}


@dataclass(frozen=True, slots=True)
class Translation:
    """A pattern for RE2. `names` are the numbers of its named groups."""

    text: str
    names: dict[str, int] = field(default_factory=dict)


def code_units(text: str) -> str:
    """A text in UTF-16 code units, with surrogates as private code points."""
    return _ASTRAL.sub(lambda found: "".join(map(chr, map(_moved, _units(ord(found[0]))))), text)


def code_points(text: str) -> str:
    """A text as RE2 can take it: a surrogate without its other half is no character."""
    return _SURROGATE.sub("\ufffd", text)


def _units(code: int) -> tuple[int, ...]:
    if code < 0x10000:
        return (code,)
    return 0xD800 + (code - 0x10000 >> 10), 0xDC00 + (code & 0x3FF)


def _moved(unit: int) -> int:
    return _PRIVATE + unit if 0xD800 <= unit <= 0xDFFF else unit


def translate(source: str, flags: str = "") -> Translation:
    """A JavaScript pattern for RE2. Raises `PatternError`."""
    unknown = [each for each in flags if each not in _FLAGS]
    if unknown or len({*flags}) < len(flags):
        raise PatternError(f"has flags that do not exist or appear twice (`{flags}`)")
    translator = _Translator(source, "u" in flags)
    text = translator.alternatives(frozenset(flags) & {"i", "m", "s"}, 0)
    if translator.at < len(source):
        raise PatternError("closes a group that it never opened")
    return Translation(f"(?i:{text})" if "i" in flags else text, translator.names)


class _Translator:
    def __init__(self, source: str, unicode: bool) -> None:
        self.source = source
        self.unicode = unicode
        self.at = 0
        self.groups = 0
        self.names: dict[str, int] = {}

    def _here(self, length: int = 1) -> str:
        return self.source[self.at : self.at + length]

    def alternatives(self, flags: frozenset[str], depth: int) -> str:
        if depth > _DEEPEST:
            raise PatternError(f"nests groups more than {_DEEPEST} deep")
        parts: list[str] = []
        while self.at < len(self.source) and self._here() != ")":
            if self._here() == "|":
                self.at += 1
                parts.append("|")
            else:
                parts.append(self._term(flags, depth))
        return "".join(parts)

    def _term(self, flags: frozenset[str], depth: int) -> str:
        here = self._here()
        if here == "(":
            atom = self._group(flags, depth)
        elif here in ("^", "$") or self._here(2) in ("\\b", "\\B"):
            return self._assertion(flags)
        else:
            self.at += 1
            atom = self._atom(here, flags)
        return atom + self._quantifier()

    def _assertion(self, flags: frozenset[str]) -> str:
        here = self._here()
        self.at += 2 if here == "\\" else 1
        if self._here() in ("*", "+", "?") and self._here():
            raise PatternError(f"repeats nothing with its `{self._here()}`")
        if here == "\\":
            return self.source[self.at - 2 : self.at]
        if "m" in flags:
            return f"(?m:{here})"
        return "\\A" if here == "^" else "\\z"

    def _atom(self, here: str, flags: frozenset[str]) -> str:
        match here:
            case "[":
                return self._class()
            case ".":
                return _written(_ALL if "s" in flags else _complement(_LINE_ENDS))
            case "\\":
                return self._escape()
            case "*" | "+" | "?":
                raise PatternError(f"repeats nothing with its `{here}`")
            case "{" if _COUNT.match(self.source, self.at - 1):
                raise PatternError("repeats nothing with its `{`")
            case "{" | "}" | "]" if self.unicode:
                raise PatternError(f"has a `{here}` that is not escaped")
        return self._letter(ord(here))

    def _letter(self, code: int) -> str:
        """A character; in code units one beyond the basic plane is two."""
        if self.unicode:
            return _character(0xFFFD if 0xD800 <= code <= 0xDFFF else code)
        *before, last = (_character(_moved(unit)) for unit in _units(code))
        return "".join((*before, last))

    def _group(self, flags: frozenset[str], depth: int) -> str:
        if self._here(3) in ("(?=", "(?!") or self._here(4) in ("(?<=", "(?<!"):
            raise PatternError("uses look-around, which is not supported")
        opening = "("
        modifiers = _MODIFIERS.match(self.source, self.at)
        if modifiers is not None:
            added, removed = {*modifiers[1]}, {*(modifiers[2] or "")}
            flags = (flags | added) - removed
            opening = f"(?{'i' if 'i' in added else ''}{'-i' if 'i' in removed else ''}:"
            self.at = modifiers.end()
        elif self._here(3) == "(?<":
            self.at += 3
            self.groups += 1
            self._named()
        elif self._here(2) == "(?":
            raise PatternError("has a group of an unknown kind")
        else:
            self.at += 1
            self.groups += 1
        inside = self.alternatives(flags, depth + 1)
        if self._here() != ")":
            raise PatternError("never closes one of its groups")
        self.at += 1
        return f"{opening}{inside})"

    def _named(self) -> None:
        name = _NAME.match(self.source, self.at)
        if name is None or self.source[name.end() : name.end() + 1] != ">":
            raise PatternError("has a group whose name cannot be read")
        if name[0] in self.names:
            raise PatternError(f"has two groups called `{name[0]}`")
        self.names[name[0]] = self.groups
        self.at = name.end() + 1

    # Escapes ---------------------------------------------------------------------------------------------------------

    def _escape(self) -> str:
        here = self._here()
        if here in _CLASSES:
            self.at += 1
            return _written(_CLASSES[here])
        if here and here in "pP" and self.unicode:
            return self._property()
        if here and (here in "123456789" or (here == "k" and (self.unicode or "(?<" in self.source))):
            raise PatternError("refers back to one of its groups, which is not supported")
        return self._letter(self._escaped())

    def _escaped(self, inside: bool = False) -> int:
        """The character that an escape stands for."""
        here = self._here()
        if not here:
            raise PatternError("ends with a single backslash")
        braced = _BRACED.match(self.source, self.at) if self.unicode else None
        if braced is not None:
            self.at = braced.end()
            if int(braced[1], 16) > _LAST:
                raise PatternError("has an escape of a character that does not exist")
            return int(braced[1], 16)
        numbered = _HEX.match(self.source, self.at)
        if numbered is not None:
            self.at = numbered.end()
            return self._paired(int(numbered[1] or numbered[2], 16))
        self.at += 1
        if here == "c" and self._here().isascii() and self._here().isalpha():
            self.at += 1
            return ord(self.source[self.at - 1]) % 32
        if here == "0" and self._here().isdigit():
            raise PatternError("has an octal escape, which is not supported")
        if self.unicode and here not in _CONTROLS and here not in (_ESCAPABLE + "-" if inside else _ESCAPABLE):
            raise PatternError(f"has an escape that means nothing, `\\{here}`")
        return _CONTROLS.get(here, ord(here))

    def _paired(self, code: int) -> int:
        """With the flag `u`, two escaped surrogates are one character."""
        second = _HEX.match(self.source, self.at + 1) if self.unicode and self._here() == "\\" else None
        low = int(second[2], 16) if second is not None and second[2] else 0
        if second is None or not (0xD800 <= code <= 0xDBFF and 0xDC00 <= low <= 0xDFFF):
            return code
        self.at = second.end()
        return 0x10000 + (code - 0xD800 << 10) + (low - 0xDC00)

    def _property(self) -> str:
        negated = self._here()
        self.at += 1
        name = _PROPERTY.match(self.source, self.at)
        if name is None:
            raise PatternError("names a property of characters that is not supported")
        self.at = name.end()
        return f"\\{negated}{{{name[1]}}}"

    # Classes ---------------------------------------------------------------------------------------------------------

    def _class(self) -> str:
        """What is between brackets."""
        negated = self._here() == "^"
        self.at += negated
        members: list[str] = []
        while self._here() != "]":
            low = self._member()
            if self._here() == "-" and self._here(2) not in ("-]", "-") and not isinstance(low, str):
                self.at += 1
                members += self._range(low, self._member())
            else:
                if isinstance(low, str) and self._here() == "-" and self._here(2) != "-]":
                    self._refuse_range_of_sets()
                members.append(low if isinstance(low, str) else self._ranged(low, low))
        self.at += 1
        inside = "".join(members)
        if not inside:
            return _written(_ALL) if negated else f"[^{_inside(_ALL)}]"
        return f"[{'^' if negated else ''}{inside}]"

    def _member(self) -> int | str:
        """The next character of a class as a number, or a set of characters as RE2 writes it."""
        here = self._here()
        if not here:
            raise PatternError("never closes one of its brackets")
        self.at += 1
        if here != "\\":
            return self._single(ord(here))
        escaped = self._here()
        if escaped in _CLASSES:
            self.at += 1
            return _inside(_CLASSES[escaped])
        if escaped and escaped in "pP" and self.unicode:
            return self._property()
        if escaped == "b":
            self.at += 1
            return 8
        if escaped and escaped in "123456789":
            raise PatternError("has an octal escape, which is not supported")
        return self._single(self._escaped(inside=True))

    def _single(self, code: int) -> int:
        """A character of a class. In code units, the first half of one; the other half is read next."""
        if self.unicode or code < 0x10000:
            return code
        first, second = _units(code)
        self.source = self.source[: self.at] + chr(second) + self.source[self.at :]
        return first

    def _range(self, low: int, high: int | str) -> list[str]:
        if isinstance(high, str):
            self._refuse_range_of_sets()
            return [self._ranged(low, low), self._ranged(45, 45), high]
        if high < low:
            raise PatternError("has a range that is out of order")
        return [self._ranged(low, high)]

    def _refuse_range_of_sets(self) -> None:
        if self.unicode:
            raise PatternError("has a range that begins or ends with a set")

    def _ranged(self, low: int, high: int) -> str:
        """The characters of a range; in code units, the surrogates among them are elsewhere."""
        parts = [(max(low, first), min(high, last)) for first, last in ((0, 0xD7FF), (0xE000, _LAST))]
        surrogates = max(low, 0xD800), min(high, 0xDFFF)
        if self.unicode:
            surrogates = (0xFFFD, 0xFFFD) if surrogates[0] <= surrogates[1] else (1, 0)
        else:
            surrogates = surrogates[0] + _PRIVATE, surrogates[1] + _PRIVATE
        return _inside(tuple(each for each in (*parts, surrogates) if each[0] <= each[1]))

    # Repetition ------------------------------------------------------------------------------------------------------

    def _quantifier(self) -> str:
        here = self._here()
        counted = _COUNT.match(self.source, self.at) if here == "{" else None
        if counted is not None:
            written = self._counted(counted)
        elif here and here in "*+?":
            self.at += 1
            written = here
        else:
            return ""
        if self._here() == "?":
            self.at += 1
            written += "?"
        again = self._here()
        if (again and again in "*+?") or (again == "{" and _COUNT.match(self.source, self.at)):
            raise PatternError("repeats a repetition")
        return written

    def _counted(self, counted: re.Match[str]) -> str:
        self.at = counted.end()
        # Numbers of any length are digits here: no more of them are read than are needed to see that they are too large.
        least, most = int(counted[1][:9]), int(counted[3][:9]) if counted[3] else None
        if max(least, most or 0) > _MOST_REPEATS:
            raise PatternError(f"repeats something more than {_MOST_REPEATS:,} times")
        if most is not None and most < least:
            raise PatternError("has the numbers of a repetition out of order")
        return f"{{{least}}}" if counted[2] is None else f"{{{least},{'' if most is None else most}}}"


def _character(code: int) -> str:
    letter = chr(code)
    return letter if letter.isascii() and letter.isalnum() else f"\\x{{{code:x}}}"


def _inside(ranges: Ranges) -> str:
    """Ranges as they are written between brackets."""
    return "".join(_character(low) if low == high else f"{_character(low)}-{_character(high)}" for low, high in ranges)


def _written(ranges: Ranges) -> str:
    return f"[{_inside(ranges)}]"
