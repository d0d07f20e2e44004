"""The input of a command: its JSON schema, and the check that comes before anything runs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from refrakt.errors import RefraktError

from .contract import Command, JsonSchema

if TYPE_CHECKING:
    from pydantic import BaseModel, ValidationError

ANYTHING: JsonSchema = {
    "type": "object",
    "properties": {
        "args": {
            "type": "array",
            "items": {"type": "string"},
            "description": "Words of the command line, as they are. Other keys become switches.",
        }
    },
}
"""What a command takes that says nothing about it."""

_TOLD = 5
"""How many mistakes are told at once."""


class _Mistake(NamedTuple):
    message: str
    hint: str


def input_schema(command: Command) -> JsonSchema:
    """What a call of this command may hold."""
    model: type[BaseModel] | None = command.input_model
    if model is not None:
        return model.model_json_schema()
    return command.input_schema if command.input_schema is not None else ANYTHING


def output_schema(command: Command) -> JsonSchema | None:
    """What its answer looks like, where that is said."""
    model: type[BaseModel] | None = command.output_model
    return model.model_json_schema(mode="serialization") if model is not None else command.output_schema


def checked(command: Command, arguments: Mapping[str, Any]) -> Any:
    """The input as the handler gets it: an instance of the model, or a dict. What does not fit is told by name."""
    model: type[BaseModel] | None = command.input_model
    if model is not None:
        from pydantic import ValidationError

        try:
            return model.model_validate(dict(arguments))
        except ValidationError as error:
            raise _refusal(_of_model(error, _names(model.model_json_schema()))) from None
    if command.input_schema is not None:
        mistakes = list(_of_schema(_validator(command.input_schema).iter_errors(dict(arguments))))
        if mistakes:
            raise _refusal(mistakes)
    return dict(arguments)


def schema_fault(schema: JsonSchema) -> str | None:
    """Why something is no JSON schema for a tool; None where it is one."""
    try:
        _validator(schema).check_schema(schema)
    except _jsonschema().SchemaError as error:
        return str(error.message)
    return None if schema.get("type") == "object" else 'its "type" must be "object"'


def _validator(schema: JsonSchema) -> Any:
    library = _jsonschema()
    return library.validators.validator_for(schema, library.Draft202012Validator)(schema)


def _jsonschema() -> Any:
    import jsonschema  # type: ignore[import-untyped]  # slow, and few plugins need it

    return jsonschema


def _refusal(mistakes: Iterable[_Mistake]) -> RefraktError:
    found = list(dict.fromkeys(mistakes))
    more = f"; and {len(found) - _TOLD} more" if len(found) > _TOLD else ""
    message = "; ".join(each.message for each in found[:_TOLD]) + more
    return RefraktError("INVALID_ARGS", message, found[0].hint)


def _of_model(error: ValidationError, names: list[str]) -> Iterator[_Mistake]:
    for each in error.errors(include_url=False, include_context=True):
        where = _where(each["loc"])
        kind, context = each["type"], each.get("ctx", {})
        if kind == "extra_forbidden":
            yield _unknown(where, names if len(each["loc"]) == 1 else [])
        elif kind == "missing":
            yield _missing(where)
        elif kind in ("literal_error", "enum"):
            yield _Mistake(f"`{where}` must be {context.get('expected')}", "Give one of these values.")
        else:
            yield _unfit(where, each["msg"])


def _of_schema(faults: Iterable[Any]) -> Iterator[_Mistake]:
    for each in faults:
        path = tuple(each.absolute_path)
        where = _where(path)
        wanted = each.validator_value
        if each.validator == "additionalProperties" and wanted is False:
            names = _names(each.schema)
            extra = [name for name in each.instance if name not in names and f"'{name}'" in each.message]
            yield from (_unknown(_where((*path, name)), names) for name in extra)
        elif each.validator == "required":
            yield from (_missing(_where((*path, name))) for name in wanted if name not in each.instance)
        elif each.validator == "enum":
            values = ", ".join(f"'{value}'" if isinstance(value, str) else str(value) for value in wanted)
            yield _Mistake(f"`{where}` must be one of {values}", "Give one of these values.")
        else:
            yield _unfit(where, each.message)


def _unknown(where: str, names: list[str]) -> _Mistake:
    from refrakt.rules.words import did_you_mean, nearest

    known = f"There are: {', '.join(names)}." if names else "Leave it out."
    return _Mistake(f"`{where}` is unknown{did_you_mean(nearest(where, names))}", known)


def _missing(where: str) -> _Mistake:
    return _Mistake(f"`{where}` is missing", f"Give `{where}`.")


def _unfit(where: str, reason: str) -> _Mistake:
    reason = reason if len(reason) <= 200 else f"{reason[:200]}…"
    return _Mistake(f"`{where}`: {reason}" if where else reason, "Give another value.")


def _names(schema: Mapping[str, Any]) -> list[str]:
    return list(schema.get("properties", {}))


def _where(path: Iterable[Any]) -> str:
    return ".".join(str(step) for step in path)
