"""Validates the commands of a plugin, and copies what is valid."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import is_dataclass, replace
from typing import Any

from refrakt import command_input
from refrakt.plugins.contract import Command
from refrakt.plugins.field_reader import FieldReader, PluginProblem, flag, function, matching, optional
from refrakt.plugins.plain_data import Malformed, plain_list, plain_text, type_name
from refrakt.plugins.schema_validation import checked_input_schema, checked_output_schema

MAX_DESCRIPTION = 4_000
"""Characters of the description of a command, a resource or a prompt."""
MAX_TIMEOUT = 86_400.0
"""Seconds: a day."""

TOOL_NAME = re.compile(r"[A-Za-z][A-Za-z0-9._-]{0,127}")
_COMMAND = matching(
    re.compile(r"[a-z][a-z0-9_-]{0,62}"), "must be lower-case letters, digits, `-` and `_`, at most 63 characters"
)
_TOOL = matching(TOOL_NAME, "must be at most 128 letters, digits, `.`, `_` and `-`")
_MODEL = ("model_validate", "model_json_schema")
"""The methods that are used of a pydantic model. Checking for them does not import pydantic."""


def checked_command(value: object, path: str, schemas: bool) -> tuple[Command | None, list[PluginProblem]]:
    """A copy of a command, and its problems; None if one is an error.

    `schemas` is false for plugins whose schemas are known to be valid: creating the schema of a dataclass takes milliseconds.
    """
    fields = FieldReader(value, path)
    if not issubclass(type(value), Command):
        fields.error("", f"must be a `Command`, not {type_name(value)}")
        return None, fields.problems_of("command")
    command = _fields(fields)
    if schemas and not fields.has_errors:
        command = replace(command, **_schemas(command, fields))
    if schemas:
        fields.convert("", lambda: _warnings(command, fields), None)
    return None if fields.has_errors else command, fields.problems_of("command")


def _fields(fields: FieldReader) -> Command:
    command = Command(
        name=fields.read("name", _COMMAND, ""),
        description=fields.read("description", lambda text: plain_text(text, MAX_DESCRIPTION), ""),
        handler=fields.read("handler", optional(function), None),
        input=fields.read("input", optional(_dataclass), None),
        run=fields.read("run", optional(function), None),
        delegate=fields.read("delegate", optional(function), None),
        text=fields.read("text", optional(function), None),
        exit_code=fields.read("exit_code", optional(function), None),
        input_model=fields.read("input_model", optional(_model), None),
        output_model=fields.read("output_model", optional(_model), None),
        input_schema=fields.read("input_schema", optional(_mapping), None),
        output_schema=fields.read("output_schema", optional(_mapping), None),
        mcp_handler=fields.read("mcp_handler", optional(function), None),
        read_only=fields.read("read_only", flag, False),
        destructive=fields.read("destructive", flag, False),
        idempotent=fields.read("idempotent", flag, False),
        open_world=fields.read("open_world", flag, False),
        expose=fields.read("expose", flag, True),
        everywhere=fields.read("everywhere", flag, False),
        tool_name=fields.read("tool_name", optional(_TOOL), None),
        aliases=fields.read("aliases", _aliases, ()),
        timeout=fields.read("timeout", _seconds, 60.0),
    )
    if not fields.has_errors:
        _combination(command, fields)
    return command


def _combination(command: Command, fields: FieldReader) -> None:
    runs = command.handler or command.run or command.delegate
    fields.expect(runs is not None, "handler", "must be a function")
    alone = command.delegate is None or (command.run is None and command.handler is None and not command.expose)
    fields.expect(alone, "delegate", "must be alone, with `expose=False`: agents have the tools of refrakt")
    declared = (command.input is None) == (command.run is None and command.delegate is None)
    fields.expect(declared, "input", "must be a dataclass, beside `run` or `delegate`")


def _schemas(command: Command, fields: FieldReader) -> dict[str, Any]:
    """Checked copies of the schemas, also of those that follow from a dataclass or a model."""
    created: Callable[[], Any]
    source, created = "input_schema", lambda: command.input_schema
    if command.input is not None:
        kind = command.input
        source, created = "input", lambda: command_input.input_schema(kind)
    elif command.input_model is not None:
        model: Any = command.input_model
        source, created = "input_model", lambda: model.model_json_schema(mode="validation")
    given = fields.convert(source, lambda: optional(checked_input_schema)(created()), None)
    source, created = "output_schema", lambda: command.output_schema
    if command.output_model is not None:
        output: Any = command.output_model
        source, created = "output_model", lambda: output.model_json_schema(mode="serialization")
    returned = fields.convert(source, lambda: optional(checked_output_schema)(created()), None)
    return {"input_schema": given, "output_schema": returned}


def _warnings(command: Command, fields: FieldReader) -> None:
    described = command.input_model is not None or command.input_schema is not None
    if not command.description:
        fields.warn("description", "empty; users and agents choose commands by it")
    if command.input is not None:
        return
    if command.input_model is not None and fields.read("input_schema", lambda schema: schema, None) is not None:
        fields.warn("input_schema", "ignored, because there is an `input_model`")
    if command.input_schema is not None and not {"type", "$ref"} & {*command.input_schema}:
        fields.warn("input_schema", 'no "type"; "object" is assumed')
    if described and not _forbids_unknown_keys(command):
        fields.warn("input_schema", "unknown keys are accepted; forbid them")
    if command.expose and not described:
        fields.warn("input_schema", "missing: agents have to guess the input")
    if described and command.mcp_handler is None:
        fields.warn("mcp_handler", "missing: the input is passed to `handler` as command-line arguments")


def _forbids_unknown_keys(command: Command) -> bool:
    if command.input_model is not None:
        config = getattr(command.input_model, "model_config", None)
        return isinstance(config, dict) and config.get("extra") == "forbid"
    return command.input_schema is not None and command.input_schema.get("additionalProperties") is False


def _dataclass(value: Any) -> Any:
    valid = issubclass(type(value), type) and is_dataclass(value)
    if not valid:
        raise Malformed("must be a dataclass, beside `run` or `delegate`")
    return value


def _model(value: Any) -> type:
    if not issubclass(type(value), type) or not all(callable(getattr(value, name, None)) for name in _MODEL):
        raise Malformed("must be a pydantic model")
    kind: type = value
    return kind


def _mapping(value: Any) -> Any:
    if not isinstance(value, Mapping):
        raise Malformed("must be a JSON schema (a mapping)")
    return value


def _aliases(value: Any) -> tuple[str, ...]:
    try:
        return tuple(map(_TOOL, plain_list(value)))
    except Malformed:
        raise Malformed("must be names of tools") from None


def _seconds(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= MAX_TIMEOUT:
        raise Malformed("must be a positive number of seconds, at most a day")
    return float(value)
