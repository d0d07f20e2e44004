"""A deprecated attribute.

The attribute still works, but has a new name. The fix writes the new name and converts the value. If the old value
equals the new default, the fix removes the attribute.

**Example**

```markdoc {% process=false %}
{% hero justify="left" %}
# Boats
{% /hero %}
```

**Use instead**

```markdoc {% process=false %}
{% hero align="left" %}
# Boats
{% /hero %}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from refrakt.markdoc.format.values import format_value
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import AttributeSyntax, Span, TagSyntax
from refrakt.markdoc.values import UNDEFINED
from refrakt.rules.attribute_definitions import accepts, removal, written_attributes
from refrakt.rules.page import RuleContext
from refrakt.rules.problem import Problem, safe_fix
from refrakt.rules.registry import rule
from refrakt.runes.rune import Attribute, Rune


@rule("deprecated-attribute", "warning", "attributes", on="node:tag", fixable=True, tag="deprecated")
def deprecated_attribute(context: RuleContext) -> Iterator[Problem]:
    rune = context.rune
    if rune is None or not context.node.attributes:
        return
    definitions = rune.every_attribute
    reported: set[str] = set()
    for tag, attribute in written_attributes(context):
        definition = definitions.get(attribute.annotation.name)
        if definition is None or not definition.deprecated or definition.name in reported:
            continue
        reported.add(definition.name)
        target, fix = _fix(context, rune, definition, tag, attribute)
        message = f"`{definition.name}` is deprecated; use `{target}`"
        yield Problem(Span(*attribute.key, tag.block), message, f"Use {target}.", safe_fix(fix))


def _fix(
    context: RuleContext, rune: Rune, old: Attribute, tag: TagSyntax, attribute: AttributeSyntax
) -> tuple[str, list[TextEdit]]:
    definitions = rune.every_attribute
    target = old.deprecated or ""
    value: Any = attribute.annotation.value
    new = old.rewrite(value) if old.rewrite is not None else value
    if new is UNDEFINED:
        # The old attribute did two things; this value is one of the other.
        takers = [each.name for each in rune.attributes if each.values and accepts(each, value)]
        if len(takers) != 1:
            return target, []
        target, new = takers[0], value
    if target in context.node.attributes:
        return target, [removal(tag, attribute)]
    definition = definitions.get(target)
    if definition is None or not accepts(definition, new):
        return target, [removal(tag, attribute)] if new in ("none", "") else []
    key, value_span = Span(*attribute.key, tag.block), Span(*attribute.value, tag.block)
    if new == value:
        return target, [TextEdit(key, target)]
    return target, [TextEdit(key, target), TextEdit(value_span, format_value(new))]
