"""An index that several threads use at once, and errors in its updates."""

from __future__ import annotations

import gc
import json
import logging
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from project.index.test_incremental import CONFIG, FILES, HEADS, PIECES, EditedSite
from refrakt.project.editor_settings import Settings
from refrakt.project.index import indexer, project_index
from refrakt.project.index.checked_files import check_files
from refrakt.project.index.project_index import ProjectIndex
from refrakt.project.index.site_files import list_site_files
from refrakt.project.index.tracked_site import TrackedSite
from refrakt.project.site import find_project
from refrakt.project.site_rules.site_checker import problems_of
from refrakt.project.snapshot import Snapshot
from refrakt.project.workspace import Workspace
from refrakt.rules.problem import Problem

PATIENCE = 60


@pytest.fixture
def edited_site(tmp_path: Path) -> Iterator[EditedSite]:
    (tmp_path / "site").mkdir()
    (tmp_path / "site/refrakt.config.json").write_text(json.dumps(CONFIG))
    edited_site = EditedSite(tmp_path / "site")
    yield edited_site
    edited_site.close()


def site(tmp_path: Path, pages: int) -> Path:
    (tmp_path / "content").mkdir()
    (tmp_path / "refrakt.config.json").write_text(json.dumps({"site": {"contentDir": "./content"}}))
    for number in range(pages):
        (tmp_path / f"content/p{number}.md").write_text(f"# Page {number}\n\n[lost](/nowhere)\n")
    return tmp_path


class Together:
    """Functions that are called repeatedly by threads of their own, until all are stopped."""

    def __init__(self, *works: Callable[[], object]) -> None:
        self.errors: list[BaseException] = []
        self._over = threading.Event()
        self._threads = [threading.Thread(target=self._repeat, args=(each,)) for each in works]

    def _repeat(self, work: Callable[[], object]) -> None:
        try:
            while not self._over.is_set():
                work()
        except BaseException as error:  # noqa: BLE001 - reported by the test
            self.errors.append(error)

    def __enter__(self) -> Together:
        for each in self._threads:
            each.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        for each in self._threads:
            each.join(PATIENCE)
        assert not any(each.is_alive() for each in self._threads), "a thread still waits"
        assert not self.errors, self.errors


def test_the_index_is_right_after_concurrent_use(edited_site: EditedSite, caplog: pytest.LogCaptureFixture) -> None:
    """One thread types and writes, as an editor does; the others send queries, as agents do."""
    random = Random(7)
    index, editor = edited_site.index, Settings()

    def query() -> None:
        for file in index.files():
            index.file_problems(file, editor.rules)
            index.problems(file)
            index.file_record(file)
        index.sites_of(FILES[0])

    def read_open_problems() -> None:
        assert index.rescan(PATIENCE)
        for buffer in edited_site.workspace.snapshot.paths.values():
            assert buffer.path is not None
            index.open_problems(buffer.path, buffer.document, editor.rules)

    def check() -> None:
        list(check_files(index, edited_site.workspace.snapshot))

    def reconfigure() -> None:
        index.project_changed(find_project(edited_site.root))
        index.settle(PATIENCE)

    kinds = ("write", "write", "type", "type", "type", "close", "delete", "drop folder")
    with Together(query, query, read_open_problems, check, reconfigure):
        end = time.monotonic() + 1.2
        while time.monotonic() < end:
            text = random.choice(HEADS) + "\n".join(random.sample(PIECES, random.randint(0, 4)))
            edited_site.do(random.choice(kinds), random.choice(FILES), text)
    edited_site.check()
    assert [each.getMessage() for each in caplog.records if each.levelno >= logging.ERROR] == []


def test_a_workspace_is_used_by_many_threads(tmp_path: Path) -> None:
    """The lock of the workspace and those of its indexes are taken in one order by all."""
    root = site(tmp_path, 30)
    workspace = Workspace()
    path = root / "content/p1.md"
    workspace.open(path.as_uri(), path, "# Typed\n", 1)
    counts = iter(range(1_000_000))

    def query() -> None:
        index = workspace.index(root)
        assert index is not None
        index.rescan(PATIENCE)
        workspace.refresh(root)

    def write() -> None:
        config = {"site": {"contentDir": "./content", "routeRules": [{"pattern": "**", "layout": f"l{next(counts)}"}]}}
        (root / "refrakt.config.json").write_text(json.dumps(config))
        workspace.refresh_all()
        workspace.files_changed(frozenset({path}))

    try:
        with Together(query, query, write):
            end = time.monotonic() + 0.8
            while time.monotonic() < end:
                workspace.change(path.as_uri(), 2, [(0, 0, "x")])
                workspace.settle()
        index = workspace.index(root)
        assert index is not None
        workspace.refresh(root)
        assert index.rescan(PATIENCE)
        site_index = index.site(None)
        assert site_index is not None
        assert len(site_index.entries) == 30
    finally:
        indexes = workspace.indexes()
        workspace.end_indexes()
        for each in indexes:
            each.close()


def test_problems_of_one_text_are_never_reported_for_another(tmp_path: Path) -> None:
    root = site(tmp_path, 3)
    workspace = Workspace()
    index = ProjectIndex(find_project(root), lambda: workspace.snapshot, problems_of)
    index.start()
    try:
        assert index.rescan(PATIENCE)
        path = root / "content/p1.md"
        workspace.open(path.as_uri(), path, "[lost](/nowhere)\n", 1)
        index.buffer_changed(path)
        site_index = 0
        end = time.monotonic() + 1
        while time.monotonic() < end:
            buffer = workspace.snapshot.paths[path]
            found = index.open_problems(path, buffer.document, {})
            if found is not None:
                site_index += 1
                assert [buffer.document.text[each.span.start : each.span.end] for each in found] == ["/nowhere"]
                workspace.change(path.as_uri(), 2, [(0, 0, "word ")])
                index.buffer_changed(path)
                index.settle(0)
        assert site_index > 10
    finally:
        index.close()


def test_a_changed_page_is_read_without_a_request(tmp_path: Path) -> None:
    root = site(tmp_path, 2)
    workspace = Workspace()
    index = ProjectIndex(find_project(root), lambda: workspace.snapshot, problems_of)
    notified = threading.Event()
    index.start()
    try:
        assert index.rescan(PATIENCE)
        index.listeners.append(lambda paths: notified.set() if "content/p1.md" in paths else None)
        path = root / "content/p1.md"
        workspace.open(path.as_uri(), path, "# Typed\n", 1)
        index.buffer_changed(path)
        index.buffer_changed(path)
        assert notified.wait(PATIENCE)
    finally:
        index.close()


def test_every_changed_file_is_reported(tmp_path: Path) -> None:
    root = site(tmp_path, 4)
    workspace = Workspace()
    index = ProjectIndex(find_project(root), lambda: workspace.snapshot, problems_of)
    told: set[str] = set()
    index.start()
    try:
        assert index.rescan(PATIENCE)
        index.listeners.append(told.update)
        open_page, written, deleted, gone = (root / f"content/p{number}.md" for number in range(4))

        def reported() -> set[str]:
            assert index.settle(PATIENCE)
            found = set(told)
            told.clear()
            return found

        same_problems = "# Other!\n\n[lost](/nowhere)\n"
        workspace.open(open_page.as_uri(), open_page, same_problems, 1)
        index.buffer_changed(open_page)
        assert reported() == {"content/p0.md"}
        workspace.close(open_page.as_uri())
        index.buffer_changed(open_page)
        assert reported() == {"content/p0.md"}
        written.write_text(same_problems)
        deleted.unlink()
        index.files_changed([written, deleted])
        assert reported() == {"content/p1.md", "content/p2.md"}
        gone.unlink()
        assert index.rescan(PATIENCE)
        assert "content/p3.md" in reported()
    finally:
        index.close()


def test_an_index_without_work_rests(tmp_path: Path) -> None:
    root, before = site(tmp_path, 2), threading.enumerate()
    index = ProjectIndex(find_project(root), Snapshot, problems_of)
    busy = [index.is_busy]
    index.start()
    try:
        assert index.rescan(PATIENCE)
        busy.append(index.is_busy)
        assert gc.isenabled()
    finally:
        index.close()
    assert busy == [True, False]
    assert not any(each.name == "refrakt index" for each in threading.enumerate() if each not in before)


@pytest.mark.parametrize("names", [["main"], ["main", "other"]])
def test_the_only_site_needs_no_name(tmp_path: Path, names: list[str]) -> None:
    root = site(tmp_path, 1)
    sites = {name: {"contentDir": "./content"} for name in names}
    (root / "refrakt.config.json").write_text(json.dumps({"sites": sites}))
    index = ProjectIndex(find_project(root), Snapshot, problems_of)
    assert index.site("main") is index.sites()["main"]
    assert index.site(None) is (index.sites()["main"] if len(names) == 1 else None)
    assert index.site("nowhere") is None


def test_closing_during_a_read_ends_every_wait(tmp_path: Path) -> None:
    root = site(tmp_path, 400)
    index = ProjectIndex(find_project(root), Snapshot, problems_of)
    index.start()
    waiting = threading.Thread(target=index.rescan)
    waiting.start()
    while index.progress == (0, 0):
        index.settle(0.001)
    index.close()
    waiting.join(PATIENCE)
    assert not waiting.is_alive()
    assert not index.is_reading


# Our own mistakes -----------------------------------------------------------------------------------------------------


def test_a_rule_that_raises_costs_one_page(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    root = site(tmp_path, 3)

    failing = {"content/p1.md"}

    def failing_call(tracked: TrackedSite) -> tuple[Problem, ...]:
        if tracked.entry.path in failing:
            raise RuntimeError("a mistake of ours")
        return problems_of(tracked)

    index = ProjectIndex(find_project(root), Snapshot, failing_call)
    index.start()
    try:
        assert index.rescan(PATIENCE)
        codes = {path: [each.code for each in index.problems(path)] for path in index.files()}
        assert codes == {
            "content/p0.md": ["broken-link"],
            "content/p1.md": ["unreadable-page"],
            "content/p2.md": ["broken-link"],
        }
        assert "content/p1.md could not be checked" in caplog.text
        failing.clear()
        (root / "content/p1.md").write_text("# Another\n")
        index.files_changed([root / "content/p1.md"])
        assert index.settle(PATIENCE)
        assert index.problems("content/p1.md") == ()
    finally:
        index.close()


def test_a_failed_batch_is_retried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = site(tmp_path, 2)
    real, failures = list_site_files, [RuntimeError("a mistake of ours")] * 2
    monkeypatch.setattr(project_index, "_REST", 0.01)

    def failing_call(spec: object) -> object:
        if failures:
            raise failures.pop()
        return real(spec)  # type: ignore[arg-type]

    monkeypatch.setattr(indexer, "list_site_files", failing_call)
    index = ProjectIndex(find_project(root), Snapshot, problems_of)
    index.start()
    try:
        while index.is_reading:
            index.settle(0.05)
        assert index.files() == ["content/p0.md", "content/p1.md"]
        assert [each.code for each in index.problems("content/p0.md")] == ["broken-link"]
    finally:
        index.close()


def test_a_batch_that_always_fails_is_left_to_the_next_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = site(tmp_path, 2)
    real, tries = list_site_files, []
    monkeypatch.setattr(project_index, "_REST", 0.01)

    def failing_call(spec: object) -> object:
        tries.append(spec)
        raise RuntimeError("a mistake of ours")

    monkeypatch.setattr(indexer, "list_site_files", failing_call)
    index = ProjectIndex(find_project(root), Snapshot, problems_of)
    index.start()
    try:
        while index.is_reading:
            index.settle(0.05)
        assert index.rescan(PATIENCE)  # the wait ends
        assert len(tries) <= 10
        monkeypatch.setattr(indexer, "list_site_files", real)
        assert index.rescan(PATIENCE)
        assert index.rescan(PATIENCE)
        assert [each.code for each in index.problems("content/p0.md")] == ["broken-link"]
    finally:
        index.close()


def test_a_listener_that_raises_does_not_affect_others(tmp_path: Path) -> None:
    root = site(tmp_path, 2)
    index = ProjectIndex(find_project(root), Snapshot, problems_of)
    notified: list[frozenset[str]] = []

    def failing_call(_: frozenset[str]) -> None:
        raise RuntimeError("a bug in a listener")

    index.listeners += [failing_call, notified.append]
    index.start()
    try:
        assert index.rescan(PATIENCE)
        assert notified
        assert index.rescan(PATIENCE)
    finally:
        index.close()
