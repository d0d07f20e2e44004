"""`textDocument/codeLens` in two editors."""

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


async def test_references_of_a_page(editor: LanguageClient, project: Path) -> None:
    text = (project / "content/docs/setup.md").read_text()
    page = opened(editor, project, "content/docs/setup.md", text)
    found = await editor.text_document_code_lens_async(types.CodeLensParams(page))
    assert found is not None
    resolved = [each if each.command else await editor.code_lens_resolve_async(each) for each in found]
    closed(editor, page)
    titles = [(each.range.start.line, each.command.title) for each in resolved if each.command is not None]
    assert titles == [(0, "/docs/setup"), (0, "layout default"), (0, "1 reference"), (7, "1 reference")]
    # Neither client has declared a command to show them.
    assert {each.command.command for each in resolved if each.command is not None} == {""}


async def test_other_files(editor: LanguageClient, project: Path) -> None:
    page = opened(editor, project, "lens.md", "# A\n")
    found = await editor.text_document_code_lens_async(types.CodeLensParams(page))
    closed(editor, page)
    assert found is None
