"""The shape of a plugin: what is an error, what is advice."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any

import pytest

from refrakt.errors import RefraktError
from refrakt.plugins.contract import Answer, CliPlugin, Command, Prompt, Resource
from refrakt.plugins.inputs import input_schema, output_schema
from refrakt.plugins.validation import PROVIDING, faults, schema_faults

STRICT = {"type": "object", "additionalProperties": False}


def handler(words: list[str]) -> None:
    """Does nothing."""


def command(name: Any = "sow", **more: Any) -> Command:
    given = {"description": "Sow.", "handler": handler, "input_schema": STRICT, "mcp_handler": handler}
    return Command(name, **{**given, **more})


def plugin(*commands: Any, **more: Any) -> CliPlugin:
    return CliPlugin(**{"namespace": "garden", "commands": commands, "description": "about it", **more})


class Anybody:
    def handles(self, path: Path, context: Any) -> bool:
        return True

    def hover(self, file: Any, offset: int, context: Any) -> None:
        """Says nothing."""


async def coroutine(self: Any, file: Any, offset: int, context: Any) -> None:
    """Nobody would wait for it."""


def provider(**methods: Any) -> object:
    return type("Made", (), {"handles": Anybody.handles, **methods})()


class Finder:
    def landmarks(self, query: str, context: Any) -> list[Any]:
        return []


def test_a_whole_plugin_has_no_fault() -> None:
    whole = plugin(
        command(aliases=("garden.plant",), tool_name="garden.put"),
        detector=lambda root, config: None,
        missing=RefraktError("X", "x", "x"),
        watches=["garden.yaml"],
        resources=[Resource("garden://plants/{name}", "plants", "d", lambda values, context: Answer("x"))],
        prompts=[Prompt("plan_bed", "d", lambda values, context: "x")],
        providers=[Anybody(), Finder()],
        envelope=lambda error: {},
        config_keys={"garden": "The garden."},
    )
    assert faults(whole) == []
    assert list(schema_faults(whole)) == []


@pytest.mark.parametrize(
    ("broken", "path"),
    [
        (plugin(namespace="Garden"), "namespace"),
        (plugin(namespace=3), "namespace"),
        (plugin(namespace="a_b"), "namespace"),
        (plugin(commands="sow"), "commands"),
        (plugin(commands=None), "commands"),
        (plugin(detector="x"), "detector"),
        (plugin(missing="x"), "missing"),
        (plugin(watches="garden.yaml"), "watches"),
        (plugin(resources=[1]), "resources[0]"),
        (plugin(resources=[Resource("plants", "p", "d", lambda *_: Answer(""))]), "resources[0]"),
        (plugin(prompts=[Prompt("p", "d", None)]), "prompts[0]"),  # type: ignore[arg-type]
        (plugin(providers=[object()]), "providers[0]"),
        (plugin(providers=[provider(hover=3)]), "providers[0].hover"),
        (plugin(providers=[provider(hover=lambda self, file, context: None)]), "providers[0].hover"),
        (plugin(providers=[provider(notes=lambda self, file, *, context: None)]), "providers[0].notes"),
        (plugin(providers=[provider(prepare_rename=Anybody.hover)]), "providers[0]"),
        (plugin(providers=[provider(define=coroutine)]), "providers[0].define"),
        (plugin(providers=5), "providers"),
        (plugin(description=None), "description"),
        (plugin(command("Sow it")), "commands[0].name"),
        (plugin(command(mcp_handler=3)), "commands[0].mcp_handler"),
        (plugin(command(input_model=dict)), "commands[0].input_model"),
        (plugin(command(output_schema=[])), "commands[0].output_schema"),
        (plugin(command(read_only="yes")), "commands[0].read_only"),
        (plugin(command(timeout=0)), "commands[0].timeout"),
        (plugin(command(tool_name="a b")), "commands[0].tool_name"),
        (plugin(command(aliases="sow")), "commands[0].aliases"),
        (plugin(command(tool_name="refrakt.detect")), "commands[0]"),
        (plugin(command(), command()), "commands[1]"),
        (plugin(command("next-id"), command("next_id")), "commands[1]"),
        (plugin(command("a"), command("b", aliases=("garden_a",))), "commands[1]"),
        (plugin(command("a"), "b", command("a")), "commands[1]"),
    ],
)
def test_an_error_has_its_path(broken: CliPlugin, path: str) -> None:
    assert path in [each.path for each in faults(broken) if each.level == "error"]


@pytest.mark.parametrize(
    ("poor", "path"),
    [
        (plugin(), "commands"),
        (plugin(command(), providers=[provider()]), "providers[0]"),
        (plugin(command(), description=""), "description"),
        (plugin(command(description="")), "commands[0].description"),
        (plugin(command(input_schema=None)), "commands[0].input_schema"),
        (plugin(command(mcp_handler=None)), "commands[0].mcp_handler"),
        (plugin(command(input_schema={"type": "object"})), "commands[0].input_schema"),
    ],
)
def test_advice_is_no_error(poor: CliPlugin, path: str) -> None:
    assert [(each.level, each.path) for each in faults(poor)] == [("warning", path)]


@pytest.mark.parametrize("schema", [{"type": "object", "properties": 3}, {"type": "objct"}, {"type": "array"}, {}])
def test_a_schema_that_is_none_is_noticed(schema: dict[str, Any]) -> None:
    (fault,) = schema_faults(plugin(command(input_schema=schema)))
    assert (fault.level, fault.path) == ("error", "commands[0].input_schema")


def test_a_command_that_says_nothing_takes_words_and_switches() -> None:
    silent = command(input_schema=None, mcp_handler=None)
    assert input_schema(silent)["properties"]["args"]["items"] == {"type": "string"}
    assert "additionalProperties" not in input_schema(silent)
    assert output_schema(silent) is None


def test_models_make_schemas() -> None:
    from pydantic import BaseModel, ConfigDict, Field

    class Sowing(BaseModel):
        model_config = ConfigDict(extra="forbid")
        bed_name: str = Field(alias="bedName")

    made = command(input_schema=None, input_model=Sowing, output_model=Sowing)
    for schema in (input_schema(made), output_schema(made)):
        assert schema is not None
        assert (list(schema["properties"]), schema["additionalProperties"]) == (["bedName"], False)


def test_validation_knows_every_method_of_the_contract() -> None:
    from refrakt.plugins import contract

    kinds = (contract.Problems, contract.Completes, contract.Explains, contract.Defines, contract.Refers)
    more = (contract.Renames, contract.Acts, contract.Notes, contract.Finds, contract.Provider)
    written = {
        name: tuple(inspect.signature(method).parameters)[1:]
        for kind in (*kinds, *more)
        for name, method in vars(kind).items()
        if inspect.isfunction(method) and not name.startswith("_")
    }
    assert written == dict(PROVIDING)
