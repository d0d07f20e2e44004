"""A slot that the parent tag does not have.

The content of the slot is not rendered. The fix writes the most similar name. In the example, `panel` has the slot
`body`.

**Example**

```markdoc {% process=false %}
{% panel %}
{% slot "body" %}
Text
{% /slot %}
{% slot "bdoy" %}
Text
{% /slot %}
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

from refrakt.markdoc.format.values import format_value
from refrakt.markdoc.text_edit import TextEdit
from refrakt.rules.name_suggestion import did_you_mean, nearest
from refrakt.rules.page import RuleContext
from refrakt.rules.problem import Problem, safe_fix
from refrakt.rules.registry import rule


@rule("unknown-slot", "error", "tags", on="error:slot-undefined", fixable=True)
def unknown_slot(context: RuleContext) -> Iterator[Problem]:
    assert context.problem is not None
    span = context.problem.span
    written = span.block.text[span.start : span.end].strip('"') if span.block is not None else ""
    schema = context.page.site.config.schema_of(context.node)
    names = nearest(written, schema.slots) if schema is not None else []
    message = f"`{context.node.tag}` has no slot '{written}'{did_you_mean(names)}"
    fix = [TextEdit(span, format_value(names[0]))] if names and names[0] not in context.node.slots else []
    yield Problem(span, message, f"Write {names[0]}." if names else None, safe_fix(fix))
