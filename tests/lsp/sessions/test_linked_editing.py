"""`textDocument/linkedEditingRange` in two editors."""

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


async def test_opening_and_closing_name(editor: LanguageClient, project: Path) -> None:
    page = opened(editor, project, "content/linked.md", "{% hint %}\nx\n{% /hint %}\n")
    found = await editor.text_document_linked_editing_range_async(types.LinkedEditingRangeParams(page, at(0, 5)))
    nothing = await editor.text_document_linked_editing_range_async(types.LinkedEditingRangeParams(page, at(1, 0)))
    closed(editor, page)
    assert found is not None
    assert [*found.ranges] == [types.Range(at(0, 3), at(0, 7)), types.Range(at(2, 4), at(2, 8))]
    assert found.word_pattern == "[a-zA-Z0-9_-]*"
    assert nothing is None
