"""`textDocument/semanticTokens` in two editors."""

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


async def test_full_and_delta(editor: LanguageClient, project: Path) -> None:
    page = opened(editor, project, "content/tokens.md", "# A\n\n{% hint %}\nx\n{% /hint %}\n")
    full = await editor.text_document_semantic_tokens_full_async(types.SemanticTokensParams(page))
    assert full is not None
    assert full.result_id is not None
    editor.text_document_did_change(
        types.DidChangeTextDocumentParams(
            types.VersionedTextDocumentIdentifier(2, page.uri),
            [types.TextDocumentContentChangePartial(types.Range(at(2, 7), at(2, 7)), ' type="note"')],
        )
    )
    delta = await editor.text_document_semantic_tokens_full_delta_async(
        types.SemanticTokensDeltaParams(page, full.result_id)
    )
    again = await editor.text_document_semantic_tokens_full_async(types.SemanticTokensParams(page))
    closed(editor, page)
    assert isinstance(delta, types.SemanticTokensDelta)
    assert again is not None
    (edit,) = delta.edits
    data = [*full.data]
    data[edit.start : edit.start + edit.delete_count] = edit.data or []
    assert data == [*again.data]
    assert len(edit.data or ()) <= 4 * 5


async def test_unknown_result_id(editor: LanguageClient, project: Path) -> None:
    page = opened(editor, project, "content/forgotten.md", "{% hint %}\nx\n{% /hint %}\n")
    found = await editor.text_document_semantic_tokens_full_delta_async(types.SemanticTokensDeltaParams(page, "no"))
    closed(editor, page)
    assert isinstance(found, types.SemanticTokens)
    assert len(found.data) == 7 * 5


async def test_token_range(editor: LanguageClient, project: Path) -> None:
    page = opened(editor, project, "content/part.md", "{% hint %}\n\nx\n\n{% /hint %}\n")
    range_ = types.Range(at(4, 0), at(5, 0))
    found = await editor.text_document_semantic_tokens_range_async(types.SemanticTokensRangeParams(page, range_))
    closed(editor, page)
    assert found is not None
    assert [*found.data[:3]] == [4, 0, 2]


async def test_other_files(editor: LanguageClient, project: Path) -> None:
    page = opened(editor, project, "plain.md", "{% hint %}\n")
    found = await editor.text_document_semantic_tokens_full_async(types.SemanticTokensParams(page))
    closed(editor, page)
    assert found is None
