"""`textDocument/hover` in two editors."""

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


async def result(editor: LanguageClient, project: Path, text: str, line: int, character: int) -> types.Hover | None:
    page = opened(editor, project, "content/hover.md", text)
    await indexed(editor)
    found = await editor.text_document_hover_async(types.HoverParams(page, at(line, character)))
    closed(editor, page)
    return found


def hover_text(found: types.Hover | None) -> str:
    assert found is not None
    assert isinstance(found.contents, types.MarkupContent)
    assert found.contents.kind == types.MarkupKind.Markdown
    return found.contents.value


async def test_a_rune(editor: LanguageClient, project: Path) -> None:
    found = await result(editor, project, '{% hint type="note" %}\nx\n{% /hint %}\n', 0, 4)
    assert hover_text(found).startswith("**hint** (core)")
    assert found is not None
    assert found.range == types.Range(at(0, 3), at(0, 7))


async def test_a_page_and_one_of_its_headings(editor: LanguageClient, project: Path) -> None:
    text = "See [setup](/docs/setup#linux).\n"
    page = hover_text(await result(editor, project, text, 0, 16))
    assert "**Setting up**" in page
    assert "From nothing to a page" in page
    heading = hover_text(await result(editor, project, text, 0, 26))
    assert "**Linux**" in heading
    assert "Text." in heading


async def test_character_entity(editor: LanguageClient, project: Path) -> None:
    found = hover_text(await result(editor, project, '{% xref "Veshra" /%}\n', 0, 11))
    assert "**Veshra**, character" in found
    assert "content/people.md" in found


async def test_a_partial(editor: LanguageClient, project: Path) -> None:
    found = hover_text(await result(editor, project, '{% partial file="support.md" /%}\n', 0, 18))
    assert "Ask us." in found


async def test_problem_documentation(editor: LanguageClient, project: Path) -> None:
    found = await result(editor, project, "a\r\n\r\n😀 {% hnit /%}\r\n", 2, 9)
    assert "**unknown-rune**: " in hover_text(found)
    assert "[In the manual](file://" in hover_text(found)


async def test_other_files(editor: LanguageClient, project: Path) -> None:
    page = opened(editor, project, "README.md", "{% hint %}\n")
    found = await editor.text_document_hover_async(types.HoverParams(page, at(0, 4)))
    closed(editor, page)
    assert found is None
