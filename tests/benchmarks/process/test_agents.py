"""The latency for an agent: of the relay, and of each tool in a warm process."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import pytest

from process.peers import Agent, Peer, Relayed
from process.test_one_process import fd_pair

from ..conftest import long_page
from .conftest import CORPUS_SITE, EXAMPLE, Table, milliseconds, percentile
from .measuring import processor_time
from .typist import PUSH, Typist

pytestmark = pytest.mark.bench

ROUNDS = 500
CALLS = 60
BATCHES = 3
LONGEST = 0.010
"""Seconds for a call."""
WHOLE = {
    "refrakt.check": 0.250,
    "refrakt.pages": 0.100,
    "refrakt.references": 0.100,
    "refrakt.fix": 0.250,
    "refrakt.rename": 0.100,
}
"""The same for those that read every file of the project."""


def questions(page: str) -> dict[str, list[dict[str, Any]]]:
    """What each tool that only reads is called with."""
    site = {"site": "main"}
    return {
        "refrakt.check": [site],
        "refrakt.detect": [{}],
        "refrakt.fix": [{"path": page}, {**site, "content": long_page(40)}],
        "refrakt.inspect_list": [site],
        "refrakt.package_validate": [{}],
        "refrakt.pages": [site],
        "refrakt.plugins_list": [{}],
        "refrakt.reference": [site, {**site, "rune": "hint"}, {**site, "detail": "full"}],
        "refrakt.references": [{**site, "url": "/"}],
        "refrakt.validate_content": [{"path": page}, {**site, "markdown": long_page(40)}],
        "refrakt.version": [{}],
    }


def seconds(call: Callable[[], object]) -> float:
    began = perf_counter()
    call()
    return perf_counter() - began


def test_the_relay(site: Path, runtime: Path, peers: list[Peer], table: Table) -> None:
    """Requests to one process through a relay and through its own pipes, in turns."""
    with fd_pair(site, runtime) as (editor, direct):
        peers += [editor, direct]
        editor.initialize(PUSH)
        direct.initialize()
        relayed = Relayed(site, runtime)
        peers.append(relayed)
        for agent in (direct, relayed):
            agent.call("refrakt.version")
        pairs = [
            (seconds(lambda: direct.call("refrakt.version")), seconds(lambda: relayed.call("refrakt.version")))
            for _ in range(ROUNDS)
        ]
    straight, through = (median(times) for times in zip(*pairs, strict=True))
    table.add(
        "a call on pipes, and through a relay: p50",
        f"{milliseconds(straight)}, {milliseconds(through)}",
        f"1 ms more: is {milliseconds(through - straight)}",
    )
    assert through - straight <= 0.001


@pytest.mark.parametrize("root", [EXAMPLE, CORPUS_SITE], ids=["example", "corpus"])
def test_warm_calls(root: Path, runtime: Path, peers: list[Peer], table: Table) -> None:
    """Every tool of ours that only reads, on a project with an open page."""
    if not root.is_dir():
        pytest.skip("no real site beside this checkout")
    editor = Typist(root, runtime)
    peers.append(editor)
    editor.initialize(PUSH)
    editor.begin_page(200)
    agent = Relayed(root, runtime)
    peers.append(agent)
    tools = agent.request("tools/list", {})["result"]["tools"]
    ours = [each["name"] for each in tools if each["name"].startswith("refrakt.")]
    reading = [each["name"] for each in tools if each["name"] in ours and each["annotations"]["readOnlyHint"]]
    calls = questions(editor.page.relative_to(root).as_posix())
    assert set(reading) == set(calls)
    slow = {}
    for name in reading:
        for arguments in calls[name]:
            before = processor_time(editor.process.pid)
            p50, p95 = warm(agent, name, arguments)
            busy = (processor_time(editor.process.pid) - before) / (CALLS * BATCHES + 1)
            label = f"{name} {' '.join(each for each in arguments if each != 'site')}".strip()
            table.add(
                f"{root.name}: {label}: p50, p95",
                f"{milliseconds(p50)}, {milliseconds(p95)}",
                f"p95 {milliseconds(WHOLE.get(name, LONGEST))}; computes {milliseconds(busy)}",
            )
            if busy > WHOLE.get(name, LONGEST):
                slow[label] = milliseconds(busy)
    assert editor.leave() == 0
    # An agent's wait depends on other processes on the machine; the server's CPU time does not.
    assert not slow


def warm(agent: Agent, name: str, arguments: dict[str, Any]) -> tuple[float, float]:
    """The p50 and p95 of the batch that was least disturbed."""
    assert not agent.call(name, **arguments).get("isError")
    batches = [[seconds(lambda: agent.call(name, **arguments)) for _ in range(CALLS)] for _ in range(BATCHES)]
    return min((percentile(batch, 0.5), percentile(batch, 0.95)) for batch in batches)
