"""A `milestone` that does not exist.

Such work counts in no progress and appears in no milestone. A misspelled name has a fix.

**Example**

```markdoc {% process=false %}
-- milestones/v0.md --
{% milestone name="v0" status="active" %}
# First release
{% /milestone %}
-- work/WORK-001.md --
{% work id="WORK-001" status="draft" milestone="V0" %}
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
from refrakt_plan.entity_relations import milestones
from refrakt_plan.rules.messages import misspelled, similar_milestone
from refrakt_plan.rules.problem_spans import value_of, with_value
from refrakt_plan.scanner.plan_scanner import Plan


@rule("unknown-milestone", "warning", "references", scope="plan", on="plan", fixable=True, replaces="unresolved-xref")
def unknown_milestone(entity: Entity, plan: Plan) -> Iterator[Problem]:
    name = entity.attributes.get("milestone")
    if name and name not in milestones(plan):
        message = f"{entity.name} has the milestone {name}, which does not exist"
        similar = similar_milestone(plan, name)
        edits = with_value(entity, "milestone", similar)
        span = value_of(entity, "milestone")
        yield misspelled(span, message, similar, "Use another name, or create the milestone.", edits, name)
