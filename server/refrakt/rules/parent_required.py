"""A rune outside of its parent rune.

Some runes are parts of another rune, such as `tab` of `tabs`. Elsewhere they render incompletely or not at all. The
severity depends on whether the rune can render alone. On a plain Markdoc site, a tag with a `transform` of its own may
contain any tag, such as an `else`.

**Example**

```markdoc {% process=false %}
{% tab name="Linux" %}
Run the script.
{% /tab %}
```

**Use instead**

```markdoc {% process=false %}
{% tabs %}
{% tab name="Linux" %}
Run the script.
{% /tab %}
{% /tabs %}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.rules.intended_names import synonym_of
from refrakt.rules.page import RuleContext
from refrakt.rules.problem import RULE_SEVERITY, Problem, Severity
from refrakt.rules.problem_spans import is_stray, primary_span
from refrakt.rules.registry import rule
from refrakt.rules.unknown_rune import renamed_tag, written_tag

_STRUCTURAL = frozenset(
    {
        "accordion-item",
        "tab",
        "bento-cell",
        "definition",
        "step",
        "tier",
        "map-pin",
        "itinerary-day",
        "itinerary-stop",
    }
)
"""Parts that have no meaning outside of their parent."""


@rule("parent-required", "warning", "tags", on="node:tag", fixable=True)
def parent_required(context: RuleContext) -> Iterator[Problem]:
    rune = context.rune
    if rune is None or not rune.parents or is_stray(context.node) or context.page.is_partial:
        return
    vocabulary = context.vocabulary
    around = {
        vocabulary.names.get(parent.tag, parent.tag)
        for parent in context.parents
        if parent.type == "tag" and parent.tag
    }
    if around & set(rune.parents):
        return
    found = map(vocabulary.get, around)
    if any(each is None or each.transforms for each in found):
        return
    names = " or ".join(f"`{name}`" for name in rune.parents)
    severity: Severity = "error" if rune.name in _STRUCTURAL else "hint" if rune.name == "region" else RULE_SEVERITY
    message = f"`{context.node.tag}` is a part of {names} and must be inside it"
    # `note` is a part of `annotate` here, and a kind of hint in other tools.
    intended = synonym_of(context.node.tag or "", context.node.attributes, vocabulary)
    if intended is not None and intended.attributes:
        message = f"{message}; did you mean '{intended.name}'?"
        fix = renamed_tag(context.node, context.node.tag or "", intended)
        yield Problem(primary_span(context.node), message, f"Write {written_tag(intended)}.", fix, severity=severity)
        return
    yield Problem(primary_span(context.node), message, f"Put it in {names}.", severity=severity)
