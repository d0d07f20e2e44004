"""A value that the attribute does not allow.

The message lists the allowed values; the fix writes the most similar one. An `id` that does not start with a letter is
also reported.

**Example**

```markdoc {% process=false %}
{% hint type="wraning" %}
Save your work.
{% /hint %}
```

**Use instead**

```markdoc {% process=false %}
{% hint type="warning" %}
Save your work.
{% /hint %}
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from refrakt.markdoc.format.values import format_value
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.values import UNDEFINED
from refrakt.rules.attribute_definitions import (
    accepts,
    attribute_of,
    definition_of,
    is_set_by_parser,
    removal,
    severity_of,
)
from refrakt.rules.coercible_value import coerced
from refrakt.rules.name_suggestion import nearest
from refrakt.rules.page import RuleContext
from refrakt.rules.problem import Problem, safe_fix
from refrakt.rules.registry import rule
from refrakt.runes.rune import Attribute
from refrakt.runes.synonyms import respelled, value_synonyms

_MOST_SHOWN = 12
_SHORTEST = 3
"""Values with fewer letters are similar by chance."""


@rule("value-not-allowed", "error", "attributes", on="error:attribute-value-invalid", fixable=True, habitual=True)
def value_not_allowed(context: RuleContext) -> Iterator[Problem]:
    assert context.problem is not None
    span, severity = context.problem.span, severity_of(context.problem.level)
    found = attribute_of(context)
    if found is None and is_set_by_parser(context):
        return
    file = found[1].annotation if context.node.tag == "partial" and found is not None else None
    if file is not None and file.name == "file" and isinstance(file.value, str | list):
        return  # `partial-missing` reports it
    attribute = definition_of(context, found[1].annotation.name) if found is not None else None
    if found is not None and attribute is None and found[1].annotation.name == "id":
        yield _bad_id(context, found[1].annotation.value, found[1].form == "named")
        return
    if found is None or attribute is None or not (attribute.values or attribute.pattern):
        yield Problem(span, context.problem.message, severity=severity)
        return
    value = found[1].annotation.value
    if coerced(attribute, value) is not UNDEFINED:
        return
    if not attribute.values:
        message = f"`{attribute.name}` must match {attribute.pattern}, not {format_value(value)}"
        yield Problem(span, message, severity=severity)
        return
    if value is None and not attribute.required and found[1].form == "named":
        yield Problem(
            span,
            f"`{attribute.name}` has no value",
            "Remove it, or give it one.",
            safe_fix([removal(*found)]),
            severity=severity,
        )
        return
    near = _nearest(attribute, value)
    allowed = f"`{attribute.name}` takes {_listed(attribute.values)}"
    message = f"{allowed}, not {format_value(value)}"
    if near is UNDEFINED:
        # A misspelt value is the mistake of a page; any other may be one that the schema lacks.
        habit = f"{allowed}, but pages have other values"
        yield Problem(span, message, "Choose one of them.", severity=severity, habit_message=habit)
        return
    new = format_value(near)
    fix = safe_fix([TextEdit(span, new)] if found[1].form == "named" else ())
    yield Problem(span, message, f"Write {new}.", fix, severity=severity)


def _nearest(attribute: Attribute, value: Any) -> Any:
    if isinstance(value, list) and len(value) == 1 and accepts(attribute, value[0]):
        return value[0]
    if not isinstance(value, str):
        return UNDEFINED
    folded = {str(each).lower(): each for each in attribute.values}
    if value.strip().lower() in folded:
        return folded[value.strip().lower()]
    texts = {each.lower(): each for each in attribute.values if isinstance(each, str)}
    same = respelled(value, texts)
    if same is not None:
        return texts[same]
    synonyms = value_synonyms(value, texts)
    if len(synonyms) == 1:
        return texts[synonyms[0]]
    names = nearest(value.strip().lower(), folded) if len(value.strip()) >= _SHORTEST else []
    return folded[names[0]] if names else UNDEFINED


def _listed(values: tuple[Any, ...]) -> str:
    shown = [format_value(each) for each in values[:_MOST_SHOWN]]
    if len(values) > _MOST_SHOWN:
        return f"{', '.join(shown)} or one of {len(values) - _MOST_SHOWN} more"
    return f"{', '.join(shown[:-1])} or {shown[-1]}" if len(shown) > 1 else shown[0]


def _bad_id(context: RuleContext, value: Any, quoted: bool) -> Problem:
    assert context.problem is not None
    span = context.problem.span
    slug = re.sub(r"[^A-Za-z0-9_-]+", "-", str(value)).strip("-")
    new = re.sub(r"^[^A-Za-z]+", "", slug) or f"id-{slug}".rstrip("-")
    fix = [TextEdit(span, format_value(new) if quoted else new)]
    return Problem(span, "an id must start with a letter from a to z", f"Write {new}.", safe_fix(fix))
