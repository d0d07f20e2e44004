"""Finished work or a fixed bug without a resolution.

The section `Resolution` describes what was done and what to know later. Abandoned work may have one, too.

**Example**

```markdoc {% process=false %}
{% work id="WORK-001" status="done" milestone="v1" %}
# Search

## Acceptance Criteria

- [x] It finds titles.
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
from refrakt_plan.rules.problem_spans import tag_name


@rule("done-without-resolution", "info", "content", scope="plan", on="entity:work entity:bug")
def done_without_resolution(entity: Entity) -> Iterator[Problem]:
    if entity.resolution is None and entity.category == "achieved":
        message = f"{entity.name} is {entity.status} but has no Resolution section"
        yield Problem(tag_name(entity), message, "Describe under `## Resolution` what was done.")
