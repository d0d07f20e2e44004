"""An attribute that entities of this type do not have.

It is ignored, so what it says has no effect. A misspelled name has a fix.

**Example**

```markdoc {% process=false %}
{% work id="WORK-001" status="draft" milestone="v1" asignee="ann" %}
# Search
{% /work %}
```

**Use instead**

```markdoc {% process=false %}
{% work id="WORK-001" status="draft" milestone="v1" assignee="ann" %}
# Search
{% /work %}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from refrakt.plugins import Problem, TextEdit, rule
from refrakt_plan.entity import Entity
from refrakt_plan.rules.problem_spans import key_of
from refrakt_plan.vocabulary import READ_ONLY_ATTRIBUTES, TYPES

_WITHOUT_NAME = "primary"


@rule(
    "unknown-attribute",
    "warning",
    "attributes",
    scope="plan",
    on="entity",
    fixable=True,
    replaces="unknown-attribute",
)
def unknown_attribute(entity: Entity) -> Iterator[Problem]:
    own = _own(entity.kind.name)
    for name in entity.attributes:
        # The universal attributes are loaded only for an entity with another attribute.
        if name in own or name in _of_every_rune():
            continue
        if name == _WITHOUT_NAME:
            message = f"{entity.name} has a value without an attribute name"
            yield Problem(key_of(entity, name), message, "Write the attribute name before it.")
        else:
            yield _problem(entity, name)


def _problem(entity: Entity, name: str) -> Problem:
    from refrakt.plugins.name_suggestion import nearest
    from refrakt.runes.synonyms import attribute_synonyms, respelled
    from refrakt_plan.rules.messages import misspelled

    span = key_of(entity, name)
    message = f"{entity.name} has an attribute {name}, which does not exist for {entity.kind.plural}"
    free = [each for each in _own(entity.kind.name) if each not in entity.attributes]
    similar = respelled(name, free) or next(iter([*nearest(name, free), *attribute_synonyms(name, free)]), None)
    edits = [TextEdit(span, similar)] if similar and name in entity.attribute_ranges else []
    allowed = ", ".join((entity.kind.key, *entity.kind.settable))
    return misspelled(span, message, similar, f"Remove it, or use: {allowed}.", edits)


@cache
def _own(kind: str) -> tuple[str, ...]:
    return (TYPES[kind].key, *TYPES[kind].settable, *READ_ONLY_ATTRIBUTES)


@cache
def _of_every_rune() -> frozenset[str]:
    """The attributes that Markdoc and refrakt allow on every tag."""
    from refrakt.runes.universal_attributes import UNIVERSAL

    return frozenset({"id", "class", *(each.name for each in UNIVERSAL)})
