"""The context of a shell command: its project, and files it can change."""

from __future__ import annotations

from pathlib import Path

import pytest

from refrakt.plugins import RefraktError, WorkspaceEdit, path_argument, shell_context
from refrakt.plugins.shell_context import command_invocation


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
def test_an_unreadable_config_is_ignored(project: Path, monkeypatch: pytest.MonkeyPatch, text: bytes) -> None:
    (project / "refrakt.config.json").write_bytes(text)
    monkeypatch.chdir(project)
    assert shell_context().config == {}


def test_changes_are_written_unless_there_is_an_objection(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(project)
    assert shell_context().files.apply(WorkspaceEdit(created=(("a.md", "a"),))).written == ("a.md",)

    def objection(root: Path, changes: WorkspaceEdit) -> None:
        raise RefraktError("VALIDATION_ERROR", f"{changes.created[0][0]} of {root.name}", "No.", exit_code=1)

    with command_invocation(project, objection), pytest.raises(RefraktError, match=r"b\.md of project"):
        shell_context().files.apply(WorkspaceEdit(created=(("b.md", "b"),)))
    assert not (project / "b.md").exists()


def test_a_path_is_relative_to_where_it_was_typed(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(project)
    with command_invocation(project / "src", None):
        assert (path_argument("a.md"), path_argument("/a.md")) == (project / "src" / "a.md", Path("/a.md"))
    assert path_argument("a.md") == project / "a.md"


def test_a_deleted_folder_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    missing = tmp_path / "gone"
    missing.mkdir()
    monkeypatch.chdir(missing)
    missing.rmdir()
    with pytest.raises(RefraktError, match="no longer exists"):
        shell_context()
