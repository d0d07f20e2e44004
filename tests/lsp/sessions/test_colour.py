"""Colours in two editors."""

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


async def test_colour_and_presentation(editor: LanguageClient, project: Path) -> None:
    text = '{% section bg-from="#ff0000" %}\nx\n{% /section %}\n'
    page = opened(editor, project, "content/colour.md", text)
    (found,) = await editor.text_document_document_color_async(types.DocumentColorParams(page))
    assert found.range == types.Range(at(0, 20), at(0, 27))
    assert found.color == types.Color(1.0, 0.0, 0.0, 1.0)
    other = types.ColorPresentationParams(page, types.Color(0.0, 0.0, 1.0, 1.0), found.range)
    first, *_ = await editor.text_document_color_presentation_async(other)
    assert first.label == "#0000ff"
    assert first.text_edit == types.TextEdit(found.range, "#0000ff")
    closed(editor, page)


async def test_other_files(editor: LanguageClient, project: Path) -> None:
    page = opened(editor, project, "README.md", '{% section bg-from="#ff0000" %}\n')
    assert not await editor.text_document_document_color_async(types.DocumentColorParams(page))
    closed(editor, page)
