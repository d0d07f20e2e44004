"""A tag that is opened and never closed.

It takes in all that follows, to the end of the page. The fix closes it before the closing tag of what it stands in, or else
after the first block that follows it; if it should hold more, move the closing tag down. An entity of a plan holds all that
follows.
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.markdoc.reader import Block
from refrakt.markdoc.tree import Node, Span, TagSyntax

from .finding import Edit, Found
from .page import Here
from .pairs import key_of, pairs
from .places import line_end, line_start, stands_alone, tag_named_at
from .registry import rule


@rule("unclosed-tag", "error", problem="missing-closing", fixable=True)
def unclosed_tag(here: Here) -> Iterator[Found]:
    assert here.problem is not None
    span = here.problem.span
    tag = tag_named_at(here.page.document, span, "open")
    if tag is None or tag.block is None:
        return
    known = pairs(here.page.document)
    if key_of(tag) in known.consequences:
        return
    rune = here.vocabulary.get(tag.name)
    if rune is not None and rune.self_closing:
        end = Span(tag.end - 2, tag.end - 2, tag.block)
        lead = "" if tag.block.text[tag.end - 3 : tag.end - 2].isspace() else " "
        message = f"`{tag.name}` takes no content and must end in /%}}"
        yield Found(span, message, "End it with /%}.", [Edit(end, f"{lead}/")])
        return
    closing = f"{{% /{tag.name} %}}"
    ahead = known.close_before.get(key_of(tag))
    if not known.is_known(here.page.document, ahead[0] if ahead is not None else None):
        return
    if ahead is not None:
        before, names = ahead
        message = f"`{tag.name}` is not closed before `{before.name}` is"
        if not stands_alone(tag):
            fix = [_after(here, tag, closing)]  # what begins in a line ends in it
        else:
            fix = [_before(before, names)] if names and stands_alone(before) else []
        yield Found(span, message, f"Close it with {closing}.", fix)
        return
    yield Found(span, f"`{tag.name}` is never closed", f"Close it with {closing}.", [_after(here, tag, closing)])


def _before(closing: TagSyntax, names: tuple[str, ...]) -> Edit:
    """Close everything that is open, innermost first, before a closing tag."""
    at = Span(closing.start, closing.start, closing.block)
    tags = [f"{{% /{name} %}}" for name in names]
    if not stands_alone(closing) or closing.block is None:
        return Edit(at, "".join(tags))
    text = closing.block.text
    indent = text[line_start(text, closing.start) : closing.start]
    return Edit(at, "".join(f"{tag}\n{indent}" for tag in tags))


def _after(here: Here, tag: TagSyntax, closing: str) -> Edit:
    """Close a tag after the first block it holds, or at the end of its line."""
    block = tag.block
    assert block is not None
    if not stands_alone(tag) or block.text[: tag.start].strip() or block.text[tag.end :].strip():
        end = _end_of_cell(here.page.document.block_of(block), tag) or line_end(block.text, tag.end)
        return Edit(Span(end, end, block), closing)
    node = _node_of(here.page.document.tree, tag)
    last = _last_of(here, node) if node is not None else None
    if last is not None and last.block is not None and last.block is not block:
        text = last.block.text
        end = last.end if last.end > len(text) else len(text[: last.end].rstrip())
        return Edit(Span(end, end, last.block), f"\n{closing}")
    return Edit(Span(tag.end, tag.end, block), f"\n{closing}")


def _end_of_cell(block: Block, tag: TagSyntax) -> int | None:
    """Where the cell of a table ends that a tag stands in."""
    nodes = (node for top in block.nodes for node in (top, *top.walk()))
    cells = (node for node in nodes if node.type in ("td", "th") and node.block is block.source)
    return next((cell.end for cell in cells if cell.start <= tag.start < cell.end), None)


def _last_of(here: Here, node: Node) -> Node | None:
    """The first block a tag holds, or the last of the parts it is made of; of what owns its content, the last."""
    found: Node | None = None
    name = here.vocabulary.names.get(node.tag or "")
    whole = here.vocabulary.get(node.tag or "")
    for child in node.children:
        rune = here.vocabulary.get(child.tag or "") if child.type == "tag" else None
        is_part = (rune is not None and name in rune.parents) or (whole is not None and whole.owns_content)
        if child.type == "tag" and child.close is None and (child.open is None or child.open.kind != "void"):
            break
        if is_part or found is None:
            found = child
        if not is_part:
            break
    return found


def _node_of(tree: Node, tag: TagSyntax) -> Node | None:
    """The node of an unclosed tag: what is open at the end is the last child of what is open around it."""
    node: Node | None = tree
    while node is not None:
        if node.open is not None and key_of(node.open) == key_of(tag):
            return node
        node = node.children[-1] if node.children else None
    return None
