"""What a plan of 681 entities costs once it has been read: `pytest -m bench tests/plan`. Time is that of the processor."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import process_time

import pytest

from plan.plans import entity, settle, write
from refrakt.plugins import Disk
from refrakt_plan.commands.next import NextInput, run_next
from refrakt_plan.commands.status import run_status
from refrakt_plan.scanner.plan_scanner import scan

COUNT = 681
STATUSES = ("done", "done", "done", "ready", "blocked", "draft")

pytestmark = pytest.mark.bench


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = write(
        tmp_path_factory.mktemp("plan"), {f"work/WORK-{number:03}.md": page(number) for number in range(COUNT)}
    )
    settle(made)
    scan(made, Disk())
    return made


def page(number: int) -> str:
    refs = (
        f'See {{% ref "WORK-{number // 2:03}" /%}}.\n\n## Blocked by\n\n- {{% ref "WORK-{number * 7 % COUNT:03}" /%}}\n'
    )
    body = f"Prose about it.\n\n- [ ] a box\n- [x] another\n\n{refs}\n## Resolution\n\nCompleted: 2026-01-{number % 28 + 1:02}\n"
    return entity("work", f"WORK-{number:03}", body, status=STATUSES[number % 6], source="SPEC-1", milestone="v1")


def milliseconds(work: Callable[[], object], rounds: int = 20) -> float:
    def once() -> float:
        begun = process_time()
        work()
        return (process_time() - begun) * 1000

    return median(once() for _ in range(rounds))


def test_next_is_fast(folder: Path) -> None:
    assert milliseconds(lambda: run_next(scan(folder, Disk()), NextInput())) <= 15


def test_status_is_fast(folder: Path) -> None:
    assert milliseconds(lambda: run_status(scan(folder, Disk()))) <= 15


def test_one_changed_file_reads_one_file(folder: Path) -> None:
    count = 0

    def change() -> None:
        nonlocal count
        count += 1
        write(folder, {"work/WORK-001.md": page(1) + "\n" * count})
        run_next(scan(folder, Disk()), NextInput())

    assert milliseconds(change) <= 20
