"""The tag or attribute that the schema of a site defines at a position of its source."""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.features.symbols.attributes import attribute_symbol
from refrakt.features.symbols.symbol import Symbol
from refrakt.features.symbols.tags import tag_symbol
from refrakt.project.site import SiteContext
from refrakt.runes.source_location import SourceLocation


def schema_symbol_at(site: SiteContext, path: str, offset: int) -> Symbol | None:
    """The tag or attribute whose name is at an offset of a source file, by its path below the project root."""
    covering = (
        (place.end - place.start, symbol)
        for place, symbol in _names(site)
        if place.path == path and place.start <= offset <= place.end
    )
    return min(covering, key=lambda each: each[0], default=(0, None))[1]


def _names(site: SiteContext) -> Iterator[tuple[SourceLocation, Symbol]]:
    """Where the names of tags and attributes are written, as far as that is known."""
    if site.vocabulary.refrakt:
        return
    for name, rune in site.vocabulary.runes.items():
        place = rune.key or rune.export
        if place is not None:
            yield place, tag_symbol(site, name)
        for attribute in rune.attributes:
            if attribute.key is not None:
                yield attribute.key, attribute_symbol(site, name, attribute.name)
