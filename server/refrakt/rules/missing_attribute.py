"""A required attribute that is not set.

The rune cannot render without it. The fix inserts the attribute with the first allowed value, or with an empty string
as a placeholder.

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
from refrakt.markdoc.values import UNDEFINED
from refrakt.rules.attribute_definitions import insertion, value_for
from refrakt.rules.page import RuleContext
from refrakt.rules.problem import Problem, safe_fix
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
    for name in needed:
        # Markdoc reports each of them; the messages differ only by the name in quotes.
        if (
            context.node.attributes.get(name, UNDEFINED) is UNDEFINED
            and f"attribute `{name}`" in context.problem.message
        ):
            attribute = definitions.get(name)
            about = f": {attribute.about[:1].lower()}{attribute.about[1:]}" if attribute and attribute.about else ""
            called = "a value" if name == "primary" else f"`{name}`"
            yield Problem(
                context.problem.span,
                f"`{owner}` needs {called}{about}",
                f"Add {called}.",
                safe_fix(_fix(context, name, attribute)),
            )


def _fix(context: RuleContext, name: str, attribute: Attribute | None) -> list[TextEdit]:
    tag = context.node.open
    if tag is None or attribute is None or name == "primary" or context.node.tag == "partial":
        return []
    if not context.vocabulary.refrakt:
        return []  # an empty value would only hide the problem
    value = value_for(attribute)
    return [] if value is UNDEFINED else [insertion(tag, f"{name}={format_value(value)}")]
