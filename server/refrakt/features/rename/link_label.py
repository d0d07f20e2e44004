"""Renames the label of a link definition: `[text][label]` and `[label]: target` on one page."""

from __future__ import annotations

import re

from markdown_it.common.utils import normalizeReference

from refrakt.features.page_context import PageContext
from refrakt.features.rename.edit_collector import without_overlaps
from refrakt.features.rename.rename_error import duplicate_id, rename_error
from refrakt.features.symbols.link_definitions import definition_occurrences, unused_definitions
from refrakt.features.symbols.symbol import Symbol
from refrakt.markdoc.document import Document
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.project.workspace_edit import FileEdit, WorkspaceEdit

_FORBIDDEN = re.compile(r"[\[\]\\\r\n]")


def rename_label(page: PageContext, symbol: Symbol, new: str, version: int | None = None) -> WorkspaceEdit:
    """A label in its definition and in all links that use it. The visible text stays."""
    new = new.strip()
    if not new or _FORBIDDEN.search(new) or new.startswith("^"):
        raise rename_error(f"`{new}` is not a valid link label", "Use one line of text without brackets.")
    document, path = page.document, page.path or ""
    text = document.text
    if normalizeReference(new) != symbol.name and normalizeReference(new) in _labels(document):
        raise duplicate_id(new, "this page already defines it")
    links = (*page.facts.links, *unused_definitions(document, page.facts.links))
    found = [each for each in definition_occurrences(links, path, text) if each.symbol == symbol]
    edits = without_overlaps(_label_edit(text, each.span, each.is_declaration, new) for each in found)
    edits = tuple(each for each in edits if text[each.span.start : each.span.end] != each.new)
    return WorkspaceEdit((FileEdit(path, text, edits, version),)) if edits else WorkspaceEdit()


def _label_edit(text: str, span: Span, declares: bool, new: str) -> TextEdit:
    if declares or text[span.start - 2 : span.start] == "][":
        return TextEdit(span, new)
    if text[span.end : span.end + 3] == "][]":
        return TextEdit(Span(span.end + 2, span.end + 2), new)
    return TextEdit(Span(span.end, span.end), f"][{new}")


def _labels(document: Document) -> set[str]:
    return {label for block in document.blocks for label in block.definitions}
