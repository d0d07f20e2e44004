"""Commands beside an editor: what is open there and not saved is not changed behind its back."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from refrakt.errors import RefraktError
from refrakt.hosts.link.connection import Refusal
from refrakt.hosts.link.open_buffers import fingerprint, open_buffers
from refrakt.hosts.link.unsaved_buffers import refuse_unsaved
from refrakt.project.workspace_edit import FileEdit, WorkspaceEdit

from .test_check_fix import editor


@pytest.fixture
def project(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with a file that is changed in an editor, one that is open, and one that is closed."""
    runtime = tmp_path_factory.mktemp("r")
    runtime.chmod(0o700)
    monkeypatch.setenv("REFRAKT_RUNTIME_DIR", str(runtime))
    for name in ("typed.md", "saved.md", "closed.md"):
        (tmp_path / "plan").mkdir(exist_ok=True)
        (tmp_path / "plan" / name).write_bytes(b"\xef\xbb\xbfone\n")
    return tmp_path.resolve()


async def refusal(root: Path, changes: WorkspaceEdit, opened_on: Path | None = None) -> str | None:
    """Why changes are refused; None where they are not."""
    opened = {"typed.md": "typed\n", "saved.md": "one\n", "draft.md": "never saved"}
    buffers = {str(root / "plan" / name): fingerprint(text) for name, text in opened.items()}
    async with editor(opened_on or root, lambda: buffers):
        try:
            await asyncio.to_thread(refuse_unsaved, root, changes)
        except RefraktError as error:
            return f"{error.code} {error.exit_code} {error.message}"
    return None


def edit(name: str) -> WorkspaceEdit:
    return WorkspaceEdit((FileEdit(name, "one\n", ()),))


async def test_what_is_not_saved_is_not_changed(project: Path) -> None:
    refused = "VALIDATION_ERROR 1 plan/typed.md is open in an editor and not saved"
    assert await refusal(project, edit("plan/typed.md")) == refused
    assert await refusal(project, edit(str(project / "plan/typed.md"))) is not None
    assert await refusal(project, edit("plan/saved.md")) is None
    assert await refusal(project, edit("plan/closed.md")) is None
    (project / "link.md").symlink_to("plan/typed.md")
    assert await refusal(project, edit("link.md")) is not None


async def test_editors_of_other_projects_and_of_parent_folders_are_queried(project: Path) -> None:
    assert await refusal(project, edit("plan/typed.md"), project.parent) is not None
    assert await refusal(project, edit("plan/saved.md"), project.parent) is None
    here = project / "elsewhere"
    here.mkdir()
    buffers = {str(project / "plan/typed.md"): fingerprint("typed\n")}
    changes = (
        edit(str(project / "plan/typed.md")),
        WorkspaceEdit(moved=((str(project / "plan/typed.md"), "b.md"),)),
        WorkspaceEdit(moved=(("a.md", str(project / "plan/typed.md")),)),
        WorkspaceEdit(created=((str(project / "plan/typed.md"), ""),)),
    )
    async with editor(project / "plan", lambda: buffers):
        for each in changes:
            with pytest.raises(RefraktError):
                await asyncio.to_thread(refuse_unsaved, here, each)


@pytest.mark.parametrize("order", [("typed\n", "one\n"), ("one\n", "typed\n"), ("one\n", "one\n", "typed\n")])
async def test_every_editor_of_a_project_is_queried(project: Path, order: tuple[str, ...]) -> None:
    path = project / "plan/typed.md"
    async with AsyncExitStack() as editors:
        for text in order:
            await editors.enter_async_context(editor(project, {str(path): fingerprint(text)}.copy))
        async with asyncio.timeout(5):
            while len(await asyncio.to_thread(open_buffers, str(project))) < len(order):
                await asyncio.sleep(0.01)
        with pytest.raises(RefraktError, match="not saved"):
            await asyncio.to_thread(refuse_unsaved, project, edit("plan/typed.md"))
    async with editor(project, dict):
        await asyncio.to_thread(refuse_unsaved, project, edit("plan/typed.md"))


async def test_editors_of_nested_folders_are_all_queried(project: Path) -> None:
    path = str(project / "plan/typed.md")
    for here, above in (("typed\n", "one\n"), ("one\n", "typed\n")):
        async with (
            editor(project, {path: fingerprint(here)}.copy),
            editor(project.parent, {path: fingerprint(above)}.copy),
        ):
            with pytest.raises(RefraktError, match="not saved"):
                await asyncio.to_thread(refuse_unsaved, project, edit("plan/typed.md"))


async def test_what_is_not_saved_is_not_moved(project: Path) -> None:
    assert await refusal(project, WorkspaceEdit(moved=(("plan/typed.md", "plan/b.md"),))) is not None
    assert await refusal(project, WorkspaceEdit(moved=(("plan", "todo"),))) is not None
    assert await refusal(project, WorkspaceEdit(moved=(("plan/saved.md", "plan/b.md"),))) is None


async def test_no_file_is_made_where_one_is_open(project: Path) -> None:
    accepted = "ALREADY_EXISTS 1 there is a file plan/draft.md already"
    assert await refusal(project, WorkspaceEdit(created=(("plan/draft.md", ""),))) == accepted
    assert await refusal(project, WorkspaceEdit(moved=(("plan/closed.md", "plan/draft.md"),))) == accepted
    assert await refusal(project, WorkspaceEdit(created=(("plan/new.md", ""),))) is None


def test_without_an_editor_nothing_is_refused(project: Path) -> None:
    refuse_unsaved(project, edit("plan/typed.md"))


def test_nothing_is_written_while_an_editor_does_not_reply(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "refrakt.hosts.link.unsaved_buffers.open_buffers", lambda root: Refusal("it uses link version 2")
    )
    with pytest.raises(RefraktError, match="does not report its unsaved files: it uses link version 2"):
        refuse_unsaved(project, edit("plan/closed.md"))
