"""Removes the tags around the content of a rune."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from refrakt.features.actions.action_request import ActionRequest
from refrakt.features.actions.content_equality import same_content
from refrakt.features.actions.minimal_edits import line_prefix_at, missing_blank_lines
from refrakt.features.actions.registry import code_action
from refrakt.features.actions.selection import TABLE, SelectedBlocks, tag_at
from refrakt.features.actions.wrap_candidates import allows_nodes
from refrakt.features.preview_edit import preview_edits
from refrakt.features.results import CodeAction
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Node, Span
from refrakt.rules.missing_parts import is_split_at_headings
from refrakt.runes.vocabulary import Vocabulary

KIND = "refactor.rewrite"


@code_action(KIND, rank=24)
def unwrap(request: ActionRequest) -> Iterator[CodeAction]:
    found = tag_at(request)
    if found is None or found[0].close is None or not found[0].children or found[0].tag == TABLE:
        return
    node, parents = found
    vocabulary = request.page.site.vocabulary
    rune = vocabulary.get(node.tag or "")
    if rune is not None and (rune.deferred or rune.owns_content or rune.verbatim):
        # Its content is a template, belongs to an entity or is not Markdown, and has no meaning without it.
        return
    if _is_last_part(vocabulary, node, parents):
        # Without it, the content of its parent would have no place.
        return
    if node.children[0].type == "hr" and not request.document.offsets(node.span)[0]:
        # At the top of a page, such a line begins the frontmatter.
        return
    name = rune.name if rune is not None else node.tag
    parts = [vocabulary.get(each.tag or "") for each in node.children if each.type == "tag"]
    if any(part is not None and name in part.parents for part in parts):
        return
    blocks = SelectedBlocks(request.document, parents, (node,))
    if not node.inline and not allows_nodes(vocabulary, blocks, node.children):
        return
    edits = list(_unwrap_edits(request, blocks))
    # Long content is checked when the action is resolved.
    if blocks.is_long or same_content(request.document, preview_edits(request.document, edits)):
        yield CodeAction(f"Unwrap `{node.tag}`", KIND, partial(request.checked_edit, edits))


def _unwrap_edits(request: ActionRequest, blocks: SelectedBlocks) -> Iterator[TextEdit]:
    node = blocks.nodes[0]
    assert node.open is not None
    assert node.close is not None
    document, text = request.document, request.text
    start, open_end = document.offsets(node.open.span)
    close, end = document.offsets(node.close.span)
    if node.inline:
        yield from (TextEdit(Span(start, open_end), ""), TextEdit(Span(close, end), ""))
        return
    first, _ = document.offsets(node.children[0].span)
    _, last = document.offsets(node.children[-1].span)
    prefix = line_prefix_at(document, start)
    above, below = missing_blank_lines(blocks)
    yield TextEdit(Span(start, first), f"\n{prefix}" if above else "")
    inner_prefix = line_prefix_at(document, first)
    if inner_prefix.startswith(prefix) and inner_prefix != prefix:
        yield from _outdented(text, Span(first, last), prefix, inner_prefix)
    yield TextEdit(Span(last, end), f"\n{prefix.rstrip()}" if below else "")


def _outdented(text: str, body: Span, prefix: str, inner_prefix: str) -> Iterator[TextEdit]:
    """Content that is indented below its tag is outdented."""
    at = text.find("\n", body.start, body.end) + 1
    while at:
        if text.startswith(inner_prefix, at):
            yield TextEdit(Span(at + len(prefix), at + len(inner_prefix)), "")
        at = text.find("\n", at, body.end) + 1


def _is_last_part(vocabulary: Vocabulary, node: Node, parents: tuple[Node, ...]) -> bool:
    """Whether a tag is the only part of a rune whose content is split into parts."""
    parent = parents[-1] if parents and parents[-1].type == "tag" else None
    rune = vocabulary.get(parent.tag or "") if parent is not None else None
    if parent is None or rune is None or not is_split_at_headings(rune.content):
        return False
    return not any(each is not node and each.type in ("heading", "tag") for each in parent.children)
