"""Changes of a real plan, made one after the other: answers, exit codes and files are those recorded, but for these.

Deliberate differences
- NO CHANGE: setting what is so already is no change; the recording result one, and left the file alone all the same.
- FORMAT: a `pr` that names no pull request is refused when it is written; the recording took it, and complained later.
- PATH: `file` of `create` is below the plan folder, as everywhere else, and `path` is absolute; the recording had the folder in it.
- ACCENTS: a file's name keeps the letter and drops the accent; the recording dropped both.
- WORDS: what a new entity says below its headings is our own.
- MORE: an id that does not fit its type is result in `warnings`.

What `migrate` answers is compared elsewhere; here it must leave the plan alone, and end as recorded.
"""

from __future__ import annotations

import datetime
import json
import re
from pathlib import Path
from typing import Any

import pytest

from plan.plans import Shell

RECORDED_ON = "2026-11-16"
NO_CHANGE = {1, 12}
FORMAT = {10}
ACCENTS = ("n-code", "unicode")


@pytest.fixture(scope="module")
def steps(shared: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((shared / "oracle" / "plan" / "mutations.json").read_text("utf-8"))
    return found


@pytest.fixture
def project(shared: Path, tmp_path: Path) -> Path:
    """A copy of the plan, to be written to."""
    original = shared / "corpus" / "refrakt"
    for path in (original / "refrakt.config.json", *(original / "plan").rglob("*.md")):
        copy = tmp_path / path.relative_to(original)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
    return tmp_path


def words(step: dict[str, Any]) -> list[str]:
    """What was typed after `refrakt plan`; words with anything special in them are written as JSON."""
    found = re.findall(r'"(?:[^"\\]|\\.)*"|\S+', step["cmd"])
    return [json.loads(each) if each.startswith('"') else each for each in found][2:]


def state(project: Path) -> dict[str, tuple[int, int]]:
    found = ((path, path.stat()) for path in project.rglob("*") if path.is_file())
    return {path.relative_to(project).as_posix(): (stat.st_mtime_ns, stat.st_size) for path, stat in found}


def headings(text: str) -> list[str]:
    """The opening tag, the title and the names of the sections."""
    return [line for line in text.splitlines() if line.startswith(("{% ", "# ", "## "))]


def test_changes_are_as_recorded(project: Path, steps: list[dict[str, Any]], shell: Shell) -> None:
    assert len(steps) == 29
    for number, step in enumerate(steps):
        name, *given = words(step)
        before = state(project)
        shown = shell(name, *given)
        after = state(project)
        changed = {path for path in after if after[path] != before.get(path)}
        assert before.keys() <= after.keys()
        check = {"update": check_update, "create": check_create, "migrate": check_migrate}[name]
        check(number, step, shown, {path: (project / path).read_bytes().decode() for path in changed})


def check_update(number: int, step: dict[str, Any], shown: Any, changed: dict[str, str]) -> None:
    if number in FORMAT:
        assert (shown.code, shown.out, changed) == (1, "", {}), step["cmd"]
        assert json.loads(shown.err)["error"].startswith('Invalid pr "bad" for work rune')
        return
    assert shown.code == step["exitCode"], step["cmd"]
    if step["exitCode"]:
        assert shown.out == ""
        recorded = re.search(r'"error": (".*")', step["stderr"])
        if recorded:
            assert json.loads(shown.err)["error"] == json.loads(recorded[1])
    else:
        wanted = {**step["json"], "changes": []} if number in NO_CHANGE else step["json"]
        assert shown.json == wanted, step["cmd"]
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    wanted = {path: each["after"].replace(RECORDED_ON, today) for path, each in step["changed"].items()}
    assert changed == wanted, step["cmd"]


def check_create(number: int, step: dict[str, Any], shown: Any, changed: dict[str, str]) -> None:
    assert shown.code == step["exitCode"], step["cmd"]
    if step["exitCode"]:
        assert (shown.out, changed) == ("", {})
        return
    result = {**step["json"], "file": step["json"]["file"].removeprefix("plan/").replace(*ACCENTS)}
    assert {name: shown.json[name] for name in result} == result
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    wanted = {
        path.replace(*ACCENTS): headings(each["after"].replace(RECORDED_ON, today))
        for path, each in step["changed"].items()
    }
    assert {path: headings(text) for path, text in changed.items()} == wanted, step["cmd"]


def check_migrate(number: int, step: dict[str, Any], shown: Any, changed: dict[str, str]) -> None:
    assert (shown.code, changed) == (step["exitCode"], {}), step["cmd"]
