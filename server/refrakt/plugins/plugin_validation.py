"""Validates the types of a plugin object, which Python does not check.

Discovery ignores a plugin with an error; `refrakt package validate` reports errors and warnings to its author.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import is_dataclass
from typing import Any, Literal, NamedTuple

from refrakt.errors import RefraktError
from refrakt.plugins.contract import CliPlugin, Command, Prompt, Resource
from refrakt.plugins.input_schema import schema_problem

RESERVED = "refrakt"
"""The namespace of refrakt's own tools."""

_NAMESPACE = re.compile(r"[a-z][a-z0-9-]*")
_COMMAND = re.compile(r"[a-z][a-z0-9_-]*")
_TOOL = re.compile(r"[A-Za-z][A-Za-z0-9._-]{0,127}")
_URI = re.compile(r"[a-z][a-z0-9+.-]*://\S*")


_AT_OFFSET = ("file", "offset", "context")
PROVIDER_METHODS: Mapping[str, tuple[str, ...]] = {
    "handles": ("path", "context"),
    "problems": ("file", "context"),
    "complete": _AT_OFFSET,
    "hover": _AT_OFFSET,
    "definition": _AT_OFFSET,
    "references": ("file", "offset", "include_declaration", "context"),
    "prepare_rename": _AT_OFFSET,
    "rename": ("file", "offset", "new_name", "context"),
    "code_actions": ("file", "range", "context"),
    "code_lenses": ("file", "context"),
    "workspace_symbols": ("query", "context"),
}
"""The methods of a provider, with their parameters."""


class PluginProblem(NamedTuple):
    """An error or a warning about a plugin. `path` is the field, as in `commands[2].handler`."""

    level: Literal["error", "warning"]
    path: str
    message: str


def tool_name(plugin: CliPlugin, command: Command) -> str:
    """The name of a command as a tool."""
    return command.tool_name or f"{plugin.namespace}.{command.name}".replace("-", "_")


def normalized_tool_name(name: str) -> str:
    """A tool name in one spelling: the same for `plan.next-id` and `plan_next_id`."""
    return name.replace(".", "_").replace("-", "_")


def plugin_problems(plugin: object) -> list[PluginProblem]:
    """The problems of the object that an entry point names."""
    if not isinstance(plugin, CliPlugin):
        message = f"the entry point must name a `CliPlugin`, not {type(plugin).__name__}"
        return [PluginProblem("error", "", message)]
    return [*_plugin_fields(plugin), *_commands(plugin), *_other_parts(plugin)]


def _plugin_fields(plugin: CliPlugin) -> Iterator[PluginProblem]:
    if not _matches(plugin.namespace, _NAMESPACE):
        yield PluginProblem("error", "namespace", "must be lower-case letters, digits and `-`")
    elif plugin.namespace == RESERVED:
        yield PluginProblem("error", "namespace", f"`{RESERVED}` is reserved")
    for name in ("description", "instructions"):
        yield from _expect(isinstance(getattr(plugin, name), str), name, "must be a string")
    for name in ("detector", "envelope"):
        yield from _expect(_is_optional(getattr(plugin, name), callable), name, "must be a function")
    yield from _expect(_is_optional(plugin.missing, RefraktError), "missing", "must be a `RefraktError`")
    yield from _expect(_is_sequence(plugin.watches, str), "watches", "must be a list of names")
    yield from _expect(isinstance(plugin.config_keys, Mapping), "config_keys", "must be a mapping")
    yield from _expect(bool(plugin.description), "description", "empty; `refrakt --help` shows it", "warning")


def _commands(plugin: CliPlugin) -> Iterator[PluginProblem]:
    if not _is_sequence(plugin.commands, object):
        yield PluginProblem("error", "commands", "must be a list")
        return
    if not (plugin.commands or plugin.resources or plugin.prompts or plugin.providers):
        yield PluginProblem("warning", "commands", "the plugin offers nothing")
    taken: dict[str, str] = {}
    for number, command in enumerate(plugin.commands):
        path = f"commands[{number}]"
        found = list(_command(command, path))
        yield from found
        if any(each.level == "error" for each in found):
            continue
        yield from _duplicate_names(plugin, command, path, taken)


def _command(command: object, path: str) -> Iterator[PluginProblem]:
    if not isinstance(command, Command):
        yield PluginProblem("error", path, f"must be a `Command`, not {type(command).__name__}")
        return
    name_rule = "must be lower-case letters, digits, `-` and `_`"
    yield from _expect(_matches(command.name, _COMMAND), f"{path}.name", name_rule)
    yield from _expect(isinstance(command.description, str), f"{path}.description", "must be a string")
    runs = callable(next((each for each in (command.handler, command.run, command.delegate) if each is not None), None))
    yield from _expect(runs, f"{path}.handler", "must be a function")
    yield from _expect(_is_optional(command.run, callable), f"{path}.run", "must be a function")
    yield from _expect(_is_optional(command.delegate, callable), f"{path}.delegate", "must be a function")
    alone = command.delegate is None or (command.run is None and command.handler is None and command.expose is False)
    yield from _expect(
        alone, f"{path}.delegate", "must be alone, with `expose=False`: agents have the tools of refrakt"
    )
    declared = (command.input is None) == (command.run is None and command.delegate is None) and _is_optional(
        command.input, is_dataclass
    )
    yield from _expect(declared, f"{path}.input", "must be a dataclass, beside `run` or `delegate`")
    yield from _expect(_is_optional(command.mcp_handler, callable), f"{path}.mcp_handler", "must be a function")
    for name in ("input_model", "output_model"):
        valid = _is_optional(getattr(command, name), _is_model)
        yield from _expect(valid, f"{path}.{name}", "must be a pydantic model")
    for name in ("input_schema", "output_schema"):
        valid = _is_optional(getattr(command, name), Mapping)
        yield from _expect(valid, f"{path}.{name}", "must be a JSON schema (a mapping)")
    for name in ("read_only", "destructive", "idempotent", "open_world", "expose", "everywhere"):
        yield from _expect(isinstance(getattr(command, name), bool), f"{path}.{name}", "must be True or False")
    yield from _expect(_is_positive(command.timeout), f"{path}.timeout", "must be a positive number of seconds")
    valid = _is_optional(command.tool_name, lambda name: _matches(name, _TOOL))
    yield from _expect(valid, f"{path}.tool_name", "must be at most 128 letters, digits, `.`, `_` and `-`")
    valid = _is_sequence(command.aliases, str) and all(map(_TOOL.fullmatch, command.aliases))
    yield from _expect(valid, f"{path}.aliases", "must be names of tools")
    yield from _command_warnings(command, path)


def _command_warnings(command: Command, path: str) -> Iterator[PluginProblem]:
    described = command.input_model is not None or command.input_schema is not None
    if command.description == "":
        yield PluginProblem("warning", f"{path}.description", "empty; users and agents choose commands by it")
    if command.input is not None:
        return
    if command.input_model is not None and command.input_schema is not None:
        yield PluginProblem("warning", f"{path}.input_schema", "ignored, because there is an `input_model`")
    if described and not _forbids_unknown_keys(command):
        yield PluginProblem("warning", f"{path}.input_schema", "unknown keys are accepted; forbid them")
    if command.expose and not described:
        yield PluginProblem("warning", f"{path}.input_schema", "missing: agents have to guess the input")
    if described and command.mcp_handler is None:
        message = "missing: the input is passed to `handler` as command-line arguments"
        yield PluginProblem("warning", f"{path}.mcp_handler", message)


def _forbids_unknown_keys(command: Command) -> bool:
    if command.input_model is not None:
        return getattr(command.input_model, "model_config", {}).get("extra") == "forbid"
    return (command.input_schema or {}).get("additionalProperties") is False


def _duplicate_names(plugin: CliPlugin, command: Command, path: str, taken: dict[str, str]) -> Iterator[PluginProblem]:
    """Names that two commands share."""
    name = tool_name(plugin, command)
    for each in dict.fromkeys((name, *command.aliases)):
        if normalized_tool_name(each).startswith(f"{RESERVED}_"):
            yield PluginProblem("error", path, f"`{each}` is reserved for refrakt's own tools")
        owner = taken.setdefault(normalized_tool_name(each), path)
        if owner != path:
            yield PluginProblem("error", path, f"`{each}` is also the name of {owner}")


def _other_parts(plugin: CliPlugin) -> Iterator[PluginProblem]:
    for number, each in enumerate(_items(plugin.resources)):
        path = f"resources[{number}]"
        valid = isinstance(each, Resource) and _matches(each.uri, _URI) and callable(each.read)
        yield from _expect(valid, path, "must be a `Resource` with a URI and a `read` function")
    for number, each in enumerate(_items(plugin.prompts)):
        valid = isinstance(each, Prompt) and _matches(each.name, _TOOL) and callable(each.render)
        yield from _expect(valid, f"prompts[{number}]", "must be a `Prompt` with a name and a `render` function")
    for number, each in enumerate(_items(plugin.providers)):
        yield from _provider(each, f"providers[{number}]")
    for name in ("resources", "prompts", "providers"):
        yield from _expect(_is_sequence(getattr(plugin, name), object), name, "must be a list")


def _provider(provider: object, path: str) -> Iterator[PluginProblem]:
    has = [name for name in PROVIDER_METHODS if hasattr(provider, name)]
    for name in has:
        method, parameters = getattr(provider, name), PROVIDER_METHODS[name]
        yield from _expect(callable(method), f"{path}.{name}", "must be a method")
        yield from _expect(_accepts(method, len(parameters)), f"{path}.{name}", f"must accept {', '.join(parameters)}")
        plain = not inspect.iscoroutinefunction(method)
        yield from _expect(plain, f"{path}.{name}", "must not be a coroutine: it runs in a thread")
    if has != ["workspace_symbols"] and "handles" not in has:
        yield PluginProblem("error", path, "must have a method `handles`")
    elif has == ["handles"]:
        yield PluginProblem(
            "warning", path, f"offers nothing; possible methods: {', '.join(sorted({*PROVIDER_METHODS} - {'handles'}))}"
        )
    if "prepare_rename" in has and "rename" not in has:
        yield PluginProblem("error", path, "has `prepare_rename` but no `rename`")


def _accepts(method: object, count: int) -> bool:
    """Whether a method accepts this number of arguments."""
    if not callable(method):
        return True  # reported already
    try:
        inspect.signature(method).bind(*range(count))
    except TypeError:
        return False
    except ValueError:
        return True  # unknown signature
    return True


def schema_problems(plugin: CliPlugin) -> Iterator[PluginProblem]:
    """Invalid JSON schemas. Separate from `plugin_problems`, because the validator is slow to import."""
    for number, command in enumerate(plugin.commands):
        for name in ("input_schema", "output_schema"):
            schema = getattr(command, name)
            problem = schema_problem(schema) if schema is not None else None
            if problem is not None:
                yield PluginProblem("error", f"commands[{number}].{name}", f"not a JSON schema of a tool: {problem}")


def _expect(
    valid: bool, path: str, message: str, level: Literal["error", "warning"] = "error"
) -> Iterator[PluginProblem]:
    if not valid:
        yield PluginProblem(level, path, message)


def _matches(value: object, pattern: re.Pattern[str]) -> bool:
    return isinstance(value, str) and pattern.fullmatch(value) is not None


def _is_positive(value: object) -> bool:
    return isinstance(value, int | float) and value > 0


def _is_optional(value: object, kind: type | Callable[[Any], bool]) -> bool:
    return value is None or (isinstance(value, kind) if isinstance(kind, type) else kind(value))


def _is_sequence(value: object, kind: type) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str) and all(isinstance(each, kind) for each in value)


def _items(value: object) -> Sequence[Any]:
    return value if isinstance(value, Sequence) and not isinstance(value, str) else ()


def _is_model(value: object) -> bool:
    return isinstance(value, type) and all(callable(getattr(value, name, None)) for name in _MODEL)


_MODEL = ("model_validate", "model_json_schema")
"""The methods that are used of a pydantic model. Checking for them does not import pydantic."""
