"""References to a symbol, found without a cursor."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from lsp.conftest import write
from refrakt.errors import RefraktError
from refrakt.project.workspace import Workspace
from refrakt.services.context import Context
from refrakt.services.json_payload import as_json
from refrakt.services.references import ReferencesFound, ReferencesInput, listed, references
from refrakt.services.registry import service_of

FILES = {
    "refrakt.config.json": json.dumps(
        {"site": {"contentDir": "./content", "plugins": ["@refrakt-md/storytelling"]}, "plan": {"dir": "plan"}}
    ),
    "content/index.md": '# Home\n\n  See [setup](/docs/setup#linux). {% xref "Veshra" /%}\n\n{% partial file="foot.md" /%}\n',
    "content/docs/setup.md": "---\ntitle: Setting up\n---\n\n## Linux\n\n![x](/a.png)\n",
    "content/people.md": '{% character name="Veshra" %}\nx\n{% /character %}\n\n{% realm name="Ash" %}\nx\n{% /realm %}\n',
    "content/more.md": '{% faction name="Ash" %}\nx\n{% /faction %}\n\n[up](/docs/setup)\n',
    "content/_partials/foot.md": "Bye.\n",
    "static/a.png": "no picture",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return write(tmp_path.resolve(), FILES)


@pytest.fixture
def context(root: Path) -> Iterator[Context]:
    context = Context.at(root)
    yield context
    index = context.index()
    if index is not None:
        index.close()


def locations(found: ReferencesFound) -> list[str]:
    return [f"{each.path}:{each.line}:{each.column}" for each in found.references]


def test_a_page(context: Context) -> None:
    found = references(context, ReferencesInput(url="/docs/setup"))
    target = found.target
    assert (target.kind, target.path, target.line, target.title) == ("page", "content/docs/setup.md", 1, "Setting up")
    assert locations(found) == ["content/index.md:3:15", "content/more.md:5:6"]
    assert found.references[0].text == 'See [setup](/docs/setup#linux). {% xref "Veshra" /%}'
    assert (found.total, found.next_cursor, found.indexing) == (2, None, None)
    assert references(context, ReferencesInput(file="content/docs/setup.md")) == found
    assert references(context, ReferencesInput(id="Setting up")) == found


def test_a_heading(context: Context) -> None:
    found = references(context, ReferencesInput(url="/docs/setup#linux"))
    assert (found.target.kind, found.target.name, found.target.line, found.target.title) == (
        "heading",
        "linux",
        5,
        "Linux",
    )
    assert locations(found) == ["content/index.md:3:27"]


def test_an_entity_a_partial_and_a_file(context: Context) -> None:
    found = references(context, ReferencesInput(id="Veshra"))
    assert (found.target.kind, found.target.type, found.target.path) == ("entity", "character", "content/people.md")
    assert locations(found) == ["content/index.md:3:44"]
    assert locations(references(context, ReferencesInput(partial="foot.md"))) == ["content/index.md:5:18"]
    assert locations(references(context, ReferencesInput(file="static/a.png"))) == ["content/docs/setup.md:7:6"]


def test_an_entity_without_references(context: Context) -> None:
    found = references(context, ReferencesInput(url="/more"))
    assert (found.references, found.total) == ([], 0)
    assert listed(found) == "0 references to page in content/more.md:1"


def test_text_output(context: Context) -> None:
    text = listed(references(context, ReferencesInput(url="/docs/setup", max=1)))
    assert text.splitlines() == [
        'content/index.md:3:15: See [setup](/docs/setup#linux). {% xref "Veshra" /%}',
        "2 references to page 'Setting up' in content/docs/setup.md:1, 1 shown; continue with `--cursor 1`",
    ]


def test_pages_of_an_answer(context: Context) -> None:
    first = references(context, ReferencesInput(url="/docs/setup", max=1))
    second = references(context, ReferencesInput(url="/docs/setup", max=1, cursor=first.next_cursor))
    assert locations(first) + locations(second) == ["content/index.md:3:15", "content/more.md:5:6"]
    assert second.next_cursor is None


def test_several_that_may_be_meant(context: Context) -> None:
    with pytest.raises(RefraktError) as caught:
        references(context, ReferencesInput(id="Ash"))
    assert caught.value.code == "INVALID_ARGS"
    assert "the realm in content/people.md" in caught.value.message
    assert [each["type"] for each in caught.value.data["candidates"]] == ["faction", "realm"]
    assert references(context, ReferencesInput(id="Ash", type="realm")).target.path == "content/people.md"


@pytest.mark.parametrize(
    ("query", "code"),
    [
        (ReferencesInput(), "INVALID_ARGS"),
        (ReferencesInput(url="/", id="x"), "INVALID_ARGS"),
        (ReferencesInput(url="/", type="realm"), "INVALID_ARGS"),
        (ReferencesInput(url="/", max=0), "INVALID_ARGS"),
        (ReferencesInput(url="/docs/setup", cursor="x"), "INVALID_ARGS"),
        (ReferencesInput(url="/nowhere"), "NOT_FOUND"),
        (ReferencesInput(url="/docs/setup#nothing"), "NOT_FOUND"),
        (ReferencesInput(id="Nobody"), "NOT_FOUND"),
        (ReferencesInput(partial="none.md"), "NOT_FOUND"),
        (ReferencesInput(file="../secret"), "INVALID_ARGS"),
        (ReferencesInput(file="gone.md"), "NOT_FOUND"),
        (ReferencesInput(url="/", site="other"), "SITE_NOT_FOUND"),
    ],
)
def test_what_cannot_be_answered(context: Context, query: ReferencesInput, code: str) -> None:
    with pytest.raises(RefraktError) as caught:
        service_of(references).answer(context, as_json(query))
    assert caught.value.code == code


def test_unsaved_buffers_count(root: Path) -> None:
    workspace = Workspace()
    path = root / "content/more.md"
    try:
        workspace.open(path.as_uri(), path, "\n\n[a](/docs/setup) [b](/docs/setup)\n", 1)
        context = Context(workspace.project(root), workspace.snapshot, lambda: workspace.index(root))
        found = references(context, ReferencesInput(url="/docs/setup"))
    finally:
        workspace.end_indexes()
    assert locations(found) == ["content/index.md:3:15", "content/more.md:3:5", "content/more.md:3:22"]


def test_a_plain_markdoc_project(tmp_path: Path) -> None:
    files = {
        "markdoc.config.json": "{}",
        "docs/a.md": "# A\n\n## Part\n\n![x](/pic.png)\n",
        "docs/b.md": "[a](a.md) [p](./a.md#part) [r](/docs/a.md)\n",
        "public/pic.png": "no picture",
    }
    context = Context.at(write(tmp_path.resolve(), files))
    try:
        page = references(context, ReferencesInput(file="docs/a.md"))
        assert locations(page) == ["docs/b.md:1:5", "docs/b.md:1:15", "docs/b.md:1:32"]
        part = references(context, ReferencesInput(url="/docs/a#part"))
        assert locations(part) == ["docs/b.md:1:22"]
        assert locations(references(context, ReferencesInput(file="public/pic.png"))) == ["docs/a.md:5:6"]
    finally:
        index = context.index()
        if index is not None:
            index.close()


def test_a_plan_that_two_sites_share(tmp_path: Path) -> None:
    site = {"plugins": ["@refrakt-md/plan"]}
    sites = {"a": {**site, "contentDir": "a"}, "b": {**site, "contentDir": "b"}}
    files = {
        "refrakt.config.json": json.dumps({"sites": sites, "plan": {"dir": "plan"}}),
        "a/index.md": '{% xref "WORK-001" /%}\n',
        "b/index.md": 'See {% xref "WORK-001" /%}\n',
        "plan/WORK-001.md": '{% work id="WORK-001" status="ready" %}\n# Do it\n{% /work %}\n',
    }
    context = Context.at(write(tmp_path.resolve(), files))
    try:
        found = references(context, ReferencesInput(id="WORK-001", site="a"))
    finally:
        index = context.index()
        assert index is not None
        index.close()
    assert [(each.path, each.column) for each in found.references] == [("a/index.md", 10), ("b/index.md", 14)]
