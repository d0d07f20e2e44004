"""`blocked` work with only achieved blockers.

Its status is still `blocked`, so it is never offered by `plan next`. Work with a blocker that is not in the plan is not reported.

**Example**

```markdoc {% process=false %}
-- specs/SPEC-001.md --
{% spec id="SPEC-001" status="accepted" %}
# Search
{% /spec %}
-- work/WORK-001.md --
{% work id="WORK-001" status="blocked" milestone="v1" %}
# Search

## Acceptance Criteria

- [ ] It finds titles.

## Blocked by

- {% ref "SPEC-001" /%}
{% /work %}
```

**Use instead**

```markdoc {% process=false %}
-- specs/SPEC-001.md --
{% spec id="SPEC-001" status="accepted" %}
# Search
{% /spec %}
-- work/WORK-001.md --
{% work id="WORK-001" status="ready" milestone="v1" %}
# Search

## Acceptance Criteria

- [ ] It finds titles.

## Blocked by

- {% ref "SPEC-001" /%}
{% /work %}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.plugins import Problem, rule
from refrakt_plan.entity import Entity
from refrakt_plan.rules.problem_spans import value_of
from refrakt_plan.scanner.plan_scanner import Plan


@rule("stale-blocked", "warning", "lifecycle", scope="plan", on="plan:work plan:bug")
def stale_blocked(entity: Entity, plan: Plan) -> Iterator[Problem]:
    if entity.status != "blocked":
        return
    ids = plan.blockers.get(entity.id or "", ())
    blockers = [plan.by_id.get(id) for id in ids]
    if blockers and all(each is not None and each.category == "achieved" for each in blockers):
        message = f"{entity.name} is blocked, but all its blockers are achieved: {', '.join(ids)}"
        yield Problem(value_of(entity, "status"), message, "Set its status to `ready`.")
