"""docs/security.md names a test for each promise: here, each of them exists."""

from __future__ import annotations

import re
from pathlib import Path

HERE = Path(__file__).parent


def named_tests(page: str) -> set[tuple[str, str | None]]:
    """The files and functions that the page names; `::name` belongs to the file named before it in the same line."""
    found: set[tuple[str, str | None]] = set()
    for line in page.splitlines():
        file = None
        for name, function in re.findall(r"`((?:(?:forge|editors)/)?test_\w+\.py)?(?:::(\w+))?`", line):
            file = name or file
            if file is not None and (name or function):
                found.add((file, function or None))
    return found


def folder_of(file: str) -> Path:
    """The file of a test: in this folder, or in that of a plugin."""
    return HERE.parent / file if "/" in file else HERE / file


def exists(path: Path, function: str | None) -> bool:
    if not path.is_file():
        return False
    return (
        function is None or re.search(rf"^(async )?def {function}\b", path.read_text("utf-8"), re.MULTILINE) is not None
    )


def test_every_test_it_names_exists(repository: Path) -> None:
    named = named_tests((repository / "docs/security.md").read_text("utf-8"))
    assert len(named) > 40
    missing = [f"{file}::{function}" for file, function in named if not exists(folder_of(file), function)]
    assert missing == []


def test_every_file_of_tests_is_named(repository: Path) -> None:
    named = {file for file, _ in named_tests((repository / "docs/security.md").read_text("utf-8"))}
    assert {path.name for path in HERE.glob("test_*.py")} - named == {Path(__file__).name}
