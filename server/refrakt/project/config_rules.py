"""The rules of the files that configure a project. Their problems are found while those files are read."""

from __future__ import annotations

from refrakt.rules.registry import declare

CONFIG_SYNTAX = declare("config-syntax", "error", "config", "The file is not valid JSON.", scope="config")
CONFIG_SHAPE = declare(
    "config-shape", "error", "config", "A setting has the wrong form, or is written twice.", scope="config"
)
CONFIG_KEY = declare("config-key", "error", "config", "A misspelt key, which is ignored.", scope="config")
CONFIG_FOLDER = declare("config-folder", "error", "config", "A content folder that does not exist.", scope="config")
CONFIG_DEPRECATED = declare(
    "config-deprecated", "hint", "config", "An old spelling of a setting.", scope="config", tag="deprecated"
)
OUTSIDE_PROJECT = declare("outside-project", "error", "config", "A folder outside of the project.", scope="config")
UNKNOWN_PACKAGE = declare(
    "unknown-package", "warning", "config", "A package whose runes are not known.", scope="config"
)
PACKAGE_BROKEN = declare(
    "package-broken", "warning", "config", "An installed package that cannot be loaded.", scope="config"
)
CATALOGUE_BROKEN = declare("catalogue-broken", "warning", "config", "A catalogue with mistakes in it.", scope="config")
RUNE_CONFLICT = declare("rune-conflict", "warning", "config", "A rune that two packages define.", scope="config")
