"""A number or boolean in quotes, or a string without quotes.

`columns="3"` is a string, but the attribute expects a number. Most sites convert it, so this is a warning and not an
error. The fix removes the quotes, or adds them if the attribute expects a string.

**Example**

```markdoc {% process=false %}
{% grid columns="3" %}
One
{% /grid %}
```

**Use instead**

```markdoc {% process=false %}
{% grid columns=3 %}
One
{% /grid %}
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from refrakt.markdoc.format.values import format_value
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.values import UNDEFINED, number
from refrakt.rules.attribute_definitions import accepts, attribute_of, definition_of, types_of
from refrakt.rules.page import RuleContext
from refrakt.rules.problem import Problem, safe_fix
from refrakt.rules.registry import rule
from refrakt.runes.rune import Attribute

_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_DESCRIPTIONS = {
    "Number": "a number",
    "Boolean": "true or false",
    "String": "a string",
    "SpaceSeparatedList": "a string",
}


def coerced(attribute: Attribute, value: Any) -> Any:
    """The intended value, or UNDEFINED."""
    for name in types_of(attribute):
        intended = _as(name, value)
        if intended is not UNDEFINED and accepts(attribute, intended):
            return intended
    return UNDEFINED


def _as(name: str, value: Any) -> Any:
    if name == "Number" and isinstance(value, str) and _NUMBER.fullmatch(value.strip()):
        return number(value.strip())
    if name == "Boolean" and isinstance(value, str) and value.strip() in ("true", "false"):
        return value.strip() == "true"
    if name in ("String", "SpaceSeparatedList") and isinstance(value, bool | int | float):
        return format_value(value)
    return UNDEFINED


@rule("coercible-value", "warning", "attributes", on="error:attribute-type-invalid", fixable=True, habitual=True)
def coercible_value(context: RuleContext) -> Iterator[Problem]:
    assert context.problem is not None
    found = attribute_of(context)
    attribute = definition_of(context, found[1].annotation.name) if found is not None else None
    if found is None or attribute is None:
        return
    intended = coerced(attribute, found[1].annotation.value)
    if intended is UNDEFINED:
        return
    expected = _DESCRIPTIONS[
        next(name for name in types_of(attribute) if _as(name, found[1].annotation.value) is not UNDEFINED)
    ]
    span = context.problem.span
    new = format_value(intended)
    yield Problem(span, f"`{attribute.name}` takes {expected}", f"Write {new}.", safe_fix([TextEdit(span, new)]))
