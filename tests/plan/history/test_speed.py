"""The speed of history in a repository of 681 entities and 2,000 commits: `pytest -m bench tests/plan/history`.

Measures wall-clock time, since most of it may be spent in git.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from time import perf_counter

import pytest

from plan.history.repositories import Repo
from plan.plans import entity
from refrakt.plugins import Disk
from refrakt_plan.commands.history import HistoryInput, run_history
from refrakt_plan.history import history_query
from refrakt_plan.history.file_versions import BlobCache

ENTITIES = 681
COMMITS = 2_000
STATUSES = ("draft", "ready", "in-progress", "review", "done")
PROSE = "A sentence about what is to be done, and another `one` that says why.\n" * 30

pytestmark = pytest.mark.bench


@pytest.fixture(scope="module")
def repo(tmp_path_factory: pytest.TempPathFactory) -> Repo:
    made = Repo(tmp_path_factory.mktemp("history"))
    made.git("fast-import", "--quiet", given="".join(stream()).encode())
    made.git("reset", "--quiet", "--hard")
    return made


def stream() -> Iterator[str]:
    """Commits for fast-import: the first 20 bring all entities, each of the others changes one, and something else."""
    for number in range(COMMITS):
        yield f"commit refs/heads/main\ncommitter Ada <ada@example.org> {1_700_000_000 + number * 3600} +0000\n"
        yield data(f"change {number}")
        new = range(number, ENTITIES, 20) if number < 20 else ()
        for each in new or [number * 7 % ENTITIES]:
            yield f"M 100644 inline docs/plan/work/WORK-{each:03}-title.md\n{data(page(each, number))}"
        yield f"M 100644 inline src/file{number % 300}.txt\n{data(str(number))}\n"


def data(text: str) -> str:
    return f"data {len(text.encode())}\n{text}\n"


def page(number: int, commit: int) -> str:
    boxes = "".join(f"- [{'x' if commit > 200 * box else ' '}] box {box} `code`\n" for box in range(8))
    refs = (
        f'See {{% ref "WORK-{number // 2:03}" /%}}.\n\n## Blocked by\n\n- {{% ref "WORK-{number * 7 % 681:03}" /%}}\n'
    )
    body = (
        f"Change {commit}. {PROSE}\n## Acceptance Criteria\n\n{boxes}\n{refs}\n```text\n- [ ] a sample\n```\n\n{PROSE}"
    )
    return entity("work", f"WORK-{number:03}", body, status=STATUSES[commit // 400], priority="high", milestone="v1")


def forget() -> None:
    history_query._histories.clear()
    history_query._tags, history_query._contents = BlobCache(50_000), BlobCache(5_000)


def seconds(work: Callable[[], object], rounds: int = 1, before: Callable[[], object] = lambda: None) -> float:
    def once() -> float:
        before()
        begun = perf_counter()
        work()
        return perf_counter() - begun

    return median(once() for _ in range(rounds))


def ask(repo: Repo, options: HistoryInput) -> int:
    folder: Path = repo.folder / "docs" / "plan"
    return len(run_history(folder, Disk(), options)["events"])


def test_the_whole_history_takes_seconds(repo: Repo) -> None:
    assert seconds(lambda: ask(repo, HistoryInput(limit=100_000, all=True)), before=forget) <= 8
    assert ask(repo, HistoryInput(limit=100_000, all=True)) == ENTITIES + COMMITS - 20


def test_the_latest_events_are_fast(repo: Repo) -> None:
    assert seconds(lambda: ask(repo, HistoryInput()), rounds=3, before=forget) <= 1.5


def test_one_entity_is_there_soon(repo: Repo) -> None:
    assert seconds(lambda: ask(repo, HistoryInput(id="WORK-300")), rounds=3, before=forget) <= 1.5


def test_a_repeated_query_of_one_entity_is_fast(repo: Repo) -> None:
    ask(repo, HistoryInput(id="WORK-300"))
    assert seconds(lambda: ask(repo, HistoryInput(id="WORK-300")), rounds=20) <= 0.15


def test_a_new_commit_costs_little(repo: Repo) -> None:
    ask(repo, HistoryInput())
    repo.commit("one more", {"docs/plan/work/WORK-001-title.md": page(1, 1999) + "\n"})
    assert seconds(lambda: ask(repo, HistoryInput(id="WORK-001"))) <= 1
