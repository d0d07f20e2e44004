"""Requests are not delayed by a long batch in which all files are read."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from refrakt.project.index.page_cache import PageCache
from refrakt.project.index.project_index import ProjectIndex
from refrakt.project.index.reader_pool import ReaderPool, ReadKind, ReadRequest, ReadResult
from refrakt.project.site import find_project
from refrakt.project.site_rules.site_checker import problems_of
from refrakt.project.workspace import Workspace

PATIENCE = 20.0


class SlowPool(ReaderPool):
    """Blocks before it reads a long list, until it is released."""

    def __init__(self) -> None:
        super().__init__(1)
        self.is_slow = False
        self.waits = threading.Event()
        self.go = threading.Event()

    def read_or_wait(
        self, request: ReadRequest, files: Sequence[str], kinds: Sequence[ReadKind], stop: threading.Event | None = None
    ) -> Iterator[ReadResult | None]:
        while self.is_slow and len(files) > 2 and not self.go.wait(0.01):
            self.waits.set()
            yield None
        yield from super().read_or_wait(request, files, kinds, stop)


class Slow:
    """A project whose pages are being checked, which takes until the test ends it."""

    def __init__(self, root: Path, cache: PageCache) -> None:
        self.root = root
        for number in range(8):
            self.write(f"content/p{number}.md", f"# Page {number}\n")
        self.write("refrakt.config.json", '{"site": {"contentDir": "./content"}}')
        self.target = self.write("content/target.md", "## Part\n")
        self.linker = self.write("content/linker.md", "[x](/target#part)\n")
        self.workspace = Workspace()
        for path in (self.target, self.linker):
            self.workspace.open(path.as_uri(), path, path.read_text(), 1)
        self.pool = SlowPool()
        self.index = ProjectIndex(
            find_project(root), lambda: self.workspace.snapshot, problems_of, cache=cache, pool=self.pool
        )
        self.notified = threading.Event()
        self.index.listeners.append(lambda paths: self.notified.set() if "content/linker.md" in paths else None)
        for path in self.workspace.snapshot.paths:
            self.index.buffer_changed(path)
        self.index.start()
        assert self.index.rescan(PATIENCE)
        assert self.codes() == []
        self.pool.is_slow = True

    def write(self, path: str, text: str) -> Path:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return file

    def codes(self) -> list[str]:
        return [each.code for each in self.index.problems("content/linker.md")]

    def begin_to_read(self) -> None:
        self.index.check_pages()
        assert self.pool.waits.wait(PATIENCE)

    def type(self) -> None:
        self.notified.clear()
        self.workspace.change(self.target.as_uri(), 2, [(3, 7, "Other")])
        self.index.buffer_changed(self.target)


@pytest.fixture
def slow(tmp_path: Path) -> Iterator[Slow]:
    cache = PageCache.open(tmp_path / "cache")
    slow = Slow(tmp_path / "site", cache)
    yield slow
    slow.pool.go.set()
    slow.index.close()
    cache.close()


def test_an_edit_reaches_other_pages_while_files_are_read(slow: Slow) -> None:
    slow.begin_to_read()
    slow.type()
    assert slow.notified.wait(PATIENCE)
    assert slow.codes() == ["broken-fragment"]
    assert not slow.pool.go.is_set()


def test_an_edit_before_files_are_read_does_too(slow: Slow) -> None:
    """It is due when the batch begins, and not when it ends."""
    slow.type()
    slow.begin_to_read()
    assert slow.notified.wait(PATIENCE)
    assert slow.codes() == ["broken-fragment"]


def test_a_change_on_disk_reaches_other_pages_while_files_are_read(slow: Slow) -> None:
    slow.workspace.close(slow.target.as_uri())
    slow.index.buffer_changed(slow.target)
    assert slow.index.settle(PATIENCE)
    slow.begin_to_read()
    slow.notified.clear()
    slow.target.unlink()
    slow.index.files_changed([slow.target])
    assert slow.notified.wait(PATIENCE)
    assert slow.codes() == ["broken-link"]
