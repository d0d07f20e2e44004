"""`textDocument/foldingRange` in two editors."""

from __future__ import annotations

from pathlib import Path

import pytest
from lsprotocol import types
from pytest_lsp import LanguageClient

from .conftest import closed, opened

pytestmark = [
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.filterwarnings("error::pytest_lsp.LspSpecificationWarning"),
]


async def test_whole_lines(editor: LanguageClient, project: Path) -> None:
    text = "# A\r\n\r\n{% hint %}\r\n- a\r\n  - b\r\n{% /hint %}\r\n\r\n<!-- x -->\r\n"
    page = opened(editor, project, "content/folding.md", text)
    found = await editor.text_document_folding_range_async(types.FoldingRangeParams(page))
    closed(editor, page)
    assert [(each.start_line, each.end_line) for each in found or ()] == [(0, 7), (2, 4), (3, 4)]


async def test_other_files(editor: LanguageClient, project: Path) -> None:
    page = opened(editor, project, "notes.md", "# A\n\nx\n")
    found = await editor.text_document_folding_range_async(types.FoldingRangeParams(page))
    closed(editor, page)
    assert found is None
