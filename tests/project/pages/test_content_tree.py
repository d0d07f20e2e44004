"""Which files of a content folder are pages, in which order, and what is left out."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from privileges import unprivileged
from refrakt.project.files import LARGEST_PAGE as LARGEST
from refrakt.project.pages.content_tree import SkippedFile, collated, read_tree


def folder(root: Path, *paths: str) -> Path:
    for path in paths:
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"# {path}\n")
    return root


def paths(root: Path) -> list[str]:
    return [page.path for page in read_tree(root).pages]


def test_a_folders_pages_come_before_its_subfolders(tmp_path: Path) -> None:
    folder(
        tmp_path, "b/z.md", "b/a/x.md", "b/c.md", "a.md", "z.md", "B.md", "é.md", "f.md", "a-b.md", "a_b.md", "10.md"
    )
    assert paths(tmp_path) == [
        *("10.md", "a_b.md", "a-b.md", "a.md", "B.md", "é.md", "f.md", "z.md"),
        *("b/c.md", "b/z.md", "b/a/x.md"),
    ]


def test_lower_case_and_unaccented_letters_come_first() -> None:
    assert sorted(["É", "e", "E", "é", "ea", "_", "1", "-"], key=collated) == ["_", "-", "1", "e", "E", "é", "É", "ea"]


def test_only_pages_count(tmp_path: Path) -> None:
    folder(
        tmp_path, "a.md", "b.txt", ".hidden.md", ".git/c.md", "_partials/p.md", "d/_partials/q.md", "d/e.md", "MD.MD"
    )
    (tmp_path / "folder.md").mkdir()
    tree = read_tree(tmp_path)
    assert [page.path for page in tree.pages] == ["a.md", "d/e.md"]
    assert tree.skipped_files == ()


def test_partials_go_by_their_path_below_their_folder(tmp_path: Path) -> None:
    folder(tmp_path, "_partials/a.md", "_partials/deep/b.md", "_partials/.c.md", "_partials/d.txt", "x/_partials/e.md")
    assert {name: file.path for name, file in read_tree(tmp_path).partials.items()} == {
        "a.md": "_partials/a.md",
        "deep/b.md": "_partials/deep/b.md",
    }


def test_layouts_are_found_by_folder(tmp_path: Path) -> None:
    folder(tmp_path, "_layout.md", "a/b/_layout.md", "a/b/c.md", "a/b/c/d.md", "a/x.md", "a/old_layout.md", "y.md")
    tree = read_tree(tmp_path)
    assert [page.path for page in tree.pages] == ["y.md", "a/old_layout.md", "a/x.md", "a/b/c.md", "a/b/c/d.md"]
    assert {folder: file.path for folder, file in tree.layouts.items()} == {"": "_layout.md", "a/b": "a/b/_layout.md"}


def test_the_stamp_of_a_file_changes_with_it(tmp_path: Path) -> None:
    folder(tmp_path, "a.md")
    before = read_tree(tmp_path).pages
    assert read_tree(tmp_path).pages == before
    os.utime(tmp_path / "a.md", ns=(1, 1))
    assert read_tree(tmp_path).pages != before


def test_a_missing_folder_has_no_pages(tmp_path: Path) -> None:
    tree = read_tree(tmp_path / "none")
    assert (tree.pages, tree.partials, tree.skipped_files) == ((), {}, ())


def test_a_page_may_not_be_too_large(tmp_path: Path) -> None:
    folder(tmp_path, "a.md", "b.md")
    with open(tmp_path / "b.md", "wb") as file:
        file.truncate(LARGEST + 1)
    tree = read_tree(tmp_path)
    assert ([page.path for page in tree.pages], tree.skipped_files) == (["a.md"], (SkippedFile("b.md", "too-large"),))


@pytest.mark.skipif(sys.platform == "win32", reason="links take a privilege there")
def test_links_are_skipped(tmp_path: Path) -> None:
    outside = folder(tmp_path / "outside", "secret.md")
    root = folder(tmp_path / "content", "a.md", "sub/b.md")
    (root / "sub" / "loop").symlink_to(root, target_is_directory=True)
    (root / "out").symlink_to(outside, target_is_directory=True)
    (root / "out.md").symlink_to(outside / "secret.md")
    (root / "nowhere.md").symlink_to(root / "missing")
    (root / "self.md").symlink_to(root / "self.md")
    (root / "notes.txt").symlink_to(outside / "secret.md")
    tree = read_tree(root)
    assert [page.path for page in tree.pages] == ["a.md", "sub/b.md"]
    assert {each.path for each in tree.skipped_files} == {"sub/loop", "out", "out.md", "nowhere.md", "self.md"}
    assert {each.reason for each in tree.skipped_files} == {"link"}


@pytest.mark.skipif(sys.platform == "win32", reason="links take a privilege there")
def test_the_content_folder_itself_may_be_a_link(tmp_path: Path) -> None:
    (tmp_path / "content").symlink_to(folder(tmp_path / "real", "a.md"), target_is_directory=True)
    assert paths(tmp_path / "content") == ["a.md"]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere names are text")
def test_a_name_that_is_not_utf8_is_skipped(tmp_path: Path) -> None:
    folder(tmp_path, "a.md")
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.md")).write_text("x")
    tree = read_tree(tmp_path)
    assert [page.path for page in tree.pages] == ["a.md"]
    assert tree.skipped_files == (SkippedFile("caf\ufffd.md", "name"),)


@unprivileged
def test_an_unreadable_folder_is_skipped(tmp_path: Path) -> None:
    folder(tmp_path, "a.md", "shut/b.md", "z/c.md")
    (tmp_path / "shut").chmod(0)
    try:
        tree = read_tree(tmp_path)
    finally:
        (tmp_path / "shut").chmod(0o700)
    assert ([page.path for page in tree.pages], tree.skipped_files) == (
        ["a.md", "z/c.md"],
        (SkippedFile("shut", "unreadable"),),
    )


def test_deep_nesting_is_handled(tmp_path: Path) -> None:
    deep = "/".join(["d"] * 400)
    folder(tmp_path, f"{deep}/a.md")
    assert paths(tmp_path) == [f"{deep}/a.md"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_a_pipe_is_not_a_page(tmp_path: Path) -> None:
    folder(tmp_path, "a.md")
    os.mkfifo(tmp_path / "b.md")
    assert paths(tmp_path) == ["a.md"]
