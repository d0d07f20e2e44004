"""A `ref` or `xref` to an id that no entity has.

The reference leads nowhere, and a dependency on it has no effect. A misspelled id has a fix; a wrong number has none, because any
other would be a guess.

**Example**

```markdoc {% process=false %}
-- specs/SPEC-001.md --
{% spec id="SPEC-001" status="accepted" %}
# Search
{% /spec %}
-- work/WORK-001.md --
{% work id="WORK-001" status="draft" milestone="v1" %}
# Search

See {% ref "SPEC-01" /%}.
{% /work %}
```

**Use instead**

```markdoc {% process=false %}
-- specs/SPEC-001.md --
{% spec id="SPEC-001" status="accepted" %}
# Search
{% /spec %}
-- work/WORK-001.md --
{% work id="WORK-001" status="draft" milestone="v1" %}
# Search

See {% ref "SPEC-001" /%}.
{% /work %}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.plugins import Problem, TextEdit, rule
from refrakt_plan.entity import Entity
from refrakt_plan.rules.messages import misspelled, similar_id
from refrakt_plan.rules.problem_spans import id_in
from refrakt_plan.scanner.plan_scanner import Plan


@rule("broken-ref", "error", "references", scope="plan", on="plan", fixable=True, replaces="unresolved-xref")
def broken_ref(entity: Entity, plan: Plan) -> Iterator[Problem]:
    for id in entity.refs:
        if id not in plan.by_id:
            spans = [id_in(entity, each) for each in entity.references if each.id == id]
            message = f"{entity.name} refers to {id}, which does not exist"
            similar = similar_id(plan, id)
            edits = [TextEdit(each, similar) for each in spans] if similar else []
            yield misspelled(spans[0], message, similar, "Use another id, or create the entity.", edits, id)
