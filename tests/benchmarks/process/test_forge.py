"""Forge: calls of each tool that uses no network, the memory it adds, and `fractary-forge-mcp` against the command line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from statistics import mean, median
from typing import Any

import pytest

from process.peers import Agent

from .conftest import Table, milliseconds, percentile
from .measuring import processor_time, resident

pytestmark = pytest.mark.bench

SERVER = [sys.executable, "-m", "refrakt_forge.mcp_server"]
ROUNDS = 20
SERIES = 10
"""The best of them counts: the speed of a shared machine varies."""
WARM = 0.005
"""Seconds of a call in an unchanged project, p50."""
PROCESS = 90
ADDED = 12
"""MiB."""
FASTER = 6
LINE = "One line of a prompt, as long as lines of prompts usually are.\n"
AGENT = """---
name: {name}
type: agent
version: 1.0.0
description: An agent
llm: {{provider: anthropic, model: opus}}
tools: [t1, t2]
tags: [a, b]
---

{body}"""
TOOL = """name: {name}
type: tool
version: 1.0.0
description: A tool
tags: [a]
parameters:
  target: {{type: string, required: true, description: Where to}}
implementation: {{type: python, python: {{module: tools.sample, function: run}}}}
"""
FORK = "fork_of: {name: base, version: 1.0.0, forked_at: '2025-01-01'}\n"
LOCAL: dict[str, dict[str, Any]] = {
    "agent_list": {},
    "agent_info": {"name": "a5"},
    "agent_validate": {"name": "a5"},
    "tool_list": {},
    "tool_info": {"name": "t5"},
    "tool_validate": {"name": "t5"},
    "plugin_list": {},
    "plugin_info": {"plugin": "@acme/p"},
    "config_get": {"key": "registries.0.url"},
    "config_registry_list": {},
    "config_show": {},
    "cache_stats": {},
    "cache_clear": {"olderThan": 1},
    "fork_list": {},
    "fork_info": {"name": "f"},
    "fork_diff": {"name": "f"},
    "fork_check": {},
}
"""All tools but `plugin_search`, without network."""


class ForgeServer(Agent):
    """`fractary-forge-mcp` with an initialized client."""

    def __init__(self, root: Path) -> None:
        self.started = subprocess.Popen(
            SERVER, cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        assert self.started.stdin is not None
        assert self.started.stdout is not None
        super().__init__(self.started.stdout, self.started.stdin)
        self.initialize()

    def tool(self, name: str, arguments: dict[str, Any]) -> float:
        """Call a tool; the seconds until its answer."""
        began = time.perf_counter()
        answer = self.call(f"fractary_forge_{name}", **arguments)
        taken = time.perf_counter() - began
        assert not answer["isError"], answer
        return taken

    def stop(self) -> None:
        self.writer.close()
        self.started.wait(30)
        self.reader.close()


def definitions(root: Path, count: int) -> Path:
    """A project with this number of definitions, half of them tools; a plugin and a fork."""
    files = {f"agents/a{n}/agent.md": AGENT.format(name=f"a{n}", body=LINE * 40) for n in range(count // 2)}
    files |= {f"tools/t{n}/tool.yaml": TOOL.format(name=f"t{n}") for n in range(count // 2)}
    files["agents/f.md"] = AGENT.format(name="f", body=LINE).replace("tags:", f"{FORK}tags:", 1)
    files["plugins/@acme/p/plugin.json"] = json.dumps({"name": "@acme/p", "version": "1.0.0"})
    for name, text in files.items():
        path = root / ".fractary" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    upstream = Path(os.environ["HOME"]) / ".fractary" / "registry" / "agents" / "base@1.0.0" / "agent.md"
    upstream.parent.mkdir(parents=True)
    upstream.write_text(AGENT.format(name="base", body=LINE))
    time.sleep(2.1)  # folders that changed a moment ago are always listed
    return root


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (tmp_path / "project" / ".git").mkdir(parents=True)
    return tmp_path / "project"


def test_warm_calls(project: Path, table: Table) -> None:
    """On 200 definitions, over standard input and output."""
    server = ForgeServer(definitions(project, 200))
    slow = {}
    for name, arguments in LOCAL.items():
        server.tool(name, arguments)
        series, busy = [], []
        for _ in range(SERIES):
            began = processor_time(server.started.pid)
            series.append([server.tool(name, arguments) for _ in range(ROUNDS)])
            busy.append((processor_time(server.started.pid) - began) / ROUNDS)
        best = min(series, key=median)
        times = f"{milliseconds(median(best))}, {milliseconds(percentile(best, 0.95))}"
        table.add(f"{name}: p50, p95", times, f"p50 {milliseconds(WARM)}; computes {milliseconds(min(busy))}")
        if min(busy) > WARM:
            slow[name] = milliseconds(min(busy))
    server.stop()
    # The wait depends on other processes on the machine; the server's CPU time does not.
    assert not slow


def test_all_tools_on_500_definitions(project: Path, table: Table) -> None:
    server = ForgeServer(definitions(project, 500))
    cold = {name: server.tool(name, arguments) for name, arguments in LOCAL.items()}
    began = processor_time(server.started.pid)
    series = [[server.tool(*each) for _ in range(5) for each in LOCAL.items()] for _ in range(4)]
    busy = (processor_time(server.started.pid) - began) / (20 * len(LOCAL))
    taken = min(series, key=mean)
    memory = resident(server.started.pid)
    server.stop()
    average = f"200 ms; computes {milliseconds(busy)}"
    table.add("500 definitions, every local tool 20 times: average", milliseconds(mean(taken)), average)
    table.add("the same: p95", milliseconds(percentile(taken, 0.95)), "50 ms")
    table.add("the first call of each tool: longest", milliseconds(max(cold.values())), "300 ms")
    table.add("memory of the server", f"{memory:.1f} MiB", "100 MB")
    assert mean(taken) < 0.2
    assert busy < 0.05
    assert memory < 100 * 1e6 / 1024**2


def test_the_server_against_the_command_line(project: Path, table: Table) -> None:
    definitions(project, 200)
    server = ForgeServer(project)
    command = [sys.executable, "-m", "refrakt", "forge", "agent-list", "--format", "json"]
    shell, tool = [], []
    server.tool("agent_list", {})
    for _ in range(5):
        began = time.perf_counter()
        subprocess.run(command, cwd=project, capture_output=True, check=True)
        shell.append(time.perf_counter() - began)
        tool += [server.tool("agent_list", {}) for _ in range(10)]
    memory = resident(server.started.pid)
    server.stop()
    ratio = min(shell) / median(tool)
    table.add("`refrakt forge agent-list`, the tool", f"{milliseconds(min(shell))}, {milliseconds(median(tool))}")
    table.add("the tool is faster by", f"{ratio:.0f} ×", f"{FASTER} ×")
    table.add("memory of `fractary-forge-mcp`", f"{memory:.1f} MiB", f"{PROCESS} MiB")
    assert ratio >= FASTER
    assert memory <= PROCESS


def test_the_start(project: Path, table: Table) -> None:
    """From the start of the process to the first answer, without a handshake."""
    definitions(project, 200)
    line = b'{"jsonrpc":"2.0","id":1,"method":"tools/list"}'
    taken, busy, memory = [], [], []
    for _ in range(5):
        began = time.perf_counter()
        with subprocess.Popen(
            SERVER, cwd=project, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        ) as started:
            assert started.stdin is not None
            assert started.stdout is not None
            started.stdin.write(line + b"\n")
            started.stdin.flush()
            answer = json.loads(started.stdout.readline())
            taken.append(time.perf_counter() - began)
            busy.append(processor_time(started.pid))
            memory.append(resident(started.pid))
            started.stdin.close()
    size = len(json.dumps(answer["result"], ensure_ascii=False, separators=(",", ":")).encode())
    average = f"computes {milliseconds(min(busy))}"
    table.add("start of `fractary-forge-mcp` to the answer of `tools/list`", milliseconds(min(taken)), average)
    table.add("its memory then", f"{max(memory):.1f} MiB", f"{PROCESS} MiB")
    table.add("`tools/list` of `fractary-forge-mcp`", f"{size:,} bytes")
    assert max(memory) <= PROCESS


ADDS = """
import asyncio, pathlib, sys
import refrakt.plugins.plugin_calls as calls, refrakt.plugins.yaml, refrakt.plugins.json, refrakt.plugins.name_suggestion
import refrakt.plugins.message_quoting, refrakt.plugins.input_schema
from refrakt.plugins import CommandContext, Disk
def resident():
    return int(open("/proc/self/statm").read().split()[1]) * 4
root = pathlib.Path(sys.argv[1])
asyncio.run(calls.run("x", "x", lambda: None, 5, __import__("logging").getLogger()))
before = resident()
from refrakt_forge.plugin import plugin
loaded = resident()
context = CommandContext(root, {}, Disk(root))
for command in plugin.commands:
    if command.name in ("agent-list", "tool-list", "agent-info", "tool-validate", "fork-list"):
        arguments = {"name": command.name[0] + "5"} if command.name.endswith(("info", "validate")) else {}
        asyncio.run(calls.call_tool(plugin, command, arguments, context))
print(loaded - before, resident() - before, "pygls" in sys.modules, "httpx2" in sys.modules)
"""


def test_memory_that_forge_adds(project: Path, table: Table) -> None:
    """To a process that has the plugin API and the YAML reader already."""
    definitions(project, 200)
    found = subprocess.run([sys.executable, "-c", ADDS, str(project)], capture_output=True, text=True, check=True)
    loaded, used, *modules = found.stdout.split()
    table.add("memory that importing Forge adds", f"{int(loaded) / 1024:.1f} MiB")
    table.add("memory with 200 definitions read", f"{int(used) / 1024:.1f} MiB", f"{ADDED} MiB")
    assert modules == ["False", "False"]
    assert int(used) <= ADDED * 1024
