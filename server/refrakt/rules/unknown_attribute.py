"""An attribute that the rune does not have.

The attribute is ignored. The message suggests the most similar attribute of the rune, of its shared attributes or of
those of all runes, and the fix writes it. A value without a name gets the name of the only attribute that accepts the
value.

**Example**

```markdoc {% process=false %}
{% hint tpye="note" %}
Save your work.
{% /hint %}
```

**Use instead**

```markdoc {% process=false %}
{% hint type="note" %}
Save your work.
{% /hint %}
```
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import AttributeSyntax, Span, TagSyntax
from refrakt.rules.attribute_definitions import accepts, attribute_of
from refrakt.rules.name_suggestion import did_you_mean, nearest
from refrakt.rules.page import RuleContext
from refrakt.rules.problem import Problem, safe_fix
from refrakt.rules.registry import rule
from refrakt.runes.rune import Attribute, Rune


@rule("unknown-attribute", "error", "attributes", on="error:attribute-undefined", fixable=True, habitual=True)
def unknown_attribute(context: RuleContext) -> Iterator[Problem]:
    assert context.problem is not None
    found = attribute_of(context)
    if _may_exist(context) or (found is None and not context.vocabulary.refrakt):
        return  # an attribute that is not in the text was set by the parser
    if found is None:
        yield Problem(context.problem.span, context.problem.message)
        return
    tag, attribute = found
    if attribute.form == "primary":
        yield _without_key(context, tag, attribute)
        return
    name = attribute.annotation.name
    owner = f"`{context.node.tag}`" if context.node.tag else f"a {context.node.type}"
    names = _nearest(context, name)
    message = f"{owner} has no attribute '{name}'{did_you_mean(names)}"
    span = context.problem.span
    fix = [TextEdit(span, names[0])] if names and _would_do(context, names[0], attribute) else []
    yield Problem(span, message, f"Write {names[0]}." if names else "Remove it.", safe_fix(fix))


def _may_exist(context: RuleContext) -> bool:
    """Whether the schema of a site may have attributes that are not known."""
    if context.node.tag:
        return context.rune is not None and context.rune.open
    open_nodes = context.page.site.open_nodes
    return open_nodes is None or context.node.type in open_nodes


def _nearest(context: RuleContext, name: str) -> list[str]:
    rune = context.rune
    if rune is None:
        schema = context.page.site.config.schema_of(context.node)
        return nearest(name, schema.known_attributes) if schema is not None else []
    for group in _groups(rune):
        current = [each.deprecated or each.name for each in group]
        if names := nearest(name, dict.fromkeys(current)):
            return names
    return []


def _groups(rune: Rune) -> Iterator[Iterable[Attribute]]:
    """Attributes, the most similar first."""
    yield rune.attributes
    if rune.preset is not None:
        yield rune.preset.attributes
    if rune.universal:
        yield rune.every_attribute.values()


def _would_do(context: RuleContext, name: str, attribute: AttributeSyntax) -> bool:
    """Whether the attribute is free and takes the value."""
    rune = context.rune
    if name in context.node.attributes or attribute.form != "named":
        return False
    definitions: Mapping[str, Attribute] = rune.every_attribute if rune is not None else {}
    return name not in definitions or accepts(definitions[name], attribute.annotation.value)


def _without_key(context: RuleContext, tag: TagSyntax, attribute: AttributeSyntax) -> Problem:
    value: Any = attribute.annotation.value
    rune = context.rune
    owner = context.node.tag or context.node.type
    takers = [
        each.name
        for each in (rune.attributes if rune is not None else ())
        if each.values and not each.deprecated and each.name not in context.node.attributes and accepts(each, value)
    ]
    start, end = attribute.value
    span = Span(start, end, tag.block)
    if len(takers) == 1:
        at = Span(start, start, tag.block)
        return Problem(
            span,
            f"`{owner}` accepts no value without an attribute name",
            f"Write {takers[0]}=…",
            safe_fix([TextEdit(at, f"{takers[0]}=")]),
        )
    return Problem(
        span, f"`{owner}` accepts no value without an attribute name", "Write the attribute's name before it."
    )
