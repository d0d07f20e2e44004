"""`textDocument/hover` in two editors."""

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


async def test_a_rune(editor: LanguageClient, project: Path) -> None:
    page = opened(editor, project, "content/hover.md", '{% hint type="note" %}\nx\n{% /hint %}\n')
    found = await editor.text_document_hover_async(types.HoverParams(page, at(0, 4)))
    closed(editor, page)
    assert found is not None
    assert isinstance(found.contents, types.MarkupContent)
    assert found.range == types.Range(at(0, 3), at(0, 7))
