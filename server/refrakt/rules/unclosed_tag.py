"""A tag that is never closed.

The tag contains everything up to the end of the page. The fix closes it before the closing tag of its parent, or after
the first block that follows it. An entity of a plan is closed at the end of the page.

**Example**

```markdoc {% process=false %}
{% hint %}
Save your work.
```

**Use instead**

```markdoc {% process=false %}
{% hint %}
Save your work.
{% /hint %}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.markdoc.block_reader import Block
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Node, Span, TagSyntax
from refrakt.rules.page import RuleContext
from refrakt.rules.problem import Problem, safe_fix
from refrakt.rules.problem_spans import is_alone_on_its_lines, line_end, line_start, tag_named_at
from refrakt.rules.registry import rule
from refrakt.rules.tag_pairing import key_of, tag_pairs


@rule("unclosed-tag", "error", "tags", on="error:missing-closing", fixable=True)
def unclosed_tag(context: RuleContext) -> Iterator[Problem]:
    assert context.problem is not None
    span = context.problem.span
    tag = tag_named_at(context.page.document, span, "open")
    if tag is None or tag.block is None:
        return
    pairs = tag_pairs(context.page.document)
    if key_of(tag) in pairs.consequences:
        return
    rune = context.vocabulary.get(tag.name)
    if rune is not None and rune.self_closing:
        end = Span(tag.end - 2, tag.end - 2, tag.block)
        space = "" if tag.block.text[tag.end - 3 : tag.end - 2].isspace() else " "
        why = "accepts no content" if context.vocabulary.refrakt else "is declared as self-closing"
        message = f"`{tag.name}` {why} and must end with `/%}}`"
        yield Problem(span, message, "End it with /%}.", safe_fix([TextEdit(end, f"{space}/")]))
        return
    closing = f"{{% /{tag.name} %}}"
    ahead = pairs.close_before.get(key_of(tag))
    if not pairs.is_read(context.page.document, ahead[0] if ahead is not None else None):
        return
    if ahead is not None:
        before, names = ahead
        message = f"`{tag.name}` must be closed before `{before.name}`"
        if not is_alone_on_its_lines(tag):
            fix = [_after(context, tag, closing)]  # an inline tag ends in its line
        else:
            fix = [_before(before, names)] if names and is_alone_on_its_lines(before) else []
        yield Problem(span, message, f"Close it with {closing}.", safe_fix(fix))
        return
    # Where the content ends follows from the content model of a rune. The tags of other sites have none.
    closers = [_after(context, tag, closing)] if context.vocabulary.refrakt else []
    # A tag that is not defined may be the mistake itself, such as `endnote`.
    is_known = context.vocabulary.refrakt or context.vocabulary.inferred or rune is not None
    advice = f"Close it with {closing}." if is_known else None
    yield Problem(span, f"`{tag.name}` is never closed", advice, safe_fix(closers))


def _before(closing: TagSyntax, names: tuple[str, ...]) -> TextEdit:
    """Close all open tags, innermost first, before a closing tag."""
    at = Span(closing.start, closing.start, closing.block)
    tags = [f"{{% /{name} %}}" for name in names]
    if not is_alone_on_its_lines(closing) or closing.block is None:
        return TextEdit(at, "".join(tags))
    text = closing.block.text
    indent = text[line_start(text, closing.start) : closing.start]
    return TextEdit(at, "".join(f"{tag}\n{indent}" for tag in tags))


def _after(context: RuleContext, tag: TagSyntax, closing: str) -> TextEdit:
    """Close a tag after its first block, or at the end of its line."""
    block = tag.block
    assert block is not None
    if not is_alone_on_its_lines(tag) or block.text[: tag.start].strip() or block.text[tag.end :].strip():
        end = _end_of_cell(context.page.document.block_of(block), tag) or line_end(block.text, tag.end)
        return TextEdit(Span(end, end, block), closing)
    node = _node_of(context.page.document.tree, tag)
    last = _last_of(context, node) if node is not None else None
    if last is not None and last.block is not None and last.block is not block:
        text = last.block.text
        end = last.end if last.end > len(text) else len(text[: last.end].rstrip())
        return TextEdit(Span(end, end, last.block), f"\n{closing}")
    return TextEdit(Span(tag.end, tag.end, block), f"\n{closing}")


def _end_of_cell(block: Block, tag: TagSyntax) -> int | None:
    """The end of the table cell of a tag."""
    nodes = (node for top in block.nodes for node in (top, *top.walk()))
    cells = (node for node in nodes if node.type in ("td", "th") and node.block is block.source)
    return next((cell.end for cell in cells if cell.start <= tag.start < cell.end), None)


def _last_of(context: RuleContext, node: Node) -> Node | None:
    """The first block of a tag, or the last of its parts; for a tag that owns its content, the last block."""
    found: Node | None = None
    name = context.vocabulary.names.get(node.tag or "")
    whole = context.vocabulary.get(node.tag or "")
    for child in node.children:
        rune = context.vocabulary.get(child.tag or "") if child.type == "tag" else None
        is_part = (rune is not None and name in rune.parents) or (whole is not None and whole.owns_content)
        if child.type == "tag" and child.close is None and (child.open is None or child.open.kind != "void"):
            break
        if is_part or found is None:
            found = child
        if not is_part:
            break
    return found


def _node_of(tree: Node, tag: TagSyntax) -> Node | None:
    """The node of an unclosed tag: each open tag is the last child of its parent."""
    node: Node | None = tree
    while node is not None:
        if node.open is not None and key_of(node.open) == key_of(tag):
            return node
        node = node.children[-1] if node.children else None
    return None
