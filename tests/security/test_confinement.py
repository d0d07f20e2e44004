"""No content of a repository gives access to files outside of it: not its config, its links, or names on its pages."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from mcp.shared.exceptions import MCPError

from agents.mcp_clients import client, text_of
from cli.command_runner import refrakt
from lsp.editor_client import pushed
from refrakt.hosts.mcp.connection_handler import McpConnectionHandler
from refrakt.project.confinement import VARIABLE, allow, allowed_folders, confined_path
from refrakt.project.editor_settings import Settings
from refrakt.project.site import find_project
from refrakt.project.workspace import Workspace

from .canary_project import SECRET, Hostile, hostile_project

PLAN = "@refrakt-md/plan"


@pytest.fixture
def hostile(tmp_path: Path) -> Hostile:
    return hostile_project(tmp_path)


def content_dir(here: Hostile, folder: str) -> None:
    here.configure({"site": {"contentDir": folder, "plugins": [PLAN]}})


def content_link(here: Hostile) -> None:
    here.link("pages", here.outside)
    content_dir(here, "pages")


def linked_partials(here: Hostile) -> None:
    here.link("content/_partials", here.outside / "_partials")
    content_dir(here, "content")


def file_root(here: Hostile) -> None:
    here.configure({"site": {"contentDir": "content", "plugins": []}, "fileRoots": {"x": str(here.outside)}})


def plan_dir(here: Hostile) -> None:
    here.configure({"plan": {"dir": str(here.outside)}, "site": {"contentDir": "content", "plugins": [PLAN]}})


def plan_link(here: Hostile) -> None:
    here.link("plan", here.outside)
    content_dir(here, "content")


def static_dirs(here: Hostile) -> None:
    here.configure({"site": {"contentDir": "content", "authoring": {"staticDirs": [str(here.outside)]}}})


def linked_catalogue(here: Hostile) -> None:
    here.link(".refrakt/catalogues/secret.json", here.outside / "catalogue.json")
    here.configure({"site": {"contentDir": "content", "plugins": ["secret"]}})


def linked_catalogues(here: Hostile) -> None:
    (here.outside / "catalogues").mkdir()
    (here.outside / "catalogue.json").rename(here.outside / "catalogues/secret.json")
    here.link(".refrakt/catalogues", here.outside / "catalogues")
    here.configure({"site": {"contentDir": "content", "plugins": ["secret"]}})


def linked_package(here: Hostile) -> None:
    (here.outside / "catalogue.json").rename(here.outside / "refrakt.runes.json")
    here.link("node_modules/secret", here.outside)
    here.configure({"site": {"contentDir": "content", "plugins": ["secret"]}})


def linked_config(here: Hostile) -> None:
    (here.outside / "config.json").write_text(json.dumps({"sites": {SECRET: {"contentDir": "content"}}}))
    here.link("refrakt.config.json", here.outside / "config.json")


def linked_page(here: Hostile) -> None:
    here.link("content/page.md", here.outside / "page.md")
    content_dir(here, "content")


WAYS_OUT: list[Callable[[Hostile], None]] = [
    lambda here: content_dir(here, str(here.outside)),
    lambda here: content_dir(here, "../outside"),
    lambda here: content_dir(here, "content/../../outside"),
    content_link,
    linked_partials,
    file_root,
    plan_dir,
    plan_link,
    linked_catalogue,
    linked_catalogues,
    linked_package,
    linked_config,
    linked_page,
]
IDS = [
    *("absolute", "dots", "more-dots", "content-link", "partials", "file-root", "plan-dir", "plan-link"),
    *("catalogue", "catalogues", "package", "config", "page"),
]


@pytest.mark.parametrize("way_out", WAYS_OUT, ids=IDS)
async def test_agents_see_nothing_outside(hostile: Hostile, way_out: Callable[[Hostile], None]) -> None:
    way_out(hostile)
    observed = []
    async with client(McpConnectionHandler(Workspace()), hostile.root, "auto") as agent:
        tools = (await agent.list_tools()).tools
        readers = [each.name for each in tools if each.annotations is not None and each.annotations.read_only_hint]
        calls: list[tuple[str, dict[str, str]]] = [
            *((name, {"type": "work"} if name == "plan.next_id" else {}) for name in readers),
            ("refrakt.validate_content", {"source": '{% partial file="part.md" /%}{% secret-rune /%}'}),
            ("refrakt.pages", {"path": "content/page.md"}),
            ("plan.next", {}),
        ]
        for name, arguments in calls:
            with contextlib.suppress(MCPError):
                answer = await agent.call_tool(name, arguments)
                observed.append(text_of(answer) + json.dumps(answer.structured_content))
        for uri in [str(each.uri) for each in (await agent.list_resources()).resources]:
            with contextlib.suppress(MCPError):
                observed.append((await agent.read_resource(uri)).model_dump_json())
    assert len(observed) > 4
    assert [each for each in observed if SECRET in each] == []


@pytest.mark.parametrize("way_out", [*WAYS_OUT, static_dirs], ids=[*IDS, "static"])
def test_the_command_line_reports_paths_out_of_the_project(
    hostile: Hostile, way_out: Callable[[Hostile], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    way_out(hostile)
    monkeypatch.chdir(hostile.root)
    output = [refrakt(*argv.split()) for argv in ("check", "pages", "reference", "detect", "doctor", "plan status")]
    assert [each for each in output if SECRET in each.out + each.err] == []
    if way_out is not linked_page:  # the build of a site passes over it, too
        assert any("out of the project" in each.out + each.err for each in output)


def test_the_user_can_allow_a_folder(hostile: Hostile, monkeypatch: pytest.MonkeyPatch) -> None:
    content_dir(hostile, "../outside")
    monkeypatch.chdir(hostile.root)
    assert SECRET not in refrakt("pages").out
    for way in (["--allow-folder", "../outside", "pages"], ["pages", f"--allow-folder={hostile.outside}"]):
        with monkeypatch.context() as patch:
            patch.setenv(VARIABLE, "")
            assert SECRET in refrakt(*way).out


def test_settings_of_the_editor_can_allow_a_folder(hostile: Hostile) -> None:
    from refrakt.project.editor_settings import read_settings

    content_dir(hostile, "../outside")
    settings, wrong = read_settings({"allowedFolders": [str(hostile.outside), "relative"]})
    assert wrong == ["refrakt.allowedFolders: `relative` must be an absolute path"]
    workspace = Workspace()
    before = workspace.refresh(hostile.root)
    assert before.config is not None
    assert before.config.sites["main"].content_dir is None
    workspace.configure(settings)
    try:
        after = workspace.refresh(hostile.root)
        assert after.config is not None
        assert after.config.sites["main"].content_dir == hostile.outside
    finally:
        allow(())


def test_a_change_of_the_allowed_folders_counts_at_once(hostile: Hostile) -> None:
    content_dir(hostile, "../outside")
    workspace = Workspace()
    received: list[str] = []
    workspace.listeners.append(lambda change: received.append(change.kind))

    def folder() -> Path | None:
        config = workspace.project(hostile.root).config
        assert config is not None
        return config.sites["main"].content_dir

    assert folder() is None
    try:
        workspace.configure(Settings(allowed_folders=(str(hostile.outside),)))
        assert folder() == hostile.outside
        assert received == ["settings", "project"]
        workspace.configure(Settings())
        assert folder() is None
    finally:
        allow(())


@pytest.mark.parametrize("name", ["a" * 5000, "a/" * 5000])
@pytest.mark.parametrize("command", ["check", "pages", "doctor", "detect", "reference", "plan status"])
def test_a_path_that_is_too_long_is_a_problem_of_the_config(
    hostile: Hostile, monkeypatch: pytest.MonkeyPatch, command: str, name: str
) -> None:
    hostile.configure({"site": {"contentDir": name}, "plan": {"dir": name}, "fileRoots": {"x": name}})
    monkeypatch.chdir(hostile.root)
    output = refrakt(*command.split())
    assert "Errno" not in output.out + output.err
    config = find_project(hostile.root).config
    assert config is not None
    assert [each.message for each in config.problems] == [
        f"{what} is too long for a path" for what in ("`contentDir`", "`x` under `fileRoots`", "`plan.dir`")
    ]


@pytest.mark.parametrize("command", ["check", "pages"])
def test_a_content_folder_outside_is_not_reported_as_missing(
    hostile: Hostile, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    content_dir(hostile, "../outside")
    monkeypatch.chdir(hostile.root)
    output = refrakt(command)
    assert "`contentDir` leads out of the project" in output.err + output.out
    assert "has no `contentDir`" not in output.err
    assert "Add `contentDir`" not in refrakt("doctor").out


def test_only_absolute_folders_are_allowed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(VARIABLE, os.pathsep.join(["", ".", "relative", str(tmp_path)]))
    assert allowed_folders() == (str(tmp_path.resolve()),)


def test_links_inside_the_project_are_followed(hostile: Hostile) -> None:
    hostile.write("shared/_partials/footer.md", "Footer\n")
    hostile.link("content/_partials", hostile.root / "shared/_partials")
    content_dir(hostile, "content")
    site = find_project(hostile.root).site()
    assert site.surroundings.partials == {"footer.md"}  # type: ignore[union-attr]


@pytest.mark.parametrize("path", ["..", "../outside", "/", "a/../../outside", "\0", "loop"])
def test_what_is_not_inside(hostile: Hostile, path: str) -> None:
    hostile.link("loop", hostile.root / "loop/loop")
    assert confined_path(hostile.root, path) is None or path == "loop"


def test_files_behind_links_out_of_the_project_count_as_existing(hostile: Hostile) -> None:
    """A rule must neither say whether a file outside exists, nor call one missing that may be there."""
    hostile.link("static/out", hostile.outside)
    hostile.configure({"site": {"contentDir": "content", "plugins": []}})
    hostile.write("content/index.md", "# Home\n\n![a](/out/there.png) ![b](/out/page.md.png) ![c](/gone.png)\n")
    (hostile.outside / "there.png").write_bytes(b"")
    output = refrakt("--cwd", str(hostile.root), "check")
    assert "/gone.png" in output.out
    assert "/out/" not in output.out.replace("![a](/out/there.png) ![b](/out/page.md.png)", "")


@pytest.mark.parametrize("name", ["a\nb", "a\x1b[31m", "a\u2028b", "a\x85b"])
def test_names_with_control_characters_are_problems_of_the_config(hostile: Hostile, name: str) -> None:
    hostile.configure(
        {
            "sites": {name: {"contentDir": "content"}, "good": {"contentDir": name, "plugins": [name]}},
            "fileRoots": {name: "content"},
            "plan": {"dir": name},
        }
    )
    project = find_project(hostile.root)
    assert project.config is not None
    assert list(project.config.sites) == ["good"]
    assert project.config.sites["good"].content_dir is None
    assert project.config.file_roots == {}
    assert project.plan_folder is None
    result = [each.message for each in project.config.problems]
    assert len(result) == 5
    assert all("control character" in each and name not in each for each in result)


def test_an_editor_takes_a_folder_that_is_allowed_while_it_runs(hostile: Hostile) -> None:
    content_dir(hostile, "../outside")
    with pushed(hostile.root) as editor:
        config = editor.uri("refrakt.config.json")
        (problem,) = editor.until(config, "outside-project")
        assert problem["message"].startswith("`contentDir` leads out of the project")
        editor.set(allowedFolders=[str(hostile.outside)])
        assert editor.until(config) == []
        page = editor.client.open((hostile.outside / "page.md").as_uri(), "[lost](/nowhere)\n")
        editor.until(page, "broken-link")
        editor.set(allowedFolders=[])
        editor.until(config, "outside-project")
