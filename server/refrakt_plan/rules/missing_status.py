"""An entity without a status.

Nothing is known about it: it is neither open nor done, is never offered as the next work, and counts in no progress. New entities
have the first status of their type.

**Example**

```markdoc {% process=false %}
{% work id="WORK-001" milestone="v1" %}
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

from refrakt.plugins import Fix, Problem, Span, TextEdit, rule
from refrakt_plan.entity import Entity
from refrakt_plan.rules.problem_spans import tag_name, with_value
from refrakt_plan.rules.unclear_status import has_status_under_other_name


@rule("missing-status", "warning", "attributes", scope="plan", on="entity", fixable=True)
def missing_status(entity: Entity) -> Iterator[Problem]:
    if entity.status or has_status_under_other_name(entity):
        return
    names = list(entity.kind.statuses)
    key = entity.attribute_ranges.get(entity.kind.key)
    end = key.value.end if key is not None else tag_name(entity).end
    edits = with_value(entity, "status", names[0]) or (TextEdit(Span(end, end), f' status="{names[0]}"'),)
    message = f"{entity.name} has no status"
    yield Problem(tag_name(entity), message, f'Add status="…": {", ".join(names)}.', Fix(edits, "placeholder"))
