"""How the benchmarks of the whole process report: wall time as an editor or an agent sees it, in a table at the end.

What is compared is measured in turns, so that a busy machine slows down both sides.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from statistics import median
from typing import Any

import pytest

from process.conftest import EXAMPLE, peers, runtime, site

from ..conftest import CORPUS

__all__ = ["EXAMPLE", "peers", "runtime", "site"]

CORPUS_SITE = CORPUS / "refrakt"


@dataclass
class Table:
    """The rows that are printed."""

    rows: list[tuple[str, str, str]] = field(default_factory=list)

    def add(self, name: str, figure: str, budget: str = "") -> None:
        self.rows.append((name, figure, budget))


_TABLE = Table()


@pytest.fixture
def table() -> Table:
    return _TABLE


@pytest.fixture(autouse=True)
def _as_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers use cached byte code, whatever the environment of this run is."""
    monkeypatch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)


def milliseconds(seconds: float) -> str:
    return f"{seconds * 1e3:.1f} ms" if seconds < 0.1 else f"{seconds * 1e3:.0f} ms"


def percentile(seconds: Iterable[float], part: float) -> float:
    ordered = sorted(seconds)
    return ordered[min(int(part * len(ordered)), len(ordered) - 1)]


def spread(seconds: Iterable[float]) -> str:
    """The least and the middle of some runs."""
    found = list(seconds)
    return f"{milliseconds(min(found))} (median {milliseconds(median(found))})"


def pytest_terminal_summary(terminalreporter: Any) -> None:
    if not _TABLE.rows:
        return
    terminalreporter.section(f"the process (wall time; load {os.getloadavg()[0]:.1f})")
    for name, figure, budget in _TABLE.rows:
        terminalreporter.write_line(f"{name:66} {figure:36} {budget}")
