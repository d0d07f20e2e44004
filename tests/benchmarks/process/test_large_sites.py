"""The cost of a large site: memory, and a keystroke on a site of 100 pages and of 10,000."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from pathlib import Path
from time import perf_counter, sleep

import pytest

from process.peers import Peer

from ..sites import generate
from .conftest import Table, milliseconds, percentile
from .measuring import resident
from .typist import PUSH, Typist

pytestmark = pytest.mark.bench

SIZES = (100, 1_000, 10_000)
MEMORY = {1_000: 150, 10_000: 450}
LINES = 1_000
KEYSTROKES = 60
TURNS = 5
RATIO = 1.3
LONGEST = 600
STILL = 1.5
"""Seconds."""


@pytest.fixture(scope="module")
def root_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[int], Path]:
    made: dict[int, Path] = {}

    def root(pages: int) -> Path:
        if pages not in made:
            made[pages] = generate(tmp_path_factory.mktemp(f"site-{pages}"), pages).root
        return made[pages]

    return root


def quiet(editor: Typist) -> None:
    """Waits until every page has been read and checked; the one begins a moment after the other."""
    began = last = perf_counter()
    while (now := perf_counter()) - last < STILL:
        if not all(
            each["pages"] and each["indexing"] is None and not each["busy"] for each in editor.status()["roots"]
        ):
            last = now
        assert now - began < LONGEST
        sleep(0.1)
    editor.unmatched.clear()  # thousands of diagnostics were published; searching them is not measured


def keystrokes(editor: Typist) -> list[float]:
    took = []
    for position in islice(editor.positions(), KEYSTROKES):
        began = editor.press(*position)
        editor.pushed()
        took.append(perf_counter() - began)
    return took


def test_large_sites(root_of: Callable[[int], Path], runtime: Path, peers: list[Peer], table: Table) -> None:
    """The editors type in turns, so that a busy machine slows down all of them."""
    editors: dict[int, Typist] = {}
    for pages in SIZES:
        editor = editors[pages] = Typist(root_of(pages), runtime)
        peers.append(editor)
        editor.initialize(PUSH)
        began = perf_counter()
        editor.begin_page(LINES)
        editor.pushed()
        quiet(editor)
        took = perf_counter() - began
        memory = resident(editor.process.pid)
        budget = f"{MEMORY[pages]} MiB" if pages in MEMORY else ""
        table.add(
            f"memory, site of {pages:,} pages, all read and checked", f"{memory:.0f} MiB after {took:.0f} s", budget
        )
        assert memory <= MEMORY.get(pages, memory)
    times: dict[int, list[float]] = {pages: [] for pages in SIZES}
    for _ in range(TURNS):
        for pages, editor in editors.items():
            times[pages] += keystrokes(editor)
    middle = {pages: percentile(each, 0.5) for pages, each in times.items()}
    for pages, each in times.items():
        table.add(
            f"keystroke on a page of {LINES:,} lines, site of {pages:,} pages: p50, p95",
            f"{milliseconds(middle[pages])}, {milliseconds(percentile(each, 0.95))}",
            f"{RATIO} × that of {SIZES[0]} pages: is {middle[pages] / middle[SIZES[0]]:.2f} ×",
        )
    for editor in editors.values():
        assert editor.leave() == 0
    assert middle[SIZES[-1]] <= RATIO * middle[SIZES[0]]
