"""A catalogue made from a package's code, completed by what refrakt itself knows about that package.

Code cannot be written as JSON: where a package takes a rune's body apart by a function, or chooses a model by one,
its catalogue can only say so.
Our own definition of the same rune knows what the function does, and what it does rarely changes between versions.
"""

from __future__ import annotations

from dataclasses import replace

from ..content import Custom
from ..model import Package, Rune
from .reading import Catalogue

_BY_CODE = Custom()


def completed(catalogue: Catalogue, known: Package) -> Package | None:
    """The package in a catalogue, with what the catalogue could not tell. In all else it wins: it is what is installed."""
    package = catalogue.package
    if package is None:
        return None
    runes = {
        name: _completed(rune, known.runes[name], name in catalogue.computed) if name in known.runes else rune
        for name, rune in package.runes.items()
    }
    return replace(package, runes=runes)


def _completed(rune: Rune, known: Rune, computed: bool) -> Rune:
    by_code = computed or rune.content is None or rune.content == _BY_CODE
    rewrites = {each.name: each.rewrite for each in known.attributes if each.rewrite is not None}
    attributes = tuple(
        replace(each, rewrite=rewrites[each.name]) if each.rewrite is not None and each.name in rewrites else each
        for each in rune.attributes
    )
    return replace(
        rune,
        content=known.content if by_code else rune.content,
        attributes=attributes,
        parents=rune.parents or known.parents,
    )
