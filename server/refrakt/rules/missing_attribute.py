"""A required attribute that is not set.

The rune cannot render without it. The fix inserts the attribute with the first allowed value, or with an empty string
as a placeholder, which a person must fill in: it is never applied with other fixes.

**Example**

```markdoc {% process=false %}
{% embed %}
A film about boats
{% /embed %}
```

**Use instead**

```markdoc {% process=false %}
{% embed url="https://example.org/film" %}
A film about boats
{% /embed %}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.markdoc.format.values import format_value
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import AttributeSyntax, Span
from refrakt.markdoc.values import UNDEFINED
from refrakt.rules.attribute_definitions import insertion, value_for
from refrakt.rules.intended_names import intended_attribute, named_primary, taker_of_value
from refrakt.rules.page import RuleContext
from refrakt.rules.problem import Fix, Problem, safe_fix
from refrakt.rules.problem_spans import is_stray
from refrakt.rules.registry import rule
from refrakt.runes.rune import Attribute


@rule("missing-attribute", "error", "attributes", on="error:attribute-missing-required", fixable=True, habitual=True)
def missing_attribute(context: RuleContext) -> Iterator[Problem]:
    assert context.problem is not None
    if is_stray(context.node):
        return
    rune = context.rune
    if context.vocabulary.inferred and rune is not None and rune.category == "Markdoc":
        return  # the part of the schema that is not known may define the tag anew
    schema = context.page.site.config.schema_of(context.node)
    needed = schema.required_attributes if schema is not None else ()
    definitions = rune.every_attribute if rune is not None else {}
    owner = context.node.tag or context.node.type
    meant = _meant_by_others(context)
    for name in needed:
        # Markdoc reports each of them; the messages differ only by the name in quotes.
        if (
            context.node.attributes.get(name, UNDEFINED) is UNDEFINED
            and f"attribute `{name}`" in context.problem.message
            and name not in meant
        ):
            attribute = definitions.get(name)
            if name == "primary" and (written := named_primary(context)) is not None:
                yield _without_name(context, owner, written)
                continue
            about = f": {attribute.about[:1].lower()}{attribute.about[1:]}" if attribute and attribute.about else ""
            called = "a value" if name == "primary" else f"`{name}`"
            yield Problem(
                context.problem.span,
                f"`{owner}` needs {called}{about}",
                f"Add {called}.",
                Fix((edit,), "placeholder") if (edit := _fix(context, name, attribute)) is not None else None,
            )


def _without_name(context: RuleContext, owner: str, written: AttributeSyntax) -> Problem:
    """The value that a tag requires, written with a name that it does not have."""
    tag, name = context.node.open, written.annotation.name
    block = tag.block if tag is not None else None
    start, (value_start, value_end) = written.key[0], written.value
    value = block.text[value_start:value_end] if block is not None else "…"
    message = f"`{owner}` needs a value without a name, not `{name}={value}`"
    fix = safe_fix([TextEdit(Span(start, value_start, block), "")])
    return Problem(Span(*written.key, block), message, f"Write {value}.", fix)


def _meant_by_others(context: RuleContext) -> set[str]:
    """The attributes that are set under another name, or without one: `unknown-attribute` reports those."""
    rune = context.rune
    if rune is None or context.node.open is None:
        return set()
    found: set[str] = set()
    for attribute in context.node.open.attributes:
        name = attribute.annotation.name
        if name in rune.every_attribute or not attribute.complete:
            continue
        if attribute.form == "primary":
            taker = taker_of_value(context, attribute.annotation.value)
            found |= {taker} if taker is not None else set()
        elif (intended := intended_attribute(context, attribute)) is not None:
            found.add(intended.name)
    return found


def _fix(context: RuleContext, name: str, attribute: Attribute | None) -> TextEdit | None:
    tag = context.node.open
    if tag is None or attribute is None or name == "primary" or context.node.tag == "partial":
        return None
    if not context.vocabulary.refrakt:
        return None  # an empty value would only hide the problem
    value = value_for(attribute)
    return None if value is UNDEFINED else insertion(tag, f"{name}={format_value(value)}")
