"""A real plan of 681 entities: the result of `plan validate` is as recorded, except for the differences listed here.

Deliberate differences
- MORE: issues also have `line`, `column` and `suggestion`.
- UNCLOSED: an entity without its closing tag runs to the end of the file, so it has the resolution there. The recording
  misses it: it reports that 13 have none, and does not report that two have one without being done.
- MISSING FOLDER: a plan folder that does not exist gives exit code 2 and a hint.

This plan does not show the others: an abandoned entity needs no milestone and may be in a complete one; a missing id and an unknown
attribute are reported; an entity that another one supersedes need not declare it.
"""

from __future__ import annotations

import json
import shlex
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from plan.plans import Shell
from refrakt.plugins import Disk
from refrakt_plan.scanner.plan_scanner import scan

RECORDED = ("severity", "type", "source", "file", "message", "target")


@pytest.fixture(scope="module")
def commands(shared: Path) -> list[dict[str, Any]]:
    every = json.loads((shared / "oracle" / "plan" / "commands.json").read_text("utf-8"))
    return [each for each in every if each["cmd"].split()[1:3] == ["plan", "validate"]]


def test_validate_answers_as_recorded(
    commands: list[dict[str, Any]], shared: Path, shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(shared / "corpus" / "refrakt")
    plan = scan(Path("plan"), Disk())
    unclosed = {each.file for each in plan.entities if each.content.end == len(each.source)}
    assert len(commands) == 4
    for each in commands:
        shown = shell(*shlex.split(each["cmd"])[2:])
        if "nonexistent-plan" in each["cmd"]:
            assert (shown.code, shown.out) == (2, "")
            continue
        assert shown.code == each["exitCode"], each["cmd"]
        if "json" in each:
            compare(shown.json, each["json"], unclosed)


def compare(ours: dict[str, Any], theirs: dict[str, Any], unclosed: set[str]) -> None:
    found = [{name: issue[name] for name in RECORDED if name in issue} for issue in ours["issues"]]
    gained = [each for each in found if each not in theirs["issues"]]
    lost = [each for each in theirs["issues"] if each not in found]
    assert [each["type"] for each in gained] == ["resolution-not-done"] * 2
    assert [each["type"] for each in lost] == ["done-without-resolution"] * 13
    assert {each["file"] for each in gained + lost} <= unclosed
    assert [each for each in found if each not in gained] == [each for each in theirs["issues"] if each not in lost]
    assert ours["scanned"] == theirs["scanned"]
    assert ours["exitCode"] == theirs["exitCode"]
    counted = Counter(each["severity"] for each in [*theirs["issues"], *gained])
    counted.subtract(each["severity"] for each in lost)
    assert ours["counts"] == {"errors": counted["error"], "warnings": counted["warning"], "info": counted["info"]}
    added = {*RECORDED, "line", "column", "suggestion"}
    assert all(each.keys() <= added and each["line"] > 0 < each["column"] for each in ours["issues"])
