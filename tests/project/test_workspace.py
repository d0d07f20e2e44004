"""Buffers over disk, immutable snapshots, and projects that are read again when their files change."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from refrakt.errors import RefraktError
from refrakt.markdoc.document import parse
from refrakt.project.editor_settings import Settings, read_settings
from refrakt.project.workspace import Workspace, WorkspaceEvent
from refrakt.services.context import Context
from refrakt.services.validate_content import ContentInput, validate_content

CONFIG = {"site": {"contentDir": "./content", "plugins": ["@refrakt-md/docs"]}}


@pytest.fixture
def site(tmp_path: Path) -> Path:
    root = tmp_path.resolve()
    (root / "content" / "_partials").mkdir(parents=True)
    (root / "refrakt.config.json").write_text(json.dumps(CONFIG))
    (root / "content" / "page.md").write_text("# On disk\n")
    return root


def later(path: Path) -> None:
    """Change a file, and its time by more than the resolution of any clock."""
    status = path.stat()
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns + 1_000_000))


def context(workspace: Workspace, root: Path) -> Context:
    return Context(workspace.refresh(root), workspace.snapshot)


def test_an_open_buffer_counts_more_than_the_disk(site: Path) -> None:
    workspace = Workspace()
    page = site / "content" / "page.md"
    query = ContentInput(path="content/page.md")
    before = validate_content(context(workspace, site), query)
    assert (before.source, before.version, before.ok) == ("disk", None, True)

    workspace.open(page.as_uri(), page, "{% hnit %}\nx\n{% /hnit %}\n", 7)
    opened = validate_content(context(workspace, site), query)
    assert (opened.source, opened.version) == ("buffer", 7)
    assert [each.code for each in opened.errors] == ["unknown-rune"]

    workspace.change(page.as_uri(), 8, [(3, 7, "hint"), (17, 21, "hint")])
    fixed = validate_content(context(workspace, site), query)
    assert (fixed.version, fixed.runes_used, fixed.ok) == (8, ["hint"], True)

    workspace.close(page.as_uri())
    assert validate_content(context(workspace, site), query).source == "disk"


def test_a_snapshot_stays_what_it_was(site: Path) -> None:
    workspace = Workspace()
    page = site / "content" / "page.md"
    workspace.open(page.as_uri(), page, "one", 1)
    first = workspace.snapshot
    workspace.change(page.as_uri(), 2, [(0, 3, "two")])
    assert first.read(page).text == "one"
    assert workspace.snapshot.read(page).text == "two"
    assert workspace.snapshot.revision > first.revision


def test_files_written_by_agents_are_noticed(site: Path) -> None:
    workspace = Workspace()
    events: list[WorkspaceEvent] = []
    workspace.listeners.append(events.append)
    page = ContentInput(markdown='{% partial file="new.md" /%}', path="content/page.md")
    assert not validate_content(context(workspace, site), page).ok
    assert events == []

    (site / "content" / "_partials" / "new.md").write_text("hello")
    later(site / "content" / "_partials")
    assert validate_content(context(workspace, site), page).ok
    assert events == [WorkspaceEvent("project", root=site)]

    config = site / "refrakt.config.json"
    config.write_text(json.dumps({"site": {"contentDir": "./content", "plugins": []}}))
    later(config)
    result = validate_content(
        context(workspace, site), ContentInput(markdown='{% api path="/a" method="GET" %}\nx\n{% /api %}')
    )
    assert [each.code for each in result.errors][:1] == ["unknown-rune"]


def test_an_unchanged_project_is_not_read_again(site: Path) -> None:
    workspace = Workspace()
    first = workspace.refresh(site)
    first.site()
    assert workspace.refresh(site / "content") is first
    assert workspace.project(site / "content") is first


def test_a_config_being_edited_counts_unsaved(site: Path) -> None:
    workspace = Workspace()
    config = site / "refrakt.config.json"
    workspace.open(config.as_uri(), config, '{"sites": {"one": {"contentDir": "content"}}}', 1, "json")
    project = workspace.refresh(site)
    assert project.config is not None
    assert list(project.config.sites) == ["one"]
    workspace.close(config.as_uri())
    project = workspace.refresh(site)
    assert project.config is not None
    assert list(project.config.sites) == ["main"]


def test_a_page_is_read_again_when_its_site_becomes_another_kind(tmp_path: Path) -> None:
    root = tmp_path.resolve()
    (root / "markdoc.config.json").write_text('[{"path": ".", "markdoc": {"allowComments": true}}]')
    page = root / "page.md"
    workspace = Workspace()
    text = "<!-- {% if %} -->\n"
    workspace.open(page.as_uri(), page, text, 1)
    assert workspace.snapshot.paths[page].document.options.comments
    (root / "refrakt.config.json").write_text(json.dumps(CONFIG))
    workspace.refresh_all()
    workspace.renew(root)
    document = workspace.snapshot.paths[page].document
    assert not document.options.comments
    assert document.to_json() == parse(text, document.options).to_json()


def test_pages_of_a_plan_may_use_its_runes(site: Path) -> None:
    text = '{% work id="WORK-001" %}\n# Dig\n{% /work %}\n'
    here = context(Workspace(), site)
    (site / "plan").mkdir()
    (site / "plan" / "dig.md").write_text(text)
    assert validate_content(here, ContentInput(path="plan/dig.md")).ok
    assert [each.code for each in validate_content(here, ContentInput(text, path="content/page.md")).errors] == [
        "unknown-rune"
    ]


def test_a_plain_project_stays_one_when_it_gets_a_plan(tmp_path: Path) -> None:
    root = tmp_path.resolve()
    (root / "markdoc.config.json").write_text("{}")
    (root / "refrakt.config.json").write_text('{"plan": {"dir": "plan"}}')
    here = context(Workspace(), root)
    assert (here.project.plain, here.has_site) == (True, True)
    assert validate_content(here, ContentInput("{% anything /%}")).ok
    (root / "refrakt.config.json").write_text(json.dumps(CONFIG))
    assert not context(Workspace(), root).project.plain


def test_nested_projects_are_their_own(site: Path) -> None:
    inner = site / "packages" / "inner"
    inner.mkdir(parents=True)
    (inner / "markdoc.config.json").write_text("{}")
    workspace = Workspace()
    assert workspace.refresh(inner / "deep").root == inner
    assert workspace.refresh(site / "packages").root == site


def test_no_path_leaves_the_project(site: Path) -> None:
    (site.parent / "secret.md").write_text("secret")
    (site / "content" / "link.md").symlink_to(site.parent / "secret.md")
    for path in ("../secret.md", "content/link.md", "/etc/passwd", "content/../../secret.md"):
        with pytest.raises(RefraktError, match="outside"):
            validate_content(context(Workspace(), site), ContentInput(path=path))


def test_settings_of_an_editor(site: Path) -> None:
    workspace = Workspace()
    snippet = ContentInput(markdown="{% hnit %}\nx\n{% /hnit %}\n")
    settings, wrong = read_settings({"rules": {"unknown-rune": "hint", "x": "loud"}, "mcp": {"enable": False}})
    assert settings == Settings(rules={"unknown-rune": "hint"}, mcp=False)
    assert len(wrong) == 1
    assert "loud" in wrong[0]
    workspace.configure(settings)
    assert [each.severity for each in validate_content(context(workspace, site), snippet).errors] == ["hint"]
    assert read_settings([]) == (Settings(), ["the settings of refrakt must be an object"])
    assert read_settings({"diagnostics": "yes"})[1] == ["refrakt.diagnostics must be true or false"]


@given(
    st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60), st.text("ab{%} /\n\r\u2028😀", max_size=8)), max_size=8)
)
def test_the_buffer_has_the_text_after_any_edits(edits: list[tuple[int, int, str]]) -> None:
    workspace = Workspace()
    text = "# A\n\n{% hint %}\nb\n{% /hint %}\n"
    workspace.open("untitled:1", None, text, 0)
    for version, (start, size, new) in enumerate(edits, 1):
        start = min(start, len(text))
        end = min(start + size, len(text))
        text = text[:start] + new + text[end:]
        workspace.change("untitled:1", version, [(start, end, new)])
    buffer = workspace.snapshot.buffers["untitled:1"]
    assert buffer.document.text == text
    assert buffer.version == len(edits)
