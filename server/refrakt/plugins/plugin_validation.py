"""Validates what an entry point names, item by item, and copies what is valid.

Discovery uses the copy: a malformed command, resource, prompt, provider or field is left out, and the rest of the plugin works.
`refrakt package validate` reports all errors and warnings to its author.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from refrakt.errors import RefraktError
from refrakt.plugins.contract import CliPlugin, Command
from refrakt.plugins.declared_commands import checked_command
from refrakt.plugins.declared_parts import PROVIDER_METHODS, checked_prompt, checked_provider, checked_resource
from refrakt.plugins.field_reader import FieldReader, PluginProblem, function, matching, optional
from refrakt.plugins.input_schema import schema_problem
from refrakt.plugins.plain_data import (
    Malformed,
    limited,
    plain_data,
    plain_list,
    plain_name,
    plain_text,
    type_name,
)
from refrakt.untrusted import word

__all__ = [
    "PROVIDER_METHODS",
    "RESERVED",
    "CheckedPlugin",
    "PluginProblem",
    "checked_plugin",
    "normalized_tool_name",
    "schema_problems",
    "tool_name",
]

RESERVED = "refrakt"
"""The namespace of refrakt's own tools."""
MAX_INSTRUCTIONS = 1_000
"""Characters. All plugins share the instructions of the server, so that long ones would displace others."""
MAX_ABOUT = 1_000
"""Characters of the description of a plugin, and of an error message."""
MAX_PATH = 1_000
MAX_LISTED = 500_000
"""Characters of the descriptions and schemas of all commands, of all resources, or of all prompts."""

_NAMESPACE = matching(
    re.compile(r"[a-z][a-z0-9-]{0,62}"), "must be lower-case letters, digits and `-`, at most 63 characters"
)

T = TypeVar("T")
Detector = Callable[[Path, Mapping[str, Any]], Mapping[str, Any] | None]


@dataclass(frozen=True, slots=True)
class CheckedPlugin:
    """The valid part of a plugin, and all problems."""

    plugin: CliPlugin | None
    """None if nothing can be used."""
    problems: tuple[PluginProblem, ...] = ()

    @property
    def errors(self) -> list[PluginProblem]:
        return [each for each in self.problems if each.level == "error"]

    def first_errors(self) -> list[PluginProblem]:
        """The first error of each item that is left out."""
        found: dict[tuple[str, str], PluginProblem] = {}
        for each in self.errors:
            found.setdefault((each.path.partition(".")[0], each.item), each)
        return list(found.values())


def tool_name(plugin: CliPlugin, command: Command) -> str:
    """The name of a command as a tool."""
    return command.tool_name or f"{plugin.namespace}.{command.name}".replace("-", "_")


def normalized_tool_name(name: str) -> str:
    """A tool name in one spelling: the same for `plan.next-id` and `plan_next_id`."""
    return name.replace(".", "_").replace("-", "_")


def checked_plugin(value: object, schemas: bool = True) -> CheckedPlugin:
    """Validate the object that an entry point names. `schemas` as in `checked_command`."""
    if not issubclass(type(value), CliPlugin):
        message = f"the entry point must name a `CliPlugin`, not {type_name(value)}"
        return CheckedPlugin(None, (PluginProblem("error", "", message),))
    fields = FieldReader(value)
    namespace = fields.read("namespace", _NAMESPACE, "")
    fields.expect(namespace != RESERVED, "namespace", f"`{RESERVED}` is reserved")
    if fields.has_errors:
        return CheckedPlugin(None, tuple(fields.problems))
    problems: list[PluginProblem] = []
    unknown: Detector | None = _detect_nothing
    commands = _items(fields, "commands", lambda each, path: checked_command(each, path, schemas), problems)
    plugin = CliPlugin(
        namespace,
        _without_duplicates(
            commands, "commands", lambda each: _tool_names(namespace, each), problems, reserved=f"{RESERVED}_"
        ),
        fields.read("description", lambda text: plain_text(text, MAX_ABOUT), ""),
        detector=fields.read("detector", optional(function), unknown),
        missing=fields.read("missing", optional(_error), None),
        watches=tuple(_entries(fields, "watches")),
        prepare=fields.read("prepare", optional(function), None),
        resources=_without_duplicates(
            _items(fields, "resources", checked_resource, problems),
            *("resources", lambda each: {each.uri: each.uri}, problems),
        ),
        prompts=_without_duplicates(
            _items(fields, "prompts", checked_prompt, problems),
            *("prompts", lambda each: {each.name: each.name}, problems),
        ),
        providers=tuple(each for _, each in _items(fields, "providers", checked_provider, problems)),
        envelope=fields.read("envelope", optional(function), None),
        instructions=fields.read("instructions", lambda text: plain_text(text, MAX_INSTRUCTIONS), ""),
        config_keys=_config_keys(fields),
        rules=fields.read("rules", optional(function), None),
    )
    empty = not (plugin.commands or plugin.resources or plugin.prompts or plugin.providers)
    found = (*(each._replace(item=f"`{each.path}`") for each in fields.problems), *problems)
    if any(each.level == "error" for each in found):
        return CheckedPlugin(None if empty else plugin, found)
    return CheckedPlugin(plugin, (*found, *_warnings(plugin, empty)))


def _warnings(plugin: CliPlugin, empty: bool) -> Iterator[PluginProblem]:
    if not plugin.description:
        yield PluginProblem("warning", "description", "empty; `refrakt --help` shows it")
    if empty:
        yield PluginProblem("warning", "commands", "the plugin offers nothing")


def _items(
    fields: FieldReader,
    name: str,
    check: Callable[[object, str], tuple[T | None, list[PluginProblem]]],
    problems: list[PluginProblem],
) -> list[tuple[int, T]]:
    """The valid items of a list, with their positions."""
    valid: list[tuple[int, T]] = []
    declared: list[Any] = fields.read(name, plain_list, [])
    for number, each in enumerate(declared):
        item, found = check(each, f"{name}[{number}]")
        problems += found
        if item is not None:
            valid.append((number, item))
    return valid


def _without_duplicates(
    items: list[tuple[int, T]],
    path: str,
    names_of: Callable[[T], Mapping[str, str]],
    problems: list[PluginProblem],
    reserved: str | None = None,
) -> tuple[T, ...]:
    """The items whose names no earlier one has. Names are compared in one spelling, and shown in that of the plugin.

    Every listing contains descriptions and schemas, so their size is limited in total, too.
    """
    taken: dict[str, int] = {}
    valid: list[T] = []
    size = 0
    for number, item in items:
        size += sum(len(str(getattr(item, each, ""))) for each in ("description", "input_schema", "output_schema"))
        names = names_of(item)
        wrong = [f"`{names[each]}` is also the name of {path}[{taken[each]}]" for each in names if each in taken]
        if reserved is not None and any(each.startswith(reserved) for each in names):
            wrong = [f"names that start with `{RESERVED}` are reserved for refrakt's own tools"]
        if size > MAX_LISTED:
            wrong = [f"the descriptions and schemas up to here have {size:,} characters; {MAX_LISTED:,} are allowed"]
        if wrong:
            shown = next(iter(names.values()))
            item_kind = f"{path.removesuffix('s')} `{shown}`"
            problems.append(PluginProblem("error", f"{path}[{number}]", wrong[0], item_kind))
            continue
        taken |= dict.fromkeys(names, number)
        valid.append(item)
    return tuple(valid)


def _tool_names(namespace: str, command: Command) -> Mapping[str, str]:
    name = command.tool_name or f"{namespace}.{command.name}".replace("-", "_")
    return {normalized_tool_name(each): each for each in (name, *command.aliases)}


def _entries(fields: FieldReader, name: str) -> Iterator[str]:
    declared: list[Any] = fields.read(name, plain_list, [])
    for number, each in enumerate(declared):
        entry = fields.convert(f"{name}[{number}]", partial(plain_name, each, MAX_PATH), "")
        if entry:
            yield entry


def _config_keys(fields: FieldReader) -> Mapping[str, str]:
    found: dict[str, str] = {}
    declared: list[tuple[Any, Any]] = fields.read("config_keys", _pairs, [])
    for key, about in declared:
        name = fields.convert("config_keys", partial(plain_name, key), "")
        problems = len(fields.problems)
        text = fields.convert(f"config_keys.{word(name)}", partial(plain_text, about, MAX_ABOUT), "")
        if name and len(fields.problems) == problems:
            found[name] = text
    return found


def _pairs(value: Any) -> list[tuple[Any, Any]]:
    if not isinstance(value, Mapping):
        raise Malformed("must be a mapping")
    return [(key, each) for key, each in limited(value.items())]


def _error(value: Any) -> RefraktError:
    if not issubclass(type(value), RefraktError):
        raise Malformed("must be a `RefraktError`")
    code, message, hint, detail = (
        plain_text(getattr(value, each), MAX_ABOUT) for each in ("code", "message", "hint", "detail")
    )
    exit_code = value.exit_code
    if isinstance(exit_code, bool) or not isinstance(exit_code, int) or not 0 <= exit_code <= 255:
        raise Malformed("must have an exit code from 0 to 255")
    return RefraktError(code, message, hint, exit_code, plain_data(value.data), detail)


def _detect_nothing(root: Path, config: Mapping[str, Any]) -> None:
    """Replaces a malformed detector: whether the plugin applies to a project is unknown."""


def schema_problems(plugin: CliPlugin) -> Iterator[PluginProblem]:
    """What the JSON Schema library reports about the schemas of a checked plugin. Separate, because it is slow to import."""
    for number, command in enumerate(plugin.commands):
        for name in ("input_schema", "output_schema"):
            schema = getattr(command, name)
            problem = schema_problem(schema) if schema is not None else None
            if problem is not None:
                yield PluginProblem("error", f"commands[{number}].{name}", f"is not a JSON schema: {problem}")
