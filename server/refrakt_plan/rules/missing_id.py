"""An entity without an `id`, or a milestone without a `name`.

Nothing can refer to it, no command can change it, and its intended id may be given to another entity. If the file name contains
a free id, the fix uses it.

**Example**

```markdoc {% process=false %}
{% work status="draft" milestone="v1" %}
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

import re
from collections.abc import Iterator

from refrakt.plugins import Problem, Span, TextEdit, rule, safe_fix
from refrakt_plan.entity import Entity
from refrakt_plan.rules.problem_spans import tag_name, with_value
from refrakt_plan.scanner.plan_scanner import Plan

_OTHER = {"id": "name", "name": "id"}


@rule("missing-id", "error", "attributes", scope="plan", on="plan", fixable=True, replaces="missing-attribute")
def missing_id(entity: Entity, plan: Plan) -> Iterator[Problem]:
    if entity.id is None:
        suggestion, edits = _added(entity, plan)
        message = f"`{entity.kind.name}` needs `{entity.kind.key}`: {entity.file} has none"
        yield Problem(tag_name(entity), message, suggestion, safe_fix(edits))


def _added(entity: Entity, plan: Plan) -> tuple[str, tuple[TextEdit, ...]]:
    key, other = entity.kind.key, _OTHER[entity.kind.key]
    if key not in entity.attribute_ranges and other in entity.attribute_ranges and entity.attributes.get(other):
        return f"Replace `{other}` with `{key}`.", (TextEdit(entity.attribute_ranges[other].key, key),)
    if entity.kind.prefix is None:
        return _named_milestone(entity, plan)
    named = re.match(rf"{entity.kind.prefix}[0-9]+(?=-|\.md$)", entity.path.name)
    if named is None or named[0] in plan.by_id:
        return f"Add an id; `refrakt plan next-id {entity.kind.name}` shows the next one.", ()
    return f'Add id="{named[0]}".', _with_key(entity, named[0])


def _named_milestone(entity: Entity, plan: Plan) -> tuple[str, tuple[TextEdit, ...]]:
    """The name of a milestone is that of its file, if entities use it or its title begins with it."""
    name = entity.path.stem
    uses = any(each.attributes.get("milestone") == name for each in plan.entities)
    if name in plan.by_id or not (uses or (entity.title or "").startswith(name)):
        return f'Add the `name` that work and bugs use, as in name="{name}".', ()
    return f'Add name="{name}".', _with_key(entity, name)


def _with_key(entity: Entity, value: str) -> tuple[TextEdit, ...]:
    end = tag_name(entity).end
    added = (TextEdit(Span(end, end), f' {entity.kind.key}="{value}"'),)
    return with_value(entity, entity.kind.key, value) or added
