"""`textDocument/completion` and `completionItem/resolve` in two editors."""

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


async def offered(editor: LanguageClient, project: Path, text: str) -> list[types.CompletionItem]:
    """The completions at the end of a text."""
    page = opened(editor, project, "content/completing.md", text)
    position = at(text.count("\n"), len(text.rpartition("\n")[2]))
    found = await editor.text_document_completion_async(types.CompletionParams(page, position))
    closed(editor, page)
    assert isinstance(found, types.CompletionList)
    return list(found.items)


def edit_of(item: types.CompletionItem) -> tuple[str, int]:
    """The new text and the width of the replaced range."""
    assert isinstance(item.text_edit, types.TextEdit)
    range_ = item.text_edit.range
    assert range_.start.line == range_.end.line
    return item.text_edit.new_text, range_.end.character - range_.start.character


async def test_runes_allowed_at_the_cursor(editor: LanguageClient, project: Path) -> None:
    items = await offered(editor, project, "{% hi")
    assert "hint" in [each.label for each in items]


@pytest.mark.parametrize(
    ("text", "label", "new", "width"),
    [
        ("See [x](/do", "/docs/setup", "/docs/setup", 3),
        ("[x](/docs/setup#", "#linux", "#linux", 1),
        ('{% xref "Ve', "Veshra", 'Veshra"', 2),
        ('{% partial file="', "support.md", 'support.md"', 0),
        ("---\nlay", "layout", "layout: ", 3),
        ("{% nav %}\n- docs/s", "docs/setup", "docs/setup", 6),
    ],
)
async def test_completions_from_other_pages(
    editor: LanguageClient, project: Path, text: str, label: str, new: str, width: int
) -> None:
    items = {each.label: each for each in await offered(editor, project, text)}
    assert edit_of(items[label]) == (new, width)


async def test_closing_tag(editor: LanguageClient, project: Path) -> None:
    (item,) = await offered(editor, project, "{% hint %}")
    assert item.label == "/hint"
    assert edit_of(item)[0].endswith("\n{% /hint %}")


async def test_empty_file(editor: LanguageClient, project: Path) -> None:
    (item,) = await offered(editor, project, "")
    new, width = edit_of(item)
    assert item.label == "page"
    assert new.startswith("---\ntitle: ${1:Completing}\n")
    assert width == 0


async def test_labels_of_links(editor: LanguageClient, project: Path) -> None:
    (item,) = await offered(editor, project, "[Guide]: /docs/setup\n\n[x][gu")
    assert (item.label, *edit_of(item)) == ("Guide", "Guide]", 2)


async def test_rune_after_a_colon(editor: LanguageClient, project: Path) -> None:
    (item,) = [each for each in await offered(editor, project, "hint:") if each.label == "hint"]
    assert item.filter_text == "hint:"
    assert edit_of(item)[1] == len("hint:")


async def test_page_documentation_is_resolved(editor: LanguageClient, project: Path) -> None:
    page = opened(editor, project, "content/completing.md", "[x](/docs/s")
    found = await editor.text_document_completion_async(types.CompletionParams(page, at(0, 11)))
    assert isinstance(found, types.CompletionList)
    (item,) = [each for each in found.items if each.label == "/docs/setup"]
    assert item.label_details is not None
    assert item.label_details.description == "Setting up"
    assert item.documentation is None
    result = await editor.completion_item_resolve_async(item)
    closed(editor, page)
    assert isinstance(result.documentation, types.MarkupContent)
    assert "From nothing to a page" in result.documentation.value


@pytest.mark.parametrize("text", ["Some words. ", "Some (", "Some <", "A thing: ", "A #", "A [", "A }", "1/", "- "])
async def test_no_completions_in_running_text(editor: LanguageClient, project: Path, text: str) -> None:
    assert await offered(editor, project, text) == []


async def test_no_completions_in_other_files(editor: LanguageClient, project: Path) -> None:
    page = opened(editor, project, "notes.txt", "{% hi", "plaintext")
    found = await editor.text_document_completion_async(types.CompletionParams(page, at(0, 5)))
    closed(editor, page)
    assert found is None or (isinstance(found, types.CompletionList) and not found.items)


async def test_ranges_use_the_client_encoding(
    editor: LanguageClient, project: Path, request: pytest.FixtureRequest
) -> None:
    start = 9 if "neovim" in request.node.name else 7  # bytes, or units of UTF-16
    page = opened(editor, project, "content/completing.md", "😀 [x](/do")
    found = await editor.text_document_completion_async(types.CompletionParams(page, at(0, start + 3)))
    closed(editor, page)
    assert isinstance(found, types.CompletionList)
    (item,) = [each for each in found.items if each.label == "/docs/setup"]
    assert isinstance(item.text_edit, types.TextEdit)
    assert item.text_edit.range == types.Range(at(0, start), at(0, start + 3))
