"""A plan in two editors, on a site that includes it: results of plan and refrakt are merged."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from ..conftest import profile, write
from ..wire import Client

WORK = (
    '{% work id="WORK-001" status="ready" milestone="v1.0" %}\n\n# First 😀\n\n## Acceptance Criteria\n\n'
    '- [ ] it works\n\n## Blocked by\n\n- 😀 {% ref "WORK-002" /%}\n- {% ref "WORK-404" /%}\n\n{% /work %}\n'
)
PLAN = {
    "refrakt.config.json": '{"sites": {"main": {"contentDir": "./content", "plugins": ["@refrakt-md/plan"]}}}\n',
    "content/index.md": '# Home\n\nSee {% xref "WORK-002" /%}, that is WORK-002.\n',
    "plan/milestones/v1.md": '{% milestone name="v1.0" status="active" %}\n\n# v1.0\n\n{% /milestone %}\n',
    "plan/work/WORK-001-first.md": WORK,
    "plan/work/WORK-002-second.md": '{% work id="WORK-002" status="draft" milestone="v1.0" %}\n\n# Second\n\n{% /work %}\n',
}
FIRST, SECOND, HOME = "plan/work/WORK-001-first.md", "plan/work/WORK-002-second.md", "content/index.md"


class Editor(Client):
    """A client with its position encoding: Neovim uses UTF-8."""

    encoding = ""

    def __init__(self, folder: Path, env: Mapping[str, str] | None = None) -> None:
        super().__init__(folder, env=env, forked=True)

    def column(self, line: str) -> int:
        return len(line.encode("utf-8")) if self.encoding == "utf-8" else len(line.encode("utf-16-le")) // 2


@pytest.fixture(scope="module", params=["vscode", "neovim"])
def editor(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    folder = write(tmp_path_factory.mktemp("plan") / "site", PLAN)
    with Editor(folder) as client:
        client.encoding = client.initialize(profile(request.param))["capabilities"]["positionEncoding"]
        client.open(FIRST, WORK)
        client.open(HOME, PLAN[HOME])
        deadline = time.monotonic() + 30
        while not (send_request(client, "hover", at(client, FIRST, "WORK-002")) and _indexed(client)):
            assert time.monotonic() < deadline
            time.sleep(0.05)
        yield client


def _indexed(client: Editor) -> bool:
    result = client.request("refrakt/status")
    return all(each["pages"] and each["indexing"] is None and not each["busy"] for each in result["roots"])


def at(client: Editor, name: str, argv: str) -> dict[str, Any]:
    """The position of a text in a file, two characters into it."""
    before, found, _ = PLAN[name].partition(argv)
    assert found
    line = before.rpartition("\n")[2] + argv[:2]
    return {
        "textDocument": {"uri": (client.folder / name).as_uri()},
        "position": {"line": before.count("\n"), "character": client.column(line)},
    }


def send_request(client: Editor, method: str, params: dict[str, Any], **more: Any) -> Any:
    return client.request(f"textDocument/{method}", {**params, **more})


def files(client: Editor, locations: list[dict[str, Any]]) -> list[tuple[str, int]]:
    return sorted(
        ((each.get("uri") or each["targetUri"]).removeprefix(f"{client.folder.as_uri()}/"), _line(each))
        for each in locations
    )


def _line(location_: dict[str, Any]) -> int:
    found: int = (location_.get("range") or location_["targetSelectionRange"])["start"]["line"]
    return found


def test_hover_on_an_id_in_plain_text(editor: Editor) -> None:
    for argv in ('"WORK-002', "WORK-002."):
        result = send_request(editor, "hover", at(editor, HOME, argv))["contents"]["value"]
        assert "Second" in result
        assert "Work, draft, medium priority, v1.0" in result


def test_definition_is_the_id_in_the_tag(editor: Editor) -> None:
    found = send_request(editor, "definition", at(editor, HOME, "WORK-002"))
    found = found if isinstance(found, list) else [found]
    assert files(editor, found) == [(SECOND, 0)]


def test_references_have_no_duplicates(editor: Editor) -> None:
    found = send_request(editor, "references", at(editor, HOME, "WORK-002"), context={"includeDeclaration": True})
    assert files(editor, found) == [(HOME, 2), (FIRST, 10), (SECOND, 0)]


def test_rename_changes_plan_and_pages_and_moves_the_file(editor: Editor) -> None:
    found = send_request(editor, "rename", at(editor, HOME, "WORK-002"), newName="WORK-900")
    steps = found["documentChanges"]
    edits = {step["textDocument"]["uri"]: step["edits"] for step in steps if "textDocument" in step}
    names = {
        uri.removeprefix(f"{editor.folder.as_uri()}/"): [e["newText"] for e in some] for uri, some in edits.items()
    }
    assert names == {HOME: ["WORK-900"], FIRST: ["WORK-900"], SECOND: ["WORK-900"]}
    moves = [(step["oldUri"], step["newUri"]) for step in steps if step.get("kind") == "rename"]
    folder = (editor.folder / "plan/work").as_uri()
    assert moves == [(f"{folder}/WORK-002-second.md", f"{folder}/WORK-900-second.md")]


def test_rename_error(editor: Editor) -> None:
    params = {**at(editor, HOME, "WORK-002"), "newName": "WORK-001"}
    response = editor.response(editor.send_request("textDocument/rename", params))
    assert "work/WORK-001-first.md already has the id WORK-001" in response["error"]["message"]


@pytest.mark.parametrize("name", [FIRST, HOME])
def test_id_completions_have_no_duplicates(editor: Editor, name: str) -> None:
    found = send_request(editor, "completion", at(editor, name, "WORK-002"))
    labels = [each["label"] for each in found["items"] if each["label"].startswith("WORK")]
    assert sorted(labels) == sorted(set(labels))
    assert "WORK-002" in labels


def test_plan_problems_replace_own_problems(editor: Editor) -> None:
    deadline = time.monotonic() + 30
    while True:
        found = _diagnostics(editor, (editor.folder / FIRST).as_uri())
        broken = [each for each in found if each["code"] in ("broken-ref", "unresolved-xref")]
        if [each["code"] for each in broken] == ["broken-ref"]:
            break
        assert time.monotonic() < deadline, found
        time.sleep(0.05)
    assert broken[0]["range"]["start"]["character"] == len('- {% ref "')


def _diagnostics(client: Editor, uri: str) -> list[dict[str, Any]]:
    """Pulled or published, depending on the editor."""
    response = client.response(client.send_request("textDocument/diagnostic", {"textDocument": {"uri": uri}}))
    found: list[dict[str, Any]] = response["result"]["items"]
    return found


def test_lens_shows_dependencies(editor: Editor) -> None:
    uri = (editor.folder / FIRST).as_uri()
    lenses = editor.request("textDocument/codeLens", {"textDocument": {"uri": uri}})
    titles = [each["command"]["title"] for each in lenses if "command" in each]
    assert titles[-2:] == ["blocked by WORK-002", "0 of 1 criteria"]


def _actions(client: Editor, argv: str) -> dict[str, Any]:
    params = at(client, FIRST, argv)
    range_ = {"start": params["position"], "end": params["position"]}
    request = {"textDocument": params["textDocument"], "range": range_, "context": {"diagnostics": []}}
    return {each["title"]: each for each in client.request("textDocument/codeAction", request)}


def _resolved(client: Editor, action: dict[str, Any]) -> dict[str, Any]:
    resolved: dict[str, Any] = action if "edit" in action else client.request("codeAction/resolve", action)
    edit: dict[str, Any] = resolved["edit"]
    return edit


def test_no_status_action_for_unknown_statuses(editor: Editor) -> None:
    titles = _actions(editor, "status=")
    assert "Set status to in-progress" in titles
    assert not [each for each in titles if each.endswith("instead of `work`")]


def test_check_a_criterion(editor: Editor) -> None:
    edit = _resolved(editor, _actions(editor, "it works")['Check "it works"'])
    # A client without document versions gets only the edits.
    changed = edit.get("changes") or {each["textDocument"]["uri"]: each["edits"] for each in edit["documentChanges"]}
    assert list(changed) == [(editor.folder / FIRST).as_uri()]
    assert [each["newText"] for some in changed.values() for each in some] == ["x"]


def test_create_a_missing_item(editor: Editor) -> None:
    edit = _resolved(editor, _actions(editor, "WORK-404")["Create work WORK-404"])
    created = [step["uri"] for step in edit["documentChanges"] if step.get("kind") == "create"]
    assert created == [(editor.folder / "plan/work/WORK-404-untitled.md").as_uri()]


def test_create_requires_client_support(tmp_path: Path) -> None:
    capabilities = profile("vscode")
    del capabilities["workspace"]["workspaceEdit"]["resourceOperations"]
    with Editor(write(tmp_path / "site", PLAN)) as client:
        client.encoding = client.initialize(capabilities)["capabilities"]["positionEncoding"]
        client.open(FIRST, WORK)
        while (action := _actions(client, "WORK-404").get("Create work WORK-404")) is None:
            time.sleep(0.05)
        result = client.response(client.send_request("codeAction/resolve", action))["error"]["message"]
    assert result == "this editor does not support `create` operations. Create the file manually."


def test_workspace_symbols_of_entities(editor: Editor) -> None:
    found = editor.request("workspace/symbol", {"query": "work-002"})
    ours = [each["name"] for each in found if each["location"]["uri"].endswith("WORK-002-second.md")]
    assert ours.count("WORK-002 Second") == 1


@pytest.mark.parametrize("name", [FIRST, HOME])
def test_rename_is_refused_during_indexing(tmp_path: Path, name: str) -> None:
    text = "".join(f"Words about [a page](/page-{number}) and *more* of them.\n\n" for number in range(40))
    names = 'See {% xref "WORK-002" /%}.\n'
    pages = {f"content/page-{number}.md": f"# Page\n\n{text}{names}" for number in range(80)}
    with Editor(
        write(tmp_path / "site", {**PLAN, **pages}), env={"REFRAKT_CACHE_DIR": str(tmp_path / "cache")}
    ) as client:
        client.encoding = client.initialize(profile("vscode"))["capabilities"]["positionEncoding"]
        client.open(name, PLAN[name])
        while "error" in (response := _renamed(client, name)):
            assert "still being indexed" in response["error"]["message"]
            time.sleep(0.05)
        changed = [each for each in response["result"]["documentChanges"] if "edits" in each]
        assert len(changed) == len(pages) + len([FIRST, SECOND, HOME])


def _renamed(client: Editor, name: str) -> dict[str, Any]:
    return client.response(
        client.send_request("textDocument/rename", {**at(client, name, "WORK-002"), "newName": "WORK-900"})
    )


def test_rename_on_a_site_without_the_plan(tmp_path: Path) -> None:
    config = '{"sites": {"main": {"contentDir": "./content", "plugins": []}}}\n'
    with Editor(write(tmp_path / "site", {**PLAN, "refrakt.config.json": config})) as client:
        client.encoding = client.initialize(profile("vscode"))["capabilities"]["positionEncoding"]
        client.open(HOME, PLAN[HOME])
        while "error" in (response := _renamed(client, HOME)):
            assert "still being indexed" in response["error"]["message"]
        assert _changed(client, response) == [HOME, FIRST, SECOND]
        found = send_request(client, "references", at(client, HOME, "WORK-002"), context={"includeDeclaration": True})
        assert files(client, found) == [(HOME, 2), (FIRST, 10), (SECOND, 0)]


def _changed(client: Editor, response: dict[str, Any]) -> list[str]:
    """The files of a rename, relative to the project."""
    paths = (each["textDocument"]["uri"] for each in response["result"]["documentChanges"] if "edits" in each)
    return sorted(os.path.relpath(each.removeprefix("file://"), client.folder) for each in paths)


@pytest.mark.parametrize("folder", ["plan", "backlog"])
def test_plan_outside_its_project(tmp_path: Path, folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The plan belongs to the project whose config names it; pages of the site count, without duplicates."""
    monkeypatch.setenv("REFRAKT_ALLOWED_FOLDERS", str(tmp_path / folder))
    config = PLAN["refrakt.config.json"].replace("{", f'{{"plan": {{"dir": "../{folder}"}}, ', 1)
    write(tmp_path, {name.replace("plan/", f"{folder}/"): text for name, text in PLAN.items() if "plan/" in name})
    first, second = (f"../{name.replace('plan/', f'{folder}/')}" for name in (FIRST, SECOND))
    site = write(tmp_path / "site", {"refrakt.config.json": config, HOME: PLAN[HOME]})
    with Editor(site) as client:
        client.encoding = client.initialize(profile("vscode"))["capabilities"]["positionEncoding"]
        uri = (site.parent / folder / "work/WORK-001-first.md").as_uri()
        client.open(uri, WORK)
        params = {**at(client, FIRST, "WORK-002"), "textDocument": {"uri": uri}}
        while "error" in (
            response := client.response(client.send_request("textDocument/rename", {**params, "newName": "WORK-900"}))
        ):
            assert "still being indexed" in response["error"]["message"]
        assert _changed(client, response) == [first, second, HOME]
        deadline = time.monotonic() + 30
        while "broken-ref" not in [each["code"] for each in _diagnostics(client, uri)]:
            assert time.monotonic() < deadline
            time.sleep(0.05)


def test_shared_plan_has_no_duplicate_entities(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFRAKT_ALLOWED_FOLDERS", str(tmp_path / "plan"))
    plan = {name: text for name, text in PLAN.items() if "plan/" in name}
    config = PLAN["refrakt.config.json"].replace("{", '{"plan": {"dir": "../plan"}, ', 1)
    write(tmp_path, {**plan, "site/refrakt.config.json": config, f"site/{HOME}": PLAN[HOME]})
    with Editor(tmp_path) as client:
        client.initialize(profile("vscode"))
        client.open(f"site/{HOME}", PLAN[HOME])
        symbols = client.request("workspace/symbol", {"query": "WORK-002"})
        assert [each["name"] for each in symbols].count("WORK-002 Second") == 1


def test_neovim_gets_published_diagnostics(tmp_path: Path) -> None:
    with Editor(write(tmp_path / "site", PLAN)) as client:
        result = client.initialize(profile("neovim"), clientInfo={"name": "Neovim", "version": "0.12.0"})
        assert "diagnosticProvider" not in result["capabilities"]
        uri = client.open(FIRST, WORK)
        while "broken-ref" not in [each["code"] for each in client.diagnostics(uri)]:
            pass
