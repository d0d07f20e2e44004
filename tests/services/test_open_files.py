"""Changes go to where the text is: into the editor for what is open there, to the disk for everything else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from refrakt.errors import RefraktError
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.project.confined_writer import ConfinedWriter
from refrakt.project.disk_files import Applied
from refrakt.project.workspace import Workspace
from refrakt.project.workspace_edit import FileEdit, WorkspaceEdit
from refrakt.services.open_files import OpenFiles


class Desk:
    """An editor over a folder: it applies requested edits to its buffers, and moves files on disk."""

    def __init__(self, folder: Path, moves_files: bool = True) -> None:
        self.folder = folder.resolve()
        self.moves_files = moves_files
        self.workspace = Workspace()
        self.requests: list[WorkspaceEdit] = []
        self.before: Callable[[], None] = lambda: None
        """Called just before it applies an edit."""

    def write(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8", newline="")
        return path

    def open(self, name: str, text: str | None = None, version: int = 1) -> None:
        path = self.folder / name
        real = path.resolve()
        self.workspace.open(path.as_uri(), real, real.read_text("utf-8") if text is None else text, version)

    def text(self, name: str) -> str | None:
        """What is in the editor."""
        buffer = self.workspace.snapshot.paths.get((self.folder / name).resolve())
        return buffer.document.text if buffer is not None else None

    def apply(self, root: Path, changes: WorkspaceEdit) -> None:
        self.before()
        self.requests.append(changes)
        for each in changes.edits:
            buffer = self.workspace.snapshot.paths.get(Path(each.path))
            if buffer is None:
                Path(each.path).write_text(each.changed)
            elif buffer.version != each.version:
                raise RefraktError("VALIDATION_ERROR", "the editor did not make the change: newer", "Again.", 1)
            else:
                edits = [(*place.bounds, new) for place, new in reversed(each.edits)]
                self.workspace.change(buffer.uri, buffer.version + 1, edits)
        for old, new in changes.moved:
            ConfinedWriter(self.folder).move(old, new)
            for buffer in list(self.workspace.snapshot.buffers.values()):
                if buffer.path is not None and buffer.path.is_relative_to(old):
                    path = Path(new, buffer.path.relative_to(old))
                    self.workspace.close(buffer.uri)
                    self.workspace.open(path.as_uri(), path, buffer.document.text, 1)

    def files(self, *, can_apply: bool = True) -> OpenFiles:
        workspace = self.workspace
        return OpenFiles(lambda: workspace.snapshot, self.folder, self if can_apply else None)

    def edit(self, name: str, old: str, new: str) -> FileEdit:
        """A change of a file as a plugin sees it now."""
        found = self.files().read(self.folder / name)
        start = found.text.index(old)
        return FileEdit(name, found.text, (TextEdit(Span(start, start + len(old)), new),), found.version)


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    made = Desk(tmp_path)
    made.write("open.md", "one\n")
    made.write("typed.md", "one\n")
    made.write("closed.md", "one\n")
    made.open("open.md")
    made.open("typed.md", "typed one\n", 7)
    return made


def refusal(files: OpenFiles, changes: WorkspaceEdit) -> RefraktError:
    with pytest.raises(RefraktError) as caught:
        files.apply(changes)
    return caught.value


def test_what_is_open_is_changed_in_the_editor_and_the_rest_on_disk(desk: Desk) -> None:
    files = desk.files()
    edits = tuple(desk.edit(name, "one", "two") for name in ("open.md", "typed.md", "closed.md"))
    applied = files.apply(WorkspaceEdit(edits, created=(("new.md", "new\n"),)))
    assert applied == Applied(written=("closed.md", "new.md"), unsaved=("open.md", "typed.md"))
    assert (desk.text("open.md"), desk.text("typed.md")) == ("two\n", "typed two\n")
    on_disk = {each.name: each.read_text() for each in desk.folder.iterdir()}
    assert on_disk == {"open.md": "one\n", "typed.md": "one\n", "closed.md": "two\n", "new.md": "new\n"}
    ((first, second),) = [each.edits for each in desk.requests]
    assert (first.version, second.version, second.path) == (1, 7, str(desk.folder / "typed.md"))
    # The next read returns the result.
    assert [files.read(desk.folder / name).text for name in ("typed.md", "closed.md")] == ["typed two\n", "two\n"]


def test_current_buffers_count_not_those_of_the_snapshot(desk: Desk) -> None:
    files, change = desk.files(), desk.edit("typed.md", "one", "two")
    desk.workspace.change((desk.folder / "typed.md").as_uri(), 8, [(0, 0, "More. ")])
    trouble = refusal(files, WorkspaceEdit((change,)))
    assert (trouble.code, trouble.exit_code) == ("VALIDATION_ERROR", 1)
    assert "typed.md was changed meanwhile" in trouble.message
    # A file that was closed in the snapshot may be open now.
    files, change = desk.files(), desk.edit("closed.md", "one", "two")
    desk.open("closed.md")
    assert files.apply(WorkspaceEdit((change,))).unsaved == ("closed.md",)
    # And one that was open may be closed.
    files, change = desk.files(), desk.edit("open.md", "one", "two")
    desk.workspace.close((desk.folder / "open.md").as_uri())
    assert files.apply(WorkspaceEdit((change,))).written == ("open.md",)
    assert desk.requests[1:] == []


def test_after_waiting_the_current_text_is_read(desk: Desk) -> None:
    """As a tool does that waits for another one's change of the same text."""
    files = desk.files()
    desk.files().apply(WorkspaceEdit((desk.edit("typed.md", "one", "two"),)))
    desk.open("closed.md", "open by now\n")
    assert [files.read(desk.folder / name).text for name in ("typed.md", "closed.md")] == [
        "typed two\n",
        "open by now\n",
    ]
    assert desk.folder / "closed.md" in files.open_paths()


def test_the_version_is_that_of_the_buffer_with_this_text(desk: Desk) -> None:
    """Typing and undoing gives another version with the same text."""
    change = desk.edit("typed.md", "one", "two")
    uri = (desk.folder / "typed.md").as_uri()
    desk.workspace.change(uri, 8, [(0, 0, "x")])
    desk.workspace.change(uri, 9, [(0, 1, "")])
    assert desk.files().apply(WorkspaceEdit((change,))).unsaved == ("typed.md",)
    assert desk.requests[0].edits[0].version == 9


def test_without_an_editor_that_takes_changes_what_is_saved_is_changed_on_disk(desk: Desk) -> None:
    files = desk.files(can_apply=False)
    assert files.apply(WorkspaceEdit((desk.edit("open.md", "one", "two"),))).written == ("open.md",)
    trouble = refusal(files, WorkspaceEdit((desk.edit("closed.md", "one", "two"), desk.edit("typed.md", "one", "two"))))
    assert (trouble.code, trouble.hint) == ("VALIDATION_ERROR", "Save it there first.")
    assert "typed.md is open in an editor and not saved" in trouble.message
    assert (desk.folder / "closed.md").read_text() == "one\n"


def test_the_editor_moves_what_is_open(desk: Desk) -> None:
    changes = WorkspaceEdit(
        (desk.edit("typed.md", "one", "two"),),
        moved=(("open.md", "sub/open2.md"), ("typed.md", "typed2.md"), ("closed.md", "closed2.md")),
    )
    applied = desk.files().apply(changes)
    assert applied == Applied(written=("closed2.md", "sub/open2.md"), unsaved=("typed2.md",))
    assert desk.text("typed2.md") == "typed two\n"
    assert [old for old, _ in desk.requests[0].moved] == [str(desk.folder / name) for name in ("open.md", "typed.md")]


@pytest.mark.parametrize("can_apply", [True, False])
def test_an_editor_that_moves_nothing_keeps_what_is_not_saved(desk: Desk, can_apply: bool) -> None:
    desk.moves_files = False
    files = desk.files(can_apply=can_apply)
    assert "not saved" in refusal(files, WorkspaceEdit(moved=(("typed.md", "typed2.md"),))).message
    # Of one that is saved, the change is made where the move is.
    changes = WorkspaceEdit((desk.edit("open.md", "one", "two"),), moved=(("open.md", "open2.md"),))
    assert files.apply(changes) == Applied(written=("open2.md",))
    assert ((desk.folder / "open2.md").read_text(), desk.requests) == ("two\n", [])


def test_a_folder_is_moved_with_what_is_open_in_it(desk: Desk) -> None:
    desk.write("plan/a.md", "one\n")
    desk.write("plan/b.md", "one\n")
    desk.open("plan/a.md", "typed one\n")
    edits = (desk.edit("plan/a.md", "one", "two"), desk.edit("plan/b.md", "one", "two"))
    desk.moves_files = False
    assert "plan is open" in refusal(desk.files(), WorkspaceEdit(edits, moved=(("plan", "todo"),))).message
    desk.moves_files = True
    applied = desk.files().apply(WorkspaceEdit(edits, moved=(("plan", "todo"),)))
    assert applied == Applied(written=("todo", "todo/b.md"), unsaved=("todo/a.md",))


def test_no_file_is_made_where_one_is_open(desk: Desk) -> None:
    desk.workspace.open((desk.folder / "draft.md").as_uri(), desk.folder / "draft.md", "never saved", 1)
    for changes in (WorkspaceEdit(created=(("draft.md", ""),)), WorkspaceEdit(moved=(("closed.md", "draft.md"),))):
        assert refusal(desk.files(), changes).code == "ALREADY_EXISTS"
    assert not (desk.folder / "draft.md").exists()


def test_all_changes_are_validated_before_the_editor_request(desk: Desk) -> None:
    change = desk.edit("typed.md", "one", "two")
    stale = desk.edit("closed.md", "one", "two")
    desk.write("closed.md", "other\n")
    for changes in (
        WorkspaceEdit((change, stale)),
        WorkspaceEdit((change,), created=(("closed.md", ""),)),
        WorkspaceEdit((change,), moved=(("typed.md", "closed.md"),)),
        WorkspaceEdit((change,), moved=(("missing.md", "x.md"),)),
        WorkspaceEdit((change,), created=(("x\0.md", ""),)),
        WorkspaceEdit((change, change)),
    ):
        refusal(desk.files(), changes)
    assert desk.requests == []
    assert desk.text("typed.md") == "typed one\n"


def test_other_editors_are_queried_about_changes_on_disk(desk: Desk) -> None:
    def objection(root: Path, changes: WorkspaceEdit) -> None:
        assert ([each.path for each in changes.edits], changes.created) == (["closed.md"], ())
        raise RefraktError("VALIDATION_ERROR", f"{root.name}: not saved elsewhere", "Save it.", 1)

    files = replace(desk.files(), objection=objection)
    both = WorkspaceEdit((desk.edit("typed.md", "one", "two"), desk.edit("closed.md", "one", "two")))
    assert "not saved elsewhere" in refusal(files, both).message
    assert (desk.requests, (desk.folder / "closed.md").read_text()) == ([], "one\n")
    # What the editor of this process changes is its own business.
    assert files.apply(WorkspaceEdit((desk.edit("typed.md", "one", "two"),))).unsaved == ("typed.md",)


def test_what_the_editor_refuses_is_not_done_on_disk_either(desk: Desk) -> None:
    changes = WorkspaceEdit((desk.edit("typed.md", "one", "two"), desk.edit("closed.md", "one", "two")))
    desk.before = lambda: _type(desk)
    assert "newer" in refusal(desk.files(), changes).message
    assert (desk.folder / "closed.md").read_text() == "one\n"


def _type(desk: Desk) -> None:
    desk.workspace.change((desk.folder / "typed.md").as_uri(), 8, [(0, 0, "More. ")])


def test_a_disk_failure_after_the_editor_edit_reports_both(desk: Desk) -> None:
    desk.before = lambda: _save_elsewhere(desk)
    edits = (desk.edit("typed.md", "one", "two"), desk.edit("closed.md", "one", "two"))
    files = desk.files()
    trouble = refusal(files, WorkspaceEdit(edits, created=(("new.md", ""),)))
    assert trouble.message == (
        'closed.md was changed meanwhile; changed in the editor before that: "typed.md"; '
        'not changed on disk: "closed.md", "new.md"'
    )
    assert trouble.hint == "Undo the changes in the editor, or make the others manually."
    assert trouble.data == {"unsaved": ["typed.md"]}
    assert not (desk.folder / "new.md").exists()
    assert files.read(desk.folder / "typed.md").text == "typed two\n"


def _save_elsewhere(desk: Desk) -> None:
    (desk.folder / "closed.md").write_text("somebody else\n")


def test_links_are_resolved_to_open_files(desk: Desk) -> None:
    (desk.folder / "link.md").symlink_to("typed.md")
    assert desk.files().apply(WorkspaceEdit((desk.edit("link.md", "one", "two"),))).unsaved == ("link.md",)
    assert desk.text("typed.md") == "typed two\n"
    # The link itself is nothing that is open.
    assert desk.files().apply(WorkspaceEdit(moved=(("link.md", "link2.md"),))).written == ("link2.md",)


def test_a_file_in_a_folder_that_the_user_named_is_changed_like_any_other(
    desk: Desk, tmp_path_factory: pytest.TempPathFactory
) -> None:
    outside = tmp_path_factory.mktemp("outside").resolve() / "a.md"
    outside.write_text("one\n")
    change = FileEdit(str(outside), "one\n", (TextEdit(Span(0, 3), "two"),))
    assert desk.files().apply(WorkspaceEdit((change,)), outside.parent).written == (str(outside),)
    desk.workspace.open(outside.as_uri(), outside, "two\n", 1)
    change = FileEdit(str(outside), "two\n", (TextEdit(Span(0, 3), "three"),))
    assert desk.files().apply(WorkspaceEdit((change,)), outside.parent).unsaved == (str(outside),)


def test_an_edit_without_effect_is_not_sent(desk: Desk) -> None:
    assert desk.files().apply(WorkspaceEdit((desk.edit("typed.md", "one", "one"),))) == Applied()
    assert desk.requests == []
