"""The input of a command, declared once as a frozen dataclass.

Services and the commands of plugins share this declaration: the options of the command line, the JSON schema of the tool and the
manual entry follow from the fields. A field's type, default and docstring say nearly everything; `option` adds the rest.

    @dataclass(frozen=True, slots=True)
    class PagesInput:
        rune: str | None = None
        \"""only pages that use this rune\"""
        limit: int | None = option(None, minimum=1, shell=False)
        \"""most pages per answer\"""
"""

from __future__ import annotations

import ast
import sys
import types
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from functools import cache
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from refrakt.errors import RefraktError
from refrakt.untrusted import word

T = TypeVar("T")
Schema = dict[str, Any]
_OPTION = "refrakt.option"
_LONGEST_NAME = 60
"""Characters of an unknown name that an error repeats."""


@dataclass(frozen=True, slots=True)
class NoInput:
    """The input of a command that takes none."""


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """What the type and the default of a field do not say."""

    name: str | None = None
    """The name in JSON; else the field's name in camel case. On the command line it is the field's name with hyphens."""
    positional: bool = False
    metavar: str | None = None
    letter: str = ""
    """The letter of its short form on the command line: `o` for `-o`."""
    choices: tuple[str, ...] = ()
    shell_choices: tuple[str, ...] = ()
    """More values, which only the command line accepts."""
    minimum: int | None = None
    maximum: int | None = None
    max_length: int | None = None
    """Most characters of a text, or of each text of a list."""
    max_items: int | None = None
    """Most entries of a list. The command line, which a person types, has no such limit."""
    path: bool = False
    """Whether it is a path: on the command line it counts from the current folder, for a tool from the project's."""
    shell: bool = True
    """Whether the command line has it."""
    shell_default: str | None = None
    """Of a required argument that the command line may omit: the value it then has."""
    agent: bool = True
    """Whether the tool has it."""
    described: bool = True
    """False where the name says enough: each description costs every agent some tokens."""
    pairs: bool = False
    """Of a dict: the command line takes each entry as `KEY=VALUE`, else all of them as JSON."""
    members: tuple[str, ...] = ()
    """Of a dict: the entries that the tool accepts as arguments of their own."""
    options: tuple[str, ...] = ()
    """Of a dict: the entries that are options of the command line. Every undeclared option is an entry, too."""
    option_help: str = ""
    """The help of these options, with `{name}` for the name."""
    undeclared: bool = False
    """Of a dict: every undeclared option of the command line is an entry, and no option is declared for it."""


def option(default: Any = MISSING, *, default_factory: Callable[[], Any] | None = None, **spec: Any) -> Any:
    """A field with an `OptionSpec`."""
    metadata = {_OPTION: OptionSpec(**spec)}
    if default_factory is not None:
        return field(default_factory=default_factory, metadata=metadata)
    return field(metadata=metadata) if default is MISSING else field(default=default, metadata=metadata)


@dataclass(frozen=True, slots=True)
class InputField:
    """A field of an input, as hosts see it."""

    name: str
    hint: Any
    default: Any
    """`MISSING` where the field is required; None where a factory makes it."""
    spec: OptionSpec

    @property
    def json_name(self) -> str:
        return self.spec.name or camel(self.name)

    @property
    def required(self) -> bool:
        return self.default is MISSING

    @property
    def types(self) -> tuple[Any, ...]:
        """The types of its values, without None."""
        parts = get_args(self.hint) if get_origin(self.hint) in (types.UnionType, Union) else (self.hint,)
        return tuple(each for each in parts if each is not types.NoneType)

    @property
    def choices(self) -> tuple[Any, ...]:
        """The values it accepts, where they are few."""
        literals = [each for part in self.types if get_origin(part) is Literal for each in get_args(part)]
        return self.spec.choices or tuple(literals)


def camel(name: str) -> str:
    """`end_line` is `endLine`."""
    first, *others = name.split("_")
    return first + "".join(map(str.capitalize, others))


@cache
def input_fields(kind: Any) -> tuple[InputField, ...]:
    """The fields of an input, in order."""
    hints = get_type_hints(kind)
    return tuple(
        InputField(
            each.name,
            hints[each.name],
            None if each.default_factory is not MISSING else each.default,
            each.metadata.get(_OPTION, OptionSpec()),
        )
        for each in fields(kind)
    )


@cache
def field_help(kind: type) -> Mapping[str, str]:
    """The docstrings of the fields, also of inherited ones, by name. Read from the source, as nothing keeps them at run time."""
    found: dict[str, str] = {}
    for each in reversed(kind.__mro__[:-1]):
        found |= _docstrings(each)
    return found


def _docstrings(kind: type) -> dict[str, str]:
    path = getattr(sys.modules[kind.__module__], "__file__", None)
    if path is None:
        return {}
    with open(path, encoding="utf-8") as file:
        tree = ast.parse(file.read())
    found: dict[str, str] = {}
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and node.name == kind.__name__:
            for each, below in zip(node.body, node.body[1:], strict=False):
                match each, below:
                    case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                        found[name] = _fragment(" ".join(text.split()))
    return found


def _fragment(text: str) -> str:
    """A docstring as help: lower case at the start, no full stop."""
    return (text if text[:2].isupper() else text[:1].lower() + text[1:]).removesuffix(".")


# The schema of a tool -------------------------------------------------------------------------------------------------


def input_schema(kind: type) -> Schema:
    """The JSON schema of an input: what a tool accepts."""
    help_texts = field_help(kind)
    properties: Schema = {}
    for each in _of_agents(kind):
        properties[each.json_name] = _property(each, help_texts.get(each.name, ""))
        properties |= {name: {"type": "string"} for name in each.spec.members}
    required = [each.json_name for each in _of_agents(kind) if each.required]
    schema: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
    return {**schema, "required": required} if required else schema


def _of_agents(kind: type) -> list[InputField]:
    return [each for each in input_fields(kind) if each.spec.agent]


def _property(declared: InputField, help_text: str) -> Schema:
    schemas = [_type_schema(each) for each in declared.types]
    made: Schema = schemas[0] if len(schemas) == 1 else {"anyOf": schemas}
    if declared.spec.choices:
        made["enum"] = list(declared.spec.choices)
    if declared.spec.minimum is not None:
        made["minimum"] = declared.spec.minimum
    if declared.spec.maximum is not None:
        made["maximum"] = declared.spec.maximum
    if declared.spec.max_length is not None:
        made.get("items", made)["maxLength"] = declared.spec.max_length
    if declared.spec.max_items is not None:
        made["maxItems"] = declared.spec.max_items
    text = description(declared, help_text) if declared.spec.described else ""
    return {**made, "description": text} if text else made


def description(declared: InputField, help_text: str) -> str:
    """The help of a field and its default, as agents and the manual have it."""
    shown = isinstance(declared.default, str | int) and not isinstance(declared.default, bool)
    return "; ".join(filter(None, [help_text, f"default: {declared.default}" if shown else ""]))


def _type_schema(kind: Any) -> Schema:
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Literal:
        return {"type": "string", "enum": list(parts)}
    if origin is list:
        return {"type": "array", "items": _type_schema(parts[0])}
    if origin is dict:
        return {"type": "object", **({} if parts[1] is Any else {"additionalProperties": _type_schema(parts[1])})}
    return {"type": {str: "string", int: "integer", float: "number", bool: "boolean"}[kind]}


# Arguments of a call --------------------------------------------------------------------------------------------------


def from_json(kind: type[T], arguments: Mapping[str, Any]) -> T:
    """An input from the arguments of a call; `RefraktError` with INVALID_ARGS names the first one that does not fit."""
    known = {each.json_name: each for each in _of_agents(kind)}
    members = {name: each for each in known.values() for name in each.spec.members}
    values: dict[str, Any] = {}
    for name, value in arguments.items():
        declared = known.get(name)
        if declared is not None:
            value = _as_integer(value, declared)
            values[declared.name] = {**values.get(declared.name, {}), **value} if _collects(declared, value) else value
            _refuse_unfit(name, value, declared)
        elif name in members:
            if not isinstance(value, str):
                raise _invalid_argument(name, f"`{name}` must be a string")
            values.setdefault(members[name].name, {})[name] = value
        else:
            raise _unknown_argument(name, [*known, *members])
    for name, declared in known.items():
        if declared.required and name not in arguments:
            raise _invalid_argument(name, f"`{name}` is missing", f"Pass `{name}`: {_type_name(declared)}.")
    _refuse_contradictions(arguments, known.values())
    return kind(**values)


def _collects(declared: InputField, value: Any) -> bool:
    return bool(declared.spec.members) and isinstance(value, dict)


def _refuse_contradictions(arguments: Mapping[str, Any], known: Iterable[InputField]) -> None:
    for declared in known:
        entries = arguments.get(declared.json_name, {}) if declared.spec.members else {}
        for name in entries:
            if name in declared.spec.members and arguments.get(name, entries[name]) != entries[name]:
                message = f"`{name}` differs from `{name}` in `{declared.json_name}`"
                raise _invalid_argument(name, message, f"Pass `{name}` once.")


def _unknown_argument(name: str, known: list[str]) -> RefraktError:
    from refrakt.rules.name_suggestion import did_you_mean, nearest

    guess = did_you_mean(nearest(name[:_LONGEST_NAME], known))
    hint = f"Valid arguments: {', '.join(known)}." if known else "It takes no arguments."
    return _invalid_argument(name, f"unknown argument `{word(name)}`{guess}", hint)


def _invalid_argument(field: str, message: str, hint: str = "Pass another value.") -> RefraktError:
    return RefraktError("INVALID_ARGS", message, hint, data={"field": field[:_LONGEST_NAME]})


def _refuse_unfit(name: str, value: Any, declared: InputField) -> None:
    allowed, least, most = declared.choices, declared.spec.minimum, declared.spec.maximum
    if not _fits(value, declared.hint) or (declared.spec.choices and value not in allowed):
        hint = f"Valid values: {', '.join(map(str, allowed))}." if allowed else "Pass another value."
        raise _invalid_argument(name, f"`{name}` must be {_type_name(declared)}", hint)
    if least is not None and value is not None and value < least:
        raise _invalid_argument(name, f"`{name}` must be at least {least}")
    if most is not None and value is not None and value > most:
        raise _invalid_argument(name, f"`{name}` must be at most {most}")
    _refuse_long(name, value, declared.spec)


def _refuse_long(name: str, value: Any, spec: OptionSpec) -> None:
    entries = value if isinstance(value, list) else [value]
    if spec.max_items is not None and len(entries) > spec.max_items:
        raise _invalid_argument(name, f"`{name}` must have at most {spec.max_items} entries")
    if spec.max_length is not None and any(isinstance(each, str) and len(each) > spec.max_length for each in entries):
        each_entry = "each entry of " if isinstance(value, list) else ""
        raise _invalid_argument(name, f"{each_entry}`{name}` must have at most {spec.max_length} characters")


def _fits(value: Any, hint: Any) -> bool:
    origin, parts = get_origin(hint), get_args(hint)
    if hint is Any:
        return True
    if origin is Literal:
        return any(value == each and type(value) is type(each) for each in parts)
    if origin in (types.UnionType, Union):
        return any(_fits(value, each) for each in parts)
    if origin is list:
        return isinstance(value, list) and all(_fits(each, parts[0]) for each in value)
    if origin is dict:
        return isinstance(value, dict) and all(
            isinstance(key, str) and _fits(each, parts[1]) for key, each in value.items()
        )
    return isinstance(value, hint) and not (hint is int and isinstance(value, bool))


def _as_integer(value: Any, declared: InputField) -> Any:
    """JSON does not distinguish `5.0` from `5`: a schema with the type `integer` accepts both."""
    whole = int in declared.types and isinstance(value, float) and value.is_integer()
    return int(value) if whole else value


def _type_name(declared: InputField) -> str:
    names = {str: "a string", dict: "an object", bool: "true or false", int: "a whole number", list: "a list"}
    if declared.choices:
        return " or ".join(f"`{each}`" for each in declared.choices)
    return " or ".join(names.get(get_origin(each) or each, str(each)) for each in declared.types)
