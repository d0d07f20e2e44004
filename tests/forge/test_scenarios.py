"""scenarios.md names the tests of each scenario: here, each of them exists. And docs/forge/tools.md is up to date."""

from __future__ import annotations

import re
from pathlib import Path

from .tools_page import PAGE, page

HERE = Path(__file__).parent


def test_every_scenario_has_a_test() -> None:
    rows = re.findall(r"^\| (\d+) \|.*\| ([^|]+) \|$", (HERE / "scenarios.md").read_text("utf-8"), re.MULTILINE)
    assert [int(number) for number, _ in rows] == list(range(1, 65))
    missing = []
    for number, tests in rows:
        file = ""
        for name, function in re.findall(r"`([\w./]*)::(\w+)`", tests):
            file = name or file
            text = (HERE / file).read_text("utf-8") if (HERE / file).is_file() else ""
            if not re.search(rf"^(async )?def {function}\b", text, re.MULTILINE):
                missing.append(f"{number}: {file}::{function}")
    assert missing == []


def test_the_page_of_the_tools_matches_the_code() -> None:
    assert PAGE.read_text("utf-8") == page(), "run `make manual`"
