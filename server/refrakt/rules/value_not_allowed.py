"""A value that is not one of those allowed.

The message lists what the attribute takes; the fix puts in the nearest of them. An id that does not begin with a letter is
of this kind, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from refrakt.markdoc.format.value import format_value
from refrakt.markdoc.values import UNDEFINED
from refrakt.runes.model import Attribute

from .attributes import accepts, attribute_of, defined, removal, severity_of
from .coercible_value import coerced
from .finding import Edit, Found
from .page import Here
from .registry import rule
from .words import nearest

_MOST_SHOWN = 12


@rule("value-not-allowed", "error", problem="attribute-value-invalid", fixable=True)
def value_not_allowed(here: Here) -> Iterator[Found]:
    assert here.problem is not None
    span, severity = here.problem.span, severity_of(here.problem.level)
    found = attribute_of(here)
    if here.node.tag == "partial" and found is not None and found[1].annotation.name == "file":
        return
    attribute = defined(here, found[1].annotation.name) if found is not None else None
    if found is not None and attribute is None and found[1].annotation.name == "id":
        yield _bad_id(here, found[1].annotation.value, found[1].form == "named")
        return
    if found is None or attribute is None or not (attribute.values or attribute.pattern):
        yield Found(span, here.problem.message, severity=severity)
        return
    value = found[1].annotation.value
    if coerced(attribute, value) is not UNDEFINED:
        return
    if not attribute.values:
        message = f"`{attribute.name}` takes a text like {attribute.pattern}, not {format_value(value)}"
        yield Found(span, message, None, (), severity)
        return
    if value is None and not attribute.required and found[1].form == "named":
        yield Found(span, f"`{attribute.name}` has no value", "Remove it, or give it one.", [removal(*found)], severity)
        return
    near = _nearest(attribute, value)
    message = f"`{attribute.name}` takes {_listed(attribute.values)}, not {format_value(value)}"
    if near is UNDEFINED:
        yield Found(span, message, "Choose one of them.", (), severity)
        return
    new = format_value(near)
    yield Found(span, message, f"Write {new}.", [Edit(span, new)] if found[1].form == "named" else (), severity)


def _nearest(attribute: Attribute, value: Any) -> Any:
    if isinstance(value, list) and len(value) == 1 and accepts(attribute, value[0]):
        return value[0]
    if not isinstance(value, str):
        return UNDEFINED
    folded = {str(each).lower(): each for each in attribute.values}
    if value.strip().lower() in folded:
        return folded[value.strip().lower()]
    names = nearest(value.strip().lower(), folded)
    return folded[names[0]] if names else UNDEFINED


def _listed(values: tuple[Any, ...]) -> str:
    shown = [format_value(each) for each in values[:_MOST_SHOWN]]
    if len(values) > _MOST_SHOWN:
        return f"{', '.join(shown)} or one of {len(values) - _MOST_SHOWN} more"
    return f"{', '.join(shown[:-1])} or {shown[-1]}" if len(shown) > 1 else shown[0]


def _bad_id(here: Here, value: Any, quoted: bool) -> Found:
    assert here.problem is not None
    span = here.problem.span
    words = re.sub(r"[^A-Za-z0-9_-]+", "-", str(value)).strip("-")
    new = re.sub(r"^[^A-Za-z]+", "", words) or f"id-{words}".rstrip("-")
    fix = [Edit(span, format_value(new) if quoted else new)]
    return Found(span, "an id begins with a letter from a to z", f"Write {new}.", fix)
