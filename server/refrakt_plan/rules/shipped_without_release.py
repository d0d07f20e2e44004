"""A `shipped` spec without a release.

The release of a spec is what a reader wants to know later. So `shipped` requires `released-in`, with a version like `v1.2.0`.

**Example**

```markdoc {% process=false %}
{% spec id="SPEC-001" status="shipped" %}
# Search
{% /spec %}
```

**Use instead**

```markdoc {% process=false %}
{% spec id="SPEC-001" status="shipped" released-in="v1.2.0" %}
# Search
{% /spec %}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.plugins import Problem, rule
from refrakt_plan.entity import Entity
from refrakt_plan.rules.problem_spans import value_of


@rule("shipped-without-release", "error", "attributes", scope="plan", on="entity:spec")
def shipped_without_release(entity: Entity) -> Iterator[Problem]:
    if entity.status == "shipped" and not entity.attributes.get("released-in"):
        message = f"{entity.name} is shipped but has no release"
        yield Problem(value_of(entity, "status"), message, 'Add released-in="v…".')
