"""A block rune in a line of text, or an inline rune on its own lines.

A tag alone on its line is a block; with text around it, it is inline. Some runes support only one of the two. A rune
that fills a list item or a table cell is allowed in either case. The fix joins a short block into one line.

**Example**

```markdoc {% process=false %}
{% badge %}
new
{% /badge %}
```

**Use instead**

```markdoc {% process=false %}
Version 2 {% badge %}new{% /badge %}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Node, Span
from refrakt.rules.page import RuleContext
from refrakt.rules.problem import Problem, safe_fix
from refrakt.rules.problem_spans import is_stray
from refrakt.rules.registry import rule

_CELLS = ("item", "td", "th")


@rule("wrong-place", "error", "tags", on="error:tag-placement-invalid", fixable=True, habitual=True)
def wrong_place(context: RuleContext) -> Iterator[Problem]:
    assert context.problem is not None
    if is_stray(context.node):
        return
    node = context.node
    name = node.tag or node.type
    if node.inline:
        message = f"`{name}` is a block rune and cannot be in a line of text"
        yield Problem(context.problem.span, message, "Put it on its own line, with blank lines around it.")
        return
    if node.open is not None and node.open.kind == "void" and context.parents and context.parents[-1].type in _CELLS:
        return  # in a list item or a table cell it renders the same either way
    message = f"`{name}` is an inline rune and must be in a line of text"
    yield Problem(context.problem.span, message, "Write it within a sentence.", safe_fix(_joined(node)))


def _joined(node: Node) -> list[TextEdit]:
    """The tag, its text and its closing tag on one line, if it has one line of text."""
    if node.open is None or node.close is None or len(node.children) != 1 or node.children[0].type != "paragraph":
        return []
    child = node.children[0]
    if child.block is None or node.open.block is None or node.close.block is None:
        return []
    text = child.block.text[child.start : child.end].strip()
    if not text or "\n" in text or "\r" in text or node.open.block is child.block:
        return []
    end = child.start + len(child.block.text[child.start : child.end].rstrip())
    return [
        TextEdit(Span(node.open.end, len(node.open.block.text), node.open.block), ""),
        TextEdit(Span(end, len(child.block.text), child.block), ""),
    ]
