"""Catalogues: rune packages as JSON, for runes that are not defined in Python.

A `refrakt.runes.json` describes a JavaScript package or a plain Markdoc project; its runes are then checked, completed and
documented like bundled ones. docs/catalogues.md describes the format, catalogue.schema.json is its JSON Schema.
"""

from __future__ import annotations

from refrakt.runes.catalogue.catalogue_reader import LARGEST, VERSION, Catalogue, read
from refrakt.runes.catalogue.catalogue_writer import as_text, dump_catalogue
from refrakt.runes.catalogue.merge_builtin import merge_with_builtin

__all__ = [
    "LARGEST",
    "VERSION",
    "Catalogue",
    "as_text",
    "dump_catalogue",
    "merge_with_builtin",
    "read",
]
