"""The rune packages that come with refrakt or are installed beside it, and how they are found.

A package is a folder with one file for each rune (or for a rune and the parts it is made of). Whatever `Rune` a file
defines belongs to the package: adding a rune is adding a file. Others make theirs known through the entry-point group
`refrakt.runes`, whose values are the names of such folders:

    [project.entry-points."refrakt.runes"]
    garden = "refrakt_garden.runes"
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from .model import Package, Rune

BUNDLED = ("core", "marketing", "docs", "design", "learning", "storytelling", "places", "business", "media")


def collect(folder: str) -> Package:
    """The package in a folder, given as the dotted name of a module whose `PACKAGE` names it."""
    module = import_module(folder)
    package: Package = module.PACKAGE
    runes: dict[str, Rune] = {}
    for found in iter_modules(module.__path__):
        for value in vars(import_module(f"{folder}.{found.name}")).values():
            if isinstance(value, Rune) and value.name not in runes:
                runes[value.name] = replace(value, package=package.name)
    return replace(package, runes=dict(sorted(runes.items())))


@cache
def bundled(short: str) -> Package:
    """One of the packages that come with refrakt."""
    return collect(f"refrakt.runes.{short}")
