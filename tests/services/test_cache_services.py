"""`refrakt cache stats` and `refrakt cache clear`, as services and as commands."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from refrakt.command_input import NoInput
from refrakt.errors import RefraktError
from refrakt.hosts.cli import main
from refrakt.project.files import FileStamp
from refrakt.project.index.page_cache import FILE, LIMIT, PageCache, ReadStamp, digest
from refrakt.services.cache_clear import cache_clear
from refrakt.services.cache_stats import cache_stats
from refrakt.services.context import Context
from refrakt.services.registry import service_of


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's cache folder, for one test."""
    named = tmp_path / "cache"
    monkeypatch.setenv("REFRAKT_CACHE_DIR", str(named))
    return named


@pytest.fixture
def context(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Context:
    project = tmp_path / "project"
    project.mkdir()
    monkeypatch.chdir(project)
    return Context.at(project)


def fill(folder: Path) -> None:
    cache = PageCache.open(folder)
    cache.put({digest(str(number).encode()): "x" * 1000 for number in range(1200)})
    cache.set_files("/p", {"a.md": ReadStamp(FileStamp(1, 1, 1, 1), digest(b""), 2)})
    cache.close()


def test_stats_list_cached_entries(folder: Path, context: Context) -> None:
    fill(folder)
    result = cache_stats(context, NoInput())
    assert (result.entries, result.projects, result.limit, result.trouble) == (1200, 1, LIMIT, None)
    assert result.path == str(folder / FILE)
    assert result.bytes == (folder / FILE).stat().st_size


def test_clear_deletes_all_entries_and_reports_the_size(folder: Path, context: Context) -> None:
    fill(folder)
    before = (folder / FILE).stat().st_size
    result = cache_clear(context, NoInput())
    assert (result.entries, result.projects, result.path) == (1200, 1, str(folder / FILE))
    assert result.freed == before - (folder / FILE).stat().st_size > 1_000_000
    assert cache_stats(context, NoInput()).entries == 0
    assert service_of(cache_clear).reads_only is False


def test_the_commands(folder: Path, context: Context, capsys: pytest.CaptureFixture[str]) -> None:
    fill(folder)
    assert main(["cache", "stats"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"file      {folder / FILE}",
        f"size      {(folder / FILE).stat().st_size / 1024 / 1024:.1f} MiB of 256.0 MiB",
        "entries   1,200",
        "projects  1",
    ]
    assert main(["cache", "clear"]) == 0
    assert capsys.readouterr().out.startswith("entries   1,200 removed\nprojects  1 removed\nfreed     ")
    assert main(["cache", "stats", "--format", "json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert (result["entries"], result["projects"], result["limit"]) == (0, 0, LIMIT)
    assert list(context.project.root.iterdir()) == []


def test_an_unusable_cache_is_reported(folder: Path, context: Context, capsys: pytest.CaptureFixture[str]) -> None:
    folder.write_text("a file")
    assert cache_stats(context, NoInput()).trouble is not None
    assert main(["cache", "stats"]) == 0
    assert f"trouble   {folder}" in capsys.readouterr().out
    with pytest.raises(RefraktError, match="cannot clear the cache") as caught:
        cache_clear(context, NoInput())
    assert caught.value.code == "WRITE_FAILED"
    assert "REFRAKT_CACHE_DIR" in caught.value.hint


def test_a_cache_that_is_being_written_to_is_not_cleared(folder: Path, context: Context) -> None:
    fill(folder)
    with closing(sqlite3.connect(folder / FILE, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(RefraktError, match="another process is writing to it") as caught:
            cache_clear(context, NoInput())
    assert caught.value.hint == "Try again in a moment."
    assert cache_stats(context, NoInput()).entries == 1200
