"""Whole sessions, as two editors of today lead them, through a client that is not ours."""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_lsp
from lsprotocol import converters, types
from pytest_lsp import ClientServerConfig, LanguageClient

from .conftest import SITE, profile, write

pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.filterwarnings("error::pytest_lsp.LspSpecificationWarning"),
]

WRONG = "# Title\n\n{% hnit %}\nx\n{% /hnit %}\n"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("sessions") / "site", SITE)


@pytest_lsp.fixture(  # type: ignore[untyped-decorator]
    params=["vscode", "neovim"],
    scope="module",
    config=ClientServerConfig(server_command=[sys.executable, "-m", "refrakt", "lsp", "--stdio"]),
)
async def editor(lsp_client: LanguageClient, project: Path, request: pytest.FixtureRequest) -> AsyncIterator[None]:
    capabilities = converters.get_converter().structure(profile(request.param), types.ClientCapabilities)
    folder = types.WorkspaceFolder(project.as_uri(), project.name)
    params = types.InitializeParams(
        capabilities, process_id=os.getpid(), root_uri=project.as_uri(), workspace_folders=[folder]
    )
    lsp_client.feature(types.CLIENT_REGISTER_CAPABILITY)(lambda _: None)
    await lsp_client.initialize_session(params)
    yield
    await lsp_client.shutdown_session()


def opened(editor: LanguageClient, project: Path, name: str, text: str) -> types.TextDocumentIdentifier:
    uri = (project / name).as_uri()
    item = types.TextDocumentItem(uri, "markdown", 1, text)
    editor.text_document_did_open(types.DidOpenTextDocumentParams(item))
    return types.TextDocumentIdentifier(uri)


async def pulled(editor: LanguageClient, page: types.TextDocumentIdentifier) -> list[types.Diagnostic]:
    report: Any = await editor.text_document_diagnostic_async(types.DocumentDiagnosticParams(page))
    items: list[types.Diagnostic] = list(report.items)
    return items


async def test_diagnostics_follow_the_text(editor: LanguageClient, project: Path) -> None:
    page = opened(editor, project, "content/a.md", WRONG)
    (told,) = await pulled(editor, page)
    assert told.code == "unknown-rune"
    assert told.range == types.Range(types.Position(2, 3), types.Position(2, 7))
    change = types.TextDocumentContentChangePartial(told.range, "hint")
    closing = types.TextDocumentContentChangePartial(types.Range(types.Position(4, 4), types.Position(4, 8)), "hint")
    version = types.VersionedTextDocumentIdentifier(version=2, uri=page.uri)
    editor.text_document_did_change(types.DidChangeTextDocumentParams(version, [change, closing]))
    assert await pulled(editor, page) == []
    editor.text_document_did_close(types.DidCloseTextDocumentParams(page))


async def test_completion_with_documentation(editor: LanguageClient, project: Path) -> None:
    page = opened(editor, project, "content/b.md", "é\n\n{% hi")
    found: Any = await editor.text_document_completion_async(types.CompletionParams(page, types.Position(2, 5)))
    (hint,) = [each for each in found.items if each.label == "hint"]
    assert hint.insert_text_format == types.InsertTextFormat.Snippet
    resolved = await editor.completion_item_resolve_async(hint)
    assert isinstance(resolved.documentation, types.MarkupContent)
    assert "hint" in resolved.documentation.value


async def test_hover(editor: LanguageClient, project: Path) -> None:
    page = opened(editor, project, "content/c.md", '{% hint type="note" %}\nx\n{% /hint %}\n')
    found = await editor.text_document_hover_async(types.HoverParams(page, types.Position(0, 4)))
    assert found is not None
    assert isinstance(found.contents, types.MarkupContent)
    assert found.range == types.Range(types.Position(0, 3), types.Position(0, 7))


async def test_nothing_was_pushed_or_popped_up(editor: LanguageClient, project: Path) -> None:
    page = opened(editor, project, "content/d.md", WRONG)
    await pulled(editor, page)
    assert not editor.diagnostics
    assert not editor.messages
