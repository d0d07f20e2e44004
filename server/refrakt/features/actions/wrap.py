"""Wraps the selection in a rune: whole blocks in a block rune, inline text in an inline rune."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from refrakt.features.actions.action_request import ActionRequest
from refrakt.features.actions.content_equality import same_content
from refrakt.features.actions.minimal_edits import wrapping_edits
from refrakt.features.actions.registry import code_action
from refrakt.features.actions.selection import SelectedBlocks, selected_blocks, selected_inline_text
from refrakt.features.actions.wrap_candidates import opening_tag, wrap_candidates
from refrakt.features.preview_edit import preview_edits
from refrakt.features.results import CodeAction
from refrakt.features.rune_reference import listed_runes
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.project.workspace_edit import WorkspaceEdit

KIND = "refactor.rewrite"
_MOST = 8


@code_action(KIND, rank=20)
def wrap(request: ActionRequest) -> Iterator[CodeAction]:
    blocks = selected_blocks(request)
    if blocks is not None:
        yield from _wrap_blocks(request, blocks)
        return
    span = selected_inline_text(request)
    if span is not None:
        yield from _wrap_inline_text(request, span)


def _wrap_blocks(request: ActionRequest, blocks: SelectedBlocks) -> Iterator[CodeAction]:
    if not can_be_wrapped(request, blocks):
        return
    for rune in wrap_candidates(request, blocks)[:_MOST]:
        yield CodeAction(
            f"Wrap in `{rune.name}`", KIND, partial(wrap_blocks, request, blocks, f"{{% {rune.name} %}}", rune.name)
        )


def can_be_wrapped(request: ActionRequest, blocks: SelectedBlocks) -> bool:
    """Whether tags around the blocks leave them and their surroundings unchanged."""
    # An inline rune that fills a list item must not be nested in another rune.
    runes = (request.page.site.vocabulary.get(each.tag) for each in blocks.nodes if each.tag)
    if not blocks.ends_line or any(rune is not None and rune.inline for rune in runes):
        return False
    after = preview_edits(blocks.document, wrapping_edits(blocks, "{% x %}", "{% /x %}"))
    return same_content(blocks.document, after)


def wrap_blocks(request: ActionRequest, blocks: SelectedBlocks, head: str, name: str) -> WorkspaceEdit | None:
    """The blocks between an opening and a closing tag."""
    return request.checked_edit(wrapping_edits(blocks, head, f"{{% /{name} %}}"))


def _wrap_inline_text(request: ActionRequest, span: Span) -> Iterator[CodeAction]:
    for rune in listed_runes(request.page.site.vocabulary):
        head = opening_tag(rune, rune.name) if rune.inline and not rune.self_closing else None
        if head is not None:
            tags = (
                TextEdit(Span(span.start, span.start), head),
                TextEdit(Span(span.end, span.end), f"{{% /{rune.name} %}}"),
            )
            yield CodeAction(f"Wrap in `{rune.name}`", KIND, partial(request.checked_edit, tags))
