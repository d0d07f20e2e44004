"""What can be renamed at the cursor, and its current name."""

from __future__ import annotations

from refrakt.errors import RefraktError
from refrakt.features.page_context import PageContext
from refrakt.features.rename.rename_error import index_incomplete, rename_error
from refrakt.features.symbol_at_cursor import occurrence_at
from refrakt.features.symbols.attributes import attribute_occurrence_at
from refrakt.features.symbols.file_occurrences import OccurrenceFinder
from refrakt.features.symbols.file_text import file_text
from refrakt.features.symbols.occurrences import declaration
from refrakt.features.symbols.symbol import Occurrence, Symbol
from refrakt.features.symbols.tags import tag_occurrence_at
from refrakt.features.unfinished_reference import unfinished_value_at
from refrakt.markdoc.tree import Span
from refrakt.project.index.site_view import SiteView

_SLUG = "slug"


def renamable_at(page: PageContext, offset: int) -> Occurrence | None:
    """The occurrence under the cursor; None where there is no symbol."""
    named = (page.site, page.document, page.path or "", offset)
    own = tag_occurrence_at(*named) or attribute_occurrence_at(*named)
    if own is not None:
        return own
    tag = page.document.tag_at(offset)
    if tag is not None and tag.name:
        start, end = page.document.offsets(tag.name_span)
        if start <= offset <= end:
            raise rename_error(
                "cannot rename a rune: its package defines the name", "Change it to another rune instead."
            )
    if unfinished_value_at(page, offset) is not None:
        raise rename_error("cannot rename in an incomplete tag", "Complete the tag first.")
    found = occurrence_at(page, offset)
    if found is None:
        _refuse_duplicate_heading(page, offset)
        return None
    if (
        found.symbol.kind == "key"
        and found.symbol.name == _SLUG
        and found.is_declaration
        and found.full_span is not None
    ):
        # The value of this key is the URL of the page.
        value = _slug_span(page)
        if value is not None and value.start <= offset <= value.end and page.path is not None:
            return Occurrence(Symbol("page", page.path), page.path, value)
    return found


def _slug_span(page: PageContext) -> Span | None:
    frontmatter = page.document.frontmatter
    node = frontmatter.at(_SLUG) if frontmatter is not None else None
    if node is None or not isinstance(node.value, str):
        return None
    start, end = page.document.offsets(node.span)
    quoted = page.document.text.startswith(("'", '"'), start)
    return Span(start + 1, end - 1) if quoted else Span(start, end)


def _refuse_duplicate_heading(page: PageContext, offset: int) -> None:
    """Links resolve to the first heading with an id, so the others have no references to rename."""
    for heading in page.facts.headings:
        if heading.start <= offset <= heading.end and heading.id is not None:
            raise rename_error(
                f"an earlier heading on this page has the id `{heading.id}`, and links resolve to that one",
                "Rename the earlier one, or edit this one: it has no references.",
            )


def current_name(page: PageContext, found: Occurrence) -> str:
    """The name that the user edits: the URL of a page, the text of a heading, an id."""
    symbol, view = found.symbol, page.view
    if symbol.kind == "layout":
        raise rename_error(
            "cannot rename a layout: its file is always `_layout.md`", "Move the file to another folder instead."
        )
    if symbol.kind == "definition" or view is None:
        return page.document.text[found.span.start : found.span.end]
    if symbol.kind == "page":
        with view.lock:
            entry = view.site.entries.get(symbol.path)
        return (entry.url if entry is not None else None) or symbol.path
    if symbol.kind == "file":
        return symbol.path.rpartition("/")[2]
    if symbol.kind != "heading":
        return symbol.name
    return _heading_text(page, view, found)


def _heading_text(page: PageContext, view: SiteView, found: Occurrence) -> str:
    """The source text of a heading, or its explicit id."""
    text, symbol = page.document.text, found.symbol
    if found.is_declaration:
        return text[found.span.start : found.span.end]
    if symbol.path == page.path:
        finder = OccurrenceFinder(None, page.facts, symbol.path, file_text(page.document))
        own = next(
            (each for heading in page.facts.headings if heading.id == symbol.name for each in finder.heading(heading)),
            None,
        )
        return text[own.span.start : own.span.end] if own is not None else symbol.name
    source = view.source(symbol.path)
    heading = (
        next((each for each in source.facts.headings if each.id == symbol.name), None) if source is not None else None
    )
    if source is not None and heading is not None and _is_plain(source.text[heading.start : heading.end], heading.text):
        return heading.text
    first = declaration(view, symbol)
    return source.text[first.span.start : first.span.end] if first is not None and source is not None else symbol.name


def _is_plain(line: str, text: str) -> bool:
    """Whether the line is only the heading's plain text, so it need not be parsed."""
    return line.strip().lstrip("#").strip() == text


def complete_view(page: PageContext) -> SiteView:
    """The view of the site once all pages are indexed: any of them may refer to the symbol."""
    if page.path is None:
        raise RefraktError(
            "INVALID_ARGS", "cannot rename in an unsaved file", "Save it in the content folder of the site."
        )
    if page.view is None or not page.view.site.complete:
        raise index_incomplete()
    return page.view
