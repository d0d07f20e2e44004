"""A tool: typed parameters and one implementation. Forge describes tools and never runs one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

PARAMETER_TYPES = ("string", "integer", "number", "boolean", "object", "array")
IMPLEMENTATIONS = ("bash", "python", "http")
HTTP_METHODS = ("GET", "POST", "PUT", "DELETE")


@dataclass(frozen=True, slots=True)
class ToolParameter:
    type: str
    required: bool
    description: str | None = None
    default: Any = None
    has_default: bool = False
    enum: tuple[Any, ...] = ()
    properties: Mapping[str, ToolParameter] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ToolDefinition:
    name: str
    version: str
    description: str | None = None
    tags: tuple[str, ...] = ()
    parameters: Mapping[str, ToolParameter] = field(default_factory=dict)
    implementation: Mapping[str, Any] = field(default_factory=dict)
    depends_on: tuple[str, ...] = ()
    output: Mapping[str, Any] | None = None
    extended_description: str | None = None
    extends: str | None = None
    author: str | None = None
    license: str | None = None


def tool_from(data: Mapping[str, Any]) -> ToolDefinition:
    """A tool from the data of a valid document; keys that are not known are dropped."""
    return ToolDefinition(
        data["name"],
        data["version"],
        data.get("description"),
        tuple(data.get("tags") or ()),
        _parameters(data.get("parameters")),
        data.get("implementation") or {},
        tuple(data.get("depends_on") or ()),
        data.get("output"),
        data.get("extended_description"),
        data.get("extends"),
        data.get("author"),
        data.get("license") if isinstance(data.get("license"), str) else None,
    )


def _parameters(data: Any) -> dict[str, ToolParameter]:
    return {name: _parameter(each) for name, each in data.items()} if isinstance(data, Mapping) else {}


def _parameter(data: Mapping[str, Any]) -> ToolParameter:
    return ToolParameter(
        data["type"],
        data["required"],
        data.get("description"),
        data.get("default"),
        "default" in data,
        tuple(data.get("enum") or ()),
        _parameters(data.get("properties")),
    )


def input_schema(parameters: Mapping[str, ToolParameter]) -> dict[str, Any]:
    """The JSON schema of a tool's parameters."""
    schema: dict[str, Any] = {
        "type": "object",
        "properties": {name: _schema(each) for name, each in parameters.items()},
    }
    required = [name for name, each in parameters.items() if each.required]
    return {**schema, "required": required} if required else schema


def _schema(parameter: ToolParameter) -> dict[str, Any]:
    nested = input_schema(parameter.properties) if parameter.properties else {}
    schema: dict[str, Any] = {**nested, "type": parameter.type}
    if parameter.description is not None:
        schema["description"] = parameter.description
    if parameter.has_default:
        schema["default"] = parameter.default
    if parameter.enum:
        schema["enum"] = list(parameter.enum)
    return schema
