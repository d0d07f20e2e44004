"""An id that another file also has. It is reported in both files.

References and commands use the first entity with an id; the others cannot be reached.

**Example**

```markdoc {% process=false %}
-- work/WORK-001-search.md --
{% work id="WORK-001" status="draft" milestone="v1" %}
# Search
{% /work %}
-- work/WORK-001-filters.md --
{% work id="WORK-001" status="draft" milestone="v1" %}
# Search
{% /work %}
```

**Use instead**

```markdoc {% process=false %}
-- work/WORK-001-search.md --
{% work id="WORK-001" status="draft" milestone="v1" %}
# Search
{% /work %}
-- work/WORK-002-filters.md --
{% work id="WORK-002" status="draft" milestone="v1" %}
# Filters
{% /work %}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.plugins import Problem, rule
from refrakt_plan.entity import Entity
from refrakt_plan.rules.invalid_id import others_with_id, rightful_owner
from refrakt_plan.rules.problem_spans import value_of
from refrakt_plan.scanner.plan_scanner import Plan


@rule("duplicate-id", "error", "references", scope="plan", on="plan")
def duplicate_id(entity: Entity, plan: Plan) -> Iterator[Problem]:
    if not entity.id:
        return
    others = others_with_id(entity, plan)
    if others and rightful_owner(entity, plan) is None:
        first = others[0]
        kind, key = entity.kind.name, entity.kind.key
        hint = f"; `refrakt plan next-id {kind}` shows the next one." if entity.kind.prefix else "."
        message = f"{first.file} already has the id {entity.id}"
        yield Problem(value_of(entity, key), message, f"Use another {key}{hint}", target=first.file)
