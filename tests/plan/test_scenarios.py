"""Every scenario has tests that exist: `scenarios.md` lists them."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
ROW = re.compile(r"\| ([0-9]+) \| .+? \| (.+) \|")


def listed() -> dict[int, list[str]]:
    lines = (TESTS / "plan" / "scenarios.md").read_text("utf-8").splitlines()
    rows = [found for line in lines if (found := ROW.fullmatch(line))]
    return {int(row[1]): re.findall("`([^`]+)`", row[2]) for row in rows}


@cache
def functions(file: str) -> frozenset[str]:
    tree = ast.parse((TESTS / file).read_text("utf-8"))
    return frozenset(each.name for each in tree.body if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef))


def test_every_scenario_is_listed_in_order() -> None:
    assert list(listed()) == list(range(1, 69))


def test_every_test_that_is_named_exists() -> None:
    for number, tests in listed().items():
        assert tests, number
        for each in tests:
            file, _, name = each.partition("::")
            assert name in functions(file), f"{number}: {each}"
