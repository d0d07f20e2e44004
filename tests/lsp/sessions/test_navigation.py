"""`textDocument/definition`, `textDocument/references` and `textDocument/documentHighlight` in two editors."""

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


def column(editor: LanguageClient, text: str) -> int:
    """The column after a text, in the client's encoding."""
    assert editor.capabilities is not None
    general = editor.capabilities.general
    first = (general.position_encodings if general is not None else None) or ("utf-16",)
    return len(text.encode("utf-8")) if first[0] == "utf-8" else len(text.encode("utf-16-le")) // 2


async def test_the_definition_of_a_heading(editor: LanguageClient, project: Path) -> None:
    line = "😀 [x](/docs/setup#linux)"
    page = opened(editor, project, "content/nav-definition.md", f"{line}\n")
    found = await editor.text_document_definition_async(
        types.DefinitionParams(page, at(0, column(editor, line.partition("nux")[0])))
    )
    closed(editor, page)
    target = (project / "content/docs/setup.md").as_uri()
    (link,) = found or ()  # type: ignore[misc]
    if isinstance(link, types.LocationLink):
        start, end = (column(editor, line[: line.index(each)]) for each in ("linux", ")"))
        assert link.origin_selection_range == types.Range(at(0, start), at(0, end))
        assert link.target_range == types.Range(at(7, 0), at(7, 8))
    assert location_of(link) == types.Location(target, types.Range(at(7, 3), at(7, 8)))


def location_of(found: object) -> types.Location | None:
    if isinstance(found, types.LocationLink):
        return types.Location(found.target_uri, found.target_selection_range)
    return found if isinstance(found, types.Location) else None


async def test_the_definition_of_an_entity_in_a_buffer(editor: LanguageClient, project: Path) -> None:
    authors = opened(editor, project, "content/people.md", '\n\n{% character name="Veshra" %}\nx\n{% /character %}\n')
    page = opened(editor, project, "content/docs/tour.md", '{% xref "Veshra" /%}\n')
    found = await editor.text_document_definition_async(types.DefinitionParams(page, at(0, 11)))
    closed(editor, page)
    closed(editor, authors)
    assert isinstance(found, list)
    assert [*map(location_of, found)] == [types.Location(authors.uri, types.Range(at(2, 19), at(2, 25)))]


async def test_no_definition_in_prose(editor: LanguageClient, project: Path) -> None:
    page = opened(editor, project, "content/nav-words.md", "Plain words.\n")
    found = await editor.text_document_definition_async(types.DefinitionParams(page, at(0, 3)))
    closed(editor, page)
    assert found is None


async def test_references_to_a_page(editor: LanguageClient, project: Path) -> None:
    text = (project / "content/index.md").read_text("utf-8")
    page = opened(editor, project, "content/index.md", text)

    async def named(declaration: bool) -> list[types.Location]:
        context = types.ReferenceContext(declaration)
        found = await editor.text_document_references_async(types.ReferenceParams(context, page, at(2, 14)))
        return [each for each in found or () if "nav-" not in each.uri]

    with_declaration, without = await named(True), await named(False)
    closed(editor, page)
    start = types.Range(at(0, 0), at(0, 0))
    assert with_declaration[0] == types.Location((project / "content/docs/setup.md").as_uri(), start)
    assert with_declaration[1:] == without
    assert types.Location(page.uri, types.Range(at(2, 12), at(2, 23))) in without


async def test_highlights(editor: LanguageClient, project: Path) -> None:
    page = opened(
        editor, project, "content/nav-highlight.md", "# 😀 One\n\n> [x](#😀-one)\n\n{% hint %}\nx\n{% /hint %}\n"
    )

    async def lit(line: int, character: int) -> list[types.DocumentHighlight]:
        params = types.DocumentHighlightParams(page, at(line, character))
        return list(await editor.text_document_document_highlight_async(params) or ())

    heading, tag = await lit(0, 3), await lit(6, 5)
    closed(editor, page)
    assert [each.kind for each in heading] == [types.DocumentHighlightKind.Write, types.DocumentHighlightKind.Read]
    assert [each.range.start for each in heading] == [at(0, 2), at(2, 7)]
    assert [each.range.start for each in tag] == [at(4, 3), at(6, 4)]


async def test_other_files(editor: LanguageClient, project: Path) -> None:
    page = opened(editor, project, "notes.txt", "[x](/docs/setup)\n", "plaintext")
    assert await editor.text_document_definition_async(types.DefinitionParams(page, at(0, 8))) is None
    context = types.ReferenceContext(True)
    assert not await editor.text_document_references_async(types.ReferenceParams(context, page, at(0, 8)))
    closed(editor, page)
