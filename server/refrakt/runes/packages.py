"""Discovery of rune packages, bundled and installed.

A package is a folder with one file for each rune (or for a rune and its parts). Every `Rune` that a file defines belongs to the
package: to add a rune, add a file. Installed packages register the module names of such folders in the entry-point group
`refrakt.runes`:

    [project.entry-points."refrakt.runes"]
    garden = "refrakt_garden.runes"
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from refrakt.runes.rune import Package, Rune

BUNDLED = ("core", "marketing", "docs", "design", "learning", "storytelling", "places", "business", "media")


def collect(folder: str) -> Package:
    """Load the package of a module that defines `PACKAGE`."""
    module = import_module(folder)
    package: Package = module.PACKAGE
    runes: dict[str, Rune] = {}
    for found in iter_modules(module.__path__):
        for value in vars(import_module(f"{folder}.{found.name}")).values():
            if isinstance(value, Rune) and value.name not in runes:
                runes[value.name] = replace(value, package=package.name)
    return replace(package, runes=dict(sorted(runes.items())))


@cache
def _packages_by_rune() -> dict[str, str]:
    runes = ((rune, f"@refrakt-md/{short}") for short in BUNDLED[1:] for rune in bundled(short).runes.values())
    return {name: package for rune, package in runes for name in (rune.name, *rune.aliases)}


def package_with_rune(name: str) -> str | None:
    """The official package besides core that has a rune of this name, as a config names it."""
    return _packages_by_rune().get(name)


@cache
def bundled(short: str) -> Package:
    """A bundled package."""
    return collect(f"refrakt.runes.{short}")
