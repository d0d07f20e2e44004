"""`textDocument/selectionRange` in two editors."""

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


async def test_several_positions(editor: LanguageClient, project: Path) -> None:
    page = opened(editor, project, "content/selection.md", '# A\n\n{% hint title="one two" %}\nx\n{% /hint %}\n')
    found = await editor.text_document_selection_range_async(types.SelectionRangeParams(page, [at(2, 17), at(0, 2)]))
    closed(editor, page)
    assert found is not None
    first, second = found
    assert first.range == types.Range(at(2, 15), at(2, 18))
    assert first.parent is not None
    assert first.parent.range == types.Range(at(2, 15), at(2, 22))
    assert second.range == types.Range(at(0, 2), at(0, 3))
    step: types.SelectionRange | None = first
    while step is not None and step.parent is not None:
        step = step.parent
    assert step is not None
    assert step.range == types.Range(at(0, 0), at(5, 0))
