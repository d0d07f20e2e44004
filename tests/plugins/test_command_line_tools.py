"""Commands without an MCP handler: input as arguments, and a child process."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from plugins.installation import Installation
from refrakt.errors import RefraktError
from refrakt.plugins.command_line_tools import input_to_argv
from refrakt.plugins.contract import CommandContext
from refrakt.plugins.discovery import discover_plugins
from refrakt.plugins.plugin_calls import call_tool
from refrakt.project import python_process

Call = Callable[..., Any]


@pytest.mark.parametrize(
    ("arguments", "argv"),
    [
        ({}, []),
        (
            {"args": ["a"], "tag": ["x", "y"], "force": True, "dry": False, "n": 3},
            ["a", "--tag", "x", "--tag", "y", "--force", "--n", "3"],
        ),
        ({"force": True, "args": ["--verbatim", "-x"]}, ["--verbatim", "-x", "--force"]),
        ({"a": None, "b": ""}, ["--b", ""]),
        ({"a": "-x", "n": -3, "list": ["-1", "2"]}, ["--a=-x", "--n=-3", "--list=-1", "--list", "2"]),
        ({"ratio": 0.5, "name": "two words"}, ["--ratio", "0.5", "--name", "two words"]),
        ({"o": {"b": 1, "a": "ü"}, "nested": [["x"], 1]}, ["--o", '{"b":1,"a":"ü"}', "--nested", '[["x"],1]']),
        ({"mixed": [True, None, "x"], "none": []}, ["--mixed", "true", "--mixed", "null", "--mixed", "x"]),
        ({"released-in": "v1", "project_root": "."}, ["--released-in", "v1", "--project_root", "."]),
    ],
)
def test_input_becomes_arguments(arguments: dict[str, Any], argv: list[str]) -> None:
    assert input_to_argv(arguments) == argv


@pytest.mark.parametrize(
    "arguments",
    [
        {"-x": 1},
        {"a b": 1},
        {"é": 1},
        {"": 1},
        {"a=b": True},
        {"args": "a"},
        {"args": [1]},
        {"a": "\0"},
        {"a": "\ud800"},
    ],
)
def test_input_that_cannot_be_an_argument_is_refused(arguments: dict[str, Any]) -> None:
    with pytest.raises(RefraktError) as caught:
        input_to_argv(arguments)
    assert caught.value.code == "INVALID_ARGS"


# Processes ------------------------------------------------------------------------------------------------------------

LEGACY = """
import json, os, subprocess, sys, time

def tell(argv):
    print(json.dumps({"argv": argv, "cwd": os.getcwd(), "input": sys.stdin.read()}))

async def text(argv):
    print("just text")

def number(argv):
    print(argv[0])

def leave(argv):
    print("half an answer")
    sys.stderr.write("x" * 5000 + " unknown flag\\n")
    sys.exit(int(argv[0]))

def leave_code(argv):
    return 4

def kill(argv):
    os._exit(9)

def user_error(argv):
    raise RefraktError("NOT_FOUND", "no such bed", "Dig one.", exit_code=3)

def hang(argv):
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    open(argv[0], "w").write(f"{os.getpid()} {child.pid}")
    time.sleep(600)

def leave_behind(argv):
    subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    print('"done"')

def flood(argv):
    while True:
        sys.stdout.write("x" * 65536)

commands = [Command(each.__name__.replace("_", "-"), "d", each) for each in
            (tell, text, number, leave, leave_code, kill, user_error, leave_behind, flood)]
plugin = CliPlugin("old", [*commands, Command("nothing", "d", lambda argv: None),
                   Command("hang", "d", hang, timeout=30)])
"""


@pytest.fixture
def call(installed: Installation, project: Path, context: CommandContext, monkeypatch: pytest.MonkeyPatch) -> Call:
    """Call a command of an old plugin as a tool."""
    installed.code("refrakt-old", LEGACY)
    monkeypatch.setenv("PYTHONPATH", str(installed.folder))

    async def call(name: str, arguments: dict[str, Any] | None = None) -> Any:
        plugin = next(each.plugin for each in discover_plugins(project).plugins if each.namespace == "old")
        assert plugin is not None
        command = next(each for each in plugin.commands if each.name == name)
        return await call_tool(plugin, command, arguments or {}, context)

    return call


async def refused(request: Any) -> RefraktError:
    with pytest.raises(RefraktError) as caught:
        await request
    assert caught.value.hint
    return caught.value


async def test_what_is_printed_is_the_answer(call: Call, project: Path) -> None:
    answer = await call("tell", {"args": ["a"], "tag": ["x", "y"], "n": 3})
    assert answer == {"argv": ["a", "--tag", "x", "--tag", "y", "--n", "3"], "cwd": str(project), "input": ""}
    assert await call("text") == {"raw": "just text\n"}
    assert await call("nothing") is None
    assert [await call("number", {"args": [each]}) for each in ("42", "true")] == [42, True]
    assert "not JSON" in (await refused(call("number", {"args": ["NaN"]}))).message


@pytest.mark.parametrize(
    ("name", "arguments", "code"),
    [("leave", {"args": ["3"]}, 3), ("leave-code", {}, 4), ("kill", {}, 9), ("user-error", {}, 3)],
)
async def test_a_nonzero_exit_code_is_an_error(call: Call, name: str, arguments: dict[str, Any], code: int) -> None:
    error = await refused(call(name, arguments))
    assert error.code == "CLI_INVOCATION_FAILED"
    assert f"exited with {code}" in error.message
    assert len(error.message) < 2200
    if name == "leave":
        assert error.message.endswith("unknown flag")
    if name == "user-error":
        assert "no such bed" in error.message


async def test_modules_of_the_project_are_not_imported(call: Call, project: Path) -> None:
    for name in ("json", "argparse", "refrakt", "refrakt_old_module"):
        (project / f"{name}.py").write_text("raise SystemExit('taken over')")
    assert (await call("tell"))["argv"] == []


async def test_a_too_long_argument_is_reported(call: Call) -> None:
    assert (await refused(call("tell", {"x": "y" * 3_000_000}))).code == "CLI_INVOCATION_FAILED"


async def test_endless_output_is_cut(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(python_process, "MOST_OUTPUT", 1024 * 1024)
    error = await refused(call("flood"))
    assert (error.code, "more than 1 MB" in error.message) == ("CLI_INVOCATION_FAILED", True)


async def test_a_process_left_behind_is_not_waited_for(call: Call) -> None:
    began = time.monotonic()
    assert await call("leave-behind") == "done"
    assert time.monotonic() - began < 60


def alive(pid: int) -> bool:
    """Whether a process runs. A zombie does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc to look at processes")
async def test_a_cancelled_call_ends_with_its_child_processes(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    note = tmp_path / "pids"
    request = asyncio.ensure_future(call("hang", {"args": [str(note)]}))
    while not (note.exists() and note.read_text()):
        await asyncio.sleep(0.02)
    pids = [int(each) for each in note.read_text().split()]
    assert all(map(alive, pids))
    request.cancel()
    with pytest.raises(asyncio.CancelledError):
        await request
    while any(map(alive, pids)):
        await asyncio.sleep(0.02)


def test_time_is_limited(tmp_path: Path) -> None:
    with pytest.raises(RefraktError) as caught:
        python_process.run_module("timeit", ["-n", "1", "import time; time.sleep(600)"], tmp_path, 0.2, "old hang")
    assert caught.value.code == "TOOL_TIMEOUT"


async def test_the_example_of_an_old_plugin(
    installed: Installation, project: Path, context: CommandContext, repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed.project(repository / "examples" / "plugins" / "refrakt-wordcount")
    monkeypatch.setenv("PYTHONPATH", str(installed.folder))
    (project / "a.md").write_text("one two three")
    (project / "b.md").write_text("one")
    plugin = next(each.plugin for each in discover_plugins(project).plugins if each.namespace == "words")
    assert plugin is not None
    arguments = {"args": ["a.md", "b.md"], "at-least": 2}
    assert await call_tool(plugin, plugin.commands[0], arguments, context) == {"a.md": 3}
    error = await refused(call_tool(plugin, plugin.commands[0], {"args": ["nowhere.md"]}, context))
    assert "nowhere.md" in error.message
