"""The memory of an editor's server, before and after the first agent connects."""

from __future__ import annotations

from pathlib import Path

import pytest

from process.peers import Peer, Relayed
from process.test_one_process import wait_until

from .conftest import Table
from .measuring import resident
from .typist import PUSH, Typist

pytestmark = pytest.mark.bench

LINES = 200
ROUNDS = 3
WITHOUT_AGENT = 70
WITH_AGENT = 115


def test_memory(site: Path, runtime: Path, peers: list[Peer], table: Table) -> None:
    alone, together, relays = [], [], []
    for _ in range(ROUNDS):
        editor = Typist(site, runtime)
        peers.append(editor)
        editor.initialize(PUSH)
        editor.begin_page(LINES)
        editor.pushed()
        # Background work at the start has ended when agents can connect.
        wait_until(lambda editor=editor: [each["socket"] for each in editor.status()["roots"]] == ["owner"])
        alone.append(resident(editor.process.pid))
        agent = Relayed(site, runtime)
        peers.append(agent)
        assert agent.process is not None
        assert not agent.call("refrakt.validate_content", path="content/bench.md").get("isError")
        together.append(resident(editor.process.pid))
        relays.append(resident(agent.process.pid))
        agent.writer.close()
        agent.process.wait(10)
        assert editor.leave() == 0
    table.add(f"memory with a page of {LINES} lines, editor only", f"{max(alone):.1f} MiB", f"{WITHOUT_AGENT} MiB")
    table.add("the same process, an agent has called", f"{max(together):.1f} MiB", f"{WITH_AGENT} MiB")
    table.add("the relay of that agent", f"{max(relays):.1f} MiB")
    assert max(alone) <= WITHOUT_AGENT
    assert max(together) <= WITH_AGENT
