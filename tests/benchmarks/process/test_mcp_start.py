"""The start of `refrakt mcp` without a host: with a record of the first answers, and without."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import time
from pathlib import Path
from statistics import median

import pytest

from process.peers import LEGACY, hosts_of
from process.test_start_answers import answers, of_host, recorded

from .conftest import Table, milliseconds

pytestmark = pytest.mark.bench

ROUNDS = 3
PEER = shlex.split(os.environ.get("REFRAKT_PEER_SERVER", ""))
"""The command of another MCP server, such as `@modelcontextprotocol/server-filesystem`, to which the folder is appended."""
PEER_SHARE = 0.595
"""A third of the time of refrakt's server in JavaScript, which takes 0.75 s where the file server takes 0.42 s."""
SHARE = 1 / 3
"""The budget, as a share of the start without a record."""


def test_start(site: Path, runtime: Path, tmp_path: Path, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = tmp_path / "cache"
    monkeypatch.setenv("REFRAKT_RUNTIME_DIR", str(runtime))
    monkeypatch.setenv("REFRAKT_CACHE_DIR", str(cache))
    of_host(site, runtime, LEGACY)
    recorded(site)
    taken: dict[str, list[float]] = {"without a record": [], "with a record": []}
    others: list[float] = []
    for _ in range(ROUNDS):
        for name, times in taken.items():
            end_hosts(runtime)
            hidden = cache / "hidden"
            if name == "without a record":
                (cache / "start").rename(hidden)
            began = time.perf_counter()
            found = of_host(site, runtime, LEGACY)
            times.append(time.perf_counter() - began)
            assert [json.loads(each)["id"] for each in found] == [0, 1]
            if hidden.exists():
                shutil.rmtree(cache / "start", ignore_errors=True)
                hidden.rename(cache / "start")
        if PEER:
            began = time.perf_counter()
            answers([*PEER, str(site)], site, runtime, LEGACY)
            others.append(time.perf_counter() - began)
    if others:
        table.add("the other server", milliseconds(median(others)), "")
        assert median(taken["with a record"]) <= PEER_SHARE * median(others)
    for name, times in taken.items():
        table.add(f"`refrakt mcp`, {name}: `tools/list` after the start", milliseconds(median(times)), "")
    if shutil.which("node") is not None:
        began = time.perf_counter()
        subprocess.run(["node", "-e", "0"], check=True)
        table.add("`node -e 0`", milliseconds(time.perf_counter() - began), "")
    assert median(taken["with a record"]) <= SHARE * median(taken["without a record"])


def end_hosts(runtime: Path) -> None:
    for pid in hosts_of(runtime):
        os.kill(pid, 9)
    end = time.monotonic() + 10
    while hosts_of(runtime) and time.monotonic() < end:
        time.sleep(0.05)
