"""Code actions for editors that can do less than others."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from lsprotocol import types

from refrakt.features.answers import Range, Replacement
from refrakt.hosts.lsp.client import client_of
from refrakt.hosts.lsp.features import code_actions
from refrakt.hosts.lsp.framing import Framer
from refrakt.hosts.lsp.front import Greeting
from refrakt.hosts.lsp.pages import Pages
from refrakt.hosts.lsp.process import assemble
from refrakt.hosts.lsp.providers import Providers
from refrakt.hosts.lsp.providers.said import TheirProblem
from refrakt.hosts.lsp.scope import Scope
from refrakt.plugins import FileProblem

from .conftest import write
from .wire import server

FILES = {"refrakt.config.json": '{"site": {"contentDir": "./content"}}', "content/index.md": "# Home\n"}
LITERALS = {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": [""]}}}


def ask(
    folder: Path, action: dict[str, Any], text: str, name: str = "content/new.md", language: str = "markdown"
) -> Any:
    write(folder, FILES)
    with server(folder, capabilities={"textDocument": {"codeAction": action}}) as client:
        uri = client.open(name, text, language)
        place = {"start": {"line": 0, "character": 4}, "end": {"line": 0, "character": 4}}
        params = {"textDocument": {"uri": uri}, "range": place, "context": {"diagnostics": []}}
        answer = client.request("textDocument/codeAction", params)
        client.shut_down()
    return uri, answer


def test_edits_at_once_where_nobody_asks_later(tmp_path: Path) -> None:
    uri, answer = ask(tmp_path, LITERALS, "{% hnit %}\nx\n{% /hnit %}\n")
    first = answer[0]
    assert first["title"] == "Write hint"
    assert [each["newText"] for each in first["edit"]["changes"][uri]] == ["hint", "hint"]
    assert not [each for each in answer if "data" in each]
    assert not [each for each in answer if each["title"].startswith(("Create", "Extract"))], "it cannot make files"


def test_who_knows_commands_only_is_offered_nothing(tmp_path: Path) -> None:
    assert ask(tmp_path, {}, "{% hnit %}\nx\n{% /hnit %}\n")[1] is None


def test_a_page_that_was_never_saved(tmp_path: Path) -> None:
    uri, answer = ask(tmp_path, LITERALS, "{% hnit %}\nx\n{% /hnit %}\n", "untitled:Untitled-1", "markdoc")
    assert answer[0]["edit"]["changes"][uri][0]["newText"] == "hint"


async def test_fixes_of_plugins_in_files_that_are_no_pages(tmp_path: Path) -> None:
    request: dict[str, Any] = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}
    session = assemble(Greeting(request, client_of(request["params"]), Framer())).session
    buffer = session.workspace.open("file:///garden.yaml", tmp_path / "garden.yaml", "month: 0\n", 3, "yaml")
    fix = (Replacement(Range(6, 7), "13"),)
    problem = FileProblem("month", "error", Range(6, 7), "no such month", "Write 13.", fix)
    pages = Pages(session, Scope(session.workspace), Providers(session.workspace))
    pages.providers.known.keep(buffer.uri, buffer.document, [TheirProblem.told(problem)])
    place = types.Range(types.Position(0, 7), types.Position(0, 8))
    told = types.Diagnostic(place, "no such month", code="month", source="refrakt", data={"fixable": True})
    context = types.CodeActionContext([told])
    params = types.CodeActionParams(types.TextDocumentIdentifier(buffer.uri), place, context)
    (action,) = code_actions._mends(pages, buffer, params, set())
    assert (action.title, action.kind) == ("Write 13", "quickfix")
    changes = action.changes()
    assert changes is not None
    assert changes.edits[0].replacements == (Replacement(Range(6, 7), "13"),)
    assert changes.edits[0].version == 3
    assert code_actions._mends(pages, buffer, params, {"month"}) == [], "it is mended in another way"
    unknown = types.CodeActionParams(params.text_document, place, types.CodeActionContext([]))
    assert code_actions._mends(pages, buffer, unknown, set()) == [], "the editor knows of no problem here"
