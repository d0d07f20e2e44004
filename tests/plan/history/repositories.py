"""Real git repositories for tests, with fixed dates."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from collections.abc import Mapping
from itertools import groupby
from pathlib import Path
from typing import Any

from plan.plans import write
from refrakt.plugins import Disk
from refrakt_plan.commands.history import HistoryInput, run_history

NOON = "2026-03-{day:02}T12:00:00+0000"


class Repo:
    """A repository and operations on it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.day = 0
        folder.mkdir(parents=True, exist_ok=True)
        self.git("init", "--quiet", "--initial-branch=main")

    def git(self, *words: str, date: str = NOON.format(day=1), author: str = "Ada", given: bytes | None = None) -> str:
        environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
        environment |= {
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_CONFIG_SYSTEM": os.devnull,
            "GIT_AUTHOR_NAME": author,
            "GIT_AUTHOR_EMAIL": "ada@example.org",
            "GIT_COMMITTER_NAME": author,
            "GIT_COMMITTER_EMAIL": "ada@example.org",
            "GIT_AUTHOR_DATE": date,
            "GIT_COMMITTER_DATE": date,
        }
        done = subprocess.run(
            ["git", "-c", "core.fsync=none", *words],
            cwd=self.folder,
            env=environment,
            capture_output=True,
            input=given,
            check=False,
        )
        assert done.returncode == 0, done.stderr.decode()
        return done.stdout.decode().strip()

    def commit(
        self, message: str, files: Mapping[str, str | None] | None = None, *, date: str = "", author: str = "Ada"
    ) -> None:
        """Commit these files; None deletes one. Without a date, a day after the last commit."""
        self.day += 1
        write(self.folder, {name: text for name, text in (files or {}).items() if text is not None})
        for name in (name for name, text in (files or {}).items() if text is None):
            (self.folder / name).unlink()
        self.git("add", "--all")
        date = date or NOON.format(day=self.day)
        self.git("commit", "--quiet", "--allow-empty", "--no-verify", "-m", message, date=date, author=author)

    def merge(self, branch: str, files: Mapping[str, str] | None = None, *options: str) -> None:
        """Merge a branch; `files` are the texts after the merge."""
        self.day += 1
        date = NOON.format(day=self.day)
        if files is None:
            self.git("merge", "--quiet", "--no-ff", "-m", f"merge {branch}", *options, branch, date=date)
            return
        self.git("merge", "--quiet", "--no-ff", "--no-commit", "-s", "ours", branch, date=date)
        write(self.folder, files)
        self.git("add", "--all")
        self.git("commit", "--quiet", "-m", f"merge {branch}", date=date)


def fingerprint(folder: Path) -> dict[str, tuple[str, int]]:
    """Content and modification time of every file in a folder."""
    return {
        str(path.relative_to(folder)): (hashlib.sha256(path.read_bytes()).hexdigest(), path.stat().st_mtime_ns)
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def without_git(folder: Path) -> str:
    """A PATH without git."""
    folder.mkdir()
    assert shutil.which("git", path=str(folder)) is None
    return str(folder)


def ask(folder: Path, id: str | None = None, by_commit: bool = False, **options: Any) -> Any:
    """What `plan history` answers about the plan in a folder."""
    return run_history(folder, Disk(), HistoryInput(id=id, **options), by_commit=by_commit)


def kinds(folder: Path, id: str | None = None, **options: Any) -> list[tuple[str, str, str]]:
    """Kind, id and file of every event, the oldest commit first."""
    events = ask(folder, id, **{"all": True, "limit": 1000, **options})["events"]
    commits = [list(each) for _, each in groupby(events, lambda each: each["hash"])]
    return [(each["kind"], each["id"], each["file"]) for commit in reversed(commits) for each in commit]
