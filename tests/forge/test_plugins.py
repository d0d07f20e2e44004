"""The commands of plugins, for agents and in a shell. Numbers are scenarios of the acceptance list."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from typing import Any

import pytest

from forge.registry_server import Project, TestRegistry, entry, error_of, shell
from refrakt.plugins.progress_reports import MAX_WAITING, ProgressReports
from refrakt_forge.errors import envelope

NO_COMPONENTS: dict[str, list[str]] = {"agents": [], "tools": [], "workflows": [], "hooks": [], "commands": []}


def listed(result: dict[str, Any]) -> list[tuple[str, str, str]]:
    return [(each["name"], each["version"], each["scope"]) for each in result["plugins"]]


# list -----------------------------------------------------------------------------------------------------------------


def test_plugins_of_both_scopes_are_listed(project: Project) -> None:
    project.install("@acme/p")
    project.install("flat", "2.0.0")
    project.install("@acme/shared", "3.0.0", user=True)
    project.write("plugins/forge/config.json", {"registries": []})
    result = project.call("list")
    assert listed(result) == [
        ("@acme/p", "1.0.0", "local"),
        ("flat", "2.0.0", "local"),
        ("@acme/shared", "3.0.0", "global"),
    ]
    assert [each["path"] for each in result["plugins"]] == [
        ".fractary/plugins/@acme/p",
        ".fractary/plugins/flat",
        "~/.fractary/registry/plugins/@acme/shared",
    ]
    assert result["total"] == 3
    assert listed(project.call("list", scope="global")) == [("@acme/shared", "3.0.0", "global")]
    assert listed(project.call("list", scope="local", outdated=None))[0] == ("@acme/p", "1.0.0", "local")


def test_nothing_is_installed(project: Project) -> None:
    assert project.call("list") == {"plugins": [], "total": 0}
    assert project.call("list", outdated=True) == {"plugins": [], "total": 0}


def test_a_broken_manifest_is_an_error_of_its_row(project: Project) -> None:
    project.install("@acme/p")
    project.write("plugins/broken/plugin.json", '{"name": ')
    project.write("plugins/empty/plugin.json", "[]")
    rows = {each["name"]: each for each in project.call("list")["plugins"]}
    assert rows["@acme/p"] == {
        "name": "@acme/p",
        "version": "1.0.0",
        "scope": "local",
        "path": ".fractary/plugins/@acme/p",
    }
    assert rows["broken"]["version"] == "unknown"
    assert rows["broken"]["error"].startswith("invalid plugin.json: ")
    assert rows["empty"]["version"] == "unknown"
    assert error_of(project, "info", plugin="broken").code == "VALIDATION_ERROR"


def test_outdated_plugins(project: Project, registry: TestRegistry, second_registry: TestRegistry) -> None:
    for name in ("@acme/old", "@acme/current", "@acme/unknown", "@acme/beta"):
        project.install(name)
    registry.plugin("@acme/old", "2.0.0")
    registry.plugin("@acme/current", "1.0.0")
    registry.plugin("@acme/beta", "2.0.0-beta.1")
    second_registry.plugin("@acme/old", "2.1.0")
    project.configure(entry(registry.url()), entry(second_registry.url(), "second"))
    result = project.call("list", outdated=True)
    row = {"name": "@acme/old", "version": "1.0.0", "scope": "local", "path": ".fractary/plugins/@acme/old"}
    assert result == {"plugins": [{**row, "hasUpdate": True, "latestVersion": "2.1.0"}], "total": 1}
    assert registry.hits() == 1
    second_registry.fail(500)
    project.call("cache-clear")
    result = project.call("list", outdated=True)
    assert result["plugins"][0]["latestVersion"] == "2.0.0"
    assert result["warnings"][0]["registry"] == "second"
    registry.fail(500)
    project.call("cache-clear")
    assert error_of(project, "list", outdated=True).code == "NETWORK_ERROR"


def test_a_list_without_outdated_uses_no_network(project: Project, registry: TestRegistry) -> None:
    project.install("@acme/p")
    project.configure(entry(registry.url()))
    project.call("list")
    project.call("info", plugin="@acme/p")
    assert registry.requests == []


# info -----------------------------------------------------------------------------------------------------------------


def test_an_installed_plugin_is_described(project: Project) -> None:
    components: dict[str, Any] = {
        "agents": [{"name": "a", "version": "1.0.0"}, "./agents/b.md"],
        "tools": [{"name": "t"}, 7],
        "templates": [{"name": "x"}],
    }
    about: dict[str, Any] = {
        "description": "d",
        "author": {"name": "A"},
        "license": "MIT",
        "tags": ["k"],
        "homepage": "https://h.example",
    }
    project.install("@acme/p", "1.2.0", **about, **components, dependencies={"@acme/q": "^1"})
    assert project.call("info", plugin="@acme/p") == {
        "name": "@acme/p",
        "version": "1.2.0",
        "description": "d",
        "author": "A",
        "license": "MIT",
        "homepage": "https://h.example",
        "keywords": ["k"],
        "components": {**NO_COMPONENTS, "agents": ["a", "b"], "tools": ["t"], "templates": ["x"]},
        "dependencies": {"@acme/q": "^1"},
        "installed": {"scope": "local", "path": ".fractary/plugins/@acme/p", "installedVersion": "1.2.0"},
    }


def test_the_version_of_an_installed_plugin_is_checked(project: Project) -> None:
    project.install("@acme/p", "1.2.0")
    project.install("@acme/p", "2.0.0", user=True)
    assert project.call("info", plugin="@acme/p", version="^1")["version"] == "1.2.0"
    assert project.call("info", plugin="@acme/p", version="^2")["installed"]["scope"] == "global"
    assert project.call("info", plugin="@acme/p", version="latest")["version"] == "1.2.0"
    error = error_of(project, "info", plugin="@acme/p", version="^3")
    assert error.code == "PLUGIN_NOT_FOUND"
    assert error.data["availableVersions"] == ["2.0.0", "1.2.0"]


def test_a_plugin_that_is_not_installed(project: Project) -> None:
    error = error_of(project, "info", plugin="@acme/unknown")
    shown = envelope(error)
    assert (shown["code"], shown["details"]["plugin"]) == ("PLUGIN_NOT_FOUND", "@acme/unknown")
    assert shown["details"]["searchedRegistries"] == ["local", "global"]


@pytest.mark.parametrize("name", ["../../etc/passwd", "a/../b", "a\0b", "*", "C:\\x", "x" * 5000, "", "@a/b/c", "@/x"])
def test_a_name_that_is_not_one_is_refused(project: Project, registry: TestRegistry, name: str) -> None:
    project.configure(entry(registry.url()))
    for remote in (False, True):
        error = error_of(project, "info", plugin=name, remote=remote)
        assert (error.code, error.data["field"]) == ("VALIDATION_ERROR", "plugin")
    assert registry.requests == []


def test_a_plugin_of_a_registry_is_described(
    project: Project, registry: TestRegistry, second_registry: TestRegistry
) -> None:
    project.install("@acme/p", "0.9.0")
    registry.plugin("@acme/p", "1.0.0", agents=["agents/a/agent.md"])
    second_registry.plugin("@acme/p", "2.0.0")
    project.configure(entry(registry.url(), "first"), entry(second_registry.url(), "second", priority=2))
    result = project.call("info", plugin="@acme/p", remote=True)
    assert (result["version"], result["components"]["agents"]) == ("1.0.0", ["a"])
    assert result["availableVersions"] == ["2.0.0", "1.0.0"]
    assert result["installed"]["installedVersion"] == "0.9.0"
    assert project.call("info", plugin="@acme/p", remote=True, version="^2")["version"] == "2.0.0"
    error = error_of(project, "info", plugin="@acme/p", remote=True, version="^3")
    assert (error.code, error.data["availableVersions"]) == ("PLUGIN_NOT_FOUND", ["2.0.0", "1.0.0"])


def test_a_plugin_that_no_registry_has(project: Project, registry: TestRegistry, second_registry: TestRegistry) -> None:
    registry.plugin("@acme/p")
    second_registry.fail(500)
    project.configure(entry(registry.url()), entry(second_registry.url(), "broken"))
    error = error_of(project, "info", plugin="@acme/unknown", remote=True)
    assert error.code == "PLUGIN_NOT_FOUND"
    assert error.data["searchedRegistries"] == ["test", "broken"]
    assert error.data["failedRegistries"] == ["broken"]
    assert "fractary_forge_plugin_search" in json.dumps(envelope(error.for_agent()))


def test_the_next_registry_is_used_if_a_manifest_cannot_be_read(
    project: Project, registry: TestRegistry, second_registry: TestRegistry
) -> None:
    registry.plugin("@acme/p", "1.0.0")
    registry.fail(404, "/acme/p/1.0.0/plugin.json")
    second_registry.plugin("@acme/p", "1.1.0")
    project.configure(entry(registry.url(), "first"), entry(second_registry.url(), "second", priority=2))
    result = project.call("info", plugin="@acme/p", remote=True)
    assert result["version"] == "1.1.0"
    assert [each["registry"] for each in result["warnings"]] == ["first"]
    second_registry.fail(404, "/acme/p/1.1.0/plugin.json")
    project.call("cache-clear")
    assert error_of(project, "info", plugin="@acme/p", remote=True).code == "NETWORK_ERROR"


def test_a_plugin_with_nothing_but_pre_releases(project: Project, registry: TestRegistry) -> None:
    registry.plugin("@acme/p", "1.0.0-beta.1")
    registry.plugin("@acme/p", "1.0.0-beta.2")
    project.configure(entry(registry.url()))
    assert project.call("info", plugin="@acme/p", remote=True)["version"] == "1.0.0-beta.2"
    assert project.call("search", query="")["results"][0]["version"] == "1.0.0-beta.2"


# search ---------------------------------------------------------------------------------------------------------------


@pytest.fixture
def offered(project: Project, registry: TestRegistry) -> Project:
    """A registry with three plugins."""
    registry.plugin("@acme/faber-tools", entry={"tags": ["workflow"], "description": "Orchestration"})
    registry.plugin("@acme/lint", entry={"tags": ["quality", "a"], "description": "Checks code"})
    registry.plugin("@acme/zeta", entry={"tags": ["a"], "description": "Uses FABER"})
    project.configure(entry(registry.url()))
    return project


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"query": "FABER"}, ["@acme/faber-tools", "@acme/zeta"]),
        ({"query": "Quality"}, ["@acme/lint"]),
        ({"query": ""}, ["@acme/faber-tools", "@acme/lint", "@acme/zeta"]),
        ({"query": "", "tags": ["a", "zz"]}, ["@acme/lint", "@acme/zeta"]),
        ({"query": "faber", "tags": ["workflow"]}, ["@acme/faber-tools"]),
        ({"query": "nothing"}, []),
    ],
)
def test_plugins_are_found_by_text_and_tags(offered: Project, arguments: dict[str, Any], expected: list[str]) -> None:
    result = offered.call("search", **arguments)
    assert [each["name"] for each in result["results"]] == expected
    assert (result["total"], result["query"]) == (len(expected), arguments["query"])


def test_results_come_in_pages(offered: Project) -> None:
    result = offered.call("search", query="", limit=1, offset=1)
    assert ([each["name"] for each in result["results"]], result["total"]) == (["@acme/lint"], 3)
    assert offered.call("search", query="", offset=9)["results"] == []
    assert len(offered.call("search", query="", limit=None, offset=None)["results"]) == 3


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        ({"query": "", "limit": 0}, "limit"),
        ({"query": "", "limit": 1001}, "limit"),
        ({"query": "", "limit": "5"}, "limit"),
        ({"query": "", "offset": -1}, "offset"),
        ({"query": "", "unknown": 1}, "unknown"),
        ({}, "query"),
        ({"query": "x" * 513}, "query"),
    ],
)
def test_invalid_input_of_a_search(offered: Project, arguments: dict[str, Any], field: str) -> None:
    error = error_of(offered, "search", **arguments)
    assert envelope(error)["code"] == "VALIDATION_ERROR"
    assert field in error.message


def test_a_search_without_registries_says_so(project: Project, registry: TestRegistry) -> None:
    project.configure(entry(registry.url(), enabled=False))
    result = project.call("search", query="")
    assert (result["results"], result["warnings"][0]["message"]) == ([], "no registry is enabled")


# Shell ----------------------------------------------------------------------------------------------------------------


def test_the_shell_prints_the_same_json(offered: Project, capsys: pytest.CaptureFixture[str]) -> None:
    offered.install("@acme/lint", "0.1.0")
    for command, arguments, query in (
        ("list", (), {}),
        ("list", ("--outdated",), {"outdated": True}),
        ("info", ("@acme/lint",), {"plugin": "@acme/lint"}),
        ("info", ("@acme/lint", "--remote"), {"plugin": "@acme/lint", "remote": True}),
        ("search", ("a", "--tags", "a", "--limit", "1"), {"query": "a", "tags": ["a"], "limit": 1}),
    ):
        code, out, _ = shell(offered, capsys, command, *arguments, "--format", "json")
        assert code == 0
        assert json.loads(out) == offered.call(command, **query)


def test_the_shell_prints_text(offered: Project, capsys: pytest.CaptureFixture[str]) -> None:
    offered.install("@acme/lint", "0.1.0", description="Checks\x1b[31m code", tags=["x"])
    _, out, _ = shell(offered, capsys, "list")
    assert out.split() == ["@acme/lint", "0.1.0", "local", ".fractary/plugins/@acme/lint"]
    _, out, _ = shell(offered, capsys, "list", "--outdated")
    assert "0.1.0 -> 1.0.0" in out
    _, out, _ = shell(offered, capsys, "info", "@acme/lint")
    assert "installed:" in out
    assert "\x1b" not in out
    _, out, _ = shell(offered, capsys, "search", "", "--limit", "1")
    assert "1 of 3 plugins" in out
    _, out, _ = shell(offered, capsys, "search", "nothing")
    assert out == "No plugins match 'nothing'.\n"
    _, out, _ = shell(offered, capsys, "list", "--scope", "global")
    assert out == "No plugins found.\n"


def test_an_error_in_the_shell_has_a_code(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = shell(project, capsys, "info", "@acme/unknown")
    assert code == 1
    assert "not found" in err
    assert "refrakt forge search" in err


# Progress notifications -----------------------------------------------------------------------------------------------


async def test_progress_is_sent_in_order_and_before_the_end() -> None:
    sent: list[float] = []

    async def send(done: float, total: float | None, message: str | None) -> None:
        await asyncio.sleep(0.001)
        sent.append(done)

    reports = ProgressReports(send)
    await asyncio.to_thread(_report_five, reports)
    await reports.finish()
    assert sent == [0, 1, 2, 3, 4]
    reports.report(5, None, "too late")
    await asyncio.sleep(0.01)
    assert len(sent) == 5


def _report_five(reports: ProgressReports) -> None:
    for each in range(5):
        reports.report(each, None, "m")


async def test_progress_to_a_closed_connection_is_dropped() -> None:
    async def send(done: float, total: float | None, message: str | None) -> None:
        raise ConnectionError

    reports = ProgressReports(send)
    for each in range(2 * MAX_WAITING):
        reports.report(each, None, "m")
    await asyncio.sleep(0.01)
    await reports.finish()


async def test_a_client_gets_progress_notifications(project: Project, registry: TestRegistry) -> None:
    """A real client and the server of its own."""
    from mcp import Client
    from mcp.client.stdio import StdioServerParameters, stdio_client

    registry.plugin("@acme/p")
    project.configure(entry(registry.url()))
    parameters = StdioServerParameters(
        command=sys.executable,
        args=["-m", "refrakt_forge.mcp_server", "--cwd", str(project.root)],
        env=dict(os.environ),
    )
    reports: list[tuple[float, str | None]] = []

    async def on_progress(progress: float, total: float | None, message: str | None) -> None:
        reports.append((progress, message))

    async with Client(stdio_client(parameters), read_timeout_seconds=30) as client:
        result = await client.call_tool(
            "fractary_forge_plugin_info", {"plugin": "@acme/p", "remote": True}, progress_callback=on_progress
        )
    assert result.structured_content is not None
    assert result.structured_content["version"] == "1.0.0"
    assert reports == [(1, "request 1 to registry test"), (2, "request 2 to registry test")]
