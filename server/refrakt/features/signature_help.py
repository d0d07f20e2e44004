"""Signature help for tags and functions.

For a rune, the parameters are its attributes: required ones first, then its own, then those of its preset, then universal ones,
limited so that the label stays readable. Inside a string there is no signature help, since completion applies there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from refrakt.features.cursor_context import CursorContext, cursor_context_at
from refrakt.features.function_signatures import FunctionSignature, function_named
from refrakt.features.page_context import PageContext
from refrakt.features.rune_reference import attribute_text
from refrakt.markdoc.tree import Span
from refrakt.markdoc.value_parser import IDENTIFIER
from refrakt.runes.rune import Attribute, Rune

_MAX_SHOWN = 12
"""How many attributes are shown; the one at the cursor always is."""
_OPENS = {"[": "]", "{": "}", "(": ")"}
_ELLIPSIS = "…"


class SignatureParameter(NamedTuple):
    """A parameter and its documentation."""

    label_span: Span
    """Its span in the label, in characters."""
    documentation: Callable[[], str] | None = None


@dataclass(frozen=True, slots=True)
class SignatureHelp:
    """The signature at the cursor."""

    label: str
    parameters: tuple[SignatureParameter, ...]
    active_parameter: int | None
    """The parameter at the cursor, if any."""
    documentation: str = ""


def signature_at(page: PageContext, offset: int) -> SignatureHelp | None:
    """The signature of the tag or function call around an offset."""
    cursor = cursor_context_at(page.document, offset)
    if cursor.tag is None:
        return None
    call = _call_at(cursor)
    if call is not None:
        return _function_signature(page, call)
    if cursor.kind not in ("attribute", "value", "variable") or cursor.quote:
        return None
    rune = page.site.vocabulary.get(cursor.name)
    return _rune_signature(rune, cursor) if rune is not None else None


# Runes ----------------------------------------------------------------------------------------------------------------


def _rune_signature(rune: Rune, cursor: CursorContext) -> SignatureHelp | None:
    attributes = [each for each in rune.every_attribute.values() if not each.deprecated]
    if not attributes:
        return None
    attributes.sort(key=lambda each: not each.required)
    assert cursor.tag is not None
    written = {each.annotation.name for each in cursor.tag.syntax.attributes if each.complete}
    active = _active_attribute(attributes, cursor, written)
    shown = attributes[:_MAX_SHOWN]
    if active is not None and active not in shown:
        shown = [*attributes[: _MAX_SHOWN - 1], active]
    label = f"{{% {cursor.name}"
    parameters: list[SignatureParameter] = []
    for each in shown:
        part = _parameter_label(each)
        parameters.append(
            SignatureParameter(Span(len(label) + 1, len(label) + 1 + len(part)), partial(attribute_text, rune, each))
        )
        label += f" {part}"
    label += f" {_ELLIPSIS}" * (len(shown) < len(attributes)) + (" /%}" if rune.self_closing else " %}")
    return SignatureHelp(label, tuple(parameters), shown.index(active) if active in shown else None, f"{rune.about}.")


def _parameter_label(attribute: Attribute) -> str:
    name = "value" if attribute.name == "primary" else attribute.name
    return name if attribute.required else f"[{name}]"


def _active_attribute(attributes: list[Attribute], cursor: CursorContext, written: set[str]) -> Attribute | None:
    """The attribute whose name or value is being typed; with nothing typed, the next one that is not written."""
    prefix = cursor.prefix
    if cursor.kind == "attribute":
        candidates = [each for each in attributes if cursor.text and each.name.startswith(cursor.text)]
        exact = [each for each in candidates if each.name == cursor.text]
        if cursor.text:
            return next(iter(exact or [each for each in candidates if each.name not in written]), None)
        named = next((each for each in attributes if each.name == "primary"), None)
        if named is not None and prefix is not None and prefix.is_first:
            return named
        return next((each for each in attributes if each.name not in written and each.name != "primary"), None)
    name = (prefix.attribute if prefix is not None else None) or "primary"
    return next((each for each in attributes if each.name == name), None)


# Functions ------------------------------------------------------------------------------------------------------------


class _FunctionCall(NamedTuple):
    """A function call that is open at the cursor."""

    name: str
    position: int
    """The number of arguments before the cursor."""
    named: str | None
    """The name of the argument, if it has one."""


def _call_at(cursor: CursorContext) -> _FunctionCall | None:
    """The innermost call around the cursor."""
    assert cursor.tag is not None
    text, at = cursor.tag.block.text, cursor.tag.syntax.start + 2
    end = cursor.offset - cursor.tag.base
    open_brackets: list[tuple[str, str, int, str | None]] = []
    last_name = ""
    while at < end:
        char = text[at]
        name = IDENTIFIER.match(text, at, end)
        if name is not None:
            last_name, at = name.group(), name.end()
            continue
        if char in "\"'":
            at = _string_end(text, at, end)
        else:
            at += 1
        if char in _OPENS:
            open_brackets.append((char, last_name if char == "(" else "", 0, None))
        elif open_brackets and char == _OPENS[open_brackets[-1][0]]:
            open_brackets.pop()
        elif open_brackets and char == ",":
            bracket, function, count, _ = open_brackets[-1]
            open_brackets[-1] = bracket, function, count + 1, None
        elif open_brackets and char == "=" and last_name:
            open_brackets[-1] = (*open_brackets[-1][:3], last_name)
        if char not in " \t\r\n":
            last_name = ""
    calls = (each for each in reversed(open_brackets) if each[0] == "(")
    _, function, count, named = next(calls, ("", "", 0, None))
    return _FunctionCall(function, count, named) if function else None


def _string_end(text: str, at: int, end: int) -> int:
    """The end of the string that begins here, at most `end`."""
    quote = text[at]
    at += 1
    while at < end:
        if text[at] == "\\":
            at += 1
        elif text[at] == quote:
            return at + 1
        at += 1
    return end


def _function_signature(page: PageContext, call: _FunctionCall) -> SignatureHelp | None:
    signature = function_named(page.site, call.name)
    if signature is None:
        return None
    label = f"{signature.name}("
    parameters: list[SignatureParameter] = []
    for each in signature.parameters:
        label += ", " * bool(parameters)
        parameters.append(SignatureParameter(Span(len(label), len(label) + len(each))))
        label += each
    about = f"{signature.about}." if signature.about else ""
    return SignatureHelp(f"{label})", tuple(parameters), _active_argument(signature, call), about)


def _active_argument(signature: FunctionSignature, call: _FunctionCall) -> int | None:
    """The parameter of the current argument. Further arguments belong to the last parameter."""
    if call.named is not None:
        names = [each.strip('$"') for each in signature.parameters]
        return names.index(call.named) if call.named in names else None
    return min(call.position, len(signature.parameters) - 1) if signature.parameters else None
