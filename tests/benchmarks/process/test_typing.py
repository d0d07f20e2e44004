"""Latencies during typing: diagnostics, completion, hover; also while the first agent connects."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from statistics import median
from time import perf_counter

import pytest

from process.peers import PATIENCE, Peer, Relayed
from process.test_one_process import wait_until

from .conftest import Table, milliseconds, percentile, spread
from .measuring import processor_time
from .typist import PULL, PUSH, Typist

pytestmark = pytest.mark.bench

KEYSTROKES = 100
QUESTIONS = 100
BETWEEN = 0.02
"""Seconds between two keystrokes of fast typing, or of a key that is held down."""
FIRST_AGENTS = 5
LONGEST = 0.020
"""CPU seconds for a keystroke, its requests and its diagnostics."""


@pytest.mark.parametrize("way", ["push", "pull"])
def test_a_keystroke(site: Path, runtime: Path, peers: list[Peer], table: Table, way: str) -> None:
    """From a character to the diagnostics of the text that has it."""
    editor = Typist(site, runtime)
    peers.append(editor)
    editor.initialize(PUSH if way == "push" else PULL)
    wait_for_diagnostics = editor.pushed if way == "push" else editor.pulled
    # The diagnostics of the first page come after all modules are loaded.
    editor.begin_page(10)
    wait_for_diagnostics()
    opening: dict[int, float] = {}
    typing: dict[int, float] = {}
    for lines in (200, 1000, 5000):
        editor.page = site / "content" / f"bench-{lines}.md"
        began = perf_counter()
        editor.begin_page(lines)
        wait_for_diagnostics()
        opening[lines] = perf_counter() - began
        before = processor_time(editor.process.pid)
        took = [
            keystroke(editor, position, wait_for_diagnostics) for position in islice(editor.positions(), KEYSTROKES)
        ]
        busy = (processor_time(editor.process.pid) - before) / KEYSTROKES
        typing[lines] = percentile(took, 0.5)
        table.add(
            f"keystroke to diagnostics, {way}, {lines:,} lines: p50, p95",
            f"{milliseconds(typing[lines])}, {milliseconds(percentile(took, 0.95))}",
            f"computes {milliseconds(busy)}; opening took {milliseconds(opening[lines])}",
        )
    assert editor.leave() == 0
    # What a keystroke must not do is to read the page again.
    assert typing[5000] <= opening[5000] / 20


def keystroke(editor: Typist, position: tuple[int, int], wait_for_diagnostics: Callable[[], None]) -> float:
    began = editor.press(*position)
    wait_for_diagnostics()
    return perf_counter() - began


@pytest.mark.parametrize(
    ("method", "tag", "below"),
    [
        ("completion", "{% hi", 0),
        ("hover", '{% hint type="note" %}\nSome words\n{% /hint %}', 1),
    ],
)
def test_a_question(
    site: Path, runtime: Path, peers: list[Peer], table: Table, method: str, tag: str, below: int
) -> None:
    """In the middle of a page of 5,000 lines, right after a keystroke there, as in editors."""
    editor = Typist(site, runtime)
    peers.append(editor)
    editor.initialize(PUSH)
    editor.begin_page(5000)
    line = editor.lines.index("", len(editor.lines) // 2) + 1
    editor.press(line - 1, 0, f"\n{tag}\n\n")
    editor.pushed()
    assert editor.about_page(f"textDocument/{method}", line, 5)
    took = []
    before = processor_time(editor.process.pid)
    for _ in range(QUESTIONS):
        began = editor.press(line + below, 5, "n")
        assert editor.about_page(f"textDocument/{method}", line, 5)
        took.append(perf_counter() - began)
        editor.pushed()
    busy = (processor_time(editor.process.pid) - before) / QUESTIONS
    table.add(
        f"keystroke and {method}, 5,000 lines: p50, p95",
        f"{milliseconds(percentile(took, 0.5))}, {milliseconds(percentile(took, 0.95))}",
        f"p95 20 ms; computes {milliseconds(busy)}, diagnostics included",
    )
    assert editor.leave() == 0
    assert busy <= LONGEST


def test_typing_while_the_first_agent_comes_in(site: Path, runtime: Path, peers: list[Peer], table: Table) -> None:
    """Loading the MCP server takes most of a second, and typing goes on meanwhile."""
    calm, busy, loading = [], [], []
    for _ in range(FIRST_AGENTS):
        editor = Typist(site, runtime)
        peers.append(editor)
        editor.initialize(PUSH)
        editor.begin_page(200)
        editor.pushed()
        wait_until(lambda editor=editor: [each["socket"] for each in editor.status()["roots"]] == ["owner"])
        calm.append(max(typed_until(editor, threading.Event(), 50)))
        served = threading.Event()
        began = perf_counter()
        agent = threading.Thread(target=first_call, args=(site, runtime, peers, served))
        agent.start()
        busy.append(max(typed_until(editor, served)))
        loading.append(perf_counter() - began)
        agent.join()
        assert editor.leave() == 0
    table.add("first call of the first agent, its relay's start included", spread(loading))
    table.add("longest wait of a keystroke meanwhile", spread(busy), f"50 ms: is {', '.join(map(milliseconds, busy))}")
    table.add("longest wait of a keystroke without that", spread(calm), ", ".join(map(milliseconds, calm)))
    assert median(busy) <= 0.050


def first_call(site: Path, runtime: Path, peers: list[Peer], served: threading.Event) -> None:
    agent = Relayed(site, runtime)
    peers.append(agent)
    agent.call("refrakt.validate_content", path="content/bench.md")
    served.set()
    # An agent that stays would connect to the next editor, which must get its first agent.
    agent.writer.close()
    assert agent.process is not None
    agent.process.wait(PATIENCE)


def typed_until(editor: Typist, enough: threading.Event, most: int = 1000) -> list[float]:
    """Types in a steady rhythm; how long each keystroke had to wait for diagnostics of its text or a later one."""
    pressed: dict[int, float] = {}
    positions = editor.positions()
    due = perf_counter()
    while not enough.is_set() and len(pressed) < most:
        began = editor.press(*next(positions))
        pressed[editor.version] = began
        due += BETWEEN
        time.sleep(max(due - perf_counter(), 0))
    editor.pushed()
    arrivals = editor.arrivals()
    return [min(when for when, of in arrivals if of >= version) - began for version, began in pressed.items()]
