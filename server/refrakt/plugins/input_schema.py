"""The JSON schemas of a command, and the validation of its input."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from refrakt import command_input
from refrakt.errors import RefraktError
from refrakt.plugins.contract import Command, JsonSchema
from refrakt.plugins.schema_validator import schema_validator

if TYPE_CHECKING:
    from pydantic import BaseModel, ValidationError

ANY_INPUT: JsonSchema = {
    "type": "object",
    "properties": {
        "args": {
            "type": "array",
            "items": {"type": "string"},
            "description": "Positional arguments of the command. Other keys become options.",
        }
    },
}
"""The input schema of a command that declares none."""

_MAX_REPORTED = 5
"""Errors in one message."""


class _InputError(NamedTuple):
    message: str
    hint: str


def input_schema(command: Command) -> JsonSchema:
    """The input schema of a command. In a checked plugin `input_schema` is that of the dataclass or model, if there is one."""
    if command.input_schema is not None:
        return command.input_schema
    if command.input is not None:
        return command_input.input_schema(command.input)
    model: type[BaseModel] | None = command.input_model
    return model.model_json_schema() if model is not None else ANY_INPUT


def output_schema(command: Command) -> JsonSchema | None:
    """The output schema of a command, if it declares one; see `input_schema`."""
    model: type[BaseModel] | None = command.output_model
    if command.output_schema is not None or model is None:
        return command.output_schema
    return model.model_json_schema(mode="serialization")


def validated_input(command: Command, arguments: Mapping[str, Any]) -> Any:
    """The input of the handler: an instance of the model, or a dict. Raises `RefraktError` with the names of invalid fields."""
    if command.input is not None:
        return command_input.from_json(command.input, arguments)
    model: type[BaseModel] | None = command.input_model
    if model is not None:
        from pydantic import ValidationError

        try:
            return model.model_validate(dict(arguments))
        except ValidationError as error:
            raise _invalid_input(_model_errors(error, _names(model.model_json_schema()))) from None
    if command.input_schema is not None:
        errors = list(_schema_errors(schema_validator(command.input_schema).iter_errors(dict(arguments))))
        if errors:
            raise _invalid_input(errors)
    return dict(arguments)


def schema_problem(schema: JsonSchema) -> str | None:
    """Why a mapping is not a JSON schema; None if it is."""
    from jsonschema import SchemaError  # type: ignore[import-untyped]

    try:
        schema_validator(schema).check_schema(schema)
    except SchemaError as error:
        return str(error.message)
    return None


def _invalid_input(errors: Iterable[_InputError]) -> RefraktError:
    found = list(dict.fromkeys(errors))
    more = f"; and {len(found) - _MAX_REPORTED} more" if len(found) > _MAX_REPORTED else ""
    message = "; ".join(each.message for each in found[:_MAX_REPORTED]) + more
    return RefraktError("INVALID_ARGS", message, found[0].hint)


def _model_errors(error: ValidationError, names: list[str]) -> Iterator[_InputError]:
    for each in error.errors(include_url=False, include_context=True):
        where = _dotted(each["loc"])
        kind, context = each["type"], each.get("ctx", {})
        if kind == "extra_forbidden":
            yield _unknown_field(where, names if len(each["loc"]) == 1 else [])
        elif kind == "missing":
            yield _missing_field(where)
        elif kind in ("literal_error", "enum"):
            yield _InputError(f"`{where}` must be {context.get('expected')}", "pass one of these values")
        else:
            yield _invalid_value(where, each["msg"])


def _schema_errors(violations: Iterable[Any]) -> Iterator[_InputError]:
    for each in violations:
        path = tuple(each.absolute_path)
        where = _dotted(path)
        expected = each.validator_value
        if each.validator == "additionalProperties" and expected is False:
            names = _names(each.schema)
            extra = [name for name in each.instance if name not in names and f"'{name}'" in each.message]
            yield from (_unknown_field(_dotted((*path, name)), names) for name in extra)
        elif each.validator == "required":
            yield from (_missing_field(_dotted((*path, name))) for name in expected if name not in each.instance)
        elif each.validator == "enum":
            values = ", ".join(f"'{value}'" if isinstance(value, str) else str(value) for value in expected)
            yield _InputError(f"`{where}` must be one of {values}", "pass one of these values")
        else:
            yield _invalid_value(where, each.message)


def _unknown_field(where: str, names: list[str]) -> _InputError:
    from refrakt.rules.name_suggestion import did_you_mean, nearest

    hint = f"known fields: {', '.join(names)}" if names else "omit it"
    return _InputError(f"unknown field `{where}`{did_you_mean(nearest(where, names))}", hint)


def _missing_field(where: str) -> _InputError:
    return _InputError(f"missing field `{where}`", f"pass `{where}`")


def _invalid_value(where: str, reason: str) -> _InputError:
    reason = reason if len(reason) <= 200 else f"{reason[:200]}…"
    return _InputError(f"`{where}`: {reason}" if where else reason, "pass another value")


def _names(schema: Mapping[str, Any]) -> list[str]:
    return list(schema.get("properties", {}))


def _dotted(path: Iterable[Any]) -> str:
    return ".".join(str(step) for step in path)
