"""`refrakt/inspect` and `refrakt/pages` in two editors."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pygls.exceptions import JsonRpcException
from pytest_lsp import LanguageClient

from .conftest import closed, opened

pytestmark = [
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.filterwarnings("error::pytest_lsp.LspSpecificationWarning"),
]


async def request_result(editor: LanguageClient, method: str, params: Any) -> Any:
    return await editor.protocol.send_request_async(method, params)  # type: ignore[no-untyped-call]


async def test_a_rune(editor: LanguageClient, project: Path) -> None:
    text = '{% hero align="left" %}\n# Build\n\n> lost\n{% /hero %}\n'
    page = opened(editor, project, "content/inspect.md", text)
    params = {"textDocument": {"uri": page.uri}, "position": {"line": 1, "character": 3}}
    found = await request_result(editor, "refrakt/inspect", params)
    assert (found.rune, found.package, found.version, found.uri) == ("hero", "@refrakt-md/marketing", 1, page.uri)
    assert (found.range.start.line, found.range.end.line) == (0, 4)
    assert (found.attributes[0].name, found.attributes[0].value) == ("align", "left")
    (body,) = found.bodies
    filled = {each.name: [part.text for part in each.parts] for each in body.fields if each.parts}
    assert filled == {"headline": ["Build"]}
    assert [each.reason for each in body.lost] == ["left-over"]
    assert "content-dropped" in [each.code for each in found.problems]
    params["position"] = {"line": 5, "character": 0}
    assert await request_result(editor, "refrakt/inspect", params) is None
    closed(editor, page)


async def test_what_cannot_be_inspected(editor: LanguageClient, project: Path) -> None:
    with pytest.raises(JsonRpcException):
        await request_result(editor, "refrakt/inspect", {"uri": "file:///a.md"})
    nowhere = {"textDocument": {"uri": "file:///not/open.md"}, "position": {"line": 0, "character": 0}}
    assert await request_result(editor, "refrakt/inspect", nowhere) is None


async def test_pages(editor: LanguageClient, project: Path) -> None:
    found = await request_result(editor, "refrakt/pages", {})
    titles = {each.url: each.title for each in found.pages}
    assert titles["/docs/setup"] == "Setting up"
    assert found.total == len(found.pages)
    some = await request_result(editor, "refrakt/pages", {"site": "main", "rune": "character"})
    assert [each.file for each in some.pages] == ["content/people.md"]
    by_file = await request_result(
        editor, "refrakt/pages", {"uri": (project / "content/index.md").as_uri(), "rune": "character"}
    )
    assert [each.url for each in by_file.pages] == ["/people"]


@pytest.mark.parametrize("query", [{"site": "nobody"}, {"colour": 1}])
async def test_invalid_params(editor: LanguageClient, project: Path, query: dict[str, Any]) -> None:
    with pytest.raises(JsonRpcException):
        await request_result(editor, "refrakt/pages", query)
