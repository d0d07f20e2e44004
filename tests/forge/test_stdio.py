"""`fractary-forge-mcp` as a process: pipes, real clients, and a standard output that carries nothing but the protocol."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import tomllib
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

from agents.mcp_clients import MODERN
from refrakt_forge.environment import LOOPBACK_VARIABLE
from refrakt_forge.errors import TOOL_PREFIX
from refrakt_forge.mcp_server import main
from refrakt_forge.mcp_server.stdio_streams import DRAIN_SECONDS
from refrakt_forge.mcp_server.tool_server import exposed_commands

from .forge_project import ForgeProject, agent
from .registry_server import TestRegistry
from .tool_calls import CALLS, fill

SERVER = [sys.executable, "-m", "refrakt_forge.mcp_server"]
PATIENCE = 60


def _lines(forge: ForgeProject, *messages: Any, **variables: str) -> list[Any]:
    """The answers to lines on standard input that is closed at once."""
    text = "".join(each if isinstance(each, str) else f"{json.dumps(each)}\n" for each in messages)
    finished = subprocess.run(
        SERVER,
        input=text,
        capture_output=True,
        cwd=forge.root,
        env={**os.environ, **variables},
        timeout=PATIENCE,
        text=True,
        check=True,
    )
    return [json.loads(line) for line in finished.stdout.splitlines()]


def _call(number: int, name: str, /, **arguments: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": {"name": name, "arguments": arguments}}


def test_the_command_of_the_specification(forge: ForgeProject) -> None:
    """Section 8.3, on a shell."""
    program = Path(sys.executable).with_name("fractary-forge-mcp")
    line = f"""echo '{{"jsonrpc":"2.0","id":1,"method":"tools/list"}}' | '{program}'"""
    finished = subprocess.run(
        line, shell=True, cwd=forge.root, capture_output=True, timeout=PATIENCE, text=True, check=True
    )
    assert len(json.loads(finished.stdout)["result"]["tools"]) == 18


def test_a_first_line_without_a_handshake_is_answered(forge: ForgeProject) -> None:
    (answer,) = _lines(forge, '{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n')
    assert [each["name"] for each in answer["result"]["tools"]] == list(exposed_commands())


@pytest.mark.parametrize("lines", ["", "\n", '{"jsonrpc":"2.0","method":"notifications/initialized"}\n'])
def test_an_input_that_ends_before_a_request_ends_the_server(forge: ForgeProject, lines: str) -> None:
    assert _lines(forge, lines) == []


def test_answers_are_written_after_the_end_of_input(forge: ForgeProject) -> None:
    forge.write({f"agents/a{n}.yaml": agent(f"a{n}") for n in range(30)})
    calls = [_call(n, "fractary_forge_agent_info", name=f"a{n}") for n in range(30)]
    answers = _lines(forge, *calls, FRACTARY_LOG_LEVEL="debug")
    assert sorted(each["id"] for each in answers) == list(range(30))
    assert not any(each["result"]["isError"] for each in answers)


def test_an_open_stream_of_notifications_does_not_delay_the_end(forge: ForgeProject) -> None:
    forge.write({"agents/a.yaml": agent()})
    notifications = {"resourceSubscriptions": ["forge://agents"]}
    listen = {"jsonrpc": "2.0", "id": 1, "method": "subscriptions/listen"}
    started = time.monotonic()
    _lines(forge, {"jsonrpc": "2.0", "id": 1, "method": "tools/list"})
    usual = time.monotonic() - started
    answers = _lines(forge, {**listen, "params": {"notifications": notifications, "_meta": MODERN}})
    assert time.monotonic() - started < 3 * usual + DRAIN_SECONDS / 2, "a busy machine starts processes slowly"
    assert [each.get("method") for each in answers] == ["notifications/subscriptions/acknowledged", None]
    assert answers[-1]["id"] == 1


def test_an_unknown_tool_is_a_protocol_error(forge: ForgeProject) -> None:
    (answer,) = _lines(forge, _call(1, "fractary_forge_agent_create"))
    assert answer["error"]["code"] == -32602
    assert "fractary_forge_agent_create" in answer["error"]["message"]


def test_every_line_of_output_is_a_message(
    forge: ForgeProject, registry: TestRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is called, with and without success, at the most talkative log level."""
    monkeypatch.setenv(LOOPBACK_VARIABLE, "1")
    fill(forge, registry)
    forge.write({"agents/broken.yaml": "name: ["})
    assert {TOOL_PREFIX + name for name in CALLS} == set(exposed_commands())
    valid = [_call(n, TOOL_PREFIX + name, **arguments) for n, (name, arguments) in enumerate(CALLS.items())]
    invalid = [_call(n, name, other=1) for n, name in enumerate(exposed_commands(), len(valid))]
    broken = ["not json\n", "[]\n", '{"jsonrpc":"2.0","id":true,"method":"x"}\n']
    answers = _lines(forge, *valid, *invalid, *broken, FRACTARY_LOG_LEVEL="debug")
    assert all(each["jsonrpc"] == "2.0" for each in answers)
    results = {each["id"]: each["result"]["isError"] for each in answers if "result" in each}
    assert results == {n: n >= len(valid) for n in range(len(valid) + len(invalid))}
    assert [each["error"]["code"] for each in answers if each["id"] is None] == [-32700, -32600, -32600]


@pytest.mark.parametrize("mode", ["legacy", "auto"])
async def test_a_real_client(
    forge: ForgeProject, registry: TestRegistry, monkeypatch: pytest.MonkeyPatch, mode: Any
) -> None:
    """The integration test of the specification, section 8.2."""
    monkeypatch.setenv(LOOPBACK_VARIABLE, "1")
    fill(forge, registry)
    registry.plugin("@acme/faber")
    command = StdioServerParameters(command=SERVER[0], args=SERVER[1:], cwd=forge.root, env=dict(os.environ))
    async with Client(stdio_client(command), mode=mode) as client:
        tools = (await client.list_tools()).tools
        listed = await client.call_tool("fractary_forge_agent_list", {})
        found = await client.call_tool("fractary_forge_plugin_search", {"query": "faber"})
    assert len(tools) == 18
    assert {each.name for each in tools} == set(exposed_commands())
    assert all(each.description and each.input_schema["type"] == "object" for each in tools)
    (block,) = listed.content
    assert block.type == "text"
    data = json.loads(block.text)
    assert [each["name"] for each in data["agents"]] == ["a", "f", "base"]
    assert data["total"] == 3
    data = json.loads(getattr(found.content[0], "text", ""))
    assert ([each["name"] for each in data["results"]], data["query"]) == (["@acme/faber"], "faber")


def test_the_language_server_is_never_loaded(
    forge: ForgeProject, registry: TestRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also not by calls of all tools, with requests to a registry, a resource and a prompt."""
    monkeypatch.setenv(LOOPBACK_VARIABLE, "1")
    fill(forge, registry)
    calls = [_call(n, TOOL_PREFIX + name, **arguments) for n, (name, arguments) in enumerate(CALLS.items())]
    more = [
        {"jsonrpc": "2.0", "id": "r", "method": "resources/read", "params": {"uri": "forge://agent/a"}},
        {"jsonrpc": "2.0", "id": "p", "method": "prompts/get", "params": {"name": "forge_configuration"}},
    ]
    finished = subprocess.run(
        [sys.executable, "-X", "importtime", *SERVER[1:]],
        input="".join(f"{json.dumps(each)}\n" for each in (*calls, *more)),
        capture_output=True,
        cwd=forge.root,
        timeout=PATIENCE,
        text=True,
        check=True,
    )
    answers = [json.loads(line) for line in finished.stdout.splitlines()]
    assert len(answers) == 20
    assert not any("error" in each or each["result"].get("isError") for each in answers)
    imported = {line.rpartition("|")[2].strip().partition(".")[0] for line in finished.stderr.splitlines()}
    assert "httpx2" in imported, "the imports are listed"
    assert not imported & {"pygls", "lsprotocol"}


@pytest.mark.parametrize("how", [[], ["command"], ["direct"]])
async def test_the_configuration_for_clients(
    forge: ForgeProject, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, how: list[str]
) -> None:
    monkeypatch.chdir(forge.root)
    assert main(["--print-config", *how]) == 0
    printed = capsys.readouterr()
    server = json.loads(printed.out)["mcpServers"]["fractary-forge"]
    assert server["env"] == {"FRACTARY_CONFIG": ".fractary/config.json"}
    assert "remove FRACTARY_CONFIG" in printed.err
    forge.write({"config.json": '{"registries": []}'})
    main(["--print-config", *how])
    assert capsys.readouterr().err == ""
    if how != ["direct"]:
        assert (server["command"], server["args"]) == ("fractary-forge-mcp", [])
        return
    command = StdioServerParameters(
        command=server["command"], args=server["args"], cwd=forge.root, env={**os.environ, **server["env"]}
    )
    async with Client(stdio_client(command)) as client:
        result = await client.call_tool("fractary_forge_config_show", {})
    assert (result.structured_content or {})["sources"] == [".fractary/config.json"]


def test_the_configuration_for_another_folder(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["--cwd", str(tmp_path), "--print-config", "direct"]) == 0
    server = json.loads(capsys.readouterr().out)["mcpServers"]["fractary-forge"]
    assert server["args"] == ["-P", "-m", "refrakt_forge.mcp_server", "--cwd", str(tmp_path)]


def test_the_configuration_for_a_client(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["--cwd", str(tmp_path), "--print-config", "codex"]) == 0
    server = tomllib.loads(capsys.readouterr().out)["mcp_servers"]["fractary-forge"]
    assert server["args"] == ["-P", "-m", "refrakt_forge.mcp_server", "--cwd", str(tmp_path)]
    assert server["env"] == {"FRACTARY_CONFIG": ".fractary/config.json"}
    with pytest.raises(SystemExit):
        main(["--print-config", "notepad"])
    assert "is not one of command, direct, claude-desktop" in capsys.readouterr().err


def test_another_folder(forge: ForgeProject, tmp_path: Path) -> None:
    forge.write({"agents/a.yaml": agent()})
    line = json.dumps(_call(1, "fractary_forge_agent_list"))
    finished = subprocess.run(
        [*SERVER, "--cwd", str(forge.root)],
        input=line,
        capture_output=True,
        cwd=tmp_path,
        timeout=PATIENCE,
        text=True,
        check=True,
    )
    assert json.loads(finished.stdout)["result"]["structuredContent"]["total"] == 1
