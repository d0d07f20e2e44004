"""`textDocument/signatureHelp` in two editors."""

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


async def shown(
    editor: LanguageClient, project: Path, text: str, line: int, character: int, name: str = "content/signature.md"
) -> types.SignatureHelp | None:
    page = opened(editor, project, name, text)
    found = await editor.text_document_signature_help_async(types.SignatureHelpParams(page, at(line, character)))
    closed(editor, page)
    return found


async def test_the_attributes_of_a_rune(editor: LanguageClient, project: Path) -> None:
    found = await shown(editor, project, "{% hint type= %}\n", 0, 13)
    assert found is not None
    (signature,) = found.signatures
    assert signature.label.startswith("{% hint [type] ")
    assert found.active_parameter == 0
    assert signature.parameters is not None
    first = signature.parameters[0]
    assert tuple(first.label) == (8, 14)
    assert isinstance(first.documentation, types.MarkupContent)
    assert "Type of the note" in first.documentation.value


async def test_the_parameters_of_a_function(editor: LanguageClient, project: Path) -> None:
    found = await shown(editor, project, "{% if equals($a, ) %}\n", 0, 17)
    assert found is not None
    assert found.signatures[0].label == 'equals($value, "text")'
    assert found.active_parameter == 1


async def test_no_signature_outside_of_tags(editor: LanguageClient, project: Path) -> None:
    found = await shown(editor, project, "{% hint nobody= %}\n", 0, 15)
    assert found is not None
    assert found.active_parameter is None


async def test_no_signature_in_strings(editor: LanguageClient, project: Path) -> None:
    assert await shown(editor, project, '{% hint type="" %}\n', 0, 14) is None
    assert await shown(editor, project, "some text\n", 0, 5) is None
    assert await shown(editor, project, "{% hint  %}\n", 0, 8, "README.md") is None
