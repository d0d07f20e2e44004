"""Translation of JavaScript's regular expression syntax to RE2's.

Constructs that differ are translated: `.`, `\\s`, `^` and `$`, escapes, empty classes, and the literal brackets and braces that
JavaScript allows. Look-around and back-references do not exist in RE2 and are rejected.

Three differences remain. With the flag `m`, lines end at `\\n` only. With the flag `i`, case folding is Unicode's, so that `ſ`
matches `s`. If a repeated group can be empty, RE2 may find a different match; whether there is a match is the same.

Without the flag `u` JavaScript sees a text as UTF-16 code units, so that an emoji is two characters. RE2 reads code points.
Surrogates are therefore moved to a private range, in patterns and in texts alike: `code_units` does so.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from refrakt.markdoc.patterns import PatternError, UnsupportedPatternError

_DEEPEST = 50
_MOST_REPEATS = 1000
_LAST = 0x10FFFF
_PRIVATE = 0x100000
"""Added to a surrogate: the result is a private code point that does not occur in code units otherwise."""

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
"""The syntax characters that may be escaped with the flag `u`."""

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
    """A pattern in RE2's syntax. `names` maps its named groups to their numbers."""

    text: str
    names: dict[str, int] = field(default_factory=dict)


def code_units(text: str) -> str:
    """A text in UTF-16 code units, with surrogates as private code points."""
    return _ASTRAL.sub(lambda found: "".join(map(chr, map(_to_private, _units(ord(found[0]))))), text)


def code_points(text: str) -> str:
    """A text without unpaired surrogates, which RE2 cannot represent."""
    return _SURROGATE.sub("\ufffd", text)


def _units(code: int) -> tuple[int, ...]:
    if code < 0x10000:
        return (code,)
    return 0xD800 + (code - 0x10000 >> 10), 0xDC00 + (code & 0x3FF)


def _to_private(unit: int) -> int:
    return _PRIVATE + unit if 0xD800 <= unit <= 0xDFFF else unit


def translate(source: str, flags: str = "") -> Translation:
    """Translate a JavaScript pattern to RE2. Raises `PatternError`."""
    unknown = [each for each in flags if each not in _FLAGS]
    if unknown or len({*flags}) < len(flags):
        raise PatternError(f"has invalid or duplicate flags (`{flags}`)")
    translator = _Translator(source, "u" in flags)
    text = translator.alternatives(frozenset(flags) & {"i", "m", "s"}, 0)
    if translator.at < len(source):
        raise PatternError("has an unmatched `)`")
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
            raise UnsupportedPatternError(f"nests groups deeper than {_DEEPEST} levels")
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
            raise PatternError(f"has nothing to repeat before `{self._here()}`")
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
                return _class_of(_ALL if "s" in flags else _complement(_LINE_ENDS))
            case "\\":
                return self._escape()
            case "*" | "+" | "?":
                raise PatternError(f"has nothing to repeat before `{here}`")
            case "{" if _COUNT.match(self.source, self.at - 1):
                raise PatternError("has nothing to repeat before `{`")
            case "{" | "}" | "]" if self.unicode:
                raise PatternError(f"has an unescaped `{here}`")
        return self._letter(ord(here))

    def _letter(self, code: int) -> str:
        """A character; in code units a character outside of the basic plane is two."""
        if self.unicode:
            return _character(0xFFFD if 0xD800 <= code <= 0xDFFF else code)
        *before, last = (_character(_to_private(unit)) for unit in _units(code))
        return "".join((*before, last))

    def _group(self, flags: frozenset[str], depth: int) -> str:
        if self._here(3) in ("(?=", "(?!") or self._here(4) in ("(?<=", "(?<!"):
            raise UnsupportedPatternError("uses look-around, which is not supported")
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
            raise PatternError("has an invalid group")
        else:
            self.at += 1
            self.groups += 1
        inside = self.alternatives(flags, depth + 1)
        if self._here() != ")":
            raise PatternError("has an unclosed group")
        self.at += 1
        return f"{opening}{inside})"

    def _named(self) -> None:
        name = _NAME.match(self.source, self.at)
        if name is None or self.source[name.end() : name.end() + 1] != ">":
            raise PatternError("has an invalid group name")
        if name[0] in self.names:
            raise PatternError(f"has the duplicate group name `{name[0]}`")
        self.names[name[0]] = self.groups
        self.at = name.end() + 1

    # Escapes ---------------------------------------------------------------------------------------------------------

    def _escape(self) -> str:
        here = self._here()
        if here in _CLASSES:
            self.at += 1
            return _class_of(_CLASSES[here])
        if here and here in "pP" and self.unicode:
            return self._property()
        if here and (here in "123456789" or (here == "k" and (self.unicode or "(?<" in self.source))):
            raise UnsupportedPatternError("uses a back-reference, which is not supported")
        return self._letter(self._escaped())

    def _escaped(self, inside: bool = False) -> int:
        """The character of an escape."""
        here = self._here()
        if not here:
            raise PatternError("ends with a backslash")
        braced = _BRACED.match(self.source, self.at) if self.unicode else None
        if braced is not None:
            self.at = braced.end()
            if int(braced[1], 16) > _LAST:
                raise PatternError("escapes an invalid code point")
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
            raise UnsupportedPatternError("has an octal escape, which is not supported")
        if self.unicode and here not in _CONTROLS and here not in (_ESCAPABLE + "-" if inside else _ESCAPABLE):
            raise PatternError(f"has the invalid escape `\\{here}`")
        return _CONTROLS.get(here, ord(here))

    def _paired(self, code: int) -> int:
        """With the flag `u`, a pair of escaped surrogates is one character."""
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
            raise UnsupportedPatternError("uses an unsupported character property")
        self.at = name.end()
        return f"\\{negated}{{{name[1]}}}"

    # Classes ---------------------------------------------------------------------------------------------------------

    def _class(self) -> str:
        """A character class."""
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
                    self._reject_range_of_classes()
                members.append(low if isinstance(low, str) else self._ranged(low, low))
        self.at += 1
        inside = "".join(members)
        if not inside:
            return _class_of(_ALL) if negated else f"[^{_inside(_ALL)}]"
        return f"[{'^' if negated else ''}{inside}]"

    def _member(self) -> int | str:
        """The next character of a class as a number, or a set of characters as RE2 writes it."""
        here = self._here()
        if not here:
            raise PatternError("has an unclosed `[`")
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
            raise UnsupportedPatternError("has an octal escape, which is not supported")
        return self._single(self._escaped(inside=True))

    def _single(self, code: int) -> int:
        """A character of a class. In code units the first surrogate of a pair; the second is read next."""
        if self.unicode or code < 0x10000:
            return code
        first, second = _units(code)
        self.source = self.source[: self.at] + chr(second) + self.source[self.at :]
        return first

    def _range(self, low: int, high: int | str) -> list[str]:
        if isinstance(high, str):
            self._reject_range_of_classes()
            return [self._ranged(low, low), self._ranged(45, 45), high]
        if high < low:
            raise PatternError("has a character range out of order")
        return [self._ranged(low, high)]

    def _reject_range_of_classes(self) -> None:
        if self.unicode:
            raise PatternError("has a range with a character class as an end")

    def _ranged(self, low: int, high: int) -> str:
        """The characters of a range; in code units its surrogates are mapped to private code points."""
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
            raise PatternError("has a repeated quantifier")
        return written

    def _counted(self, counted: re.Match[str]) -> str:
        self.at = counted.end()
        # Limit the digits: nine are enough to see that a number is too large.
        least, most = int(counted[1][:9]), int(counted[3][:9]) if counted[3] else None
        if max(least, most or 0) > _MOST_REPEATS:
            raise UnsupportedPatternError(f"has a repetition count above {_MOST_REPEATS:,}")
        if most is not None and most < least:
            raise PatternError("has a repetition range out of order")
        return f"{{{least}}}" if counted[2] is None else f"{{{least},{'' if most is None else most}}}"


def _character(code: int) -> str:
    letter = chr(code)
    return letter if letter.isascii() and letter.isalnum() else f"\\x{{{code:x}}}"


def _inside(ranges: Ranges) -> str:
    """Ranges in the syntax of a character class."""
    return "".join(_character(low) if low == high else f"{_character(low)}-{_character(high)}" for low, high in ranges)


def _class_of(ranges: Ranges) -> str:
    return f"[{_inside(ranges)}]"
