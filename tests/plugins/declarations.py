"""Random plugin declarations: well-formed parts among values of wrong types, hostile objects and malformed schemas."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from random import Random
from typing import Any

from refrakt.errors import RefraktError
from refrakt.plugins import CliPlugin, Command, Prompt, PromptArgument, Resource, ResourceContent

GOOD_SCHEMA = {"type": "object", "properties": {"x": {"type": "string"}}, "additionalProperties": False}


class HostileString(str):
    __slots__ = ()

    def __str__(self) -> str:
        raise ValueError("no string")

    def __eq__(self, other: object) -> bool:
        raise ValueError("no comparison")

    def __hash__(self) -> int:
        return 1


class HostileObject:
    """Every attribute raises."""

    def __getattribute__(self, name: str) -> Any:
        raise RuntimeError(f"no {name}")


class HostileMapping(dict[str, Any]):
    def items(self) -> Any:
        raise KeyError("no items")


class HostileModel:
    @classmethod
    def model_validate(cls, value: Any) -> Any:
        raise SystemExit(3)

    @classmethod
    def model_json_schema(cls, **_: Any) -> Any:
        raise SystemExit(3)


class OddModel(HostileModel):
    @classmethod
    def model_json_schema(cls, **_: Any) -> Any:
        return {"type": "object", "properties": {"\ud800": 3}}


@dataclass(frozen=True)
class Declared:
    """A plugin, and which of its parts are well-formed."""

    plugin: Any
    namespace: str
    intact: frozenset[str]
    """The lists that contain a well-formed item, which is called `good`."""
    active: bool
    """Whether it has no detector that may fail."""


def _cycle() -> Any:
    made: dict[str, Any] = {"type": "object"}
    made["properties"] = {"self": made}
    return made


def _deep(depth: int) -> Any:
    made: Any = {"type": "object"}
    for _ in range(depth):
        made = {"type": "object", "properties": {"x": made}}
    return made


_TEXTS = ("", "\ud800", "a\x1b[2Jb", "x" * 100_000, "a\nb", "é", "🌷", "\u202ex", HostileString("x"), "a\0b")
_NUMBERS = (True, 3, -1, 10**5000, float("nan"), float("inf"))
_OTHERS: tuple[Any, ...] = (
    *(None, b"bytes", HostileObject(), HostileMapping(a=1), object(), {1, 2}, print, int, Path("x"), lambda: None),
    *([], (), {}, [1], ("a",), {"a": 1}, {1: 2}, {"\ud800": "\udfff"}, HostileModel, OddModel, iter([1])),
    *(RefraktError("X", "x", "x"), _cycle(), _deep(3_000)),
)


def junk(random: Random) -> Any:
    """A value that no field expects, or one that a few do."""
    return random.choice(random.choice((_TEXTS, _NUMBERS, _OTHERS)))


def near_miss(random: Random, good: Any) -> Any:
    """A value that is mostly of the right type."""
    if isinstance(good, str) and random.random() < 0.7:
        return random.choice(_TEXTS)
    return junk(random)


def broken(random: Random, made: dict[str, Any]) -> dict[str, Any]:
    """The fields of an item, mostly with one that is wrong: with several, each of them would hide the others."""
    count = random.choice((0, 1, 1, 1, 1, 5))
    for name in random.sample(sorted(made), min(count, len(made))):
        made[name] = near_miss(random, made[name])
    return made


def schema(random: Random) -> Any:
    """A schema, mostly with one keyword that is wrong."""
    made: dict[Any, Any] = {
        "type": "object",
        "properties": {
            "x": {"type": "string", "pattern": "^a*$", "description": "d"},
            "y": {"type": ["array", "null"], "items": {"type": "integer", "minimum": 1}, "minItems": 1},
            "z": {"anyOf": [{"$ref": "#/$defs/A"}, True], "default": None},
        },
        "required": ["x"],
        "$defs": {"A": {"enum": ["a", 1], "title": "A", "not": {"const": 3}}},
        "patternProperties": {"^x-": {"type": "string"}},
        "additionalProperties": False,
    }
    places = list(_places(made))
    for container, key in random.sample(places, random.choice((0, 1, 1, 1, 3))):
        added = type(container) is dict and random.random() < 0.2
        container[random.choice(_ADDED) if added else key] = random.choice((junk(random), *_WRONG))
    return made


_ADDED = ("$ref", "$id", "format", "maxLength", "required", "type", "allOf", "\ud800", 3)
_WRONG: tuple[Any, ...] = ("string", "objct", [], [3], {"x": 3}, "#/$defs/None", "(", "a{2,1}", ["x", "x"], {})


def _places(container: Any) -> Iterator[tuple[Any, Any]]:
    """Every value in a schema, by its container and key."""
    for key in list(container) if type(container) is dict else range(len(container)):
        yield container, key
        if type(container[key]) in (dict, list):
            yield from _places(container[key])


def command(random: Random, number: int) -> Any:
    made: dict[str, Any] = {
        "name": f"c{number}",
        "description": "Do it.",
        "handler": lambda argv: None,
        "mcp_handler": lambda arguments, context: {},
        "input_schema": schema(random) if random.random() < 0.5 else GOOD_SCHEMA,
        "output_schema": schema(random) if random.random() < 0.5 else None,
        **{each.name: each.default for each in fields(Command) if each.name in ("timeout", "aliases", "tool_name")},
        **dict.fromkeys(("input_model", "output_model", "input", "run", "delegate", "text")),
        "expose": True,
    }
    return Command(**broken(random, made))


def resource(random: Random, number: int) -> Any:
    uris = [f"bad://r{number}", f"bad://r{number}/{{name}}", f"bad://r{number}/{{+a}}{{?b,c*}}", "bad://{", "no uri"]
    made: dict[str, Any] = {
        "uri": random.choice(uris),
        "name": "r",
        "description": "About it.",
        "read": lambda values, context: ResourceContent("x"),
        "mime_type": "text/plain",
        "complete": None,
        "files": None,
    }
    return Resource(**broken(random, made))


def prompt(random: Random, number: int) -> Any:
    arguments = tuple(
        PromptArgument(**broken(random, {"name": f"a{each}", "description": "d", "required": False}))
        for each in range(random.randint(0, 2))
    )
    made = {
        "name": f"p{number}",
        "description": "About it.",
        "render": lambda values, context: "x",
        "arguments": arguments,
        "complete": None,
    }
    return Prompt(**broken(random, made))


class GoodProvider:
    def handles(self, path: Path, context: Any) -> bool:
        return False


GOOD: dict[str, Any] = {
    "commands": Command(
        "good",
        "Do.",
        lambda argv: None,
        input_schema=GOOD_SCHEMA,
        mcp_handler=lambda arguments, context: {"good": True},
    ),
    "resources": Resource("bad://good", "good", "About it.", lambda values, context: ResourceContent("x")),
    "prompts": Prompt("good", "About it.", lambda values, context: "x", (PromptArgument("a", "d"),)),
    "providers": GoodProvider(),
}


def declared(seed: int) -> Declared:
    """The plugin of a seed."""
    random = Random(seed)
    makers: dict[str, Callable[[Random, int], Any]] = {
        "commands": command,
        "resources": resource,
        "prompts": prompt,
        "providers": lambda random, number: junk(random),
    }
    made: dict[str, Any] = {}
    intact: set[str] = set()
    for name, maker in makers.items():
        if random.random() < 0.1 and name != "commands":
            made[name] = junk(random)
            continue
        items = [maker(random, number) if random.random() < 0.9 else junk(random) for number in range(12)]
        items.insert(random.randint(0, len(items)), GOOD[name])
        made[name] = random.choice([list, tuple])(items)
        intact.add(name)
    for name in ("description", "missing", "watches", "envelope", "instructions", "config_keys"):
        if random.random() < 0.3:
            text = random.choice(_TEXTS)
            made[name] = random.choice([text, text, junk(random), [junk(random)], {junk_key(random): junk(random)}])
    detectors = [None, junk(random), lambda root, config: junk(random), lambda root, config: {"a": 1}]
    made["detector"] = detector = random.choice(detectors) if random.random() < 0.3 else None
    return Declared(CliPlugin("bad", **made), "bad", frozenset(intact), detector is None)


def junk_key(random: Random) -> Any:
    value = junk(random)
    try:
        hash(value)
    except BaseException:  # noqa: BLE001 - hostile on purpose
        return "key"
    return value
