"""Converts plain Markdown to the rune made for it: a table to a `datatable`, a quote to a `hint`.

The content model of the rune must accept it, and the sample of the rune must contain such a block.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from refrakt.features.actions.action_request import ActionRequest
from refrakt.features.actions.minimal_edits import line_prefix_at
from refrakt.features.actions.registry import code_action
from refrakt.features.actions.selection import SelectedBlocks, block_at
from refrakt.features.actions.wrap import can_be_wrapped, wrap_blocks
from refrakt.features.actions.wrap_candidates import (
    accepts_blocks,
    allows_rune,
    block_kind,
    reads_content,
    sample_kinds,
    takes_blocks,
)
from refrakt.features.results import CodeAction
from refrakt.features.rune_reference import listed_runes
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.project.workspace_edit import WorkspaceEdit
from refrakt.runes.vocabulary import Vocabulary

KIND = "refactor.rewrite"
_NOUNS = {
    "blockquote": "quote",
    "table": "table",
    "list:ordered": "list",
    "list:unordered": "list",
    "fence": "code block",
    "image": "image",
}
"""The kinds of blocks that can be converted, as titles name them."""
_QUOTED = "hint"
"""The rune for a quote."""
_MOST = 4


@code_action(KIND, rank=30)
def convert(request: ActionRequest) -> Iterator[CodeAction]:
    blocks = block_at(request, lambda node: block_kind(node) in _NOUNS)
    if blocks is None or not blocks.ends_line:
        return
    vocabulary = request.page.site.vocabulary
    kind = block_kind(blocks.nodes[0])
    if _is_in_matching_rune(vocabulary, blocks, kind) or (kind == "fence" and not _is_on_first_line(request, blocks)):
        return
    if not allows_rune(vocabulary, blocks):
        return
    if kind == "blockquote":
        yield from _convert_quote(request, blocks, vocabulary)
    if not can_be_wrapped(request, blocks):
        return
    found = [
        rune
        for rune in listed_runes(vocabulary)
        if takes_blocks(rune, vocabulary)
        and sample_kinds(rune) - {"paragraph"} == {kind}
        and accepts_blocks(vocabulary, blocks, rune)
    ]
    found.sort(key=lambda rune: (rune.category != "Content", rune.name))
    for rune in found[:_MOST]:
        yield CodeAction(
            f"Convert {_NOUNS[kind]} to `{rune.name}`",
            KIND,
            partial(wrap_blocks, request, blocks, f"{{% {rune.name} %}}", rune.name),
        )


def _is_in_matching_rune(vocabulary: Vocabulary, blocks: SelectedBlocks, kind: str) -> bool:
    """Whether the block is already in a rune made for it."""
    runes = (vocabulary.get(node.tag or "") for node in blocks.parents if node.type == "tag")
    return any(rune is not None and kind in sample_kinds(rune) for rune in runes)


def _is_on_first_line(request: ActionRequest, blocks: SelectedBlocks) -> bool:
    """Whether the cursor is on the first line of a code block, not in the code."""
    position = request.document.position
    return position(request.selection.start)[0] == position(blocks.span.start)[0]


def _convert_quote(request: ActionRequest, blocks: SelectedBlocks, vocabulary: Vocabulary) -> Iterator[CodeAction]:
    rune = vocabulary.get(_QUOTED)
    quote = blocks.nodes[0]
    if rune is not None and reads_content(vocabulary, rune, quote.children):
        yield CodeAction(f"Convert quote to `{rune.name}`", KIND, partial(_quote_as_rune, request, blocks, rune.name))


def _quote_as_rune(request: ActionRequest, blocks: SelectedBlocks, name: str) -> WorkspaceEdit | None:
    """The content of a quote without its markers, between tags."""
    document, span = request.document, blocks.span
    prefix = line_prefix_at(document, span.start)
    lines = request.text[span.start : span.end].replace("\r\n", "\n").replace("\r", "\n").split("\n")
    bare = [lines[0].removeprefix(">").removeprefix(" ")]
    for line in lines[1:]:
        inner = line.removeprefix(prefix) if line.startswith(prefix) else line.lstrip(" \t")
        # A lazy continuation line has no marker.
        quoted = inner.lstrip(" ")
        bare.append(quoted[1:].removeprefix(" ") if quoted.startswith(">") else inner)
    body = [f"{prefix}{line}".rstrip() if not line.strip() else f"{prefix}{line}" for line in bare]
    new = "\n".join([f"{{% {name} %}}", *body, f"{prefix}{{% /{name} %}}"])
    return request.checked_edit([TextEdit(Span(*span), new)], changed=span)
