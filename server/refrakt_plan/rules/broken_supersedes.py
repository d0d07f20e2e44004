"""A `supersedes` with an id that no entity has.

The work that it replaces then has no successor. A misspelled id has a fix.

**Example**

```markdoc {% process=false %}
-- work/WORK-001.md --
{% work id="WORK-001" status="draft" milestone="v1" %}
# Search
{% /work %}
-- work/WORK-002.md --
{% work id="WORK-002" status="draft" milestone="v1" supersedes="WORK-01" %}
# Filters
{% /work %}
```

**Use instead**

```markdoc {% process=false %}
-- work/WORK-001.md --
{% work id="WORK-001" status="draft" milestone="v1" %}
# Search
{% /work %}
-- work/WORK-002.md --
{% work id="WORK-002" status="draft" milestone="v1" supersedes="WORK-001" %}
# Filters
{% /work %}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.plugins import Problem, rule
from refrakt_plan.entity import Entity
from refrakt_plan.rules.messages import misspelled, similar_id
from refrakt_plan.rules.problem_spans import value_of, with_value
from refrakt_plan.scanner.plan_scanner import Plan


@rule(
    "broken-supersedes",
    "warning",
    "references",
    scope="plan",
    on="plan:work",
    fixable=True,
    replaces="unresolved-xref",
)
def broken_supersedes(entity: Entity, plan: Plan) -> Iterator[Problem]:
    id = entity.attributes.get("supersedes")
    if id and id not in plan.by_id:
        message = f"{entity.name} supersedes {id}, which does not exist"
        similar = similar_id(plan, id)
        edits = with_value(entity, "supersedes", similar)
        span = value_of(entity, "supersedes")
        yield misspelled(span, message, similar, "Use another id, or remove it.", edits, id)
