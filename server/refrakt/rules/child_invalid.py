"""Markdown nested where it is not allowed.

A link inside a link or bold text inside bold text is parsed, but browsers do not display it as intended. Remove one of
the two.

**Example**

```markdoc {% process=false %}
**very __very__ important**
```

**Use instead**

```markdoc {% process=false %}
**very very important**
```
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.markdoc.tree import Node, Span
from refrakt.rules.page import RuleContext
from refrakt.rules.problem import Problem
from refrakt.rules.registry import rule

_DESCRIPTIONS = {
    "strong": "bold text",
    "em": "italic text",
    "s": "struck-out text",
    "softbreak": "a line break",
    "hardbreak": "a line break",
    "td": "a table cell",
    "th": "a table heading",
    "item": "a list item",
    "image": "an image",
    "inline": "running text",
    "tr": "a table row",
}


@rule("child-invalid", "warning", "content", on="error:child-invalid", habitual=True)
def child_invalid(context: RuleContext) -> Iterator[Problem]:
    assert context.problem is not None
    if not context.vocabulary.refrakt and not context.node.tag:
        return  # other sites render any Markdown in Markdown
    if any(error.id == "missing-closing" for error in context.node.errors):
        # The content of an unclosed tag is what follows it.
        return
    allowed = context.page.site.config.schema_of(context.node)
    for child in context.node.children:
        # A line break in bold text is allowed.
        if (
            child.type == "softbreak"
            or child.errors
            or (allowed is not None and child.type in (allowed.children or ()))
        ):
            continue
        if not context.vocabulary.refrakt and not _is_at(context.problem.span, child):
            return  # the first child that is not allowed is reported for all of them
        what, where = _name(child.tag, child.type), _name(context.node.tag, context.node.type)
        if context.problem.message.startswith(f"`{child.tag or child.type}`"):
            # On other sites, the schema of a tag lists its children: pages that have others are one habit.
            habit = None if context.vocabulary.refrakt else f"{where} has content that its schema does not allow"
            advice = "Remove one of them." if habit is None else f"Write it outside of {where}."
            message = f"{what} is not allowed in {where}"
            yield Problem(context.problem.span, message, advice, habit_message=habit)
            return


def _is_at(span: Span, child: Node) -> bool:
    return span.block is child.block and child.start <= span.start < max(child.end, child.start + 1)


def _name(tag: str | None, type: str) -> str:
    if tag:
        return f"`{tag}`"
    return _DESCRIPTIONS.get(type, f"an {type}" if type[0] in "aeiou" else f"a {type}")
