"""Extracts blocks to a new partial, and inlines a partial into a page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from refrakt.features.actions.action_request import ActionRequest
from refrakt.features.actions.minimal_edits import line_prefix_at, missing_blank_lines
from refrakt.features.actions.registry import code_action
from refrakt.features.actions.selection import SelectedBlocks, selected_blocks, tag_at
from refrakt.features.actions.wrap_candidates import allows_rune
from refrakt.features.results import CodeAction
from refrakt.markdoc.document import Document, parse
from refrakt.markdoc.format.values import format_value
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Node, TagSyntax
from refrakt.markdoc.tree_equality import same_tree
from refrakt.markdoc.values import Function, Variable
from refrakt.project.config import PARTIALS
from refrakt.project.index.tracked_site import TrackedSite
from refrakt.project.workspace_edit import WorkspaceEdit
from refrakt.runes.match_expressions import plain_text

EXTRACT = "refactor.extract"
INLINE = "refactor.inline"
_USUAL = "shared"
"""The name of a partial without a heading or a rune."""
_READ_AT_ONCE = 5_000
"""A longer text is parsed only when the action is resolved."""
_LONGEST_NAME = 40
_SIGNS = re.compile(r"[\W_]+")
_SAFE = re.compile(r"(?!\d+\.(?: |$))[^\W_](?:(?:[^\W_]|[.,:;@+/-]| (?! ))*[^\W_])?")
"""Text without special meaning, even at the start of a line."""


# Extract --------------------------------------------------------------------------------------------------------------


@code_action(EXTRACT, rank=40)
def extract_partial(request: ActionRequest) -> Iterator[CodeAction]:
    blocks = selected_blocks(request)
    folder = partials_folder(request)
    if blocks is None or folder is None or not request.can_create_files or not blocks.ends_line:
        return
    text = _dedented_text(request, blocks)
    if not allows_rune(request.page.site.vocabulary, blocks):
        return
    if len(text) <= _READ_AT_ONCE and not _is_self_contained(request, blocks, text):
        return
    name = _unused_name(request, blocks)
    used = sorted({f"`${each.path[0]}`" for each in _variables_in(blocks.nodes)})
    suffix = f" (uses {', '.join(used)})" if used else ""
    changes = partial(_extracted, request, blocks, f"{folder}{name}.md", text)
    yield CodeAction(f"Extract to partial `{name}.md`{suffix}", EXTRACT, changes)


def _extracted(request: ActionRequest, blocks: SelectedBlocks, path: str, text: str) -> WorkspaceEdit | None:
    if len(text) > _READ_AT_ONCE and not _is_self_contained(request, blocks, text):
        return None
    edit = TextEdit(blocks.span, f'{{% partial file="{path.rpartition("/")[2]}" /%}}')
    # The partial is missing until the edit is applied.
    return request.checked_edit((edit,), ((path, text),), frozenset({"partial-missing"}), changed=blocks.span)


def partials_folder(request: ActionRequest) -> str | None:
    """The folder of the site's partials relative to the project root, with a trailing slash."""
    view = request.page.view
    if view is None or request.page.site.surroundings.partials is None:
        return None
    return f"{view.site.spec.content_path}{PARTIALS}/"


def _dedented_text(request: ActionRequest, blocks: SelectedBlocks) -> str:
    """The text of blocks without the line prefixes of their parents."""
    span = blocks.span
    prefix = line_prefix_at(request.document, span.start)
    lines = request.text[span.start : span.end].replace("\r\n", "\n").replace("\r", "\n").split("\n")
    rest = [
        line[len(prefix) :] if line.startswith(prefix) else line.removeprefix(prefix.rstrip()) for line in lines[1:]
    ]
    return "\n".join([lines[0], *rest]) + "\n"


def _is_self_contained(request: ActionRequest, blocks: SelectedBlocks, text: str) -> bool:
    """Whether the blocks parse the same in a file of their own and define no link labels."""
    document = request.document
    first, last = (document.block_at(offset) for offset in (blocks.span.start, blocks.span.end - 1))
    if any(block.definitions for block in document.blocks[first : last + 1]):
        return False
    alone = parse(text, document.options)
    if alone.frontmatter is not None:
        return False
    children = alone.tree.children
    return len(children) == len(blocks.nodes) and all(map(same_tree, children, blocks.nodes))


def _unused_name(request: ActionRequest, blocks: SelectedBlocks) -> str:
    """A free name from the first heading, else from the rune."""
    headings = (node for root in blocks.nodes for node in (root, *root.walk()) if node.type == "heading")
    heading = next(headings, None)
    title = plain_text(heading) if heading is not None else blocks.nodes[0].tag or _USUAL
    stem = _SIGNS.sub("-", title.lower()).strip("-")[:_LONGEST_NAME].rstrip("-") or _USUAL
    taken = request.page.site.surroundings.partials or ()
    numbers = (f"{stem}-{number}" for number in range(2, len(taken) + 3))
    return next(name for name in (stem, *numbers) if f"{name}.md" not in taken)


def _variables_in(nodes: tuple[Node, ...]) -> Iterator[Variable]:
    for root in nodes:
        for node in (root, *root.walk()):
            for value in node.attributes.values():
                yield from _variables_in_value(value)


def _variables_in_value(value: Any) -> Iterator[Variable]:
    """The variables in a value, nested ones included."""
    pending = [value]
    while pending:
        match pending.pop():
            case Variable() as variable:
                yield variable
                pending += variable.path
            case Function() as function:
                pending += function.parameters.values()
            case Mapping() as mapping:
                pending += mapping.values()
            case list() as items:
                pending += items


# Inline ---------------------------------------------------------------------------------------------------------------


@code_action(INLINE, rank=42)
def inline_partial(request: ActionRequest) -> Iterator[CodeAction]:
    found = tag_at(request)
    view = request.page.view
    if found is None or view is None or found[0].tag != "partial" or found[0].inline or found[0].open is None:
        return
    node, parents = found
    blocks = SelectedBlocks(request.document, parents, (node,))
    name = node.attributes.get("file")
    variables = node.attributes.get("variables", {})
    if (
        not isinstance(name, str)
        or not isinstance(variables, Mapping)
        or not {*node.attributes} <= {"file", "variables"}
    ):
        return
    with view.lock:
        tracked = request.page.tracked
        path = _path_of(tracked, name) if tracked is not None else None
    if path is not None:
        yield CodeAction(f"Inline partial `{name}`", INLINE, partial(_inlined, request, blocks, path, variables))


def _path_of(tracked: TrackedSite, name: str) -> str | None:
    """The file of a partial that can be inlined: without frontmatter and not recursive."""
    entry = tracked.partial(name)
    if entry is None or entry.facts.frontmatter or entry.path == tracked.entry.path:
        return None
    visited, pending = set[str](), [entry]
    while pending:
        for inner in tracked.includes(pending.pop()):
            if inner == name:
                return None
            further = tracked.partial(inner)
            if inner not in visited and further is not None:
                visited.add(inner)
                pending.append(further)
    return entry.path


def _inlined(
    request: ActionRequest, blocks: SelectedBlocks, path: str, variables: Mapping[str, Any]
) -> WorkspaceEdit | None:
    view = request.page.view
    source = view.source(path) if view is not None else None
    if source is None:
        return None
    document = parse(source.text, request.document.options)
    if document.frontmatter is not None or any(block.definitions for block in document.blocks):
        return None
    text = _with_variables(document, variables)
    if text is None or not text.strip():
        return None
    span = blocks.span
    prefix = line_prefix_at(request.document, span.start)
    lines = text.replace("\r\n", "\n").replace("\r", "\n").strip("\n").split("\n")
    body = "\n".join([lines[0], *(f"{prefix}{line}" if line.strip() else prefix.rstrip() for line in lines[1:])])
    above, below = missing_blank_lines(blocks)
    first, last = f"\n{prefix}" if above else "", f"\n{prefix.rstrip()}" if below else ""
    return request.checked_edit([TextEdit(span, f"{first}{body}{last}")], changed=span)


def _with_variables(document: Document, variables: Mapping[str, Any]) -> str | None:
    """The text of a partial with its variables replaced; None where one cannot be replaced."""
    edits: list[tuple[int, int, str]] = []
    for tag in document.tags():
        for span, value, written in _values(tag):
            names = [each for each in _variables_in_value(value) if each.path and each.path[0] in variables]
            if not names:
                continue
            if value is not names[0] or len(names[0].path) > 1:
                return None
            new = written(variables[str(names[0].path[0])])
            if new is None:
                return None
            base = document.offsets(tag.span)[0] - tag.start
            edits.append((base + span[0], base + span[1], new))
    text = document.text
    for start, end, new in sorted(edits, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def _values(tag: TagSyntax) -> Iterator[tuple[tuple[int, int], Any, Any]]:
    if tag.kind == "value":
        yield (tag.start, tag.end), tag.value, _as_text
    for each in tag.attributes:
        yield each.value, each.annotation.value, format_value


def _as_text(value: Any) -> str | None:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    if not isinstance(value, str):
        return format_value(value)
    return value if _SAFE.fullmatch(value) else None
