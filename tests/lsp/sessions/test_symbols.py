"""`textDocument/documentSymbol` and `workspace/symbol` in two editors."""

from __future__ import annotations

from pathlib import Path

import pytest
from lsprotocol import types
from pytest_lsp import LanguageClient

from .conftest import at, closed, opened

pytestmark = [
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.filterwarnings("error::pytest_lsp.LspSpecificationWarning"),
]


async def test_the_outline(editor: LanguageClient, project: Path, request: pytest.FixtureRequest) -> None:
    text = "---\ntitle: A\n---\n\n# 😀 Top\n\n{% hint %}\n## Inside\n{% /hint %}\n\n## Next\n"
    page = opened(editor, project, "content/outline.md", text)
    found = await editor.text_document_document_symbol_async(types.DocumentSymbolParams(page))
    closed(editor, page)
    assert found is not None
    front, top = found
    assert isinstance(top, types.DocumentSymbol)
    assert isinstance(front, types.DocumentSymbol)
    assert (front.name, front.detail) == ("frontmatter", "A")
    assert top.name == "😀 Top"
    assert top.selection_range.end == at(4, 8 if "vscode" in request.node.name else 10)
    assert [each.name for each in top.children or ()] == ["hint", "Next"]
    assert top.range.end == at(10, 7)


async def test_other_files_have_no_outline(editor: LanguageClient, project: Path) -> None:
    page = opened(editor, project, "README.md", "# A\n")
    found = await editor.text_document_document_symbol_async(types.DocumentSymbolParams(page))
    closed(editor, page)
    assert found is None


async def test_workspace_symbols(editor: LanguageClient, project: Path) -> None:
    found = await editor.workspace_symbol_async(types.WorkspaceSymbolParams("linux"))
    assert found is not None
    linux = found[0]
    assert (linux.name, linux.container_name) == ("Linux", "Setting up")
    if not isinstance(linux, types.WorkspaceSymbol):
        assert linux.location.range == types.Range(at(7, 0), at(7, 8))
        return
    if not isinstance(linux.location, types.Location):
        linux = await editor.workspace_symbol_resolve_async(linux)
    assert linux.location == types.Location(
        (project / "content/docs/setup.md").as_uri(), types.Range(at(7, 0), at(7, 8))
    )


async def test_rune_is_found_by_use(editor: LanguageClient, project: Path) -> None:
    found = await editor.workspace_symbol_async(types.WorkspaceSymbolParams("xref"))
    rune = next(each for each in found or () if each.name == "xref")
    if isinstance(rune, types.WorkspaceSymbol) and not isinstance(rune.location, types.Location):
        rune = await editor.workspace_symbol_resolve_async(rune)
    assert isinstance(rune.location, types.Location)
    assert rune.location.range == types.Range(at(2, 19), at(2, 23))
