"""A `released-in` that is not a version.

Readers and scripts look for a version like `v1.2.0`. The fix removes spaces around one.

**Example**

```markdoc {% process=false %}
{% spec id="SPEC-001" status="shipped" released-in="next" %}
# Search
{% /spec %}
```

**Use instead**

```markdoc {% process=false %}
{% spec id="SPEC-001" status="shipped" released-in="v1.2.0" %}
# Search
{% /spec %}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.plugins import Problem, rule, safe_fix
from refrakt_plan.entity import Entity
from refrakt_plan.rules.problem_spans import value_of, with_value
from refrakt_plan.vocabulary import RELEASE


@rule("invalid-released-in", "error", "attributes", scope="plan", on="entity:spec", fixable=True)
def invalid_released_in(entity: Entity) -> Iterator[Problem]:
    value = entity.attributes.get("released-in")
    if not value or RELEASE.fullmatch(value):
        return
    version = value.strip() if RELEASE.fullmatch(value.strip()) else None
    message = f'{entity.name} is released in "{value}", which is not a version'
    suggestion = f"Replace with {version}." if version else "Use a version like v1.2.0."
    fix = safe_fix(with_value(entity, "released-in", version))
    yield Problem(value_of(entity, "released-in"), message, suggestion, fix)
