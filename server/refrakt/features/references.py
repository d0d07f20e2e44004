"""Find references: every occurrence of the symbol under the cursor."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from refrakt.features.page_context import PageContext
from refrakt.features.results import Location
from refrakt.features.symbol_at_cursor import occurrence_at, occurrences_on
from refrakt.features.symbols.attributes import attribute_occurrence_at
from refrakt.features.symbols.occurrences import occurrences_of, occurrences_on_sites
from refrakt.features.symbols.schema_symbols import schema_symbol_at
from refrakt.features.symbols.symbol import Occurrence
from refrakt.features.symbols.tags import tag_occurrence_at
from refrakt.project.index.site_view import SiteView


def find_references(
    page: PageContext, offset: int, with_declaration: bool = True, others: Iterable[SiteView] = ()
) -> list[Location]:
    """The occurrences of the symbol under the cursor; its declaration comes first, if it is included.

    `others` are the other sites of the project: sites may share a plan or pages.
    """
    named = (page.site, page.document, page.path or "", offset)
    occurrence = tag_occurrence_at(*named) or attribute_occurrence_at(*named) or occurrence_at(page, offset)
    if occurrence is None:
        return []
    found = _occurrences(page, occurrence, others)
    locations = {Location(each.path, each.span): None for each in found if with_declaration or not each.is_declaration}
    return list(locations)


def find_schema_references(view: SiteView, path: str, offset: int, with_declaration: bool = True) -> list[Location]:
    """The uses of the tag or attribute that the schema of a site defines at an offset of a source file."""
    symbol = schema_symbol_at(view.site.spec.context, path, offset)
    found = occurrences_of(view, symbol) if symbol is not None else iter(())
    return [Location(each.path, each.span) for each in found if with_declaration or not each.is_declaration]


def _occurrences(page: PageContext, occurrence: Occurrence, others: Iterable[SiteView]) -> Iterator[Occurrence]:
    if page.view is None and occurrence.symbol.kind in ("tag", "attribute"):
        return iter(())
    if page.view is None or occurrence.symbol.kind == "definition":
        return iter(occurrences_on(page, occurrence.symbol))
    return occurrences_on_sites(page.view, others, occurrence.symbol, (page.path,) if page.path is not None else ())
