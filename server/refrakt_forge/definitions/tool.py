"""A tool: typed parameters and one implementation. Forge describes tools and never runs one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

PARAMETER_TYPES = ("string", "integer", "number", "boolean", "object", "array")
IMPLEMENTATIONS = ("bash", "python", "http")
HTTP_METHODS = ("GET", "POST", "PUT", "DELETE")


def input_schema(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON schema of the parameters of a valid tool."""
    properties = {name: _schema(each) for name, each in parameters.items()}
    required = [name for name, each in parameters.items() if each["required"]]
    return {"type": "object", "properties": properties, **({"required": required} if required else {})}


def _schema(parameter: Mapping[str, Any]) -> dict[str, Any]:
    nested = input_schema(parameter["properties"]) if parameter.get("properties") else {}
    written = {name: parameter[name] for name in ("description", "enum") if parameter.get(name)}
    default = {"default": parameter["default"]} if "default" in parameter else {}
    return {**nested, "type": parameter["type"], **written, **default}
