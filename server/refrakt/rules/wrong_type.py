"""A value of the wrong type.

An attribute that wants a number cannot do anything with "ten". Where the value only lacks or has quotes it is a
`coercible-value`; `yes` and `no` are rewritten as true and false, a list of one text as that text, and `null` is removed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from refrakt.markdoc.format.value import format_value
from refrakt.markdoc.tree import AttributeSyntax, Span, TagSyntax
from refrakt.markdoc.values import UNDEFINED
from refrakt.runes.model import Attribute

from .attributes import accepts, attribute_of, defined, fits_type, removal, severity_of, types_of
from .coercible_value import coerced
from .finding import Edit, Found
from .page import Here
from .registry import rule

_WORDS = {
    "String": "a text",
    "SpaceSeparatedList": "a text of words",
    "Number": "a number",
    "Boolean": "true or false",
    "Array": "a list in brackets",
    "Object": "an object in braces",
}
_YES = {"yes": True, "on": True, "1": True, "no": False, "off": False, "0": False}


@rule("wrong-type", "error", problem="attribute-type-invalid", fixable=True)
def wrong_type(here: Here) -> Iterator[Found]:
    assert here.problem is not None
    span, severity = here.problem.span, severity_of(here.problem.level)
    found = attribute_of(here)
    attribute = defined(here, found[1].annotation.name) if found is not None else None
    if found is None or attribute is None:
        yield Found(span, here.problem.message, severity=severity)
        return
    value = found[1].annotation.value
    # A value that is one of those allowed, or is wrong for not being one of them, is another rule's business.
    if fits_type(attribute, value) or attribute.values or coerced(attribute, value) is not UNDEFINED:
        if here.rune is not None and here.rune.category == "Markdoc":
            yield Found(span, here.problem.message, severity=severity)
        return
    wanted = " or ".join(_WORDS[name] for name in types_of(attribute))
    message = f"`{attribute.name}` takes {wanted}, not {format_value(value)}"
    yield Found(span, message, f"Write {wanted}.", _fix(*found, attribute, value), severity)


def _fix(tag: TagSyntax, written: AttributeSyntax, attribute: Attribute, value: Any) -> list[Edit]:
    meant: Any = UNDEFINED
    if value is None and not attribute.required and written.form == "named":
        return [removal(tag, written)]
    if isinstance(value, str) and "Boolean" in types_of(attribute):
        meant = _YES.get(value.strip().lower(), UNDEFINED)
    elif isinstance(value, list) and len(value) == 1:
        meant = value[0]
    elif "Array" in types_of(attribute) and isinstance(value, str | int | float):
        meant = [value]
    if meant is UNDEFINED or not accepts(attribute, meant):
        return []
    return [Edit(Span(*written.value, tag.block), format_value(meant))]
