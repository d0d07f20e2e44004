"""Renames as patches: their content, and that the usual tools apply them."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from lsp.conftest import write
from refrakt.errors import RefraktError
from refrakt.project.workspace import Workspace
from refrakt.services.context import Context
from refrakt.services.rename import Renamed, RenameInput, patch, rename

FILES = {
    "refrakt.config.json": json.dumps({"site": {"contentDir": "./content", "plugins": ["@refrakt-md/storytelling"]}}),
    "content/index.md": '# Home\n\nSee [setup](/docs/setup#linux). {% xref "Veshra" /%}\n\n{% partial file="foot.md" /%}',
    "content/docs/setup.md": "# Setup\r\n\r\n## Linux\r\n\r\n[tour](<the tour.md>) [up](../index.md) ![x](/a.png)\r\n",
    "content/docs/the tour.md": "[s](setup)\n",
    "content/people.md": '{% character name="Veshra" %}\nx\n{% /character %}\n',
    "content/_partials/foot.md": "Bye.\n",
    "static/a.png": "no picture",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return write(tmp_path.resolve() / "site", FILES)


@pytest.fixture
def context(root: Path) -> Iterator[Context]:
    context = Context.at(root)
    yield context
    index = context.index()
    if index is not None:
        index.close()


def applied(root: Path, answer: Renamed, tool: list[str]) -> dict[str, str]:
    """The files of a copy of the project after a tool has applied the patch."""
    copy = root.parent / "copy"
    shutil.copytree(root, copy)
    subprocess.run(tool, cwd=copy, input=patch(answer).encode(), check=True, capture_output=True)
    files = (each for each in copy.rglob("*") if each.is_file())
    return {each.relative_to(copy).as_posix(): each.read_bytes().decode() for each in files}


APPLY = ["git", "apply", "--whitespace=nowarn", "-"]
PATCH = ["patch", "-p1", "--binary", "--quiet"]


@pytest.fixture(params=[APPLY, PATCH], ids=["git", "patch"])
def tool(request: pytest.FixtureRequest) -> list[str]:
    argv: list[str] = request.param
    if shutil.which(argv[0]) is None:
        pytest.skip(f"there is no {argv[0]} here")
    return argv


def test_a_heading(context: Context, root: Path, tool: list[str]) -> None:
    answer = rename(context, RenameInput("On Linux", url="/docs/setup#linux"))
    assert [each.path for each in answer.changes] == ["content/docs/setup.md", "content/index.md"]
    assert answer.summary == "2 changes in 2 files"
    after = applied(root, answer, tool)
    assert after["content/index.md"] == FILES["content/index.md"].replace("#linux", "#on-linux")
    assert after["content/docs/setup.md"] == FILES["content/docs/setup.md"].replace("Linux", "On Linux")


def test_a_page_is_moved(context: Context, root: Path, tool: list[str]) -> None:
    answer = rename(context, RenameInput("/start here", url="/docs/setup"))
    moved = {each.path: each.new_path for each in answer.changes if each.new_path is not None}
    assert moved == {"content/docs/setup.md": "content/start here.md"}
    assert answer.summary == "4 changes in 3 files, 1 file moved"
    after = applied(root, answer, tool)
    assert "content/docs/setup.md" not in after
    assert after["content/start here.md"] == (
        "# Setup\r\n\r\n## Linux\r\n\r\n[tour](<docs/the tour.md>) [up](index.md) ![x](/a.png)\r\n"
    )
    assert after["content/docs/the tour.md"] == "[s](../start%20here)\n"


def test_a_folder_is_moved(context: Context, root: Path, tool: list[str]) -> None:
    answer = rename(context, RenameInput("guide", file="content/docs"))
    assert {each.path: each.new_path for each in answer.changes} == {
        "content/docs/setup.md": "content/guide/setup.md",
        "content/docs/the tour.md": "content/guide/the tour.md",
        "content/index.md": None,
    }
    after = applied(root, answer, tool)
    assert {each for each in after if each.startswith("content/docs")} == set()
    assert "](/guide/setup#linux)" in after["content/index.md"]
    assert after["content/guide/the tour.md"] == FILES["content/docs/the tour.md"]


def test_entities_partials_and_files(context: Context) -> None:
    thing = rename(context, RenameInput("Ash", id="Veshra"))
    assert [each.path for each in thing.changes] == ["content/index.md", "content/people.md"]
    partial = rename(context, RenameInput("end.md", partial="foot.md"))
    assert {each.path: each.new_path for each in partial.changes} == {
        "content/_partials/foot.md": "content/_partials/end.md",
        "content/index.md": None,
    }
    file = rename(context, RenameInput("static/img/b.png", file="static/a.png"))
    assert {each.path: each.new_path for each in file.changes} == {
        "content/docs/setup.md": None,
        "static/a.png": "static/img/b.png",
    }
    page = rename(context, RenameInput("install", file="content/docs/setup.md"))
    assert [each.new_path for each in page.changes if each.new_path] == ["content/docs/install.md"]


def test_nothing_is_written(context: Context, root: Path) -> None:
    rename(context, RenameInput("guide", file="content/docs"))
    assert {name: (root / name).read_bytes().decode() for name in FILES} == FILES


def test_an_open_buffer_counts(root: Path) -> None:
    workspace = Workspace()
    path = root / "content/index.md"
    workspace.open(path.as_uri(), path, "[new](/docs/setup#linux)\n", 7)
    index = workspace.index(root)
    try:
        context = Context(workspace.project(root), workspace.snapshot, lambda: index)
        answer = rename(context, RenameInput("BSD", url="/docs/setup#linux"))
    finally:
        assert index is not None
        index.close()
    change = next(each for each in answer.changes if each.path == "content/index.md")
    assert change.version == 7
    assert "+[new](/docs/setup#bsd)\n" in change.diff


@pytest.mark.parametrize(
    ("query", "argv"),
    [
        (RenameInput("x"), "no target"),
        (RenameInput("x", url="/a", file="b"), "`url` and `file` exclude each other"),
        (RenameInput("x", url="/nowhere"), "no page at '/nowhere'"),
        (RenameInput("the tour.md", file="content/docs/setup.md"), "already exists"),
        (RenameInput("x.md", file="content/none.md"), "there is no file"),
        (RenameInput("/people", url="/docs/setup"), "a page at /people already exists"),
        (RenameInput("../../x.md", file="content/docs/setup.md"), "outside the project"),
    ],
)
def test_what_cannot_be(context: Context, query: RenameInput, argv: str) -> None:
    with pytest.raises(RefraktError) as result:
        rename(context, query)
    assert argv in str(result.value)


def test_a_file_with_a_byte_order_mark(root: Path, tool: list[str]) -> None:
    write(root, {"content/mark.md": "\ufeff[a](/docs/setup)\nx"})
    context = Context.at(root)
    try:
        answer = rename(context, RenameInput("/docs/install", url="/docs/setup"))
    finally:
        index = context.index()
        assert index is not None
        index.close()
    assert applied(root, answer, tool)["content/mark.md"] == "\ufeff[a](/docs/install)\nx"


def test_a_name_that_has_quotes_in_it(context: Context, root: Path) -> None:
    answer = rename(context, RenameInput('the "tour".md', file="content/docs/the tour.md"))
    assert 'content/docs/the "tour".md' in applied(root, answer, APPLY)


def test_a_slash_at_the_end_means_into_the_folder(context: Context) -> None:
    answer = rename(context, RenameInput("content/guide/", file="content/docs/setup.md"))
    assert [each.new_path for each in answer.changes if each.new_path] == ["content/guide/setup.md"]


@pytest.mark.parametrize("file", [".", "content", "refrakt.config.json", "static"])
def test_what_the_site_is_found_by_stays(context: Context, file: str) -> None:
    with pytest.raises(RefraktError, match="the site depends on its path"):
        rename(context, RenameInput("elsewhere", file=file))


def test_the_folder_of_another_site_stays(tmp_path: Path) -> None:
    sites = {"a": {"contentDir": "a"}, "b": {"contentDir": "b/pages"}}
    files = {"refrakt.config.json": json.dumps({"sites": sites}), "a/index.md": "# A\n", "b/pages/index.md": "# B\n"}
    context = Context.at(write(tmp_path.resolve(), files))
    try:
        with pytest.raises(RefraktError, match="cannot move `b/pages`"):
            rename(context, RenameInput("elsewhere", file="b", site="a"))
    finally:
        index = context.index()
        assert index is not None
        index.close()
