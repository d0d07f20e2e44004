"""What a command in a shell is given: the project around it, and files it can change."""

from __future__ import annotations

from pathlib import Path

import pytest

from refrakt.plugins import Changes, RefraktError, shell_context, typed_path
from refrakt.plugins.shell import typed_in


def test_the_project_is_that_of_the_other_commands(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    below = project / "src" / "deep"
    below.mkdir(parents=True)
    monkeypatch.chdir(below)
    assert (shell_context().cwd, shell_context().config) == (below, {})
    (project / ".git").mkdir()
    assert shell_context().cwd == project
    (project / "src" / "plan" / "work").mkdir(parents=True)
    assert shell_context().cwd == project / "src"
    (project / "src" / "refrakt.config.json").write_text('\ufeff{"plan": {"dir": "todo"}}', "utf-8")
    assert shell_context().config == {"plan": {"dir": "todo"}}


@pytest.mark.parametrize("text", [b"{ broken", b"[]", b"", b"\xff", b"{" * 10_000])
def test_a_config_that_cannot_be_read_says_nothing(project: Path, monkeypatch: pytest.MonkeyPatch, text: bytes) -> None:
    (project / "refrakt.config.json").write_bytes(text)
    monkeypatch.chdir(project)
    assert shell_context().config == {}


def test_changes_are_made_on_disk_unless_somebody_objects(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(project)
    assert shell_context().files.apply(Changes(created=(("a.md", "a"),))).written == ("a.md",)

    def objection(root: Path, changes: Changes) -> None:
        raise RefraktError("VALIDATION_ERROR", f"{changes.created[0][0]} of {root.name}", "No.", exit_code=1)

    with typed_in(project, objection), pytest.raises(RefraktError, match=r"b\.md of project"):
        shell_context().files.apply(Changes(created=(("b.md", "b"),)))
    assert not (project / "b.md").exists()


def test_a_path_counts_from_where_it_was_typed(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(project)
    with typed_in(project / "src", None):
        assert (typed_path("a.md"), typed_path("/a.md")) == (project / "src" / "a.md", Path("/a.md"))
    assert typed_path("a.md") == project / "a.md"


def test_a_folder_that_is_gone_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    with pytest.raises(RefraktError, match="does not exist"):
        shell_context()
