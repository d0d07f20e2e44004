"""Go to definition: where the symbol under the cursor is declared."""

from __future__ import annotations

from itertools import islice

from refrakt.features.cursor_context import cursor_context_at
from refrakt.features.page_context import PageContext
from refrakt.features.results import Definition, Location
from refrakt.features.rune_definitions import rune_definition, source_location
from refrakt.features.symbol_at_cursor import declaration_on, occurrence_at
from refrakt.features.symbols.occurrences import declaration, occurrences_of
from refrakt.features.symbols.symbol import Occurrence, Symbol

_MOST = 100
"""The limit for pages that set a key used by a layout."""


def find_definition(page: PageContext, offset: int) -> Definition | None:
    """The symbol under the cursor and its declaration; None where either is missing."""
    occurrence = occurrence_at(page, offset)
    if occurrence is None:
        return None
    found = find_declaration(page, occurrence.symbol)
    return Definition(occurrence.span, (_location(found),)) if found is not None else None


def find_slow_definition(page: PageContext, offset: int) -> Definition | None:
    """Definitions that need file access or a search of all pages, too slow for the main thread."""
    return find_rune_definition(page, offset) or find_key_definitions(page, offset)


def find_key_definitions(page: PageContext, offset: int) -> Definition | None:
    """The pages that set the frontmatter key under the cursor in a layout or a partial."""
    occurrence = occurrence_at(page, offset)
    if occurrence is None or occurrence.symbol.kind != "key" or page.view is None:
        return None
    found = (_location(each) for each in occurrences_of(page.view, occurrence.symbol) if each.is_declaration)
    targets = tuple(islice(found, _MOST))
    return Definition(occurrence.span, targets) if targets else None


def find_rune_definition(page: PageContext, offset: int) -> Definition | None:
    """The definition of the tag or attribute whose name is under the cursor: in the schema of a site, or in a catalogue."""
    context = cursor_context_at(page.document, offset)
    if context.kind == "attribute":
        owner = page.site.vocabulary.get(context.name)
        attribute = owner.every_attribute.get(context.text) if owner is not None else None
        target = source_location(attribute.location) if attribute is not None else None
        return Definition(context.span, (target,)) if target is not None else None
    if context.kind not in ("name", "closing"):
        return None
    rune = page.site.vocabulary.get(context.text.strip())
    source = rune_definition(page.site, rune) if rune is not None else None
    return Definition(context.span, (source,)) if source is not None else None


def find_declaration(page: PageContext, symbol: Symbol) -> Occurrence | None:
    """The declaration of a symbol, which may be on this page."""
    if symbol.path == (page.path or "") and symbol.kind not in ("page", "partial", "layout"):
        return declaration_on(page, symbol)
    return declaration(page.view, symbol) if page.view is not None else None


def _location(occurrence: Occurrence) -> Location:
    return Location(occurrence.path, occurrence.span, occurrence.full_span)
