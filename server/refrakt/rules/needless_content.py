"""Content of a tag that is declared as self-closing.

A rune that accepts no content does not render it. The fix makes the tag self-closing with `/%}` and moves its content
after it. Markdoc itself renders the content of a tag with `selfClosing: true`, but its validator rejects it: on other
sites this is a warning without a fix, and either the tag ends with `/%}` or the schema is wrong.

**Example**

```markdoc {% process=false %}
{% icon name="star" %}
Favourite
{% /icon %}
```

**Use instead**

```markdoc {% process=false %}
{% icon name="star" /%}

Favourite
```
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.rules.page import RuleContext
from refrakt.rules.problem import Problem, safe_fix
from refrakt.rules.registry import rule


@rule(
    "needless-content",
    "error",
    "tags",
    on="error:tag-selfclosing-has-children",
    fixable=True,
    tag="unnecessary",
    habitual=True,
)
def needless_content(context: RuleContext) -> Iterator[Problem]:
    assert context.problem is not None
    node = context.node
    if node.close is None:
        # The problem is that it is not closed.
        return
    if not context.vocabulary.refrakt:
        message = f"`{node.tag or node.type}` is declared as self-closing, but has content"
        advice = "Remove `selfClosing` from the schema, or end the tag with /%}."
        yield Problem(context.problem.span, message, advice, severity="warning")
        return
    fix: list[TextEdit] = []
    if node.open is not None and node.open.block is not None:
        end = node.open.end - 2
        space = "" if node.open.block.text[end - 1].isspace() else " "
        fix = [TextEdit(Span(end, end, node.open.block), f"{space}/"), TextEdit(node.close.span, "")]
    message = f"`{node.tag or node.type}` accepts no content, so this is not rendered"
    yield Problem(context.problem.span, message, "End the tag with /%} and put the content after it.", safe_fix(fix))
