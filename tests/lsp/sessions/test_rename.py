"""`textDocument/rename` and `workspace/willRenameFiles` in two editors."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pytest_lsp import LanguageClient

from ..wire import Client, server
from .conftest import at, closed, opened

pytestmark = [
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.filterwarnings("error::pytest_lsp.LspSpecificationWarning"),
]

HOME = "# Home\n\nSee [setup](/docs/setup#linux) and [the 😀 tour](docs/tour.md).\n"


def edits_of(found: types.WorkspaceEdit | None, project: Path) -> dict[str, list[tuple[types.Range, str]]]:
    """The text edits of each file, by its path."""
    assert found is not None
    edits: dict[str, Sequence[Any]] = dict(found.changes or {})
    for each in found.document_changes or ():
        if isinstance(each, types.TextDocumentEdit):
            edits[each.text_document.uri] = each.edits
    return {
        uri.removeprefix(f"{project.as_uri()}/"): [(edit.range, edit.new_text) for edit in some]
        for uri, some in edits.items()
    }


def moves_of(found: types.WorkspaceEdit | None) -> list[tuple[str, str]]:
    steps: Sequence[Any] = (found.document_changes if found is not None else None) or ()
    return [(each.old_uri, each.new_uri) for each in steps if isinstance(each, types.RenameFile)]


async def test_a_heading_from_a_link(editor: LanguageClient, project: Path) -> None:
    page = opened(editor, project, "content/index.md", HOME)
    where = at(2, HOME.split("\n")[2].index("linux") + 2)
    prepared = await editor.text_document_prepare_rename_async(types.PrepareRenameParams(page, where))
    found = await editor.text_document_rename_async(types.RenameParams(page, where, "On Linux"))
    closed(editor, page)
    assert isinstance(prepared, types.PrepareRenamePlaceholder)
    assert (prepared.range, prepared.placeholder) == (types.Range(at(2, 24), at(2, 29)), "Linux")
    assert edits_of(found, project) == {
        "content/docs/setup.md": [(types.Range(at(7, 3), at(7, 8)), "On Linux")],
        "content/index.md": [(types.Range(at(2, 24), at(2, 29)), "on-linux")],
    }


async def test_a_page_moves_its_file(editor: LanguageClient, project: Path, request: pytest.FixtureRequest) -> None:
    page = opened(editor, project, "content/index.md", HOME)
    line = HOME.split("\n")[2]
    wide = line[: line.index("docs/tour")]
    column = len(wide.encode("utf-8")) if "neovim" in request.node.name else len(wide.encode("utf-16-le")) // 2
    found = await editor.text_document_rename_async(types.RenameParams(page, at(2, column + 2), "walk"))
    closed(editor, page)
    assert edits_of(found, project) == {
        "content/index.md": [(types.Range(at(2, column), at(2, column + len("docs/tour.md"))), "docs/walk.md")]
    }
    folder = (project / "content/docs").as_uri()
    assert moves_of(found) == [(f"{folder}/tour.md", f"{folder}/walk.md")]


async def test_name_conflict(editor: LanguageClient, project: Path) -> None:
    page = opened(editor, project, "content/index.md", HOME)
    where = at(2, 15)
    with pytest.raises(JsonRpcException, match="a page at /docs/tour already exists"):
        await editor.text_document_rename_async(types.RenameParams(page, where, "tour"))
    closed(editor, page)


async def test_nothing_to_rename(editor: LanguageClient, project: Path) -> None:
    page = opened(editor, project, "content/words.md", "Words.\n")
    other = opened(editor, project, "notes.txt", "[a](/docs/setup)\n", "plaintext")
    nothing = [
        await editor.text_document_prepare_rename_async(types.PrepareRenameParams(each, at(0, 2)))
        for each in (page, other)
    ]
    closed(editor, page)
    closed(editor, other)
    assert nothing == [None, None]


async def test_folder_rename_updates_links(editor: LanguageClient, project: Path) -> None:
    page = opened(editor, project, "content/index.md", HOME)
    moves = [types.FileRename((project / "content/docs").as_uri(), (project / "content/guide").as_uri())]
    found = await editor.workspace_will_rename_files_async(types.RenameFilesParams(moves))
    closed(editor, page)
    edits = edits_of(found, project)
    assert [new for _, new in edits["content/index.md"]] == ["/guide/setup", "guide/tour.md"]
    assert list(edits) == ["content/index.md"]


async def test_symlink_is_moved_without_its_target(editor: LanguageClient, project: Path) -> None:
    link = project / "content" / "shortcut.md"
    link.symlink_to(project / "content" / "docs" / "setup.md")
    try:
        moves = [types.FileRename(link.as_uri(), (project / "content" / "elsewhere.md").as_uri())]
        found = await editor.workspace_will_rename_files_async(types.RenameFilesParams(moves))
    finally:
        link.unlink()
    assert found is None


async def test_moved_file_is_indexed_at_its_new_path(editor: LanguageClient, project: Path) -> None:
    new = project / "content/moved-here.md"
    page = opened(editor, project, "content/index.md", "[moved](/moved-here)\n")
    try:
        new.write_text("# Moved\n")
        moves = [types.FileRename((project / "content/was-there.md").as_uri(), new.as_uri())]
        editor.workspace_did_rename_files(types.RenameFilesParams(moves))
        async with asyncio.timeout(30):
            while await editor.text_document_prepare_rename_async(types.PrepareRenameParams(page, at(0, 12))) is None:
                await asyncio.sleep(0.05)
    finally:
        new.unlink()
        editor.workspace_did_rename_files(types.RenameFilesParams([types.FileRename(new.as_uri(), new.as_uri())]))
        closed(editor, page)


async def test_file_rename_requires_client_support(project: Path) -> None:
    capabilities = {"textDocument": {"rename": {}}, "workspace": {"workspaceEdit": {"documentChanges": True}}}
    with server(project, capabilities=capabilities) as client:
        uri = client.open("content/other.md", "[tour](/docs/tour)\n")
        paramsred = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 12}, "newName": "walk"}
        while "still being indexed" in (result := _refused(client, paramsred)):
            await asyncio.sleep(0.05)
    assert result == "this editor does not support `rename` operations. Use `refrakt rename` on the command line."


def _refused(client: Client, params: dict[str, Any]) -> str:
    response = client.response(client.send_request("textDocument/rename", params))
    message: str = response["error"]["message"]
    return message
