"""How benchmarks report: the least CPU time of five runs, also as a multiple of one calibration row of the same run.

Machines differ and are noisy; a multiple of what bare markdown-it-py needs for a fixed text travels better than
milliseconds. The table at the end of `make bench` is what goes into docs/performance.md.
"""

from __future__ import annotations

import gc
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from markdown_it import MarkdownIt

ROOT = Path(__file__).resolve().parents[2]
CORPUS = ROOT.parent / "shared" / "corpus"
ROUNDS = 5


def pages(folder: Path) -> list[str]:
    return [
        path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.md")) if "node_modules" not in path.parts
    ]


def long_page(lines: int) -> str:
    """A page of that many lines, put together from real ones without their frontmatter."""
    bodies = [text.split("---", 2)[2] if text.startswith("---") else text for text in sources()["pages"]]
    found: list[str] = []
    while len(found) < lines:
        for body in bodies:
            found += body.split("\n")
            if len(found) >= lines:
                break
    return "\n".join(found[:lines])


def sources() -> dict[str, list[str]]:
    own = pages(ROOT / "docs") + pages(ROOT / "examples")
    return {"own": own, "pages": pages(CORPUS) if CORPUS.is_dir() else own}


@dataclass
class Figures:
    """The rows of the table."""

    calibration: float = 0.0
    rows: list[tuple[str, float, str]] = field(default_factory=list)

    def add(self, name: str, seconds: float, note: str = "") -> None:
        self.rows.append((name, seconds, note))


_FIGURES = Figures()


@pytest.fixture(scope="session")
def figures() -> Figures:
    """Where results go; measures the calibration row first."""
    if not _FIGURES.calibration:
        rng = random.Random(7)
        words = ["the", "*quick*", "brown", "`fox`", "jumps", "over", "[a](b)", "**lazy**", "dog", "&", "more"]
        text = "\n\n".join(" ".join(rng.choice(words) for _ in range(60)) for _ in range(300))
        md = MarkdownIt("js-default")
        _FIGURES.calibration = least(lambda: md.parse(text))
    return _FIGURES


def least(run: Callable[[], Any], rounds: int = ROUNDS) -> float:
    """The shortest of some runs, with the garbage collector out of the way."""
    times = []
    for _ in range(rounds):
        gc.collect()
        gc.disable()
        start = process_time()
        run()
        times.append(process_time() - start)
        gc.enable()
    return min(times)


@pytest.fixture
def measure(benchmark: Any, figures: Figures) -> Callable[..., float]:
    """Time a function with pytest-benchmark and put the least of its rounds into the table."""

    def run(name: str, work: Callable[[], Any], note: str = "") -> float:
        gc.collect()
        gc.disable()
        try:
            benchmark.pedantic(work, rounds=ROUNDS, iterations=1, warmup_rounds=1)
        finally:
            gc.enable()
        seconds = float(benchmark.stats.stats.min)
        figures.add(name, seconds, note)
        return seconds

    return run


def pytest_terminal_summary(terminalreporter: Any) -> None:
    if not _FIGURES.rows:
        return
    terminalreporter.section("figures (least of five; × = multiples of the calibration row)")
    base = _FIGURES.calibration
    terminalreporter.write_line(f"{'calibration: bare markdown-it-py on a fixed text':68} {base * 1e3:10.2f} ms")
    for name, seconds, note in _FIGURES.rows:
        terminalreporter.write_line(f"{name:68} {seconds * 1e3:10.2f} ms {seconds / base:8.3f} ×  {note}")
