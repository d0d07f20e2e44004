"""Response times while typing in a plan: `pytest -m bench tests/plan/editor`. Measures processor time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import process_time

import pytest

from plan.editor.open_file import OpenFile, at
from plan.plans import Buffers, entity, settle, write
from refrakt.plugins import Disk
from refrakt_plan.scanner.plan_scanner import scan

pytestmark = pytest.mark.bench


def page(number: int, count: int) -> str:
    refs = "\n".join(f'- {{% ref "WORK-{number * step % count:05}" /%}}' for step in range(1, 9))
    return entity(
        "work", f"WORK-{number:05}", f"- [ ] a box\n\n{refs}", status="ready", source="SPEC-1", milestone="v1"
    )


@pytest.fixture(scope="module", params=[681, 10_000])
def project(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    count: int = request.param
    made = tmp_path_factory.mktemp("project")
    write(made / "plan", {f"work/WORK-{number:05}.md": page(number, count) for number in range(count)})
    settle(made)
    scan(made / "plan", Disk())
    return made


def milliseconds(work: Callable[[], object], rounds: int = 15) -> float:
    def once() -> float:
        begun = process_time()
        work()
        return (process_time() - begun) * 1000

    work()
    return median(once() for _ in range(rounds))


@pytest.mark.parametrize("what", ["hover", "complete", "definition"])
def test_a_request_is_fast(project: Path, what: str) -> None:
    text = '{% ref "WORK-00012" /%}\n'
    open_page = at(project, "plan/README.md", text, 12)
    begun = milliseconds(lambda: scan(project / "plan", Disk()))
    assert milliseconds(lambda: open_page.request(what)) - begun <= (5 if _is_small(project) else 60)


@pytest.mark.parametrize("what", ["lenses", "actions"])
def test_a_keystroke_reads_one_file(project: Path, what: str) -> None:
    name = "plan/work/WORK-00012.md"
    text = (project / name).read_text()
    typed = iter(range(1000))

    def once() -> None:
        buffers, now = Buffers(), f"{text}{' ' * next(typed)}"
        buffers.open(project / name, now, 1)
        open_page: OpenFile = at(project, name, now, 3, buffers)
        assert getattr(open_page, what)

    assert milliseconds(once) <= (60 if _is_small(project) else 600)


def _is_small(project: Path) -> bool:
    return sum(1 for _ in (project / "plan/work").iterdir()) < 1000
