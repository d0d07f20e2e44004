"""What a tag or a function takes, shown while its parts are being typed.

Of a rune these are its attributes: those it needs first, then the others of its own, those it shares with some runes, those that
all take; of the many only so many that the line can be read. Inside of a string nothing is shown: completion speaks there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from refrakt.markdoc.literals import IDENTIFIER
from refrakt.runes.model import Attribute, Rune

from .answers import Range
from .functions import Signature, function_named
from .page import PageContext
from .place import Place, place_at
from .reference import attribute_text

_SHOWN = 12
"""How many attributes are named; the one at the cursor always is."""
_OPENS = {"[": "]", "{": "}", "(": ")"}
_MORE = "…"


class Parameter(NamedTuple):
    """A part of the label, and what is said about it."""

    place: Range
    """In the label, in characters."""
    about: Callable[[], str] | None = None


@dataclass(frozen=True, slots=True)
class SignatureHelp:
    """What can be given at a place."""

    label: str
    parameters: tuple[Parameter, ...]
    active: int | None
    """The parameter at the cursor; None where it is none of them."""
    about: str = ""


def signature_at(page: PageContext, offset: int) -> SignatureHelp | None:
    """What the tag or the function call around an offset takes."""
    place = place_at(page.document, offset)
    if place.tag is None:
        return None
    call = _call_at(place)
    if call is not None:
        return _function(page, call)
    if place.kind not in ("attribute", "value", "variable") or place.quote:
        return None
    rune = page.site.vocabulary.get(place.name)
    return _rune(rune, place) if rune is not None else None


# Runes ----------------------------------------------------------------------------------------------------------------


def _rune(rune: Rune, place: Place) -> SignatureHelp | None:
    attributes = [each for each in rune.every_attribute.values() if not each.deprecated]
    if not attributes:
        return None
    attributes.sort(key=lambda each: not each.required)
    assert place.tag is not None
    written = {each.annotation.name for each in place.tag.syntax.attributes if each.complete}
    active = _active(attributes, place, written)
    shown = attributes[:_SHOWN]
    if active is not None and active not in shown:
        shown = [*attributes[: _SHOWN - 1], active]
    label = f"{{% {place.name}"
    parameters: list[Parameter] = []
    for each in shown:
        word = _word(each)
        parameters.append(
            Parameter(Range(len(label) + 1, len(label) + 1 + len(word)), partial(attribute_text, rune, each))
        )
        label += f" {word}"
    label += f" {_MORE}" * (len(shown) < len(attributes)) + (" /%}" if rune.self_closing else " %}")
    return SignatureHelp(label, tuple(parameters), shown.index(active) if active in shown else None, f"{rune.about}.")


def _word(attribute: Attribute) -> str:
    name = "value" if attribute.name == "primary" else attribute.name
    return name if attribute.required else f"[{name}]"


def _active(attributes: list[Attribute], place: Place, written: set[str]) -> Attribute | None:
    """The attribute whose name or value is being typed; before anything is, the next one that has not been written."""
    cursor = place.cursor
    if place.kind == "attribute":
        begun = [each for each in attributes if place.text and each.name.startswith(place.text)]
        exact = [each for each in begun if each.name == place.text]
        if place.text:
            return next(iter(exact or [each for each in begun if each.name not in written]), None)
        named = next((each for each in attributes if each.name == "primary"), None)
        if named is not None and cursor is not None and cursor.first:
            return named
        return next((each for each in attributes if each.name not in written and each.name != "primary"), None)
    name = (cursor.attribute if cursor is not None else None) or "primary"
    return next((each for each in attributes if each.name == name), None)


# Functions ------------------------------------------------------------------------------------------------------------


class _Call(NamedTuple):
    """A function whose brackets are open at the cursor."""

    name: str
    position: int
    """How many parameters stand before."""
    named: str | None
    """The name of the parameter, where it has one."""


def _call_at(place: Place) -> _Call | None:
    """The innermost call that the cursor is in."""
    assert place.tag is not None
    text, at = place.tag.block.text, place.tag.syntax.start + 2
    end = place.offset - place.tag.base
    opened: list[tuple[str, str, int, str | None]] = []
    word = ""
    while at < end:
        char = text[at]
        name = IDENTIFIER.match(text, at, end)
        if name is not None:
            word, at = name.group(), name.end()
            continue
        if char in "\"'":
            at = _behind_string(text, at, end)
        else:
            at += 1
        if char in _OPENS:
            opened.append((char, word if char == "(" else "", 0, None))
        elif opened and char == _OPENS[opened[-1][0]]:
            opened.pop()
        elif opened and char == ",":
            sign, called, count, _ = opened[-1]
            opened[-1] = sign, called, count + 1, None
        elif opened and char == "=" and word:
            opened[-1] = (*opened[-1][:3], word)
        if char not in " \t\r\n":
            word = ""
    around = (each for each in reversed(opened) if each[0] == "(")
    _, called, count, named = next(around, ("", "", 0, None))
    return _Call(called, count, named) if called else None


def _behind_string(text: str, at: int, end: int) -> int:
    """Where the string ends that begins here, if it does before the end."""
    quote = text[at]
    at += 1
    while at < end:
        if text[at] == "\\":
            at += 1
        elif text[at] == quote:
            return at + 1
        at += 1
    return end


def _function(page: PageContext, call: _Call) -> SignatureHelp | None:
    signature = function_named(page.site, call.name)
    if signature is None:
        return None
    label = f"{signature.name}("
    parameters: list[Parameter] = []
    for each in signature.parameters:
        label += ", " * bool(parameters)
        parameters.append(Parameter(Range(len(label), len(label) + len(each))))
        label += each
    about = f"{signature.about}." if signature.about else ""
    return SignatureHelp(f"{label})", tuple(parameters), _given(signature, call), about)


def _given(signature: Signature, call: _Call) -> int | None:
    """Which of its parameters a call is at. Whoever takes several of a kind takes more of them, so the last one goes on."""
    if call.named is not None:
        names = [each.strip('$"') for each in signature.parameters]
        return names.index(call.named) if call.named in names else None
    return min(call.position, len(signature.parameters) - 1) if signature.parameters else None
