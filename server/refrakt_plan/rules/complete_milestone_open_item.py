"""Unfinished work or an unfinished bug in a complete milestone.

Either the milestone is not complete, or the work belongs to another milestone.

**Example**

```markdoc {% process=false %}
-- milestones/v0.md --
{% milestone name="v0" status="complete" %}
# First release
{% /milestone %}
-- work/WORK-001.md --
{% work id="WORK-001" status="draft" milestone="v0" %}
# Search
{% /work %}
```

**Use instead**

```markdoc {% process=false %}
-- milestones/v0.md --
{% milestone name="v0" status="complete" %}
# First release
{% /milestone %}
-- work/WORK-001.md --
{% work id="WORK-001" status="draft" milestone="v1" %}
# Search
{% /work %}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.plugins import Problem, rule
from refrakt_plan.entity import Entity
from refrakt_plan.entity_relations import milestones
from refrakt_plan.rules.problem_spans import value_of
from refrakt_plan.rules.unclear_status import is_status_unclear
from refrakt_plan.scanner.plan_scanner import Plan


@rule("complete-milestone-open-item", "warning", "references", scope="plan", on="plan:work plan:bug")
def complete_milestone_open_item(entity: Entity, plan: Plan) -> Iterator[Problem]:
    if is_status_unclear(entity):
        return
    milestone = milestones(plan).get(entity.attributes.get("milestone") or "")
    if milestone is not None and milestone.category == "achieved" and not entity.kind.is_terminal(entity.status):
        status = f" (status: {entity.status})" if entity.status else ""
        message = f"{entity.name}{status} is open, but its milestone {milestone.id} is {milestone.status}"
        suggestion = "Finish it, or move it to another milestone."
        yield Problem(value_of(entity, "milestone"), message, suggestion, target=milestone.id)
