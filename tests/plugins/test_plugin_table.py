"""The plugin table: listed tools, names in calls, and detectors."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from plugins.installation import Installation
from refrakt.errors import RefraktError
from refrakt.plugins import Disk, Problem, plugin_table
from refrakt.plugins.contract import CliPlugin, Command, SourceFile
from refrakt.plugins.discovery import DiscoveredPlugin, Discovery
from refrakt.plugins.plugin_calls import call_tool, disabled_by
from refrakt.plugins.plugin_table import PluginTable, for_root, run_detectors
from refrakt.plugins.yaml import read
from refrakt.project.site import find_project


def made(*plugins: CliPlugin, root: Path = Path("/project")) -> PluginTable:
    found = [
        DiscoveredPlugin(
            each.namespace, f"refrakt-{each.namespace}", "1", "builtin", "python", "", tuple(each.commands), each
        )
        for each in plugins
    ]
    return run_detectors(root, None, Discovery(tuple(found)))


def command(name: str, **more: Any) -> Command:
    return Command(name, "d", lambda argv: None, **more)


def refused(plugins: PluginTable, name: str) -> RefraktError:
    with pytest.raises(RefraktError) as caught:
        plugins.tool(name)
    assert caught.value.hint
    return caught.value


# Names ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["plan.next_id", "plan.next-id", "plan_next_id", "plan_next-id", "plan.nextid"])
def test_a_call_may_use_every_spelling_and_alias(name: str) -> None:
    plugins = made(CliPlugin("plan", [command("next-id", aliases=("plan.nextid",)), command("next")]))
    assert list(plugins.tools()) == ["plan.next_id", "plan.next"]
    assert plugins.tool(name).name == "plan.next_id"


def test_a_tool_may_have_a_name_of_its_own() -> None:
    plugins = made(CliPlugin("forge", [command("agent-list", tool_name="fractary_forge_agent_list")]))
    assert list(plugins.tools()) == ["fractary_forge_agent_list"]
    assert refused(plugins, "forge.agent_list").code == "UNKNOWN_TOOL"


def test_an_unknown_name_is_answered_with_the_nearest() -> None:
    error = refused(made(CliPlugin("plan", [command("next"), command("status")])), "plan.nxet")
    assert (error.code, error.hint) == ("UNKNOWN_TOOL", "known tools: plan.next, plan.status")
    assert "did you mean 'plan.next'?" in error.message


def test_a_shell_only_command_is_not_a_tool() -> None:
    plugins = made(CliPlugin("plan", [command("next"), command("serve", expose=False)]))
    assert list(plugins.tools()) == ["plan.next"]
    assert refused(plugins, "plan.serve").code == "UNKNOWN_TOOL"
    assert plugins.shell_only() == ["refrakt plan serve"]


def test_the_first_of_two_tools_with_one_spelling_wins() -> None:
    plugins = made(CliPlugin("a", [command("b-c")]), CliPlugin("a-b", [command("c")]))
    assert list(plugins.tools()) == ["a.b_c"]
    assert [(each.code, each.plugin) for each in plugins.warnings] == [("DUPLICATE_TOOL", "refrakt-a-b")]


# Detectors ------------------------------------------------------------------------------------------------------------

MISSING = RefraktError("PLAN_DIR_MISSING", "there is no plan", "Call plan.init.")


def test_only_what_can_work_is_listed() -> None:
    commands = [command("next"), command("init", everywhere=True)]
    here = made(CliPlugin("plan", commands, detector=lambda root, config: {"dir": root.name}, missing=MISSING))
    removed = made(CliPlugin("plan", commands, detector=lambda root, config: None, missing=MISSING))
    assert (list(here.tools()), here.detected) == (["plan.next", "plan.init"], {"plan": {"dir": "project"}})
    assert (list(removed.tools()), removed.detected) == (["plan.init"], {"plan": None})
    error = refused(removed, "plan.next")
    assert (error.code, error.hint) == ("PLAN_DIR_MISSING", "Call plan.init.")
    assert error is not MISSING
    assert removed.tool("plan.init").command is commands[1]
    without = made(CliPlugin("x", [command("a")], detector=lambda root, config: None))
    assert refused(without, "x.a").code == "NOT_FOUND"


@pytest.mark.parametrize("answer", [3, "yes", [1], {"a": object()}, {1: {2}}])
def test_an_invalid_detector_result_is_reported(answer: Any) -> None:
    plugins = made(CliPlugin("x", [command("a")], detector=lambda root, config: answer), CliPlugin("y", [command("b")]))
    assert list(plugins.tools()) == ["y.b"]
    assert [(each.code, each.plugin) for each in plugins.warnings] == [("DETECTOR_FAILED", "refrakt-x")]


@pytest.mark.parametrize("error", [ValueError("worms"), SystemExit(2), RefraktError("X", "worms", "h")])
def test_a_failing_detector_is_reported(error: BaseException) -> None:
    def detector(root: Path, config: Any) -> None:
        raise error

    plugins = made(CliPlugin("x", [command("a")], detector=detector))
    assert (plugins.tools(), [each.code for each in plugins.warnings]) == ({}, ["DETECTOR_FAILED"])


def test_a_hanging_detector_is_called_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plugin_table, "DETECTOR_TIMEOUT", 0.05)
    release = threading.Event()
    calls: list[int] = []

    def detector(root: Path, config: Any) -> None:
        calls.append(1)
        release.wait(60)

    plugin = CliPlugin("x", [command("a")], detector=detector)
    try:
        for _ in range(2):
            assert [each.code for each in made(plugin).warnings] == ["DETECTOR_FAILED"]
        assert (len(calls), disabled_by("x")) == (1, "x detector")
    finally:
        release.set()


def test_prints_of_a_detector_are_captured(capfd: pytest.CaptureFixture[str]) -> None:
    def detector(root: Path, config: Any) -> dict[str, str]:
        print("hello")  # noqa: T201
        return {}

    plugins = made(CliPlugin("x", [command("a")], detector=detector))
    assert (list(plugins.tools()), capfd.readouterr()) == (["x.a"], ("", ""))


# The example ----------------------------------------------------------------------------------------------------------

GARDEN = "plants:\n  carrot: 3\n  🌷 tulip: 10\n  bean: 13\n"


@pytest.fixture
def garden(installed: Installation, project: Path, repository: Path) -> Path:
    """A project with a garden, and the plugin for it."""
    installed.project(repository / "examples" / "plugins" / "refrakt-garden")
    (project / "garden.yaml").write_text(GARDEN, "utf-8")
    (project / "refrakt.config.json").write_text('{"plugins": ["@refrakt-md/garden"], "garden": {"zone": 7}}')
    return project


async def test_the_example_is_a_tool_where_there_is_a_garden(garden: Path) -> None:
    plugins = for_root(garden, find_project(garden).config)
    assert plugins.detected == {"garden": {"file": "garden.yaml"}}
    assert set(plugins.tools()) >= {"garden.sow"}
    tool = plugins.tool("garden_sow")
    context = plugins.context(tool.plugin, Disk())
    assert (context.cwd, context.config["garden"], context.detected) == (
        garden,
        {"zone": 7},
        {"file": "garden.yaml"},
    )
    assert context.log.name == "refrakt.plugin.garden"
    assert await call_tool(tool.plugin, tool.command, {"month": 3}, context) == {"plants": ["carrot"]}
    with pytest.raises(RefraktError, match="month") as caught:
        await call_tool(tool.plugin, tool.command, {"month": 13}, context)
    assert caught.value.code == "INVALID_ARGS"


def test_the_example_is_no_tool_elsewhere(garden: Path) -> None:
    (garden / "garden.yaml").unlink()
    plugins = for_root(garden, find_project(garden).config)
    assert "garden.sow" not in plugins.tools()
    assert plugins.providers() == []
    assert refused(plugins, "garden.sow").hint == "create a garden.yaml first"


def test_the_example_helps_in_the_editor(garden: Path) -> None:
    plugins = for_root(garden, find_project(garden).config)
    ((plugin, provider),) = plugins.providers()
    context = plugins.context(plugin, Disk())
    path = garden / "garden.yaml"
    assert provider.handles(path, context)
    assert not provider.handles(garden / "other.yaml", context)
    found: list[Problem] = list(provider.problems(SourceFile(path, GARDEN, yaml=read(GARDEN)), context))  # type: ignore[attr-defined]
    (problem,) = found
    assert (problem.code, GARDEN[slice(*problem.span.bounds)]) == ("garden-month", "13")
