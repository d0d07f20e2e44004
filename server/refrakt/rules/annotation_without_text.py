"""An annotation without text before it.

`{% #id .class %}` sets attributes of the text before it on the same line. On a line of its own it has no effect. The
fix moves it to the end of the heading or paragraph above, or removes it if there is none.

**Example**

```markdoc {% process=false %}
# Install

{% #setup %}
```

**Use instead**

```markdoc {% process=false %}
# Install {% #setup %}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import BlockText, Node, Span, TagSyntax
from refrakt.rules.page import RuleContext
from refrakt.rules.problem import Problem, safe_fix
from refrakt.rules.problem_spans import tag_at
from refrakt.rules.registry import rule


@rule("annotation-without-text", "error", "syntax", on="error:no-inline-annotations", fixable=True)
def annotation_without_text(context: RuleContext) -> Iterator[Problem]:
    assert context.problem is not None
    span = context.problem.span
    block = span.block
    tag = tag_at(context.page.document, span)
    if tag is None or block is None:
        return
    annotation = f" {block.text[tag.start : tag.end]}"
    below = _heading_below(context, block, tag)
    if below is not None and below.block is not None:
        at = len(below.block.text[: below.end].rstrip())
        end = tag.end + 1 if block.text.startswith("\n", tag.end) else tag.end
        message = "an annotation is at the end of its heading, not above it"
        fix = safe_fix([TextEdit(Span(tag.start, end, block), ""), TextEdit(Span(at, at, below.block), annotation)])
        yield Problem(span, message, "Put it at the end of the heading below.", fix)
        return
    above = _above(context, block, tag)
    message = "this annotation has no text before it on its line"
    if above is None:
        yield Problem(span, message, "Put it after the text it belongs to.", safe_fix([TextEdit(span, "")]))
        return
    holder = above.block
    assert holder is not None
    end = len(holder.text[: above.end].rstrip())
    advice = f"Put it at the end of the {above.type} above."
    yield Problem(span, message, advice, safe_fix([TextEdit(Span(end, end, holder), annotation), TextEdit(span, "")]))


def _heading_below(context: RuleContext, block: BlockText, tag: TagSyntax) -> Node | None:
    """The heading on the line below an annotation that is alone on its line."""
    document = context.page.document
    index = document.index_of(block)
    rest = block.text[tag.end :]
    if block.text[: tag.start].strip() or rest.strip() or rest.count("\n") > 1 or index + 1 >= len(document.blocks):
        return None
    after = document.blocks[index + 1]
    first = after.nodes[0] if after.nodes and after.nodes[0].type == "heading" else None
    is_next = first is not None and not after.text[: first.start].strip() and "\n" not in after.text[: first.start]
    return first if is_next and first is not None and not first.annotation_tags else None


def _above(context: RuleContext, block: BlockText, tag: TagSyntax) -> Node | None:
    """The heading or paragraph that ends right before the annotation's block."""
    document = context.page.document
    index = document.index_of(block)
    if index == 0 or block.text[: tag.start].strip():
        return None
    before = document.blocks[index - 1]
    last = before.nodes[-1] if before.kind == "leaf" and before.nodes else None
    return last if last is not None and last.type in ("heading", "paragraph") and not last.annotation_tags else None
