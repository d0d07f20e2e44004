"""Document highlights: all occurrences of the symbol under the cursor on the page."""

from __future__ import annotations

from typing import NamedTuple

from refrakt.features.cursor_context import cursor_context_at
from refrakt.features.enclosing_tags import EnclosingScope
from refrakt.features.page_context import PageContext
from refrakt.features.symbol_at_cursor import occurrence_at, occurrences_on
from refrakt.markdoc.tree import Span, TagSyntax


class DocumentHighlight(NamedTuple):
    """A span; `is_declaration` where it declares what the others refer to."""

    span: Span
    is_declaration: bool = False


def highlight(page: PageContext, offset: int) -> list[DocumentHighlight]:
    """All occurrences of the symbol on the page, in document order; on a tag name, both names of the pair."""
    tag_names = _tag_names(page, offset)
    if tag_names:
        return tag_names
    mention = occurrence_at(page, offset)
    if mention is None:
        return []
    found = {DocumentHighlight(each.span, each.is_declaration): None for each in occurrences_on(page, mention.symbol)}
    return sorted(each for each in found if each.span.start < each.span.end)


def _tag_names(page: PageContext, offset: int) -> list[DocumentHighlight]:
    """The names of the opening and the closing tag, if the cursor is on one of them."""
    document = page.document
    cursor = cursor_context_at(document, offset)
    if cursor.kind not in ("name", "closing") or cursor.tag is None:
        return []
    scope = EnclosingScope(document, cursor.tag)
    tags: list[TagSyntax | None] = [cursor.tag.syntax]
    if cursor.kind == "name":
        tags.append(scope.closing_tag)
    else:
        tags.append(next((node.open for node in scope.open_tags if node.close is cursor.tag.syntax), None))
    if cursor.tag.fragment is not None:
        return [DocumentHighlight(cursor.span)]
    spans = sorted(Span(*document.offsets(each.name_span)) for each in tags if each is not None and each.name)
    return [DocumentHighlight(each) for each in spans]
