"""`textDocument/codeAction` and `codeAction/resolve` in two editors."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pytest_lsp import LanguageClient

from .conftest import at, closed, indexed, opened

pytestmark = [
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.filterwarnings("error::pytest_lsp.LspSpecificationWarning"),
]


async def offered(
    editor: LanguageClient,
    page: types.TextDocumentIdentifier,
    range_: types.Range,
    diagnostics: list[types.Diagnostic] | None = None,
    **context: Any,
) -> list[types.CodeAction]:
    about = types.CodeActionContext(diagnostics or [], **context)
    found = await editor.text_document_code_action_async(types.CodeActionParams(page, range_, about))
    assert found is not None
    return [each for each in found if isinstance(each, types.CodeAction)]


async def edits(editor: LanguageClient, action: types.CodeAction) -> list[Any]:
    """The document changes of a resolved action."""
    assert action.edit is None, "the edit is resolved when it is chosen"
    edit = (await editor.code_action_resolve_async(action)).edit
    assert edit is not None
    if edit.document_changes is not None:
        return list(edit.document_changes)
    # A client without document versions.
    return [
        types.TextDocumentEdit(types.OptionalVersionedTextDocumentIdentifier(uri), list(some))
        for uri, some in (edit.changes or {}).items()
    ]


def cursor(line: int, character: int) -> types.Range:
    return types.Range(at(line, character), at(line, character))


async def test_a_quick_fix(editor: LanguageClient, project: Path) -> None:
    page = opened(editor, project, "content/fix.md", "😀 text\n\n{% hnit %}\nx\n{% /hnit %}\n")
    result = types.Diagnostic(types.Range(at(2, 3), at(2, 7)), "no rune", code="unknown-rune", source="refrakt")
    found = await offered(editor, page, result.range, [result], only=["quickfix"])
    first = found[0]
    assert (first.title, first.is_preferred) == ("Write hint", True)
    assert list(first.diagnostics or ()) == [result]
    (step,) = await edits(editor, first)
    closed(editor, page)
    assert isinstance(step, types.TextDocumentEdit)
    assert [(each.range, each.new_text) for each in step.edits if isinstance(each, types.TextEdit)] == [
        (types.Range(at(2, 3), at(2, 7)), "hint"),
        (types.Range(at(4, 4), at(4, 8)), "hint"),
    ]


async def test_fix_all(editor: LanguageClient, project: Path) -> None:
    text = '{% hnit type="nte" %}\nSee [it](/docs/setpu).\n{% /hnit %}\n'
    page = opened(editor, project, "content/fix-all.md", text)
    await indexed(editor)
    (action,) = await offered(editor, page, cursor(0, 0), only=["source.fixAll"])
    assert action.kind == "source.fixAll.refrakt"
    (step,) = await edits(editor, action)
    closed(editor, page)
    new = "".join(each.new_text for each in step.edits)
    assert 'int type="note"' in new
    assert "(/docs/setup)" in new, "problems between pages are fixed, too"


async def test_only_requested_kinds(editor: LanguageClient, project: Path) -> None:
    page = opened(editor, project, "content/only.md", "{% hint %}\nx\n{% /hint %}\n")
    kinds = {each.kind for each in await offered(editor, page, cursor(0, 4), only=["refactor"])}
    none = await offered(editor, page, cursor(0, 4), only=["refactor.extract"])
    by_itself = await offered(editor, page, cursor(0, 4), trigger_kind=types.CodeActionTriggerKind.Automatic)
    closed(editor, page)
    assert kinds == {"refactor.rewrite"}
    assert none == []
    assert by_itself == [], "no lamp at every tag the cursor goes by"


async def test_a_new_file(editor: LanguageClient, project: Path) -> None:
    page = opened(editor, project, "content/extract.md", "# Mine\n\nShared 😀 words.\n\nMore.\n")
    range_ = types.Range(at(2, 0), at(3, 0))
    (action,) = await offered(editor, page, range_, only=["refactor.extract"])
    change, create, fill = await edits(editor, action)
    closed(editor, page)
    assert isinstance(create, types.CreateFile)
    assert create.uri == (project / "content/_partials/shared.md").as_uri()
    assert fill.edits[0].new_text == "Shared 😀 words.\n"
    assert change.edits[0].new_text == '{% partial file="shared.md" /%}'
    assert not (project / "content/_partials/shared.md").exists(), "the editor makes it, not the server"


async def test_other_files_have_no_actions(editor: LanguageClient, project: Path) -> None:
    page = opened(editor, project, "NOTES.md", "{% hnit %}\n")
    params = types.CodeActionParams(page, cursor(0, 4), types.CodeActionContext([]))
    found = await editor.text_document_code_action_async(params)
    closed(editor, page)
    assert not found


async def test_changed_page(editor: LanguageClient, project: Path) -> None:
    page = opened(editor, project, "content/changed.md", "{% hnit %}\nx\n{% /hnit %}\n")
    first, *_ = await offered(editor, page, cursor(0, 4), only=["quickfix"])
    newer = types.VersionedTextDocumentIdentifier(2, page.uri)
    whole = types.TextDocumentContentChangeWholeDocument("# Other\n")
    editor.text_document_did_change(types.DidChangeTextDocumentParams(newer, [whole]))
    with pytest.raises(Exception, match="has changed"):
        await editor.code_action_resolve_async(first)
    closed(editor, page)


@pytest.mark.parametrize("data", [[10_000, 0], [1], [[], {}], "x", None])
async def test_outdated_list(editor: LanguageClient, data: Any) -> None:
    with pytest.raises(Exception, match="this action is outdated"):
        await editor.code_action_resolve_async(types.CodeAction("Write hint", data=data))


async def test_list_of_a_restarted_server(editor: LanguageClient, project: Path) -> None:
    """Its ids belong to another list now."""
    page = opened(editor, project, "content/anew.md", "{% hnit %}\nx\n{% /hnit %}\n")
    first, *_ = await offered(editor, page, cursor(0, 4), only=["quickfix"])
    with pytest.raises(Exception, match="this action is outdated"):
        await editor.code_action_resolve_async(types.CodeAction("Remove it", data=first.data))
    closed(editor, page)
