"""Time and memory of the tools on 200 definitions."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from refrakt.plugins import CommandContext, Disk
from refrakt.plugins.plugin_calls import call_tool
from refrakt_forge.plugin import plugin

from .forge_project import ForgeProject, markdown_agent, tool

pytestmark = pytest.mark.bench
COUNT = 100
WARM = 5.0
"""Milliseconds, the median of a call in an unchanged project."""
CALLS: list[tuple[str, dict[str, Any]]] = [
    ("agent-list", {}),
    ("agent-info", {"name": "a5"}),
    ("agent-validate", {"name": "a5"}),
    ("tool-list", {}),
    ("tool-info", {"name": "t5"}),
    ("tool-validate", {"name": "t5"}),
    ("config-get", {"key": "registries.0.url"}),
    ("config-show", {}),
    ("registry-list", {}),
    ("fork-list", {}),
    ("fork-check", {}),
]


@pytest.fixture
def large(forge: ForgeProject) -> ForgeProject:
    body = "One line of a prompt.\n" * 40
    forge.write({f"agents/a{n}/agent.md": markdown_agent(f"a{n}", body) for n in range(COUNT)})
    forge.write({f"tools/t{n}/tool.yaml": tool(f"t{n}") for n in range(COUNT)})
    time.sleep(2.1)  # folders that changed a moment ago are always listed
    return forge


@pytest.mark.parametrize(("name", "arguments"), CALLS)
async def test_a_warm_call(large: ForgeProject, name: str, arguments: dict[str, Any]) -> None:
    command = next(each for each in plugin.commands if each.name == name)
    context = CommandContext(large.root, {}, Disk(large.root))
    taken = []
    for _ in range(40):
        start = time.perf_counter()
        await call_tool(plugin, command, arguments, context)
        taken.append((time.perf_counter() - start) * 1000)
    assert statistics.median(taken[5:]) <= WARM


def test_memory_of_the_server_and_speed_against_the_shell(large: ForgeProject) -> None:
    request = {
        "jsonrpc": "2.0",
        "method": "tools/call",
        "params": {"name": "fractary_forge_agent_list", "arguments": {}},
    }
    server = subprocess.Popen(
        [sys.executable, "-m", "refrakt_forge.mcp_server"],
        cwd=large.root,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert server.stdin is not None
    assert server.stdout is not None
    taken = []
    for number in range(20):
        start = time.perf_counter()
        server.stdin.write(json.dumps({**request, "id": number}).encode() + b"\n")
        server.stdin.flush()
        assert b'"isError":false' in server.stdout.readline()
        taken.append(time.perf_counter() - start)
    status = Path(f"/proc/{server.pid}/status").read_text()
    server.stdin.close()
    server.stdout.close()
    server.wait(30)
    peak = int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmHWM")))
    assert peak <= 90 * 1024
    start = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "refrakt", "forge", "agent-list", "--format", "json"],
        cwd=large.root,
        capture_output=True,
        check=True,
    )
    assert time.perf_counter() - start >= 6 * statistics.median(taken)


def test_memory_that_forge_adds(large: ForgeProject) -> None:
    code = """
import asyncio, pathlib, sys
import refrakt.plugins.plugin_calls, refrakt.plugins.yaml, refrakt.plugins.json
from refrakt.plugins import CommandContext, Disk
def resident():
    return int(open("/proc/self/statm").read().split()[1]) * 4
before = resident()
from refrakt_forge.plugin import plugin
root = pathlib.Path(sys.argv[1])
for name in ("agent-list", "tool-list", "fork-list"):
    command = next(each for each in plugin.commands if each.name == name)
    asyncio.run(refrakt.plugins.plugin_calls.call_tool(plugin, command, {}, CommandContext(root, {}, Disk(root))))
print(resident() - before)
"""
    found = subprocess.run([sys.executable, "-c", code, str(large.root)], capture_output=True, text=True, check=True)
    assert int(found.stdout) <= 12 * 1024
