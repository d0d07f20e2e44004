"""The commands of a shell: the same answers as the tools, exit codes, and texts for people."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from refrakt.errors import RefraktError
from refrakt.hosts.cli.plugin_command import run_command
from refrakt_forge.mcp_server.tool_server import exposed_commands
from refrakt_forge.plugin import plugin

from .forge_project import ForgeProject, agent, markdown_agent, tool
from .forge_servers import PLUGINS, distribution

Shell = Callable[..., tuple[int, str, str]]
COMMANDS = {each.name: each for each in plugin.commands}
FORK = "fork_of: {name: base, version: 1.0.0, forked_at: '2025-01-01'}\n"


@pytest.fixture
def shell(forge: ForgeProject, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Shell:
    """Runs a command in the project."""
    monkeypatch.chdir(forge.root)

    def run(name: str, *arguments: str) -> tuple[int, str, str]:
        try:
            code = run_command(COMMANDS[name], list(arguments), f"refrakt forge {name}")
        except RefraktError as error:
            return error.exit_code, "", str(error)
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run


def _project(forge: ForgeProject) -> None:
    forge.write(
        {
            "agents/a.yaml": agent(tools=["t"]),
            "agents/bad.yaml": "name: [",
            "agents/f.yaml": agent("f", more=FORK),
            "tools/t.yaml": tool(),
            "plugins/@acme/p/plugin.json": '{"name": "@acme/p", "version": "1.0.0"}',
        }
    )
    forge.write_global(
        {"registry/agents/base@1.0.0.yaml": agent("base"), "registry/agents/base@2.0.0.yaml": agent("base", "2.0.0")}
    )


SAME = [
    ("agent-list", [], {}),
    ("agent-list", ["--limit", "1", "--offset", "1"], {"limit": 1, "offset": 1}),
    ("agent-info", ["a"], {"name": "a"}),
    ("agent-validate", ["--name", "a"], {"name": "a"}),
    ("tool-list", ["--tags", "x"], {"tags": ["x"]}),
    ("tool-info", ["t"], {"name": "t"}),
    ("tool-validate", [".fractary/tools/t.yaml"], {"path": ".fractary/tools/t.yaml"}),
    ("config-get", ["resolution"], {"key": "resolution"}),
    ("config-show", [], {"format": "json"}),
    ("registry-list", [], {}),
    ("list", ["--scope", "local"], {"scope": "local"}),
    ("info", ["@acme/p"], {"plugin": "@acme/p"}),
    ("cache-stats", [], {}),
    ("cache-clear", ["--yes", "--older-than", "3"], {"olderThan": 3}),
    ("fork-list", [], {}),
    ("fork-info", ["f"], {"name": "f"}),
    ("fork-diff", ["f"], {"name": "f", "format": "json"}),
    ("fork-check", [], {}),
]


@pytest.mark.parametrize(("name", "arguments", "tool_arguments"), SAME)
async def test_json_is_that_of_the_tool(
    forge: ForgeProject, shell: Shell, name: str, arguments: list[str], tool_arguments: dict[str, object]
) -> None:
    _project(forge)
    code, out, _ = shell(name, *arguments, "--format", "json")
    tool_name = (COMMANDS[name].tool_name or "").removeprefix("fractary_forge_")
    assert json.loads(out) == await forge.call(tool_name, **tool_arguments)
    assert code == 0


async def test_the_process_prints_the_json_of_the_tool(forge: ForgeProject, tmp_path: Path) -> None:
    _project(forge)
    distribution(tmp_path / "installed", PLUGINS)
    path = os.pathsep.join([str(tmp_path / "installed"), os.environ.get("PYTHONPATH", "")])

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "refrakt", "forge", *arguments]
        variables = {**os.environ, "PYTHONPATH": path}
        return subprocess.run(command, cwd=forge.root, capture_output=True, text=True, env=variables, check=False)

    listed, invalid = run("agent-list", "--format", "json"), run("agent-validate", "--name", "bad")
    assert (listed.returncode, json.loads(listed.stdout)) == (0, await forge.call("agent_list"))
    assert invalid.returncode == 1
    assert run("agent-list", "--limit", "x").returncode == 2


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["agent-list"], ["a     1.0.0    local", "bad   unknown", "(invalid)"]),
        (["tool-list", "--tags", "none"], ["No tools found."]),
        (["agent-info", "a"], ["tools:        t 1.0.0", "prompt:"]),
        (["tool-info", "t"], ["version:", "source:"]),
        (["agent-validate", "--name", "a"], ["valid"]),
        (["config-get", "resolution.local"], ["true"]),
        (["config-show"], ["resolution:"]),
        (["config-show", "--format", "yaml"], ["registries:"]),
        (["registry-list"], ["fractary-core"]),
        (["fork-list"], ["fork of base 1.0.0", "(update available)"]),
        (["fork-info", "f"], ["base 1.0.0, newest 2.0.0"]),
        (["fork-diff", "f"], ["modified"]),
        (["fork-check"], ["1.0.0 -> 2.0.0", "(breaking)"]),
    ],
)
def test_text(forge: ForgeProject, shell: Shell, arguments: list[str], expected: list[str]) -> None:
    _project(forge)
    code, out, _ = shell(*arguments)
    assert code == 0
    for each in expected:
        assert each in out


def test_exit_codes(forge: ForgeProject, shell: Shell) -> None:
    _project(forge)
    assert shell("agent-validate", "--name", "bad")[0] == 1
    assert shell("agent-info", "gone")[0] == 1
    assert shell("config-get", "gone")[:2] == (1, "not set\n")
    assert shell("agent-list", "--limit", "0")[0] == 2
    assert shell("agent-list", "--limit", "2000")[0] == 2
    assert shell("agent-list", "--extra")[0] == 2


def test_a_person_may_validate_any_file(forge: ForgeProject, shell: Shell) -> None:
    outside = forge.home / "a.md"
    outside.write_text(markdown_agent())
    assert shell("agent-validate", str(outside))[0] == 0


def test_texts_cannot_control_the_terminal(forge: ForgeProject, shell: Shell) -> None:
    forge.write({"agents/a.yaml": agent(description='"\\e]0;title\\a\\nx"')})
    assert "\x1b" not in shell("agent-list")[1] + shell("agent-info", "a")[1]


def test_every_command_has_the_name_of_the_specification() -> None:
    categories = {name.removeprefix("fractary_forge_").split("_")[0] for name in exposed_commands()}
    assert categories <= {"agent", "tool", "plugin", "config", "cache", "fork"}
    for command in exposed_commands().values():
        assert command.read_only or command.name == "cache-clear"
        assert command.idempotent
