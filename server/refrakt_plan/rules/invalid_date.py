"""A date that is not written as year-month-day.

Commands and pages sort entities by their dates as text. The fix writes the date with the year first, if it is clear which day is
meant.

**Example**

```markdoc {% process=false %}
{% decision id="ADR-001" status="proposed" date="2026/01/31" %}
# Search
{% /decision %}
```

**Use instead**

```markdoc {% process=false %}
{% decision id="ADR-001" status="proposed" date="2026-01-31" %}
# Search
{% /decision %}
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from refrakt.plugins import Problem, rule, safe_fix
from refrakt_plan.entity import Entity
from refrakt_plan.rules.problem_spans import value_of, with_value

_DATES = ("date", "created", "modified")
_DIGITS = re.compile(r"[0-9]")


@rule("invalid-date", "warning", "attributes", scope="plan", on="entity", fixable=True)
def invalid_date(entity: Entity) -> Iterator[Problem]:
    for name in _DATES:
        value = entity.attributes.get(name)
        if not value or _DIGITS.search(value) is None:
            continue
        from refrakt.plugins.dates import is_iso_date, iso_date

        if is_iso_date(value):
            continue
        iso = iso_date(value)
        message = f'{entity.name} has {name} "{value}", which is not a date as year-month-day'
        span = value_of(entity, name)
        if iso is None:
            yield Problem(span, message, "Write the year first, as in 2026-01-31.")
        else:
            yield Problem(span, message, f"Write {iso}.", safe_fix(with_value(entity, name, iso)))
