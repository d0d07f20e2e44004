"""An item of `source` that is not the id of an entity.

`source` lists the specs and decisions that an entity is based on. If one of them does not exist, the intended spec misses this work
and is never reported as finished.

**Example**

```markdoc {% process=false %}
-- specs/SPEC-001.md --
{% spec id="SPEC-001" status="accepted" %}
# Search
{% /spec %}
-- work/WORK-001.md --
{% work id="WORK-001" status="draft" milestone="v1" source="SPEC-01" %}
# Search
{% /work %}
```

**Use instead**

```markdoc {% process=false %}
-- specs/SPEC-001.md --
{% spec id="SPEC-001" status="accepted" %}
# Search
{% /spec %}
-- work/WORK-001.md --
{% work id="WORK-001" status="draft" milestone="v1" source="SPEC-001" %}
# Search
{% /work %}
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from refrakt.plugins import Problem, TextEdit, rule, safe_fix
from refrakt_plan.entity import Entity
from refrakt_plan.rules.messages import misspelled, similar_id
from refrakt_plan.rules.problem_spans import items_of
from refrakt_plan.scanner.plan_scanner import Plan

_SEPARATED = re.compile(r"[^\s,;|/&+]+")
_SPACED = re.compile(r"[,;|/&+]\s")


@rule("broken-source", "error", "references", scope="plan", on="plan", fixable=True, replaces="unresolved-xref")
def broken_source(entity: Entity, plan: Plan) -> Iterator[Problem]:
    # Most sources exist, and then their spans are not needed.
    unknown = {each for each in entity.sources if each not in plan.by_id}
    for item in items_of(entity, "source") if unknown else ():
        several = _SEPARATED.findall(item.text) if item.text in unknown else []
        if len(several) > 1 and all(each in plan.by_id for each in several):
            message = f"ids in `source` are separated by commas, not as in `{item.text}`"
            right = (", " if _SPACED.search(item.text) else ",").join(several)
            edits = [TextEdit(item.span, right)] if item.is_literal else []
            yield Problem(item.span, message, f"Write {right}.", safe_fix(edits), target=item.text)
        elif item.text in unknown:
            message = f"{entity.name} has {item.text} as a source, which does not exist"
            similar = similar_id(plan, item.text)
            edits = [TextEdit(item.span, similar)] if similar and item.is_literal else []
            yield misspelled(item.span, message, similar, "Use another id, or remove it.", edits, item.text)
