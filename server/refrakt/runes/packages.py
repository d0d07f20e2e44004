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
from typing import NamedTuple

from .model import Package, Rune

BUNDLED = ("core", "marketing", "docs", "design", "learning", "storytelling", "places", "business", "media")

GROUP = "refrakt.runes"
"""The entry-point group in which installed distributions name their rune packages."""


class Broken(NamedTuple):
    """An installed rune package that cannot be used, and why."""

    name: str
    folder: str
    reason: str


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


def installed() -> list[Package]:
    """The rune packages that others have installed. They are loaded when first asked for."""
    return list(_installed()[0])


def broken() -> list[Broken]:
    """Those among them that cannot be used."""
    return list(_installed()[1])


@cache
def _installed() -> tuple[tuple[Package, ...], tuple[Broken, ...]]:
    from importlib.metadata import entry_points  # slow to import, and few ask

    packages: list[Package] = []
    failed: list[Broken] = []
    for entry in sorted(entry_points(group=GROUP)):
        try:
            packages.append(collect(entry.module))
        except (Exception, SystemExit) as error:  # noqa: BLE001 - someone else's code: the other packages go on
            failed.append(Broken(entry.name, entry.value, f"{type(error).__name__}: {error}"))
    return tuple(packages), tuple(failed)
