"""Whether a plugin has the shape it must have. Python checks no types by itself, and a plugin is somebody else's code.

Discovery takes no plugin that has an error here; `refrakt package validate` tells its author everything.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from refrakt.errors import RefraktError

from .contract import CliPlugin, Command, Prompt, Resource
from .inputs import schema_fault

RESERVED = "refrakt"
"""The namespace of refrakt's own tools."""

_NAMESPACE = re.compile(r"[a-z][a-z0-9-]*")
_COMMAND = re.compile(r"[a-z][a-z0-9_-]*")
_TOOL = re.compile(r"[A-Za-z][A-Za-z0-9._-]{0,127}")
_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]*://\S*")


_CALLED = ("file", "offset", "context")
PROVIDING: Mapping[str, tuple[str, ...]] = {
    "handles": ("path", "context"),
    "problems": ("file", "context"),
    "complete": _CALLED,
    "hover": _CALLED,
    "define": _CALLED,
    "references": ("file", "offset", "declared", "context"),
    "prepare_rename": _CALLED,
    "rename": ("file", "offset", "new", "context"),
    "actions": ("file", "place", "context"),
    "notes": ("file", "context"),
    "landmarks": ("query", "context"),
}
"""What a provider may have, and what each is given."""


class Fault(NamedTuple):
    """Something about a plugin that is wrong, or could be better. `path` says where, as in `commands[2].handler`."""

    level: Literal["error", "warning"]
    path: str
    message: str


def tool_name(plugin: CliPlugin, command: Command) -> str:
    """What a command is called as a tool."""
    return command.tool_name or f"{plugin.namespace}.{command.name}".replace("-", "_")


def spelling(name: str) -> str:
    """The form in which two spellings of a tool's name are the same: `plan.next-id` and `plan_next_id`."""
    return name.replace(".", "_").replace("-", "_")


def faults(plugin: object) -> list[Fault]:
    """What is wrong with what an entry point names."""
    if not isinstance(plugin, CliPlugin):
        message = f"the entry point must name a CliPlugin, not {type(plugin).__name__}"
        return [Fault("error", "", message)]
    return [*_own(plugin), *_commands(plugin), *_parts(plugin)]


def _own(plugin: CliPlugin) -> Iterator[Fault]:
    if not _matches(plugin.namespace, _NAMESPACE):
        yield Fault("error", "namespace", "it must be a word of small letters, digits and -")
    elif plugin.namespace == RESERVED:
        yield Fault("error", "namespace", f"`{RESERVED}` is the namespace of refrakt itself")
    for name in ("description", "instructions"):
        yield from _expect(isinstance(getattr(plugin, name), str), name, "it must be text")
    for name in ("detector", "envelope"):
        yield from _expect(_optional(getattr(plugin, name), callable), name, "it must be a function")
    yield from _expect(_optional(plugin.missing, RefraktError), "missing", "it must be a RefraktError")
    yield from _expect(_sequence(plugin.watches, str), "watches", "it must be a list of names")
    yield from _expect(isinstance(plugin.config_keys, Mapping), "config_keys", "it must be a mapping")
    yield from _expect(bool(plugin.description), "description", "it is empty; `refrakt --help` shows it", "warning")


def _commands(plugin: CliPlugin) -> Iterator[Fault]:
    if not _sequence(plugin.commands, object):
        yield Fault("error", "commands", "it must be a list")
        return
    if not (plugin.commands or plugin.resources or plugin.prompts or plugin.providers):
        yield Fault("warning", "commands", "the plugin has nothing to offer")
    taken: dict[str, str] = {}
    for number, command in enumerate(plugin.commands):
        path = f"commands[{number}]"
        found = list(_command(command, path))
        yield from found
        if any(each.level == "error" for each in found):
            continue
        yield from _names(plugin, command, path, taken)


def _command(command: object, path: str) -> Iterator[Fault]:
    if not isinstance(command, Command):
        yield Fault("error", path, f"it must be a Command, not {type(command).__name__}")
        return
    words = "it must be a word of small letters, digits, - and _"
    yield from _expect(_matches(command.name, _COMMAND), f"{path}.name", words)
    yield from _expect(isinstance(command.description, str), f"{path}.description", "it must be text")
    yield from _expect(callable(command.handler), f"{path}.handler", "it must be a function")
    yield from _expect(_optional(command.mcp_handler, callable), f"{path}.mcp_handler", "it must be a function")
    for name in ("input_model", "output_model"):
        fits = _optional(getattr(command, name), _is_model)
        yield from _expect(fits, f"{path}.{name}", "it must be a pydantic model")
    for name in ("input_schema", "output_schema"):
        fits = _optional(getattr(command, name), Mapping)
        yield from _expect(fits, f"{path}.{name}", "it must be a JSON schema, a mapping")
    for name in ("read_only", "destructive", "idempotent", "open_world", "expose", "everywhere"):
        yield from _expect(isinstance(getattr(command, name), bool), f"{path}.{name}", "it must be True or False")
    yield from _expect(_positive(command.timeout), f"{path}.timeout", "it must be a number of seconds")
    fits = _optional(command.tool_name, lambda name: _matches(name, _TOOL))
    yield from _expect(fits, f"{path}.tool_name", "it must be letters, digits, `.`, `_` and `-`, at most 128")
    fits = _sequence(command.aliases, str) and all(map(_TOOL.fullmatch, command.aliases))
    yield from _expect(fits, f"{path}.aliases", "they must be names of tools")
    yield from _advice(command, path)


def _advice(command: Command, path: str) -> Iterator[Fault]:
    described = command.input_model is not None or command.input_schema is not None
    if command.description == "":
        yield Fault("warning", f"{path}.description", "it is empty; people and agents choose by it")
    if command.input_model is not None and command.input_schema is not None:
        yield Fault("warning", f"{path}.input_schema", "`input_model` counts; this is never read")
    if described and not _strict(command):
        yield Fault("warning", f"{path}.input_schema", "unknown keys would pass unnoticed; forbid them")
    if command.expose and not described:
        yield Fault("warning", f"{path}.input_schema", "there is none: agents have to guess what it takes")
    if described and command.mcp_handler is None:
        message = "there is none: the input goes to `handler` as words of a command line"
        yield Fault("warning", f"{path}.mcp_handler", message)


def _strict(command: Command) -> bool:
    if command.input_model is not None:
        return getattr(command.input_model, "model_config", {}).get("extra") == "forbid"
    return (command.input_schema or {}).get("additionalProperties") is False


def _names(plugin: CliPlugin, command: Command, path: str, taken: dict[str, str]) -> Iterator[Fault]:
    """No two commands may answer to one name."""
    name = tool_name(plugin, command)
    for each in dict.fromkeys((name, *command.aliases)):
        if spelling(each).startswith(f"{RESERVED}_"):
            yield Fault("error", path, f"`{each}` is a name of refrakt's own tools")
        owner = taken.setdefault(spelling(each), path)
        if owner != path:
            yield Fault("error", path, f"`{each}` is already the name of {owner}")


def _parts(plugin: CliPlugin) -> Iterator[Fault]:
    for number, each in enumerate(_listed(plugin.resources)):
        path = f"resources[{number}]"
        good = isinstance(each, Resource) and _matches(each.uri, _ADDRESS) and callable(each.read)
        yield from _expect(good, path, "it must be a Resource with an address and a function that reads it")
    for number, each in enumerate(_listed(plugin.prompts)):
        good = isinstance(each, Prompt) and _matches(each.name, _TOOL) and callable(each.render)
        yield from _expect(good, f"prompts[{number}]", "it must be a Prompt with a name and a function that makes it")
    for number, each in enumerate(_listed(plugin.providers)):
        yield from _provider(each, f"providers[{number}]")
    for name in ("resources", "prompts", "providers"):
        yield from _expect(_sequence(getattr(plugin, name), object), name, "it must be a list")


def _provider(provider: object, path: str) -> Iterator[Fault]:
    has = [name for name in PROVIDING if hasattr(provider, name)]
    for name in has:
        method, given = getattr(provider, name), PROVIDING[name]
        words = ", ".join(given)
        yield from _expect(callable(method), f"{path}.{name}", "it must be a method")
        yield from _expect(_takes(method, len(given)), f"{path}.{name}", f"it must take {words}")
        plain = not inspect.iscoroutinefunction(method)
        yield from _expect(plain, f"{path}.{name}", "it must not be a coroutine: the editor waits for it in a thread")
    if has != ["landmarks"] and "handles" not in has:
        yield Fault("error", path, "it must have a method `handles`")
    elif has == ["handles"]:
        yield Fault(
            "warning", path, f"it offers nothing; it could have {', '.join(sorted({*PROVIDING} - {'handles'}))}"
        )
    if "prepare_rename" in has and "rename" not in has:
        yield Fault("error", path, "it says what would be renamed, and has no `rename`")


def _takes(method: object, count: int) -> bool:
    """Whether something can be called with so many values."""
    if not callable(method):
        return True  # which is told already
    try:
        inspect.signature(method).bind(*range(count))
    except TypeError:
        return False
    except ValueError:
        return True  # nobody can say
    return True


def schema_faults(plugin: CliPlugin) -> Iterator[Fault]:
    """JSON schemas that are none. Apart from `faults`, because to know takes a library that loads slowly."""
    for number, command in enumerate(plugin.commands):
        for name in ("input_schema", "output_schema"):
            schema = getattr(command, name)
            fault = schema_fault(schema) if schema is not None else None
            if fault is not None:
                yield Fault("error", f"commands[{number}].{name}", f"it is no JSON schema of a tool: {fault}")


def _expect(good: bool, path: str, message: str, level: Literal["error", "warning"] = "error") -> Iterator[Fault]:
    if not good:
        yield Fault(level, path, message)


def _matches(value: object, pattern: re.Pattern[str]) -> bool:
    return isinstance(value, str) and pattern.fullmatch(value) is not None


def _positive(value: object) -> bool:
    return isinstance(value, int | float) and value > 0


def _optional(value: object, kind: type | Callable[[Any], bool]) -> bool:
    return value is None or (isinstance(value, kind) if isinstance(kind, type) else kind(value))


def _sequence(value: object, kind: type) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str) and all(isinstance(each, kind) for each in value)


def _listed(value: object) -> Sequence[Any]:
    return value if isinstance(value, Sequence) and not isinstance(value, str) else ()


def _is_model(value: object) -> bool:
    return isinstance(value, type) and all(callable(getattr(value, name, None)) for name in _MODEL)


_MODEL = ("model_validate", "model_json_schema")
"""What is needed of a pydantic model. Asking for these does not take pydantic itself."""
