"""`textDocument/formatting`, `rangeFormatting`, `rangesFormatting` and `onTypeFormatting` in two editors."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pytest_lsp import LanguageClient

from ..conftest import PUSH
from ..wire import server
from .conftest import at, closed, opened

pytestmark = [
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.filterwarnings("error::pytest_lsp.LspSpecificationWarning"),
]
OPTIONS = types.FormattingOptions(tab_size=4, insert_spaces=True)
MESSY = "*   a 😀  \n\n\n\nText 😀.  \n\n***\n"


def range_at(line: int, start: int, end_line: int, end: int) -> types.Range:
    return types.Range(at(line, start), at(end_line, end))


def result(edits: Sequence[types.TextEdit] | None) -> list[tuple[int, int, int, str]]:
    """Edits as first line, last line, whether they begin in the middle of one, and new text."""
    return [
        (each.range.start.line, each.range.end.line, each.range.start.character, each.new_text) for each in edits or ()
    ]


async def test_a_page(editor: LanguageClient, project: Path) -> None:
    page = opened(editor, project, "content/messy.md", MESSY)
    found = await editor.text_document_formatting_async(types.DocumentFormattingParams(page, OPTIONS))
    closed(editor, page)
    assert result(found) == [(0, 2, 0, "* a 😀"), (4, 4, 0, "Text 😀."), (6, 6, 0, "---")]


async def test_line_with_an_emoji(editor: LanguageClient, project: Path, request: pytest.FixtureRequest) -> None:
    page = opened(editor, project, "content/emoji.md", "a\n\nText 😀.  \n")
    (found,) = await editor.text_document_formatting_async(types.DocumentFormattingParams(page, OPTIONS)) or ()
    closed(editor, page)
    assert found.range.end == at(2, 10 if request.node.callspec.params["editor"] == "vscode" else 12)


async def test_parts_of_a_page(editor: LanguageClient, project: Path) -> None:
    page = opened(editor, project, "content/parts.md", MESSY)
    one = types.DocumentRangeFormattingParams(page, range_at(6, 0, 7, 0), OPTIONS)
    assert result(await editor.text_document_range_formatting_async(one)) == [(6, 6, 0, "---")]
    two = types.DocumentRangesFormattingParams(page, [range_at(0, 0, 0, 1), range_at(6, 1, 6, 2)], OPTIONS)
    assert result(await editor.text_document_ranges_formatting_async(two)) == [(0, 0, 0, "* a 😀"), (6, 6, 0, "---")]
    closed(editor, page)


async def test_other_files_are_not_formatted(editor: LanguageClient, project: Path) -> None:
    page = opened(editor, project, "NOTES.md", MESSY)
    assert not await editor.text_document_formatting_async(types.DocumentFormattingParams(page, OPTIONS))
    typed = types.DocumentOnTypeFormattingParams(page, at(1, 0), "\n", OPTIONS)
    assert not await editor.text_document_on_type_formatting_async(typed)
    closed(editor, page)
    assert not await editor.text_document_formatting_async(types.DocumentFormattingParams(page, OPTIONS))


async def test_changed_text_is_not_formatted(project: Path) -> None:
    """Both messages arrive together, so the change precedes the result."""

    def framed(message: dict[str, Any]) -> bytes:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)

    with server(project, capabilities=PUSH) as client:
        uri = client.open("content/long.md", MESSY * 200)
        client.diagnostics(uri, 1)
        page = {"uri": uri}
        change = {"textDocument": {**page, "version": 2}, "contentChanges": [{"text": "a"}]}
        options = {"tabSize": 4, "insertSpaces": True}
        request = {"textDocument": page, "options": options}
        client.raw(
            framed({"id": "late", "method": "textDocument/formatting", "params": request})
            + framed({"method": "textDocument/didChange", "params": change})
        )
        assert client.response("late")["error"]["code"] == types.LSPErrorCodes.ContentModified
        assert client.request("textDocument/formatting", request) == [
            {"range": {"start": {"line": 0, "character": 1}, "end": {"line": 0, "character": 1}}, "newText": "\n"}
        ]
        assert client.shut_down() == 0


async def test_on_type_formatting(editor: LanguageClient, project: Path) -> None:
    page = opened(editor, project, "content/typed.md", "😀\n\n{% hint %}\n\n- a\n\n")
    closing = types.DocumentOnTypeFormattingParams(page, at(2, 10), "}", OPTIONS)
    assert result(await editor.text_document_on_type_formatting_async(closing)) == [(3, 3, 0, "{% /hint %}\n")]
    item = types.DocumentOnTypeFormattingParams(page, at(5, 0), "\n", OPTIONS)
    assert result(await editor.text_document_on_type_formatting_async(item)) == [(5, 5, 0, "- ")]
    closed(editor, page)
