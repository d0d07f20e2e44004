"""A catalogue made from a package's code, completed by what refrakt itself knows about that package.

Code cannot be written as JSON: where a package takes a rune's body apart by a function, its catalogue can only say so.
Our own definition of the same rune knows what the function does, and what it does rarely changes between versions.
"""

from __future__ import annotations

from dataclasses import replace

from ..content import Custom
from ..model import Package, Rune

_BY_CODE = Custom()


def completed(installed: Package, known: Package) -> Package:
    """The installed package, with the content models that its catalogue could not tell. In all else it wins."""
    runes = {name: _completed(rune, known.runes.get(name)) for name, rune in installed.runes.items()}
    return replace(installed, runes=runes)


def _completed(rune: Rune, known: Rune | None) -> Rune:
    if known is None:
        return rune
    content = known.content if rune.content == _BY_CODE else rune.content
    rewrites = {each.name: each.rewrite for each in known.attributes if each.rewrite is not None}
    attributes = tuple(
        replace(each, rewrite=rewrites[each.name]) if each.rewrite is not None and each.name in rewrites else each
        for each in rune.attributes
    )
    return replace(rune, content=content, attributes=attributes, parents=rune.parents or known.parents)
