"""The JSON schema of `.fractary/config.json` for VS Code: the keys, what they mean, and likely values.

It says nothing about wrong values: the language server reports those.
"""

from __future__ import annotations

from typing import Any

from refrakt_forge.editor.config_fields import CONFIGS
from refrakt_forge.editor.format_field import FormatField


def forge_config_schema() -> dict[str, Any]:
    return {"$schema": "http://json-schema.org/draft-07/schema#", **_schema(CONFIGS["registries"])}


def _schema(field: FormatField) -> dict[str, Any]:
    schema: dict[str, Any] = {"markdownDescription": field.doc}
    if field.fields:
        schema["properties"] = {name: _schema(each) for name, each in field.fields.items()}
    if field.entries is not None:
        schema["additionalProperties"] = _schema(field.entries)
    if field.items is not None:
        schema["items"] = _schema(field.items)
    examples = [True, False] if field.type == "true or false" else [*field.values, *field.suggestions]
    return schema | ({"examples": examples} if examples else {})
