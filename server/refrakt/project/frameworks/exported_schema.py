"""The schema of a site from its exported catalogue, which a user made by running the schema.

The catalogue decides which tags and attributes there are. What it does not have, source locations and partials, comes from the
schema that was read from the source.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from refrakt.runes.javascript.site_schema import NodeSchema, SiteSchema
from refrakt.runes.rune import Attribute, Rune

if TYPE_CHECKING:
    from refrakt.runes.catalogue import Catalogue


def exported_schema(catalogue: Catalogue, source: SiteSchema | None) -> SiteSchema:
    source = source or SiteSchema()
    reasons = catalogue.open
    incomplete = "some tags of the catalogue are invalid" if catalogue.incomplete else None
    runes = catalogue.package.runes if catalogue.package is not None else {}
    return SiteSchema(
        {name: _tag(each, source.tags.get(name)) for name, each in runes.items()},
        {name: _node(name, each, source.nodes.get(name), "nodes" in reasons) for name, each in catalogue.nodes.items()},
        {name: source.functions.get(name) for name in catalogue.functions},
        catalogue.variables,
        source.partials,
        reasons.get("tags", incomplete),
        reasons.get("nodes"),
        reasons.get("functions"),
        reasons.get("variables"),
        source.open_partials,
        source.files,
    )


def _tag(exported: Rune, source: Rune | None) -> Rune:
    """A tag with any content: Markdoc renders the children of a self-closing tag, too."""
    if source is None:
        return replace(exported, content=None, transforms=True)
    return replace(
        exported,
        content=None,
        about=exported.about or source.about,
        attributes=_attributes(exported.attributes, source.attributes),
        location=source.location,
        component=source.component or exported.component,
        transforms=source.transforms,
    )


def _node(name: str, attributes: tuple[Attribute, ...], source: NodeSchema | None, is_open: bool) -> NodeSchema:
    source = source or NodeSchema(name)
    return replace(source, attributes=_attributes(attributes, source.attributes), open=is_open)


def _attributes(exported: Iterable[Attribute], source: Iterable[Attribute]) -> tuple[Attribute, ...]:
    known: Mapping[str, Attribute] = {each.name: each for each in source}
    return tuple(
        replace(each, about=each.about or known[each.name].about, location=known[each.name].location)
        if each.name in known
        else each
        for each in exported
    )
