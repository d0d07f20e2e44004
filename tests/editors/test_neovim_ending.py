"""The server is killed, and starts again; Neovim is killed, and leaves no process unless an agent uses the server."""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from .conftest import started_with
from .neovim_setup import SUITES, set_up_neovim
from .page import Page
from .terminal import WAIT

pytestmark = pytest.mark.editors

CRASH = Path(__file__).with_name("neovim_crash.lua")
KILLED = CRASH.with_name("neovim_killed.lua")

Start = Callable[[Path], tuple[subprocess.Popen[bytes], Path]]


@pytest.fixture(params=SUITES)
def start(
    request: pytest.FixtureRequest,
    editors: Path,
    repository: Path,
    environment: dict[str, str],
    page: Page,
    tmp_path: Path,
) -> Iterator[Start]:
    """Starts Neovim with a script; gives its process, and the file of its answer."""
    program = set_up_neovim(request.param, editors, repository, environment)
    started: list[subprocess.Popen[bytes]] = []

    def run(script: Path) -> tuple[subprocess.Popen[bytes], Path]:
        answer = tmp_path / "answer.json"
        process = subprocess.Popen(
            [program, "--headless", "-n", "-c", f"luafile {script}"],
            env={**environment, "REFRAKT_PAGE": str(page.file), "REFRAKT_ANSWER": str(answer)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        started.append(process)
        return process, answer

    yield run
    for process in started:
        process.kill()
        process.wait()


def test_a_killed_server_starts_again(start: Start) -> None:
    process, answer = start(CRASH)
    process.wait(300)
    observed = json.loads(answer.read_text())

    assert "failure" not in observed, observed
    assert observed["isAnother"]
    assert observed["afterStop"] == 0


def test_a_killed_editor_leaves_no_process(start: Start, environment: dict[str, str]) -> None:
    process, answer = start(KILLED)
    wait_until(answer.exists)
    runtime = environment["XDG_RUNTIME_DIR"]
    assert len(started_with(runtime)) > 1
    process.kill()
    process.wait()
    killed = time.monotonic()
    wait_until(lambda: not started_with(runtime))

    share = max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))  # a busy machine needs longer
    assert time.monotonic() - killed < 2 * share


def test_the_server_goes_on_for_an_agent(start: Start, environment: dict[str, str], refrakt: Path, page: Page) -> None:
    process, answer = start(KILLED)
    wait_until(answer.exists)
    agent = subprocess.Popen(
        [refrakt, "mcp", "--cwd", page.site], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    client_info = {"name": "test", "version": "1"}
    call(agent, "initialize", protocolVersion="2025-06-18", capabilities={}, clientInfo=client_info)
    before = call(agent, "tools/list")["tools"]
    process.kill()
    process.wait()
    time.sleep(2)
    assert call(agent, "tools/list")["tools"] == before

    agent.communicate()


def call(agent: subprocess.Popen[str], method: str, **params: Any) -> dict[str, Any]:
    assert agent.stdin is not None
    assert agent.stdout is not None
    agent.stdin.write(json.dumps({"jsonrpc": "2.0", "id": method, "method": method, "params": params}) + "\n")
    agent.stdin.flush()
    while (message := json.loads(agent.stdout.readline())).get("id") != method:
        pass
    result: dict[str, Any] = message["result"]
    return result


def wait_until(reached: Callable[[], object]) -> None:
    end = time.monotonic() + WAIT
    while not reached():
        assert time.monotonic() < end
        time.sleep(0.05)
