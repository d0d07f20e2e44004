"""Results of plugins are merged with our own, also in files that are not pages."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from plugins.installation import Installation

from . import orchard
from .conftest import profile, write
from .editor_client import EditorClient, Pulled
from .wire import Client, Message

SHOWING = {"commands": {"commands": ["refrakt.showReferences"]}}
EDITORS = {
    "vscode": {**profile("vscode"), "experimental": SHOWING},
    "neovim": profile("neovim"),
}


@pytest.fixture(scope="module", params=EDITORS)
def editor(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[EditorClient]:
    with orchard.desk(tmp_path_factory.mktemp("orchard"), EDITORS[request.param]) as desk:
        # Requests that do not wait have results once plugins are loaded and pages indexed.
        desk.client.request("workspace/symbol", {"query": "oak"})
        _indexed(desk)
        yield desk


def _indexed(desk: EditorClient) -> None:
    while True:
        result = desk.client.request("refrakt/status", None)
        if all(each["pages"] and each["indexing"] is None and not each["busy"] for each in result["roots"]):
            return


def at(uri: str, character: int, line: int = 0, **more: Any) -> Message:
    return {"textDocument": {"uri": uri}, "position": {"line": line, "character": character}, **more}


def range_at(start: int, end: int, line: int = 0) -> Message:
    return {"start": {"line": line, "character": start}, "end": {"line": line, "character": end}}


@pytest.fixture
def notes(editor: EditorClient) -> Iterator[str]:
    """An open file that is not a page."""
    uri = editor.client.open("notes.txt", "an @oak\n", "plaintext")
    yield uri
    editor.close(uri)


@pytest.fixture
def home(editor: EditorClient) -> Iterator[str]:
    uri = editor.open("content/index.md")
    yield uri
    editor.close(uri)


@pytest.mark.parametrize("where", ["notes", "home"])
def test_plugin_hover(editor: EditorClient, where: str, request: pytest.FixtureRequest) -> None:
    uri = request.getfixturevalue(where)
    result = editor.client.request("textDocument/hover", at(uri, 12, 2) if where == "home" else at(uri, 5))
    assert "The tree" in result["contents"]["value"]


def test_own_hover_elsewhere(editor: EditorClient, home: str) -> None:
    assert "Oak" in editor.client.request("textDocument/hover", at(home, 30, 2))["contents"]["value"]


def test_exclusive_plugin_completion(editor: EditorClient) -> None:
    uri = editor.client.open("content/typed.md", "{% @")
    found = editor.client.request("textDocument/completion", at(uri, 4))
    editor.close(uri)
    assert [each["label"] for each in found["items"]] == ["oak"]


def test_plugin_resolves_completion_documentation(tmp_path: Path) -> None:
    with orchard.desk(tmp_path, profile("vscode")) as desk:
        client = desk.client
        client.request("workspace/symbol", {"query": "oak"})
        uri = client.open("content/typed.md", "{% @")
        [offer] = client.request("textDocument/completion", at(uri, 4))["items"]
        result = client.request("completionItem/resolve", offer)
        assert result["documentation"] == {"kind": "markdown", "value": "A *leaf*."}
        write(desk.folder, {"pause": "0.7"})
        slow = client.send_request("completionItem/resolve", offer)
        started = time.perf_counter()
        client.request("textDocument/hover", at(uri, 1))
        assert time.perf_counter() - started < 0.5, "others are answered meanwhile"
        assert client.response(slow)["result"]["documentation"]
        write(desk.folder, {"fall": ""})
        assert "documentation" not in client.request("completionItem/resolve", offer)


def test_own_completion_elsewhere(editor: EditorClient) -> None:
    uri = editor.client.open("content/typed.md", "{% hin")
    found = editor.client.request("textDocument/completion", at(uri, 6))
    editor.close(uri)
    assert "hint" in [each["label"] for each in found["items"]]


def test_definition(editor: EditorClient, notes: str) -> None:
    (found,) = editor.client.request("textDocument/definition", at(notes, 5))
    assert (found.get("targetUri") or found["uri"]) == editor.uri("trees/oak.md")
    assert (found.get("targetSelectionRange") or found["range"]) == range_at(2, 6)


def test_references_have_no_duplicates(editor: EditorClient, home: str) -> None:
    params = at(home, 12, 2, context={"includeDeclaration": True})
    found = editor.client.request("textDocument/references", params)
    assert [each["uri"] for each in found] == [editor.uri("content/index.md"), editor.uri("trees/oak.md")]


def test_prepare_rename(editor: EditorClient, notes: str) -> None:
    assert editor.client.request("textDocument/prepareRename", at(notes, 5)) == {
        "range": range_at(3, 7),
        "placeholder": "@oak",
    }


def test_rename_error(editor: EditorClient) -> None:
    uri = editor.client.open("stones.txt", "a @stone\n", "plaintext")
    response = editor.client.response(editor.client.send_request("textDocument/prepareRename", at(uri, 4)))
    editor.close(uri)
    assert "a stone is no tree" in response["error"]["message"]


def test_rename_edits_and_moves_files(editor: EditorClient, home: str) -> None:
    edit = editor.client.request("textDocument/rename", at(home, 12, 2, newName="elm"))
    steps = edit["documentChanges"]
    texts = {step["textDocument"]["uri"]: [each["newText"] for each in step["edits"]] for step in steps[:-1]}
    assert texts == {editor.uri("content/index.md"): ["@elm"], editor.uri("trees/oak.md"): ["@elm"]}
    assert steps[-1] == {
        "kind": "rename",
        "oldUri": editor.uri("trees/oak.md"),
        "newUri": editor.uri("trees/elm.md"),
    }


def test_rename_merges_plugin_and_own_edits(tmp_path: Path) -> None:
    config = (
        '{"sites": {"main": {"contentDir": "./trees", "plugins": ["@refrakt-md/storytelling", "refrakt-orchard"]}}}'
    )
    files = {
        "refrakt.config.json": config,
        "trees/oak.md": '# @oak\n\n{% character name="@oak" role="protagonist" %}\n## Story\nText.\n{% /character %}\n',
        "trees/wood.md": '# Wood\n\n[There](/oak) stands {% xref "@oak" /%}, [see](oak.md).\n',
    }
    with orchard.desk(tmp_path, profile("vscode"), files) as desk:
        uri = desk.open("trees/wood.md")
        desk.client.request("workspace/symbol", {"query": ""})
        _indexed(desk)
        edit = desk.client.request("textDocument/rename", at(uri, 32, 2, newName="@elm"))
        *steps, move = edit["documentChanges"]
        assert (move["oldUri"], move["newUri"]) == (desk.uri("trees/oak.md"), desk.uri("trees/elm.md"))
        changed = {step["textDocument"]["uri"]: _changed(desk, files, step) for step in steps}
        assert changed == {
            desk.uri("trees/oak.md"): files["trees/oak.md"].replace("@oak", "@elm"),
            uri: files["trees/wood.md"].replace("oak", "elm"),
        }


def _changed(desk: EditorClient, files: dict[str, str], step: Message) -> str:
    """The text of a file after a document change. All characters are one column wide."""
    uri: str = step["textDocument"]["uri"]
    lines = files[uri.removeprefix(f"{desk.folder.as_uri()}/")].split("\n")
    for each in sorted(step["edits"], key=lambda each: str(each["range"]), reverse=True):
        start, end = each["range"]["start"], each["range"]["end"]
        line = lines[start["line"]]
        lines[start["line"]] = line[: start["character"]] + each["newText"] + line[end["character"] :]
    return "\n".join(lines)


def test_failing_plugin_aborts_the_rename(editor: EditorClient, home: str) -> None:
    response = editor.client.response(
        editor.client.send_request("textDocument/rename", at(home, 12, 2, newName="crash"))
    )
    assert "a branch fell down" in response["error"]["message"]


def test_own_rename_elsewhere(editor: EditorClient, home: str) -> None:
    edit = editor.client.request("textDocument/rename", at(home, 30, 2, newName="/tree"))
    assert any(each.get("kind") == "rename" for each in edit["documentChanges"])


def actions(editor: EditorClient, uri: str, line: int = 0, character: int = 5, **context: Any) -> list[Message]:
    where = range_at(character, character, line)
    params = {"textDocument": {"uri": uri}, "range": where, "context": {"diagnostics": [], **context}}
    found: list[Message] = editor.client.request("textDocument/codeAction", params) or []
    return found


def test_plugin_actions(editor: EditorClient, notes: str) -> None:
    planting, shaking = actions(editor, notes)
    assert (planting["title"], planting["kind"], planting["isPreferred"]) == ("Plant it", "quickfix", True)
    create, text = editor.client.request("codeAction/resolve", planting)["edit"]["documentChanges"]
    assert (create["kind"], create["uri"]) == ("create", editor.uri("trees/oak.md"))
    assert text["edits"][0]["newText"] == "# A tree\n"
    response = editor.client.response(editor.client.send_request("codeAction/resolve", shaking))
    assert "nothing falls down" in response["error"]["message"]


def test_only_requested_kinds(editor: EditorClient, notes: str) -> None:
    assert [each["title"] for each in actions(editor, notes, only=["refactor"])] == ["Shake it"]
    assert [each["title"] for each in actions(editor, notes, only=["source"])] == []
    assert [each["title"] for each in actions(editor, notes, triggerKind=2)] == ["Plant it"], "no lamp for the rest"


def test_fixes_of_plugin_problems(editor: EditorClient) -> None:
    uri = editor.client.open("fixes.txt", "😀 @stone\n", "plaintext")
    (result,) = editor.until(uri, "tree-unknown")
    fix, *_ = actions(editor, uri, character=5, diagnostics=[result])
    assert (fix["title"], fix["diagnostics"]) == ("Write @oak", [result])
    edit = editor.client.request("codeAction/resolve", fix)["edit"]
    (change,) = edit["documentChanges"][0]["edits"] if "documentChanges" in edit else edit["changes"][uri]
    assert change == {"range": result["range"], "newText": "@oak"}, "counted as this editor counts"
    editor.close(uri)


def test_plugin_lenses_follow_own_lenses(editor: EditorClient, home: str, request: pytest.FixtureRequest) -> None:
    found = editor.client.request("textDocument/codeLens", {"textDocument": {"uri": home}})
    last = found[-1]
    assert len(found) > 1
    assert (last["command"]["title"], last["range"]) == ("2 of them", range_at(10, 14, 2))
    if "vscode" in request.node.name:
        uri, start, locations = last["command"]["arguments"]
        assert (last["command"]["command"], uri) == ("refrakt.showReferences", home)
        assert start == {"line": 2, "character": 10}
        assert [each["uri"] for each in locations] == [home, editor.uri("trees/oak.md")]
    else:
        assert last["command"]["command"] == ""


def test_plugin_lenses_of_other_files(editor: EditorClient, notes: str) -> None:
    (lens,) = editor.client.request("textDocument/codeLens", {"textDocument": {"uri": notes}})
    assert lens["command"]["title"] == "2 of them"


def test_lens_refresh_when_another_file_changes(editor: EditorClient, home: str, notes: str) -> None:
    editor.client.request("textDocument/codeLens", {"textDocument": {"uri": home}})
    refresh = "workspace/codeLens/refresh"
    before = sum(each.get("method") == refresh for each in editor.client.received)
    editor.type(notes, 2, 0, 0, "x")
    editor.client.wait(lambda each: each.get("method") == refresh)
    assert sum(each.get("method") == refresh for each in editor.client.received) > before


def test_workspace_symbols(editor: EditorClient) -> None:
    found = editor.client.request("workspace/symbol", {"query": "oak"})
    assert (found[0]["name"], found[0]["containerName"]) == ("@oak", "tree")
    assert found[0]["location"] == {"uri": editor.uri("trees/oak.md"), "range": range_at(2, 6)}
    assert "Oak" in [each["name"] for each in found], "the page is ours"


def test_plugin_symbols_replace_own_entities(tmp_path: Path) -> None:
    page = '# @lime\n\n{% character name="limebert" role="protagonist" %}\n## Story\nText.\n{% /character %}\n'
    config = (
        '{"sites": {"main": {"contentDir": "./trees", "plugins": ["@refrakt-md/storytelling", "refrakt-orchard"]}}}'
    )
    files = {"refrakt.config.json": config, "trees/lime.md": page, "trees/other.md": page}
    with orchard.desk(tmp_path, profile("vscode"), files) as desk:
        desk.client.request("workspace/symbol", {"query": "lime"})
        _indexed(desk)
        found = desk.client.request("workspace/symbol", {"query": "lime"})
        named = [(each["name"], each["location"]["uri"].rpartition("/")[2]) for each in found if "lime" in each["name"]]
        assert ("@lime", "lime.md") in named
        assert ("limebert", "other.md") in named
        assert ("limebert", "lime.md") not in named


def test_plugin_edits_without_resolve_support(tmp_path: Path) -> None:
    literals = {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": [""]}}}
    capabilities = {"textDocument": {"codeAction": literals}}
    with orchard.desk(tmp_path, capabilities) as desk:
        desk.client.request("workspace/symbol", {"query": "oak"})
        uri = desk.client.open("notes.txt", "an @oak\n", "plaintext")
        assert actions(desk, uri) == [], "it cannot make files, and the other one refuses"


def test_file_changes_enable_and_disable_plugins(tmp_path: Path) -> None:
    with orchard.desk(tmp_path, profile("vscode")) as desk:
        uri = desk.client.open("notes.txt", "a @stone\n", "plaintext")
        desk.until(uri, "tree-unknown")
        config = '{"sites": {"main": {"contentDir": "./content"}}, "plugins": []}\n'
        write(desk.folder, {"refrakt.config.json": config})
        desk.events(("refrakt.config.json", 2))
        desk.until(uri)


def test_example_garden_plugin(tmp_path: Path, repository: Path) -> None:
    packages = Installation(tmp_path / "packages")
    packages.project(repository / "examples" / "plugins" / "refrakt-garden")
    text = "plants:\n  carrot: 3\n  tulip: 3\n"
    site = write(tmp_path / "site", {"garden.yaml": text})
    with Client(site, env={"PYTHONPATH": str(packages.folder)}, forked=True) as client:
        client.initialize(EDITORS["vscode"])
        client.request("workspace/symbol", {"query": ""})
        uri = client.open("garden.yaml", text, "yaml", version=4)
        lenses = client.request("textDocument/codeLens", {"textDocument": {"uri": uri}})
        assert [each["command"]["title"] for each in lenses] == ["1 more in month 3"] * 2
        (action,) = actions(Pulled(client), uri, line=1, character=10)
        assert action["title"] == "Sow carrot a month later"
        (step,) = client.request("codeAction/resolve", action)["edit"]["documentChanges"]
        assert step["textDocument"] == {"uri": uri, "version": 4}, "the version is that of the editor"
        assert [each["newText"] for each in step["edits"]] == ["4"]
