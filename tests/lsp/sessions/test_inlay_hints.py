"""`textDocument/inlayHint` in two editors."""

from __future__ import annotations

from pathlib import Path

import pytest
from lsprotocol import types
from pytest_lsp import LanguageClient

from .conftest import at, closed, indexed, opened

pytestmark = [
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.filterwarnings("error::pytest_lsp.LspSpecificationWarning"),
]

TEXT = '{% hero %}\n# 😀 Build\n{% /hero %}\n\nSee {% xref "/docs/setup" /%}.\n\n{% grid %}\n{% /grid %}\n'


async def test_hints_and_tooltips(editor: LanguageClient, project: Path) -> None:
    page = opened(editor, project, "content/hints.md", TEXT)
    await indexed(editor)
    everything = types.InlayHintParams(page, types.Range(at(0, 0), at(99, 0)))
    found = await editor.text_document_inlay_hint_async(everything)
    assert found is not None
    field, title = found
    wide = len(b"# \xf0\x9f\x98\x80 Build") if _counts_bytes(editor) else len("# 😀 Build") + 1
    assert (field.label, field.position) == ("headline", at(1, wide))
    assert (title.label, title.position) == ("Setting up", at(4, 25))
    result = await editor.inlay_hint_resolve_async(title)
    assert isinstance(result.tooltip, types.MarkupContent)
    assert "From nothing to a page" in result.tooltip.value
    assert result.label == title.label
    upper = types.InlayHintParams(page, types.Range(at(0, 0), at(3, 0)))
    assert [each.label for each in await editor.text_document_inlay_hint_async(upper) or ()] == ["headline"]
    closed(editor, page)


async def test_other_files(editor: LanguageClient, project: Path) -> None:
    page = opened(editor, project, "README.md", TEXT)
    everything = types.InlayHintParams(page, types.Range(at(0, 0), at(99, 0)))
    assert not await editor.text_document_inlay_hint_async(everything)
    closed(editor, page)


def _counts_bytes(editor: LanguageClient) -> bool:
    general = editor.capabilities.general if editor.capabilities is not None else None
    return general is not None and (general.position_encodings or [""])[0] == "utf-8"
