"""`.gitignore` excludes the same files as in git."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from refrakt.project.gitignore import LARGEST, GitIgnore

FOLDERS = ("a", "a/b", "a/b/c", "a b", "ab", "ab/a", "b", "b/[x]", "é", "build", "build/a")
FILES = ("x.md", "a.md", "b", "c", "a.b", "ab ", "#a", "!a", "\\a", "é.md", "ab")
PATHS = (*FOLDERS, *(f"{folder}/f-{name}" for folder in FOLDERS for name in FILES), *(f"f-{name}" for name in FILES))
PIECES = (
    "a",
    "b",
    "c",
    "ab",
    "f-",
    "x.md",
    ".md",
    "*",
    "**",
    "?",
    "/",
    "/",
    "[ab]",
    "[!a]",
    "[^b-]",
    "[a-c]",
    "[]a]",
    "[",
)
ODD = (
    " ",
    "\\",
    "\\a",
    "\\*",
    "\\ ",
    "é",
    "#",
    "!",
    "[:alpha:]",
    "[[:punct:]]",
    "[[:x:]]",
    "[[:a]",
    "[\\]]",
    "***",
    "-",
    "]",
)
PATTERN = st.lists(st.sampled_from((*PIECES, *PIECES, *ODD)), min_size=1, max_size=7).map("".join)
LINE = st.one_of(
    PATTERN,
    PATTERN.map("!{}".format),
    PATTERN.map("{}/".format),
    PATTERN.map("/{}".format),
    PATTERN.map("**/{}".format),
)
LINES = st.lists(LINE, max_size=6).map("\n".join)

needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository with the paths above, and no patterns of the user."""
    root = tmp_path_factory.mktemp("ignored").resolve()
    subprocess.run(["git", "init", "-q", str(root)], check=True)
    (root / ".git/info/exclude").write_text("")
    for each in FOLDERS:
        (root / each).mkdir(parents=True, exist_ok=True)
    for each in PATHS:
        if not (root / each).exists():
            (root / each).touch()
    return root


def write(root: Path, files: Mapping[str, str]) -> None:
    for folder in ("", *FOLDERS):
        (root / folder / ".gitignore").unlink(missing_ok=True)
    for name, text in files.items():
        (root / name).write_text(text, "utf-8", newline="")


def by_git(root: Path) -> set[str]:
    result = subprocess.run(
        ["git", "-c", "core.excludesFile=/dev/null", "check-ignore", "-z", "--stdin"],
        cwd=root,
        check=False,
        input=b"\0".join(map(os.fsencode, PATHS)),
        capture_output=True,
    )
    assert result.returncode in (0, 1), result.stderr
    return set(filter(None, os.fsdecode(result.stdout).split("\0")))


def by_us(root: Path) -> set[str]:
    ignored = GitIgnore(root)
    return {each for each in PATHS if ignored.is_ignored(each, (root / each).is_dir())}


@needs_git
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(top=LINES, nested=LINES, excluded=LINES)
def test_results_equal_those_of_git(tree: Path, top: str, nested: str, excluded: str) -> None:
    write(tree, {".gitignore": top, "a/.gitignore": nested, ".git/info/exclude": excluded})
    assert by_us(tree) == by_git(tree)


@needs_git
@pytest.mark.parametrize(
    "lines",
    [
        "build/\n",
        "/build\n",
        "a/*\n!a/b\n",
        "a\n!a/b\n",
        "*.md\n!a.md\n",
        "**/c\n",
        "a/**\n",
        "a/**/f-b\n",
        "a**/f-b\n",
        "f-ab\\ \n",
        "f-ab \n",
        "f-ab\\  \n",
        "\\#a\n#a\nf-\\#a\n",
        "f-\\!a\n",
        "f-\\\\a\n",
        "f-?.md\n",
        "f-??.md\n",
        "b/\\[x]\n",
        "b/[[]x[]]\n",
        "\ufefff-a.md\n",
        "f-a.md\r\nbuild\r\n",
        "f-b",
        "!\n/\n//\n\n   \n",
        "a/\\\n",
        "f-[[:alpha:]]\n",
        "f-[[:punct:]]a\n",
        "**/**/***/f-b\n",
        "a/**\\/f-b\n",
    ],
)
def test_common_rules(tree: Path, lines: str) -> None:
    write(tree, {".gitignore": lines, ".git/info/exclude": ""})
    assert by_us(tree) == by_git(tree)


def test_a_nearer_file_counts_more(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / ".gitignore").write_text("*.tmp.md\n")
    (tmp_path / "docs/.gitignore").write_text("!keep.tmp.md\n/here.md\n")
    ignored = GitIgnore(tmp_path)
    assert ignored.is_ignored("docs/a.tmp.md", False)
    assert not ignored.is_ignored("docs/keep.tmp.md", False)
    assert ignored.is_ignored("docs/here.md", False)
    assert not ignored.is_ignored("docs/deep/here.md", False)
    assert not ignored.is_ignored("here.md", False)


def test_nothing_below_an_ignored_folder_is_included_again(tmp_path: Path) -> None:
    (tmp_path / "build").mkdir()
    (tmp_path / ".gitignore").write_text("build/\n!build/page.md\n")
    (tmp_path / "build/.gitignore").write_text("!*\n")
    assert GitIgnore(tmp_path).is_ignored("build/page.md", False)
    assert not GitIgnore(tmp_path).is_ignored("build", False), "a file of this name is not a folder"


def test_a_project_inside_a_repository(tmp_path: Path) -> None:
    """Ignored files of the repository are skipped, but not the project itself: a user has opened it."""
    (tmp_path / ".git").mkdir()
    (tmp_path / ".gitignore").write_text("dist/\n/sites/one/cache\nsites\n")
    (tmp_path / "sites/one").mkdir(parents=True)
    ignored = GitIgnore(tmp_path / "sites/one")
    assert ignored.is_ignored("dist", True)
    assert ignored.is_ignored("cache/page.md", False)
    assert not ignored.is_ignored("content/page.md", False)


@needs_git
def test_a_second_work_tree(tmp_path: Path) -> None:
    main, second = tmp_path / "main", tmp_path / "second"
    run = ["git", "-C", str(main), "-c", "user.name=a", "-c", "user.email=a@example.org"]
    subprocess.run(["git", "init", "-q", str(main)], check=True)
    subprocess.run([*run, "commit", "-q", "--allow-empty", "-m", "one"], check=True)
    subprocess.run([*run, "worktree", "add", "-q", str(second)], check=True)
    (main / ".git/info/exclude").write_text("notes.md\n")
    assert GitIgnore(second).is_ignored("notes.md", False)


def test_without_a_repository_nothing_is_ignored(tmp_path: Path) -> None:
    assert not GitIgnore(tmp_path).is_ignored("node_modules/a.md", False)


def test_a_gitignore_that_is_not_a_regular_file_is_ignored(tmp_path: Path) -> None:
    (tmp_path / "list").write_text("*\n")
    (tmp_path / "link").mkdir()
    (tmp_path / "link/.gitignore").symlink_to(tmp_path / "list")
    (tmp_path / "pipe").mkdir()
    os.mkfifo(tmp_path / "pipe/.gitignore")
    (tmp_path / "large").mkdir()
    (tmp_path / "large/.gitignore").write_text("*\n" * LARGEST)
    (tmp_path / ".git").write_text("gitdir: \0")
    ignored = GitIgnore(tmp_path)
    assert not any(ignored.is_ignored(f"{each}/a.md", False) for each in ("link", "pipe", "large"))


def test_hostile_patterns_cost_little(tmp_path: Path) -> None:
    """Patterns that make others backtrack; here each byte of a path is read once."""
    hostile = [
        "*a" * 300 + "b",
        "**/a" * 300 + "/b",
        "a/" + "**/*a*" * 300,
        "[a" * 400,
        "***/" * 400 + "b",
        "?*" * 400 + "b",
    ]
    (tmp_path / ".gitignore").write_text("\n".join(hostile * 4))
    deep = "/".join(["a" * 40] * 20)
    ignored = GitIgnore(tmp_path)
    begun = time.process_time()
    assert not ignored.is_ignored(deep, False)
    assert time.process_time() - begun < 2
