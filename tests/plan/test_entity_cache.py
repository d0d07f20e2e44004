"""Cached entities equal parsed ones, and the cache is outside the project."""

from __future__ import annotations

from pathlib import Path

import pytest

from plan.plans import Buffers, entity, read, settle, write
from refrakt.plugins import Disk, Text
from refrakt_plan.scanner import plan_scanner
from refrakt_plan.scanner.entity_cache import deserialize, serialize
from refrakt_plan.scanner.entity_reader import read_entity
from refrakt_plan.scanner.plan_scanner import Plan, scan, scan_without_waiting

WHOLE = """---
title: before
---

{% work id="WORK-001" status="in-progress" tags="a, b" complexity=3 %}

# The *title*

- [ ] a box
- [x] another with {% ref "SPEC-001" /%}

## Blocked by

- {% ref "WORK-002" /%}

## Resolution

Completed: 2026-01-02
Branch: `x/y`
PR: a/b#1

What was done: “quoted” \\u2028 and 日本.

{% /work %}
"""


def started_again(folder: Path) -> Plan:
    """The plan as a new process reads it."""
    plan_scanner._scanner.cache_clear()
    return scan(folder, Disk())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    files = {f"work/WORK-{number:03}.md": entity("work", f"WORK-{number:03}", status="ready") for number in range(40)}
    made = write(tmp_path / "plan", {**files, "README.md": "# No entity\n", "whole.md": WHOLE})
    settle(made)
    return made


@pytest.mark.parametrize("text", [WHOLE, entity("milestone", "v1"), "{% bug id='x' %}\r\n# A\r\n", "{% spec /%}"])
def test_an_entity_survives_serialization(text: str) -> None:
    before = read(text, version=3)
    assert deserialize(serialize(before), before.file, before.path, Text(text, 3)) == before


def test_pages_without_an_entity_are_cached() -> None:
    assert deserialize(serialize(None), "a.md", Path("a.md"), Text("")) is None


def test_real_entities_survive_serialization(shared: Path) -> None:
    folder = shared / "corpus" / "refrakt" / "plan"
    for path in sorted(folder.rglob("*.md")):
        text, file = Disk().read(path), path.relative_to(folder).as_posix()
        found = read_entity(file, path, text)
        assert deserialize(serialize(found), file, path, text) == found


def test_the_next_start_parses_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = started_again(folder)
    parsed: list[str] = []

    def counted(file: str, path: Path, text: Text) -> object:
        parsed.append(file)
        return read_entity(file, path, text)

    monkeypatch.setattr(plan_scanner, "read_entity", counted)
    second = started_again(folder)
    assert (parsed, second) == ([], first)
    write(folder, {"work/WORK-001.md": entity("work", "WORK-900", status="done")})
    third = started_again(folder)
    assert parsed == ["work/WORK-001.md"]
    assert {"WORK-900"} == third.by_id.keys() - first.by_id.keys()


def test_nothing_is_written_into_the_project(folder: Path) -> None:
    before = sorted(folder.rglob("*"))
    started_again(folder)
    assert sorted(folder.rglob("*")) == before


def test_a_plan_is_read_without_a_cache(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    nowhere = folder.parent / "file"
    nowhere.write_text("")
    monkeypatch.setenv("REFRAKT_CACHE_DIR", str(nowhere))
    assert len(started_again(folder).entities) == 41


def test_requests_do_not_wait_for_the_first_scan(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan_scanner._scanner.cache_clear()
    monkeypatch.setattr(plan_scanner, "_MAX_WAIT_S", 0.01)
    held = plan_scanner._scanner(folder.resolve())
    with held._lock:
        assert scan_without_waiting(folder, Buffers()) is None
    first = held._first_scan
    assert first is not None
    first.join(20)
    found = scan_without_waiting(folder, Buffers())
    assert found is not None
    assert len(found.entities) == 41
    with held._lock:
        assert scan_without_waiting(folder, Buffers()) is found
    assert scan_without_waiting(folder / "nowhere", Buffers()) is None
