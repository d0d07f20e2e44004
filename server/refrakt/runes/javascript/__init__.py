"""Reads Markdoc schemas that are written in JavaScript or TypeScript, without executing them.

Modules are parsed by tree-sitter and evaluated lazily, as far as values are known. What cannot be evaluated makes an attribute, a
tag or the whole schema *open*: rules that depend on it report nothing. A tag that the schema does not define is never invented.

The caller provides the files (`SourceFiles`); this package does not know the file system.
"""

from __future__ import annotations

from refrakt.runes.javascript.budget import Limits
from refrakt.runes.javascript.module_graph import ModuleGraph
from refrakt.runes.javascript.module_paths import SourceFiles
from refrakt.runes.javascript.plain_data import UNKNOWN
from refrakt.runes.javascript.schema_sources import (
    package_call_arguments,
    read_config_schema,
    read_keystatic_schema,
    read_next_schema,
    read_preprocessor_schema,
    read_property_schema,
    read_transform_calls,
)
from refrakt.runes.javascript.site_schema import NodeSchema, SiteSchema
from refrakt.runes.javascript.values import Unknown, Value

__all__ = [
    "UNKNOWN",
    "Limits",
    "ModuleGraph",
    "NodeSchema",
    "SiteSchema",
    "SourceFiles",
    "Unknown",
    "Value",
    "package_call_arguments",
    "read_config_schema",
    "read_keystatic_schema",
    "read_next_schema",
    "read_preprocessor_schema",
    "read_property_schema",
    "read_transform_calls",
]
