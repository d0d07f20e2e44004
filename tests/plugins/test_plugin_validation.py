"""Validation of plugin objects: errors and warnings."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from refrakt.errors import RefraktError
from refrakt.plugins.contract import CliPlugin, Command, Prompt, Resource, ResourceContent
from refrakt.plugins.input_schema import input_schema, output_schema
from refrakt.plugins.plugin_validation import PROVIDER_METHODS, checked_plugin, schema_problems

STRICT = {"type": "object", "additionalProperties": False}


def handler(argv: list[str]) -> None:
    """Does nothing."""


def command(name: Any = "sow", **more: Any) -> Command:
    arguments = {"description": "Sow.", "handler": handler, "input_schema": STRICT, "mcp_handler": handler}
    return Command(name, **{**arguments, **more})


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
    def workspace_symbols(self, query: str, context: Any) -> list[Any]:
        return []


def test_a_complete_plugin_has_no_problem() -> None:
    whole = plugin(
        command(aliases=("garden.plant",), tool_name="garden.put"),
        detector=lambda root, config: None,
        missing=RefraktError("X", "x", "x"),
        watches=["garden.yaml"],
        resources=[Resource("garden://plants/{name}", "plants", "d", lambda values, context: ResourceContent("x"))],
        prompts=[Prompt("plan_bed", "d", lambda values, context: "x")],
        providers=[Anybody(), Finder()],
        envelope=lambda error: {},
        config_keys={"garden": "The garden."},
    )
    assert checked_plugin(whole).problems == ()
    assert list(schema_problems(whole)) == []


@dataclass(frozen=True)
class Shown:
    pass


def test_a_command_of_the_shell_may_delegate() -> None:
    show = Command("show", "d", input=Shown, delegate=lambda *_: ["preview"], expose=False)
    assert checked_plugin(plugin(show)).problems == ()


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
        (plugin(resources=[Resource("plants", "p", "d", lambda *_: ResourceContent(""))]), "resources[0].uri"),
        (plugin(prompts=[Prompt("p", "d", None)]), "prompts[0].render"),  # type: ignore[arg-type]
        (plugin(providers=[object()]), "providers[0]"),
        (plugin(providers=[provider(hover=3)]), "providers[0].hover"),
        (plugin(providers=[provider(hover=lambda self, file, context: None)]), "providers[0].hover"),
        (plugin(providers=[provider(code_lenses=lambda self, file, *, context: None)]), "providers[0].code_lenses"),
        (plugin(providers=[provider(prepare_rename=Anybody.hover)]), "providers[0]"),
        (plugin(providers=[provider(definition=coroutine)]), "providers[0].definition"),
        (plugin(providers=5), "providers"),
        (plugin(description=None), "description"),
        (plugin(command("Sow it")), "commands[0].name"),
        (plugin(command(mcp_handler=3)), "commands[0].mcp_handler"),
        (plugin(command(delegate="preview", expose=False)), "commands[0].delegate"),
        (plugin(Command("show", "d", input=Shown, delegate=lambda *_: ["preview"])), "commands[0].delegate"),
        (plugin(Command("show", "d", delegate=lambda *_: ["preview"], expose=False)), "commands[0].input"),
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
    assert path in [each.path for each in checked_plugin(broken).errors]


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
def test_warnings_are_not_errors(poor: CliPlugin, path: str) -> None:
    assert [(each.level, each.path) for each in checked_plugin(poor).problems] == [("warning", path)]


@pytest.mark.parametrize("schema", [{"type": "object", "properties": 3}, {"type": "objct"}])
def test_the_schema_library_reports_the_same(schema: dict[str, Any]) -> None:
    broken = plugin(command(input_schema=schema))
    for problems in (checked_plugin(broken).problems, tuple(schema_problems(broken))):
        ((level, path),) = ((each.level, each.path) for each in problems)
        assert (level, path) == ("error", "commands[0].input_schema")


def test_a_command_without_schema_takes_arguments_and_options() -> None:
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


def test_validation_covers_every_method_of_the_contract() -> None:
    from refrakt.plugins import contract

    kinds = (
        contract.ProblemProvider,
        contract.CompletionProvider,
        contract.HoverProvider,
        contract.DefinitionProvider,
        contract.ReferencesProvider,
    )
    more = (
        contract.RenameProvider,
        contract.CodeActionProvider,
        contract.CodeLensProvider,
        contract.WorkspaceSymbolProvider,
        contract.Provider,
    )
    written = {
        name: tuple(inspect.signature(method).parameters)[1:]
        for kind in (*kinds, *more)
        for name, method in vars(kind).items()
        if inspect.isfunction(method) and not name.startswith("_")
    }
    assert written == dict(PROVIDER_METHODS)
