"""Merges a catalogue that was exported from a package with refrakt's built-in definition of that package.

Code cannot be exported as JSON: if a package processes a rune's body or selects a model by a function, its catalogue only says
so. The built-in definition describes what the function does, which rarely changes between versions.
"""

from __future__ import annotations

from dataclasses import replace

from refrakt.runes.catalogue.catalogue_reader import Catalogue
from refrakt.runes.content_model import Custom
from refrakt.runes.rune import Package, Rune

_BY_CODE = Custom()


def merge_with_builtin(catalogue: Catalogue, builtin: Package) -> Package | None:
    """The package of a catalogue, with computed models from the built-in definition. Otherwise the catalogue has precedence."""
    package = catalogue.package
    if package is None:
        return None
    runes = {
        name: _merge_rune(rune, builtin.runes[name], name in catalogue.computed) if name in builtin.runes else rune
        for name, rune in package.runes.items()
    }
    return replace(package, runes=runes)


def _merge_rune(rune: Rune, builtin: Rune, computed: bool) -> Rune:
    by_code = computed or rune.content is None or rune.content == _BY_CODE
    rewrites = {each.name: each.rewrite for each in builtin.attributes if each.rewrite is not None}
    attributes = tuple(
        replace(each, rewrite=rewrites[each.name]) if each.rewrite is not None and each.name in rewrites else each
        for each in rune.attributes
    )
    return replace(
        rune,
        content=builtin.content if by_code else rune.content,
        attributes=attributes,
        parents=rune.parents or builtin.parents,
        needs=builtin.needs,
    )
