"""`textDocument/documentLink` and `documentLink/resolve` in two editors."""

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


async def test_links(editor: LanguageClient, project: Path) -> None:
    text = '[a](/docs/setup) [b](/docs/setup#linux) [c](https://example.com) [d](/nowhere)\n\n{% partial file="support.md" /%}\n'
    page = opened(editor, project, "content/nav-links.md", text)
    found = await editor.text_document_document_link_async(types.DocumentLinkParams(page))
    assert found is not None
    setup, linux, web, partial = found
    resolved = await editor.document_link_resolve_async(linux)
    closed(editor, page)
    target = (project / "content/docs/setup.md").as_uri()
    assert setup.target == target
    assert setup.range == types.Range(at(0, 4), at(0, 15))
    assert linux.target is None
    assert resolved.target == f"{target}#L8"
    assert web.target == "https://example.com"
    assert partial.target == (project / "content/_partials/support.md").as_uri()


async def test_other_files(editor: LanguageClient, project: Path) -> None:
    page = opened(editor, project, "links.txt", "[x](/docs/setup)\n", "plaintext")
    assert not await editor.text_document_document_link_async(types.DocumentLinkParams(page))
    closed(editor, page)
