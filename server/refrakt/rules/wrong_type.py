"""A value of the wrong type.

The attribute cannot use the value: `columns` expects a number, not `"three"`. The fix rewrites `yes` and `no` as
booleans, a number with `px` as that number and a list of one string as that string, and removes `null`. A value that only
has or lacks quotes is a `coercible-value`.

**Example**

```markdoc {% process=false %}
{% details open="yes" %}
More about this.
{% /details %}
```

**Use instead**

```markdoc {% process=false %}
{% details open=true %}
More about this.
{% /details %}
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from refrakt.markdoc.format.values import format_value
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import AttributeSyntax, Span, TagSyntax
from refrakt.markdoc.values import UNDEFINED, number
from refrakt.rules.attribute_definitions import (
    accepts,
    attribute_of,
    definition_of,
    fits_type,
    is_set_by_parser,
    removal,
    severity_of,
    types_of,
)
from refrakt.rules.coercible_value import coerced
from refrakt.rules.page import RuleContext
from refrakt.rules.problem import Problem, safe_fix
from refrakt.rules.registry import rule
from refrakt.runes.rune import Attribute

_DESCRIPTIONS = {
    "String": "a string",
    "SpaceSeparatedList": "a string of words",
    "Number": "a number",
    "Boolean": "true or false",
    "Array": "a list in brackets",
    "Object": "an object in braces",
}
_PIXELS = re.compile(r"(\d+(?:\.\d+)?) ?(?:px|pixels|columns?|rows?|items?|%)")
"""A number with a unit that says nothing new."""
_YES = {"yes": True, "on": True, "1": True, "no": False, "off": False, "0": False}


@rule("wrong-type", "error", "attributes", on="error:attribute-type-invalid", fixable=True, habitual=True)
def wrong_type(context: RuleContext) -> Iterator[Problem]:
    assert context.problem is not None
    span, severity = context.problem.span, severity_of(context.problem.level)
    found = attribute_of(context)
    if found is None and is_set_by_parser(context):
        return
    attribute = definition_of(context, found[1].annotation.name) if found is not None else None
    if found is None or attribute is None:
        yield Problem(span, context.problem.message, severity=severity)
        return
    value = found[1].annotation.value
    # Values that are not allowed are reported by another rule.
    if fits_type(attribute, value) or attribute.values or coerced(attribute, value) is not UNDEFINED:
        if context.rune is not None and context.rune.category == "Markdoc":
            yield Problem(span, context.problem.message, severity=severity)
        return
    expected = " or ".join(_DESCRIPTIONS[name] for name in types_of(attribute))
    takes = f"`{attribute.name}` takes {expected}"
    fix = safe_fix(_fix(*found, attribute, value))
    # A value that is nearly right is the mistake of a page; any other may be one whose type the schema has wrong.
    habit = f"{takes}, but pages have values of other types" if fix is None else None
    message = f"{takes}, not {format_value(value)}"
    yield Problem(span, message, f"Write {expected}.", fix, severity=severity, habit_message=habit)


def _fix(tag: TagSyntax, written: AttributeSyntax, attribute: Attribute, value: Any) -> list[TextEdit]:
    intended: Any = UNDEFINED
    if value is None and not attribute.required and written.form == "named":
        return [removal(tag, written)]
    if isinstance(value, str) and "Boolean" in types_of(attribute):
        intended = _YES.get(value.strip().lower(), UNDEFINED)
    elif isinstance(value, str) and "Number" in types_of(attribute):
        with_unit = _PIXELS.fullmatch(value.strip())
        intended = number(with_unit[1]) if with_unit is not None else UNDEFINED
    elif isinstance(value, list) and len(value) == 1:
        intended = value[0]
    elif "Array" in types_of(attribute) and isinstance(value, str | int | float):
        intended = [value]
    if intended is UNDEFINED or not accepts(attribute, intended):
        return []
    return [TextEdit(Span(*written.value, tag.block), format_value(intended))]
