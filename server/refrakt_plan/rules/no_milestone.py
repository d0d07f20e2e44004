"""Unfinished work or an unfinished bug without a milestone.

It does not appear in any milestone, so it is easily forgotten. Finished and abandoned work needs no milestone.

**Example**

```markdoc {% process=false %}
{% work id="WORK-001" status="draft" %}
# Search
{% /work %}
```

**Use instead**

```markdoc {% process=false %}
{% work id="WORK-001" status="draft" milestone="v1" %}
# Search
{% /work %}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.plugins import Problem, rule
from refrakt_plan.entity import Entity
from refrakt_plan.rules.problem_spans import tag_name
from refrakt_plan.rules.unclear_status import is_status_unclear


@rule("no-milestone", "warning", "attributes", scope="plan", on="entity:work entity:bug")
def no_milestone(entity: Entity) -> Iterator[Problem]:
    if entity.attributes.get("milestone") or entity.kind.is_terminal(entity.status):
        return
    if not is_status_unclear(entity):
        message = f"{entity.name} has no milestone assigned"
        yield Problem(tag_name(entity), message, "Add `milestone` with the name of one.")
