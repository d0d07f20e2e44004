"""Which folder is the project."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from refrakt.project.project_root import project_root


def make(folder: Path, *names: str) -> None:
    for name in names:
        path = folder / name
        if name.endswith("/"):
            path.mkdir(parents=True)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch()


@pytest.mark.parametrize(
    "marker", ["refrakt.config.json", "markdoc.config.json", "plan/work/", "plan/milestones/", ".fractary/"]
)
def test_the_nearest_marker_wins(tmp_path: Path, marker: str) -> None:
    make(tmp_path, "refrakt.config.json", f"inner/{marker}", "inner/content/deep/")
    assert project_root(tmp_path / "inner" / "content" / "deep") == str(tmp_path / "inner")
    assert project_root(str(tmp_path)) == str(tmp_path)


def test_a_plan_folder_without_items_is_not_a_marker(tmp_path: Path) -> None:
    make(tmp_path, "refrakt.config.json", "holiday/plan/hotels/", "other/plan")
    assert project_root(tmp_path / "holiday") == str(tmp_path)
    assert project_root(tmp_path / "other") == str(tmp_path)


def test_the_project_of_a_plan_folder_is_its_parent(tmp_path: Path) -> None:
    make(tmp_path, "plan/work/", ".git/")
    assert project_root(tmp_path / "plan" / "work") == str(tmp_path)


@pytest.mark.parametrize("git", [".git/", ".git"])
def test_fallbacks_are_the_repository_and_the_folder(tmp_path: Path, git: str) -> None:
    make(tmp_path, f"repository/{git}", "repository/docs/", "loose/docs/")
    assert project_root(tmp_path / "repository" / "docs") == str(tmp_path / "repository")
    assert project_root(tmp_path / "loose" / "docs") == str(tmp_path / "loose" / "docs")


def test_a_marker_above_the_repository_wins_over_the_folder(tmp_path: Path) -> None:
    make(tmp_path, "refrakt.config.json", "vendored/.git/")
    assert project_root(tmp_path / "vendored") == str(tmp_path)


def test_links_are_followed(tmp_path: Path) -> None:
    make(tmp_path, "real/refrakt.config.json", "real/content/")
    (tmp_path / "link").symlink_to(tmp_path / "real" / "content")
    assert project_root(tmp_path / "link") == str(tmp_path / "real")


def test_shared_files_do_not_make_the_home_folder_a_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    make(tmp_path, ".fractary/", "notes/")
    assert project_root(tmp_path / "notes") == str(tmp_path / "notes")


def test_finding_the_root_changes_nothing(tmp_path: Path) -> None:
    make(tmp_path, "docs/")
    before = {path: os.stat(path).st_mtime_ns for path in (tmp_path, tmp_path / "docs")}
    assert project_root(tmp_path / "docs" / "missing") == str(tmp_path / "docs" / "missing")
    assert {path: os.stat(path).st_mtime_ns for path in before} == before
