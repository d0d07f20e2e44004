"""A function call with too few or too many parameters.

Extra parameters are ignored. With a missing parameter the result is empty or constant: `equals($a)` does not depend on
`$a`.

**Example**

```markdoc {% process=false %}
{% if equals($page.title) %}
Shown on one page.
{% /if %}
```

**Use instead**

```markdoc {% process=false %}
{% if equals($page.title, "Boats") %}
Shown on one page.
{% /if %}
```
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from refrakt.markdoc.values import Function
from refrakt.rules.expressions import expressions
from refrakt.rules.page import RuleContext
from refrakt.rules.problem import Problem
from refrakt.rules.registry import rule

_COUNTS: Mapping[str, tuple[int, int | None]] = {
    "and": (1, None),
    "or": (1, None),
    "not": (1, 1),
    "equals": (2, None),
    "default": (2, 2),
    "debug": (1, 1),
    "currency": (1, 2),
    "date": (1, None),
    "number": (1, None),
    "join": (1, 2),
    "concat": (1, None),
    "humanize": (1, 1),
}
"""The minimum and maximum number of parameters, by function."""


@rule("function-parameters", "warning", "attributes", on="expression")
def function_parameters(context: RuleContext) -> Iterator[Problem]:
    for value, span, _ in expressions(context.node):
        if not isinstance(value, Function) or value.name not in _COUNTS:
            continue
        if value.name not in context.page.site.config.functions:
            continue
        least, most = _COUNTS[value.name]
        count = len(value.parameters)
        if count < least:
            needs = "one parameter" if least == 1 else f"{least} parameters"
            yield Problem(span, f"`{value.name}` needs at least {needs} and has {count}", "Add the missing parameters.")
        elif most is not None and count > most:
            takes = "one parameter" if most == 1 else f"{most} parameters"
            yield Problem(span, f"`{value.name}` accepts {takes} and has {count}", "Remove the extra parameters.")
