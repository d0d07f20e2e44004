"""Sorts adjacent link definitions by label and removes unused ones.

The rendered page stays the same. Definitions used as comments, `[//]: # (…)`, are left unchanged.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from refrakt.features.actions.action_request import ActionRequest
from refrakt.features.actions.registry import code_action
from refrakt.features.preview_edit import preview_edits
from refrakt.features.results import CodeAction
from refrakt.markdoc.block_reader import Block
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.markdoc.tree_equality import same_tree
from refrakt.project.workspace_edit import WorkspaceEdit

KIND = "source.organizeLinkDefinitions"
_COMMENT = "//"


@code_action(KIND, rank=92)
def organise_link_definitions(request: ActionRequest) -> Iterator[CodeAction]:
    edits = tuple(_edits(request))
    if edits:
        yield CodeAction(
            "Sort link definitions and remove unused ones", KIND, partial(_edit_if_same_tree, request, edits)
        )


def _edits(request: ActionRequest) -> Iterator[TextEdit]:
    document = request.document
    if not any(block.definitions for block in document.blocks):
        return
    used = frozenset[str]().union(*(block.link_labels for block in document.blocks))
    labels: set[str] = set()
    for run in _runs(document.blocks):
        used_definitions = []
        for block in run:
            label = next(iter(block.definitions))
            if label in used and label not in labels:
                used_definitions.append((label, block.text))
            labels.add(label)
        start = document.offsets(Span(0, 0, run[0].source))[0]
        end = start + sum(len(block.text) for block in run)
        new = _joined([text for _, text in sorted(used_definitions)], run[-1].text)
        if new != document.text[start:end]:
            yield TextEdit(Span(start, end), new)


def _runs(blocks: list[Block]) -> Iterator[list[Block]]:
    """Adjacent blocks that contain only definitions."""
    run: list[Block] = []
    for block in blocks:
        if len(block.definitions) == 1 and not block.nodes and _COMMENT not in block.definitions:
            run.append(block)
        elif run:
            yield run
            run = []
    if run:
        yield run


def _joined(texts: list[str], last: str) -> str:
    """Definitions without the blank lines between them; the white space after the last one is kept."""
    if not texts:
        return ""
    bare = [text.rstrip() for text in texts]
    tail = last[len(last.rstrip()) :]
    between = "\r\n" if "\r\n" in "".join(texts) else "\n"
    return between.join(bare) + tail


def _edit_if_same_tree(request: ActionRequest, edits: tuple[TextEdit, ...]) -> WorkspaceEdit | None:
    document = request.document
    return request.edit(edits) if same_tree(document.tree, preview_edits(document, edits).tree) else None
