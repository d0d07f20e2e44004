"""Catalogues: rune packages as JSON, for runes that live where Python cannot look.

A JavaScript package, or a plain Markdoc project, is described once in a `refrakt.runes.json`; from then on its runes are
checked, completed and explained like those that come with refrakt. docs/catalogues.md describes the format, and
catalogue.schema.json is the same for machines.
"""

from __future__ import annotations

from .completing import completed
from .places import CatalogueProblem
from .reading import LARGEST, VERSION, Catalogue, load, read
from .writing import as_text, dump, dump_catalogue, dumps

__all__ = [
    "LARGEST",
    "VERSION",
    "Catalogue",
    "CatalogueProblem",
    "as_text",
    "completed",
    "dump",
    "dump_catalogue",
    "dumps",
    "load",
    "read",
]
