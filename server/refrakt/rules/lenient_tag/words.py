"""What a value without quotes means: a string, a number, true or false, a variable without its `$`."""

from __future__ import annotations

import re
from typing import NamedTuple

from refrakt.markdoc.format.values import format_value
from refrakt.rules.attribute_definitions import types_of
from refrakt.rules.lenient_tag.correction import SYNTAX, UNQUOTED, KnownNames
from refrakt.rules.lenient_tag.scanning import DASHES
from refrakt.runes.rune import Attribute

FLAGS = {"yes": "true", "on": "true", "no": "false", "off": "false", "true": "true", "false": "false"}
_NOTHING = frozenset({"none", "nil", "undefined", "null"})
_PATH = re.compile(r"[A-Za-z_][\w-]*+(?:\.[A-Za-z_][\w-]*+)*+")
_GROUPED = re.compile(r"[+-]?[0-9]{1,3}(?:[,_'][0-9]{3})++(?:\.[0-9]++)?")
_LOOSE_NUMBER = re.compile(r"([+-]?)([0-9]*+)(?:\.([0-9]*+))?")
_WITH_UNIT = re.compile(r"([+-]?[0-9]++(?:\.[0-9]++)?)[ \t]?(%|[a-zA-Zµ°]{1,8})")


class Word(NamedTuple):
    """How a word is written, and what is wrong with it as it is."""

    new: str | None
    message: str
    code: str = UNQUOTED
    sure: bool = True
    advice: str | None = None


def written_word(
    raw: str, attribute: Attribute | None, names: KnownNames, *, in_call: bool, can_compare: bool = False
) -> Word:
    """How a value without quotes must be written."""
    expected = types_of(attribute) if attribute is not None else ()
    is_value = attribute is not None and raw in attribute.values
    literal = None if is_value else _literal(raw, expected)
    if literal is not None:
        return Word(literal, f"`{raw}` is written `{literal}`", UNQUOTED)
    if not is_value and _PATH.fullmatch(raw) and names.is_variable(raw) and ("." in raw or in_call or can_compare):
        return Word(f"${raw}", f"a variable begins with `$`: `${raw}`", SYNTAX)
    message = f"`{raw}` is a string without quotes"
    number = _number(raw)
    if expected == ("Number",):
        if number is not None:
            return Word(number, f"`{raw}` is not a number in Markdoc; numbers have only digits and `.`", SYNTAX)
        unit = _WITH_UNIT.fullmatch(raw)
        if unit is not None:
            text = f"`{attribute.name if attribute else ''}` takes a number without a unit"
            return Word(unit[1].removeprefix("+"), text, UNQUOTED, sure=False)
        return Word(None, message, advice="Write a number.")
    if expected == ("Boolean",):
        return Word(None, message, advice="Write true or false.")
    if number is not None and "String" not in expected and (expected or raw[0] in DASHES):
        return Word(number, f"`{raw}` is not a number in Markdoc; numbers have only digits and `.`", SYNTAX)
    return Word(format_value(raw), message)


def _literal(raw: str, expected: tuple[str, ...]) -> str | None:
    """`true`, `false` or `null`, if a word means it."""
    word = raw.lower()
    if word in ("true", "false") and raw != word and (not expected or "Boolean" in expected):
        return word
    if word in _NOTHING and raw != "null" and not expected:
        return "null"
    return FLAGS.get(word) if "Boolean" in expected and "String" not in expected else None


def _number(raw: str) -> str | None:
    """A number that is written as people or other languages write it: `1,000`, `+5`, `.5`."""
    text = re.sub(f"^[{DASHES}]", "-", raw)
    if not raw.isascii() and raw.isdecimal():
        return str(int(raw))  # digits of another script
    if _GROUPED.fullmatch(text):
        return re.sub(r"[,_'+]", "", text)
    loose = _LOOSE_NUMBER.fullmatch(text)
    if loose is None or not (loose[2] or loose[3]):
        return None
    sign = "-" if loose[1] == "-" else ""
    return f"{sign}{loose[2] or '0'}" + (f".{loose[3]}" if loose[3] else "")
