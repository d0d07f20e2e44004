"""`superseded` work without a successor.

A reader of superseded work needs the work that replaced it. Either entity may declare the relation: the new one `supersedes` the
old one, or the old one names the new one.

**Example**

```markdoc {% process=false %}
-- work/WORK-001.md --
{% work id="WORK-001" status="superseded" %}
# Search
{% /work %}
-- work/WORK-002.md --
{% work id="WORK-002" status="draft" milestone="v1" %}
# Filters
{% /work %}
```

**Use instead**

```markdoc {% process=false %}
-- work/WORK-001.md --
{% work id="WORK-001" status="superseded" %}
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
from refrakt_plan.entity_relations import superseding_entities
from refrakt_plan.rules.problem_spans import value_of
from refrakt_plan.scanner.plan_scanner import Plan


@rule("superseded-without-target", "warning", "references", scope="plan", on="plan:work")
def superseded_without_target(entity: Entity, plan: Plan) -> Iterator[Problem]:
    declared = entity.attributes.get("supersedes") or entity.id in superseding_entities(plan)
    if entity.status == "superseded" and not declared:
        message = f"{entity.name} is superseded but has no successor"
        yield Problem(value_of(entity, "status"), message, "Add `supersedes` with the id of the other work.")
