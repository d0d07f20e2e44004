"""A tag that is not a known rune.

The content of an unknown tag is rendered, but the tag has no effect. The fix writes the most similar name in the
opening and the closing tag, or the rune that other tools call so: `{% warning %}` is `{% hint type="warning" %}`. If the
site uses a package whose runes refrakt does not know, this is only a hint. On a site that is not refrakt's own, nothing is
reported unless all of its tags are known.

**Example**

```markdoc {% process=false %}
{% hnit type="note" %}
Save your work.
{% /hnit %}
```

**Use instead**

```markdoc {% process=false %}
{% hint type="note" %}
Save your work.
{% /hint %}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Node, Span
from refrakt.rules.intended_names import IntendedRune, intended_rune
from refrakt.rules.misread_tag import is_misread
from refrakt.rules.name_suggestion import did_you_mean
from refrakt.rules.page import RuleContext
from refrakt.rules.problem import Fix, Problem
from refrakt.rules.problem_spans import is_stray, primary_span
from refrakt.rules.registry import rule
from refrakt.runes.packages import package_with_rune

_LOOPS = frozenset({"for", "foreach", "each", "loop", "while", "repeat", "forelse", "range", "map-each"})


@rule("unknown-rune", "error", "tags", on="error:tag-undefined error:node-undefined", fixable=True)
def unknown_rune(context: RuleContext) -> Iterator[Problem]:
    if is_stray(context.node) or (context.vocabulary.unknown and not context.vocabulary.refrakt):
        return
    if is_misread(context):
        return
    node = context.node
    name = node.tag or node.type
    vocabulary = context.vocabulary
    package = package_with_rune(name) if vocabulary.refrakt and not vocabulary.unknown else None
    if package is not None:
        message = f"`{name}` is in `{package}`, which this site does not enable"
        span = context.problem.span if context.problem is not None else primary_span(node)
        yield Problem(span, message, f"Add {package} to `plugins` in refrakt.config.json.")
        return
    intended = intended_rune(name, node.attributes, vocabulary)
    what = "rune" if vocabulary.refrakt else "tag"
    control = _control(context, node, name) if intended is None or not intended.exact else None
    if control is not None and "if" in vocabulary.names:
        yield control
        return
    names = [intended.name, *intended.others] if intended is not None else []
    message = f"no {what} is called '{name}'{did_you_mean(names)}"
    span = context.problem.span if context.problem is not None else primary_span(node)
    if vocabulary.unknown:
        packages = ", ".join(vocabulary.unknown)
        yield Problem(span, message, f"It may be a rune of {packages}, which is unknown.", severity="hint")
        return
    if intended is None:
        yield Problem(span, message)
        return
    yield Problem(span, message, f"Write {written_tag(intended)}.", renamed_tag(node, name, intended))


def _control(context: RuleContext, node: Node, name: str) -> Problem | None:
    """A tag that decides or repeats in other template languages."""
    span = context.problem.span if context.problem is not None else primary_span(node)
    if name in _LOOPS:
        return Problem(
            span,
            f"Markdoc has no loops: no rune is called '{name}'",
            "Write the content, or use a rune that lists pages.",
        )
    value = node.open.attributes[0] if node.open is not None and len(node.open.attributes) == 1 else None
    if name != "unless" or node.open is None or value is None or value.form != "primary":
        return None
    start, end = value.value
    edits = [TextEdit(node.open.name_span, "if")]
    edits += [TextEdit(Span(at, at, node.open.block), new) for at, new in ((start, "not("), (end, ")"))]
    if node.close is not None:
        edits.append(TextEdit(node.close.name_span, "if"))
    written = node.open.block.text[start:end] if node.open.block is not None else "…"
    message = f"Markdoc has no `unless`; write `{{% if not({written}) %}}`"
    return Problem(span, message, f"Write {{% if not({written}) %}}.", Fix(tuple(edits)))


def written_tag(intended: IntendedRune) -> str:
    """A rune with the attributes that its other name stands for."""
    said = " ".join(f'{name}="{value}"' for name, value in intended.attributes.items())
    return f"{{% {intended.name} {said} %}}" if said else intended.name


def renamed_tag(node: Node, name: str, intended: IntendedRune) -> Fix | None:
    """A fix that writes another rune in both tags."""
    if node.open is None or node.open.name != name:
        return None
    said = "".join(f' {attribute}="{value}"' for attribute, value in intended.attributes.items())
    edits = [TextEdit(node.open.name_span, intended.name + said)]
    if node.close is not None:
        edits.append(TextEdit(node.close.name_span, intended.name))
    return Fix(tuple(edits), "safe" if intended.exact else "unsafe")
