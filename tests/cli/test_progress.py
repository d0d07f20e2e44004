"""The bar of long work: only on a terminal, only if it takes a while, and never in the way of what is written."""

from __future__ import annotations

import io
import sys
import threading
from pathlib import Path

import pytest

from cli.command_runner import refrakt
from refrakt.hosts.cli import progress, source_files
from refrakt.hosts.cli.progress import Progress

CLEAR = "\r\033[K"


class Screen(io.StringIO):
    """A terminal that can be waited for."""

    def __init__(self) -> None:
        super().__init__()
        self.drawn = threading.Event()

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        count = super().write(text)
        self.drawn.set()
        return count


def watched_screen(monkeypatch: pytest.MonkeyPatch) -> Screen:
    """A terminal as standard error. Not a fixture: pytest would put its own stream there again."""
    made = Screen()
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stderr", made)
    monkeypatch.setattr(progress, "AFTER", 0.0)
    return made


def test_the_progress_line() -> None:
    bar = Progress("Checking", 4)
    assert bar.picture(80) == "Checking [                        ] 0/4 "
    for name in ("a.md", "b.md", "c\x1b[2J.md"):
        bar.step(name)
    assert bar.picture(80) == "Checking [============            ] 2/4 'c\\x1b[2J.md'"
    assert len(bar.picture(20)) < 20
    assert Progress("Running").picture(80) == "Running (0 s)"


def test_it_appears_and_is_removed(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = watched_screen(monkeypatch)
    with Progress("Checking", 2) as bar:
        bar.step("a.md")
        assert screen.drawn.wait(10)
    shown = screen.getvalue()
    assert f"{CLEAR}Checking [" in shown
    assert shown.endswith(CLEAR)


def test_it_is_cleared_for_other_output(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = watched_screen(monkeypatch)
    monkeypatch.setattr(progress, "EVERY", 3600.0)
    with Progress("Checking", 2) as bar:
        assert screen.drawn.wait(10)
        with bar.paused():
            assert screen.getvalue().endswith(CLEAR)
    assert screen.getvalue().count(CLEAR) == 2  # it had gone already


@pytest.mark.parametrize("kind", ["xterm, but a file", "dumb"])
def test_it_is_not_for_logs(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = watched_screen(monkeypatch)
    if kind == "dumb":
        monkeypatch.setenv("TERM", "dumb")
    else:
        monkeypatch.setattr(screen, "isatty", lambda: False)
    before = threading.active_count()
    with Progress("Checking", 2):
        assert threading.active_count() == before
    assert screen.getvalue() == ""


def test_quick_work_shows_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert progress.AFTER == 0.5
    monkeypatch.setattr(progress, "AFTER", 3600.0)  # never reached, also on a slow machine
    for name in ("a.md", "b.md"):
        (tmp_path / name).write_text("Text\n")
    ran = refrakt("validate-content", tmp_path, terminal=True)
    assert (ran.code, ran.out, ran.err) == (0, "2 pages: no problems\n", "")


def test_slow_work_shows_how_far_it_has_come(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("a.md", "b.md"):
        (tmp_path / name).write_text("{% hnit /%}\n")
    monkeypatch.setattr(progress, "AFTER", 0.0)
    monkeypatch.setattr(progress, "EVERY", 0.0)
    read = source_files.read
    drawn = threading.Event()
    picture = Progress.picture

    def watched(bar: Progress, columns: int) -> str:
        drawn.set()
        return picture(bar, columns)

    def slow(path: str) -> source_files.TextFile:
        drawn.clear()
        assert drawn.wait(10)
        return read(path)

    monkeypatch.setattr(Progress, "picture", watched)
    monkeypatch.setattr(source_files, "read", slow)
    ran = refrakt("validate-content", tmp_path, terminal=True)
    assert ran.code == 1
    assert "] 0/2 " in ran.err
    assert "] 1/2 " in ran.err
    assert ran.err.endswith(CLEAR)
    assert ran.out.endswith("2 pages: 2 errors on 2 pages\n")
