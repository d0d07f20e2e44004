"""What a rune becomes: the first call, and warm calls of every rune."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest

from refrakt.services.context import Context
from refrakt.services.inspect import InspectInput, inspect

from .conftest import Figures

pytestmark = pytest.mark.bench

SITE = Path(__file__).resolve().parents[2] / "examples" / "site"
_FIRST = (
    "from time import perf_counter; from pathlib import Path; start = perf_counter()\n"
    "from refrakt.services.context import Context; from refrakt.services.inspect import InspectInput, inspect\n"
    "inspect(Context.at(Path({!r})), InspectInput('hint')); print(perf_counter() - start)"
)


def test_the_first_call(figures: Figures, benchmark: Any) -> None:
    surroundings = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    command = [sys.executable, "-c", _FIRST.format(str(SITE))]
    ran = [subprocess.run(command, capture_output=True, text=True, check=True, env=surroundings) for _ in range(5)]
    benchmark.pedantic(lambda: None, rounds=1)
    figures.add("inspect, first call with imports", min(float(each.stdout) for each in ran), "")


def test_warm_calls(figures: Figures, benchmark: Any) -> None:
    context = Context.at(SITE)
    queries = [InspectInput(rune.name) for rune in context.site().vocabulary]
    queries.append(InspectInput("hint", {"type": "warning"}))
    for each in queries:
        inspect(context, each)
    took = []
    for each in queries * 5:
        start = perf_counter()
        inspect(context, each)
        took.append(perf_counter() - start)
    benchmark.pedantic(lambda: None, rounds=1)
    p50 = statistics.median(took)
    figures.add("inspect, warm, p50 of all runes", p50, "budget 3 ms")
    assert p50 <= 0.003
