"""A slot that must be filled and is not.

A tag of a plain Markdoc site can ask for named parts, written as `{% slot "name" %}` inside it.
"""

from __future__ import annotations

from collections.abc import Iterator

from .finding import Found
from .page import Here
from .registry import rule


@rule("missing-slot", "error", problem="slot-missing-required")
def missing_slot(here: Here) -> Iterator[Found]:
    assert here.problem is not None
    schema = here.page.site.config.schema_of(here.node)
    slots = schema.slots.items() if schema is not None else ()
    for name, slot in slots:
        if slot.required and name not in here.node.slots and f"'{name}'" in here.problem.message:
            advice = f'Add {{% slot "{name}" %}}…{{% /slot %}} inside it.'
            yield Found(here.problem.span, f"`{here.node.tag}` needs its slot '{name}'", advice)
