"""Code actions for minimal clients."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from lsprotocol import types

from refrakt.hosts.lsp.client_capabilities import read_client_capabilities
from refrakt.hosts.lsp.handlers import code_actions
from refrakt.hosts.lsp.initialize import Handshake
from refrakt.hosts.lsp.message_framing import MessageFramer
from refrakt.hosts.lsp.page_scope import PageScope
from refrakt.hosts.lsp.providers import Providers
from refrakt.hosts.lsp.request_context import RequestContext
from refrakt.hosts.lsp.server_process import assemble
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.plugins import Fix, Problem

from .conftest import write
from .wire import server

FILES = {"refrakt.config.json": '{"site": {"contentDir": "./content"}}', "content/index.md": "# Home\n"}
LITERALS = {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": [""]}}}


def send_request(
    folder: Path, action: dict[str, Any], text: str, name: str = "content/new.md", language: str = "markdown"
) -> Any:
    write(folder, FILES)
    with server(folder, capabilities={"textDocument": {"codeAction": action}}) as client:
        uri = client.open(name, text, language)
        range_ = {"start": {"line": 0, "character": 4}, "end": {"line": 0, "character": 4}}
        params = {"textDocument": {"uri": uri}, "range": range_, "context": {"diagnostics": []}}
        response = client.request("textDocument/codeAction", params)
        client.shut_down()
    return uri, response


def test_edits_without_resolve_support(tmp_path: Path) -> None:
    uri, response = send_request(tmp_path, LITERALS, "{% hnit %}\nx\n{% /hnit %}\n")
    first = response[0]
    assert first["title"] == "Write hint"
    assert [each["newText"] for each in first["edit"]["changes"][uri]] == ["hint", "hint"]
    assert not [each for each in response if "data" in each]
    assert not [each for each in response if each["title"].startswith(("Create", "Extract"))], "it cannot make files"


def test_no_actions_without_literal_support(tmp_path: Path) -> None:
    assert send_request(tmp_path, {}, "{% hnit %}\nx\n{% /hnit %}\n")[1] is None


def test_unsaved_page(tmp_path: Path) -> None:
    uri, response = send_request(tmp_path, LITERALS, "{% hnit %}\nx\n{% /hnit %}\n", "untitled:Untitled-1", "markdoc")
    assert response[0]["edit"]["changes"][uri][0]["newText"] == "hint"


async def test_plugin_fixes_in_other_files(tmp_path: Path) -> None:
    request: dict[str, Any] = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}
    session = assemble(Handshake(request, read_client_capabilities(request["params"]), MessageFramer())).session
    buffer = session.workspace.open("file:///garden.yaml", tmp_path / "garden.yaml", "month: 0\n", 3, "yaml")
    fix = Fix((TextEdit(Span(6, 7), "13"),))
    problem = Problem(Span(6, 7), "no such month", "Write 13.", fix, severity="error", code="month")
    context = RequestContext(session, PageScope(session.workspace), Providers(session.workspace))
    context.providers.problem_store.update(buffer.uri, buffer.document, [problem])
    range_ = types.Range(types.Position(0, 7), types.Position(0, 8))
    result = types.Diagnostic(range_, "no such month", code="month", source="refrakt", data={"fixable": True})
    params = types.CodeActionParams(types.TextDocumentIdentifier(buffer.uri), range_, types.CodeActionContext([result]))
    (action,) = code_actions._plugin_fixes(context, buffer, params, set())
    assert (action.title, action.kind) == ("Write 13", "quickfix")
    changes = action.edit()
    assert changes is not None
    assert changes.edits[0].edits == (TextEdit(Span(6, 7), "13"),)
    assert changes.edits[0].version == 3
    assert code_actions._plugin_fixes(context, buffer, params, {"month"}) == [], "another action fixes it"
    unknown = types.CodeActionParams(params.text_document, range_, types.CodeActionContext([]))
    assert code_actions._plugin_fixes(context, buffer, unknown, set()) == [], "the editor knows of no problem here"
