"""A `Resolution` of unfinished work.

A resolution describes what was done, so the status is probably out of date.

**Example**

```markdoc {% process=false %}
{% work id="WORK-001" status="review" milestone="v1" %}
# Search

## Acceptance Criteria

- [x] It finds titles.

## Resolution

It finds titles.
{% /work %}
```

**Use instead**

```markdoc {% process=false %}
{% work id="WORK-001" status="done" milestone="v1" %}
# Search

## Acceptance Criteria

- [x] It finds titles.

## Resolution

It finds titles.
{% /work %}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.plugins import Problem, rule
from refrakt_plan.entity import Entity
from refrakt_plan.rules.problem_spans import line_at
from refrakt_plan.rules.unclear_status import is_status_unclear


@rule("resolution-not-done", "warning", "content", scope="plan", on="entity:work entity:bug")
def resolution_not_done(entity: Entity) -> Iterator[Problem]:
    if entity.resolution is None or is_status_unclear(entity):
        return
    if not entity.kind.is_terminal(entity.status):
        message = f"{entity.name} has a Resolution section but is not done (status: {entity.status or 'unknown'})"
        heading = line_at(entity.source, entity.resolution.range.start)
        yield Problem(heading, message, "Set its status, or remove the section.")
