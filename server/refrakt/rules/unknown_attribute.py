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

from collections.abc import Iterator, Mapping

from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import AttributeSyntax, Span, TagSyntax
from refrakt.markdoc.values import UNDEFINED
from refrakt.rules.attribute_definitions import accepts, attribute_of
from refrakt.rules.coercible_value import coerced
from refrakt.rules.dialect_attributes import meant_value
from refrakt.rules.intended_names import intended_attribute, named_primary, taker_of_value
from refrakt.rules.misread_tag import is_misread
from refrakt.rules.name_suggestion import did_you_mean
from refrakt.rules.page import RuleContext
from refrakt.rules.problem import Fix, Problem, safe_fix
from refrakt.rules.registry import rule
from refrakt.runes.rune import Attribute

_MOST_SHOWN = 8


@rule("unknown-attribute", "error", "attributes", on="error:attribute-undefined", fixable=True, habitual=True)
def unknown_attribute(context: RuleContext) -> Iterator[Problem]:
    assert context.problem is not None
    found = attribute_of(context)
    if is_misread(context):
        return
    if _may_exist(context) or (found is None and not context.vocabulary.refrakt):
        return  # an attribute that is not in the text was set by the parser
    if found is None:
        yield Problem(context.problem.span, context.problem.message)
        return
    tag, attribute = found
    if attribute.form == "primary":
        yield _without_key(context, tag, attribute)
        return
    if named_primary(context) is attribute:
        return  # the required value is missing, which is the problem that is reported
    name = attribute.annotation.name
    owner = f"`{context.node.tag}`" if context.node.tag else f"a {context.node.type}"
    intended = intended_attribute(context, attribute)
    names = [intended.name, *intended.others] if intended is not None else []
    message = f"{owner} has no attribute '{name}'{did_you_mean(names)}"
    span = context.problem.span
    if intended is None:
        yield Problem(span, message, _known(context))
        return
    would_do = _would_do(context, intended.name, attribute)
    fix = Fix((TextEdit(span, intended.name),), "safe" if intended.exact else "unsafe") if would_do else None
    yield Problem(span, message, f"Write {intended.name}.", fix)


def _may_exist(context: RuleContext) -> bool:
    """Whether the schema of a site may have attributes that are not known."""
    if context.node.tag:
        return context.rune is not None and context.rune.open
    open_nodes = context.page.site.open_nodes
    return open_nodes is None or context.node.type in open_nodes


def _known(context: RuleContext) -> str:
    """What to do about an attribute that resembles none."""
    rune = context.rune
    names = [each.name for each in rune.attributes if not each.deprecated and each.name != "primary"] if rune else []
    return f"Remove it, or write one of {', '.join(names[:_MOST_SHOWN])}." if names else "Remove it."


def _would_do(context: RuleContext, name: str, attribute: AttributeSyntax) -> bool:
    """Whether the attribute is free and takes the value."""
    rune = context.rune
    if name in context.node.attributes or attribute.form != "named":
        return False
    definitions: Mapping[str, Attribute] = rune.every_attribute if rune is not None else {}
    if name not in definitions:
        return True
    # A value that only has or lacks quotes, or that other tools write so, is fixed next.
    value = attribute.annotation.value
    definition = definitions[name]
    return (
        accepts(definition, value)
        or coerced(definition, value) is not UNDEFINED
        or (isinstance(value, str) and bool(definition.values) and meant_value(definition, value) is not None)
    )


def _without_key(context: RuleContext, tag: TagSyntax, attribute: AttributeSyntax) -> Problem:
    owner = context.node.tag or context.node.type
    start, end = attribute.value
    span = Span(start, end, tag.block)
    message = f"`{owner}` accepts no value without an attribute name"
    taker = taker_of_value(context, attribute.annotation.value)
    if taker is None:
        return Problem(span, message, _named(context))
    written = tag.block.text[start:end] if tag.block is not None else "…"
    fix = safe_fix([TextEdit(Span(start, start, tag.block), f"{taker}=")])
    return Problem(span, message, f"Write {taker}={written}.", fix)


def _named(context: RuleContext) -> str:
    rune = context.rune
    names = [each.name for each in rune.attributes if not each.deprecated] if rune is not None else []
    if not names:
        return "Write the attribute's name before it."
    return f"Write the attribute's name before it: {', '.join(f'{each}=…' for each in names[:_MOST_SHOWN])}."
