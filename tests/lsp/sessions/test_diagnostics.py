"""Pull diagnostics in two editors."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pytest_lsp import LanguageClient

from .conftest import opened

pytestmark = [
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.filterwarnings("error::pytest_lsp.LspSpecificationWarning"),
]

WRONG = "# Title\n\n{% hnit %}\nx\n{% /hnit %}\n"


async def pulled(editor: LanguageClient, page: types.TextDocumentIdentifier) -> list[types.Diagnostic]:
    report: Any = await editor.text_document_diagnostic_async(types.DocumentDiagnosticParams(page))
    items: list[types.Diagnostic] = list(report.items)
    return items


async def test_diagnostics_follow_the_text(editor: LanguageClient, project: Path) -> None:
    page = opened(editor, project, "content/a.md", WRONG)
    (result,) = await pulled(editor, page)
    assert result.code == "unknown-rune"
    assert result.range == types.Range(types.Position(2, 3), types.Position(2, 7))
    change = types.TextDocumentContentChangePartial(result.range, "hint")
    closing = types.TextDocumentContentChangePartial(types.Range(types.Position(4, 4), types.Position(4, 8)), "hint")
    version = types.VersionedTextDocumentIdentifier(version=2, uri=page.uri)
    editor.text_document_did_change(types.DidChangeTextDocumentParams(version, [change, closing]))
    assert await pulled(editor, page) == []
    editor.text_document_did_close(types.DidCloseTextDocumentParams(page))


async def test_no_published_diagnostics_and_no_popup(editor: LanguageClient, project: Path) -> None:
    page = opened(editor, project, "content/d.md", WRONG)
    await pulled(editor, page)
    assert not editor.diagnostics
    assert not editor.messages
