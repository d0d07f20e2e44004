"""A `complete` milestone with open work.

Reported at the milestone; `complete-milestone-open-item` reports the same at the work.

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
{% milestone name="v0" status="active" %}
# First release
{% /milestone %}
-- work/WORK-001.md --
{% work id="WORK-001" status="draft" milestone="v0" %}
# Search
{% /work %}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.plugins import Problem, rule
from refrakt_plan.entity import Entity
from refrakt_plan.entity_relations import members
from refrakt_plan.rules.messages import some_have
from refrakt_plan.rules.problem_spans import value_of
from refrakt_plan.scanner.plan_scanner import Plan


@rule("milestone-complete-with-open-work", "warning", "lifecycle", scope="plan", on="plan:milestone")
def milestone_complete_with_open_work(entity: Entity, plan: Plan) -> Iterator[Problem]:
    if entity.category != "achieved":
        return
    unfinished = [each for each in members(plan, entity.id) if not each.kind.is_terminal(each.status)]
    if unfinished:
        message = f"{entity.name} is {entity.status}, but {some_have(unfinished)} not ended"
        yield Problem(value_of(entity, "status"), message, "Finish the work, or move it to another milestone.")
