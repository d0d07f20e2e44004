"""A required slot that is not filled.

A custom tag of a Markdoc site can define named slots. The content of a slot is written as `{% slot "name" %}` inside
the tag; the tag cannot render without a required slot. In the example, `panel` requires the slot `body`.

**Example**

```markdoc {% process=false %}
{% panel %}
{% /panel %}
```

**Use instead**

```markdoc {% process=false %}
{% panel %}
{% slot "body" %}
Text
{% /slot %}
{% /panel %}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.rules.page import RuleContext
from refrakt.rules.problem import Problem
from refrakt.rules.registry import rule


@rule("missing-slot", "error", "tags", on="error:slot-missing-required")
def missing_slot(context: RuleContext) -> Iterator[Problem]:
    assert context.problem is not None
    schema = context.page.site.config.schema_of(context.node)
    slots = schema.slots.items() if schema is not None else ()
    for name, slot in slots:
        if slot.required and name not in context.node.slots and f"slot `{name}`" in context.problem.message:
            advice = f'Add {{% slot "{name}" %}}…{{% /slot %}} inside it.'
            yield Problem(context.problem.span, f"`{context.node.tag}` needs the slot '{name}'", advice)
