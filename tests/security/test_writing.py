"""Nothing is written through a link or outside the project."""

from __future__ import annotations

import ast
import contextlib
import os
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cli.command_runner import refrakt
from plan.plans import write
from refrakt.plugins import Disk, FileEdit, RefraktError, Span, TextEdit, WorkspaceEdit, make_folder
from refrakt.project.confined_writer import ConfinedWriter
from security.trees import OLD, link, snapshot
from services.test_open_files import Desk

# Changes by plugins ---------------------------------------------------------------------------------------------------


def edit(path: Path | str, text: str) -> FileEdit:
    return FileEdit(str(path), text, (TextEdit(Span(0, 0), "x"),))


def leading_out(root: Path, outside: Path) -> list[WorkspaceEdit]:
    """Changes with every kind of path out of a project."""
    link(root / "page.md", outside / "a.md")
    link(root / "folder", outside / "folder")
    link(root / "missing", outside / "new")
    link(root / "dangling.md", outside / "new.md")
    names = ["folder/x.md", "missing/x.md", "../outside/x.md", str(outside / "x.md"), "a/../../outside/x.md"]
    return [
        WorkspaceEdit((edit("page.md", OLD),)),
        WorkspaceEdit((edit("../outside/a.md", OLD),)),
        WorkspaceEdit((edit(outside / "a.md", OLD),)),
        *(WorkspaceEdit(created=((name, "x"),)) for name in names),
        *(WorkspaceEdit(moved=(("safe.md", name),)) for name in names),
        WorkspaceEdit(moved=(("../outside/rc", "stolen"),)),
        WorkspaceEdit(moved=(("folder/keep", "stolen"),)),
    ]


def test_changes_of_a_plugin_stay_in_the_project(root: Path, outside: Path) -> None:
    write(root, {"safe.md": "safe"})
    for changes in leading_out(root, outside):
        before = snapshot(root)
        both = WorkspaceEdit(
            (edit("safe.md", "safe"), *changes.edits), (("first.md", ""), *changes.created), changes.moved
        )
        with pytest.raises(RefraktError) as refused:
            Disk(root).apply(both)
        assert refused.value.code == "INVALID_ARGS"
        assert "leads out of" in refused.value.message
        assert snapshot(root) == before


def test_changes_in_an_editor_stay_in_the_project(tmp_path: Path, outside: Path) -> None:
    desk = Desk(write(tmp_path / "desk", {}))
    desk.write("safe.md", "safe")
    for changes in leading_out(desk.folder, outside):
        desk.workspace.open((outside / "a.md").as_uri(), outside / "a.md", OLD, 1)
        for can_apply in (True, False):
            before = snapshot(desk.folder)
            with pytest.raises(RefraktError, match="leads out of"):
                desk.files(can_apply=can_apply).apply(changes)
            assert snapshot(desk.folder) == before
    assert desk.workspace.snapshot.paths[outside / "a.md"].document.text == OLD


def test_a_plugin_writes_nothing_into_the_repository_of_git(root: Path) -> None:
    write(root, {".git": "gitdir: elsewhere\n", "sub/.git/config": "[core]\n"})
    link(root / "git.md", ".git")
    before = snapshot(root)
    for changes in (
        WorkspaceEdit((edit("git.md", "gitdir: elsewhere\n"),)),
        WorkspaceEdit((edit("sub/.git/config", "[core]\n"),)),
        WorkspaceEdit(created=(("sub/.git/hooks/pre-commit", "x"),)),
        WorkspaceEdit(moved=(("git.md", "sub/.git/x"),)),
        WorkspaceEdit(moved=((".git", "git"),)),
    ):
        with pytest.raises(RefraktError, match="leads into the git repository"):
            Disk(root).apply(changes)
    assert snapshot(root) == before


def test_a_dangling_link_is_never_written_through(root: Path, outside: Path) -> None:
    link(root / "dangling.md", outside / "new.md")
    link(root / "inside.md", "new.md")
    for changes in (WorkspaceEdit(created=(("dangling.md", "x"),)), WorkspaceEdit(created=(("inside.md", "x"),))):
        with pytest.raises(RefraktError) as refused:
            Disk(root).apply(changes)
        assert refused.value.code == "ALREADY_EXISTS"
    with pytest.raises(RefraktError, match="leads out of"):
        Disk(root).apply(WorkspaceEdit((edit("dangling.md", ""),)))
    with pytest.raises(RefraktError):
        Disk(root).apply(WorkspaceEdit((edit("inside.md", ""),)))
    assert not (root / "new.md").exists()


def test_a_link_that_appears_after_the_check_is_not_followed(root: Path, outside: Path) -> None:
    from refrakt.project.file_transaction import transaction

    write(root, {"docs/a.md": OLD})
    read = transaction(root, WorkspaceEdit((edit("docs/a.md", OLD),), created=(("docs/n.md", "x"),)))
    (root / "docs").rename(root / "was")
    link(root / "docs", outside)
    with pytest.raises(RefraktError):
        read.write()


@pytest.mark.parametrize("name", ["a\nb.md", "a\x1bb.md", "a\x7f.md", "new\nfolder/a.md"])
def test_no_new_name_has_control_characters(root: Path, name: str) -> None:
    write(root, {"a.md": "a"})
    before = snapshot(root)
    for changes in (WorkspaceEdit(created=((name, "x"),)), WorkspaceEdit(moved=(("a.md", name),))):
        with pytest.raises(RefraktError, match="control characters"):
            Disk(root).apply(changes)
    assert snapshot(root) == before


def test_a_folder_is_made_inside_the_project_alone(root: Path, outside: Path) -> None:
    link(root / "out", outside)
    link(root / "new", outside / "new")
    link(root / "in", "plan")
    for name in ("out", "out/x", "new", "new/x", "../outside/x"):
        with pytest.raises(RefraktError, match="leads out of"):
            make_folder(root, root / name)
    assert make_folder(root, root / "in" / "a" / "b") is True
    assert make_folder(root, root / "in" / "a" / "b") is False
    assert (root / "plan" / "a" / "b").is_dir()


def test_circles_of_links_end(root: Path) -> None:
    link(root / "a.md", "b.md")
    link(root / "b.md", "a.md")
    with pytest.raises(OSError, match="symbolic links"):
        ConfinedWriter(root).replace("a.md", b"x")
    with pytest.raises(RefraktError):
        Disk(root).apply(WorkspaceEdit((edit("a.md", ""),)))


NAMES = st.sampled_from(["a", "b", "c"])
PATHS = st.lists(st.sampled_from(["a", "b", "c", ".."]), min_size=1, max_size=4).map("/".join)
TARGETS = st.one_of(
    PATHS, st.sampled_from(["../outside", "../outside/folder", "../outside/new", "../../outside/a.md", "/"])
)
ENTRIES = st.dictionaries(
    st.lists(NAMES, min_size=1, max_size=3).map("/".join),
    st.one_of(st.just("file"), st.just("folder"), TARGETS.map("->".__add__)),
)
OPERATIONS = st.tuples(st.sampled_from(["create", "make_folder", "move", "put", "remove", "replace"]), PATHS, PATHS)


@settings(max_examples=80)
@given(ENTRIES, st.lists(OPERATIONS, max_size=8))
def test_no_tree_of_links_escapes_the_project(entries: dict[str, str], operations: list[tuple[str, str, str]]) -> None:
    with TemporaryDirectory() as folder:
        top = Path(folder).resolve()
        outside = write(top / "outside", {"a.md": "a", "a": "a", "folder/a": "a"})
        root = write(top / "root", {})
        for name, kind in sorted(entries.items()):
            # Links may redirect later steps out of the project.
            with contextlib.suppress(OSError):
                path = root / name
                if not Path(os.path.realpath(path.parent)).is_relative_to(root):
                    continue
                path.parent.mkdir(parents=True, exist_ok=True)
                if kind == "file":
                    path.touch(exist_ok=False)
                elif kind == "folder":
                    path.mkdir()
                else:
                    path.symlink_to(kind.removeprefix("->"))
        before = snapshot(top)
        writer = ConfinedWriter(root)
        for operation, first, second in operations:
            argv: tuple[Any, ...] = {"make_folder": (first,), "move": (first, second)}.get(operation, (first, b""))
            with contextlib.suppress(OSError, RefraktError):
                getattr(writer, operation)(*argv)
        assert snapshot(outside) == snapshot_below(before, "outside")
        assert {each.name for each in top.iterdir()} == {"outside", "root"}


def snapshot_below(whole: dict[str, Any], name: str) -> dict[str, Any]:
    return {
        key.removeprefix(f"{name}/") if key != name else ".": value
        for key, value in whole.items()
        if key == name or key.startswith(f"{name}/")
    }


# The command line -----------------------------------------------------------------------------------------------------

UGLY = "*  a\n*  b\n"


@pytest.mark.parametrize("marker", [True, False])
def test_format_writes_through_no_link_out(tmp_path: Path, marker: bool) -> None:
    outside = write(tmp_path / "outside", {"a.md": UGLY, "refrakt.config.json": "{}"})
    root = write(tmp_path / "project", {"refrakt.config.json": "{}"} if marker else {})
    link(root / "page.md", outside / "a.md")
    link(root / "folder", outside)
    for name in ("page.md", "folder/a.md") if marker else ("page.md",):
        ran = refrakt("format", "--write", name, "--cwd", root)
        assert ran.code == 2
        assert "leads out of" in ran.err
        assert refrakt("format", "--write", root / name).code == 2
    assert (outside / "a.md").read_text() == UGLY
    write(root, {"real.md": UGLY})
    link(root / "inner.md", "real.md")
    assert refrakt("format", "--write", root / "inner.md").code == 0
    assert (root / "real.md").read_text() != UGLY
    # A user may name any file by its real path.
    assert refrakt("format", "--write", outside / "a.md", "--cwd", root).code == 0
    assert (outside / "a.md").read_text() != UGLY


def test_a_baseline_is_not_written_through_a_link_out(tmp_path: Path, outside: Path) -> None:
    root = write(tmp_path / "site", {"refrakt.config.json": '{"contentDir": "content"}', "content/a.md": "# A\n"})
    link(root / "new.json", outside / "new.json")
    ran = refrakt("check", "--baseline", "new.json", "--update-baseline", "--cwd", root)
    assert ran.code == 2
    link(root / "folder", outside / "folder")
    assert refrakt("check", "--baseline", "folder/b.json", "--update-baseline", "--cwd", root).code == 2
    assert refrakt("check", "--baseline", "own.json", "--update-baseline", "--cwd", root).code == 0
    assert (root / "own.json").exists()


def test_a_catalogue_is_not_written_through_a_link_out(tmp_path: Path, outside: Path) -> None:
    from refrakt.services.catalogue_export import ExportError, target, write_catalogue

    root = write(tmp_path / "site", {})
    link(root / ".refrakt", outside / "folder")
    with pytest.raises(ExportError, match="leads out of"):
        write_catalogue("{}", target("x", root), root)
    (root / ".refrakt").unlink()
    link(root / ".refrakt/catalogues/x.json", outside / "config.json")
    with pytest.raises(ExportError, match="leads out of"):
        write_catalogue("{}", target("x", root), root)


# Everybody else ------------------------------------------------------------------------------------------------------

WRITERS = {
    "refrakt/project/temporary_files.py",
    "refrakt/project/exclusive_rename.py",
    "refrakt/project/confined_writer.py",
    # Folders of the user, not of the project: the cache, sockets, temporary files.
    "refrakt/hosts/link/listener.py",
    "refrakt/hosts/link/relay.py",
    "refrakt/hosts/link/host_address.py",
    "refrakt/hosts/link/host_lock.py",
    "refrakt/hosts/link/start_record.py",
    "refrakt/hosts/cli/help_cache.py",
    # Removes its own copy of a client's config; writes with the confined writer.
    "refrakt/project/mcp_registration.py",
    # To be reviewed: the plan's files are written by `files.apply`.
    "refrakt_plan/commands/init.py",
    "refrakt/project/index/cache_database.py",
    "refrakt/project/index/cache_folder.py",
    "refrakt/services/catalogue_export.py",
    "refrakt_forge/registries/cache_files.py",
    "refrakt_forge/registries/cache_store.py",
    "refrakt_plan/editing/plan_lock.py",
    "refrakt_plan/git/staging.py",
}
OF_OS = {
    "link",
    "makedirs",
    "mkdir",
    "rename",
    "renames",
    "replace",
    "symlink",
    "truncate",
    "unlink",
    "rmdir",
    "remove",
}
OF_PATHS = {"hardlink_to", "mkdir", "symlink_to", "touch", "unlink", "write_bytes", "write_text", "rmdir"}
OF_SHUTIL = {"copy", "copy2", "copyfile", "copytree", "move", "rmtree"}


def writes(call: ast.Call) -> bool:
    """Whether a call changes files, judging by its name."""
    function = call.func
    if isinstance(function, ast.Name) and function.id == "open":
        mode = (
            call.args[1]
            if len(call.args) > 1
            else next((each.value for each in call.keywords if each.arg == "mode"), None)
        )
        return isinstance(mode, ast.Constant) and bool({*"wax+"} & {*str(mode.value)})
    if not isinstance(function, ast.Attribute):
        return False
    module = function.value.id if isinstance(function.value, ast.Name) else ""
    if module == "os" and function.attr == "open":
        return any(isinstance(each, ast.Attribute) and each.attr in ("O_CREAT", "O_TRUNC") for each in ast.walk(call))
    if module in ("os", "shutil"):
        return function.attr in (OF_OS if module == "os" else OF_SHUTIL)
    return module != "standard_output" and function.attr in OF_PATHS


def test_only_the_confined_writer_writes_files_of_a_project(repository: Path) -> None:
    server = repository / "server"
    found = {
        path.relative_to(server).as_posix()
        for path in server.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and writes(node)
    }
    assert found <= WRITERS
    assert {"refrakt/project/temporary_files.py", "refrakt/project/confined_writer.py"} <= found
