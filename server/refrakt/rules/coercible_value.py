"""A number or a true/false in quotes, or a text without them.

`columns="3"` is a text, and the attribute wants a number. Most sites show it all the same, which is why this is only a
warning. The fix removes the quotes, or puts them where a text is wanted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from refrakt.markdoc.format.value import format_value
from refrakt.markdoc.values import UNDEFINED, number
from refrakt.runes.model import Attribute

from .attributes import accepts, attribute_of, defined, types_of
from .finding import Edit, Found
from .page import Here
from .registry import rule

_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_WORDS = {"Number": "a number", "Boolean": "true or false", "String": "a text", "SpaceSeparatedList": "a text"}


def coerced(attribute: Attribute, value: Any) -> Any:
    """The value that was meant, or UNDEFINED."""
    for name in types_of(attribute):
        meant = _as(name, value)
        if meant is not UNDEFINED and accepts(attribute, meant):
            return meant
    return UNDEFINED


def _as(name: str, value: Any) -> Any:
    if name == "Number" and isinstance(value, str) and _NUMBER.fullmatch(value.strip()):
        return number(value.strip())
    if name == "Boolean" and isinstance(value, str) and value.strip() in ("true", "false"):
        return value.strip() == "true"
    if name in ("String", "SpaceSeparatedList") and isinstance(value, bool | int | float):
        return format_value(value)
    return UNDEFINED


@rule("coercible-value", "warning", problem="attribute-type-invalid", fixable=True)
def coercible_value(here: Here) -> Iterator[Found]:
    assert here.problem is not None
    found = attribute_of(here)
    attribute = defined(here, found[1].annotation.name) if found is not None else None
    if found is None or attribute is None:
        return
    meant = coerced(attribute, found[1].annotation.value)
    if meant is UNDEFINED:
        return
    wanted = _WORDS[next(name for name in types_of(attribute) if _as(name, found[1].annotation.value) is not UNDEFINED)]
    span = here.problem.span
    new = format_value(meant)
    yield Found(span, f"`{attribute.name}` takes {wanted}", f"Write {new}.", [Edit(span, new)])
