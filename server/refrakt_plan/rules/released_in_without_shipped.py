"""A spec with `released-in` that is not `shipped`.

The opposite of `shipped-without-release`. A spec that was superseded or deprecated later keeps its release.

**Example**

```markdoc {% process=false %}
{% spec id="SPEC-001" status="implemented" released-in="v1.2.0" %}
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

from refrakt.plugins import Problem, rule
from refrakt_plan.entity import Entity
from refrakt_plan.rules.problem_spans import value_of
from refrakt_plan.scanner.plan_scanner import Plan


@rule("released-in-without-shipped", "warning", "lifecycle", scope="plan", on="plan:spec")
def released_in_without_shipped(entity: Entity, _plan: Plan) -> Iterator[Problem]:
    version = entity.attributes.get("released-in")
    if version and entity.status != "shipped" and entity.category != "retired":
        message = f"{entity.name} is released in {version}, but its status is {entity.status or 'unknown'}"
        yield Problem(value_of(entity, "status"), message, "Set its status to `shipped`, or remove `released-in`.")
