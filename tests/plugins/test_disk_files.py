"""Changes on disk: other bytes stay, changes are atomic, and no file is overwritten."""

from __future__ import annotations

import errno
import os
import re
import resource
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privileges import unprivileged
from refrakt.plugins import CommandContext, Disk, FileEdit, RefraktError, Span, TextEdit, WorkspaceEdit
from refrakt.project.confined_writer import ConfinedWriter
from refrakt.project.file_transaction import transaction


def edit(folder: Path, name: str, old: str, new: str) -> FileEdit:
    """A piece of a file as it is now, and what it is to become."""
    text = Disk(folder).read(folder / name).text
    start = text.index(old)
    return FileEdit(name, text, (TextEdit(Span(start, start + len(old)), new),))


def refusal(folder: Path, changes: WorkspaceEdit) -> RefraktError:
    with pytest.raises(RefraktError) as caught:
        Disk(folder).apply(changes)
    return caught.value


def files(folder: Path) -> dict[str, bytes]:
    return {str(each.relative_to(folder)): each.read_bytes() for each in folder.rglob("*") if each.is_file()}


@contextmanager
def no_file_larger_than(size: int) -> Iterator[None]:
    """The system refuses to write more into one file."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r", b""])
def test_what_is_not_meant_stays_as_it_is(tmp_path: Path, mark: bytes, end: bytes) -> None:
    path = tmp_path / "a.md"
    path.write_bytes(mark + b"one" + end + "zwö 🦊\u2028\x0c".encode() + end)
    assert Disk(tmp_path).apply(WorkspaceEdit((edit(tmp_path, "a.md", "one", "two"),))).written == ("a.md",)
    assert path.read_bytes() == mark + b"two" + end + "zwö 🦊\u2028\x0c".encode() + end


@settings(max_examples=40)
@given(st.text(max_size=30), st.data())
def test_any_stretch_of_any_text_can_be_replaced(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    new = data.draw(st.text(max_size=5))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "a.md")
        path.write_bytes(text.encode())
        known = Disk().read(path).text  # a text that begins with a byte order mark is read without it
        start, end = min(start, len(known)), min(end, len(known))
        change = FileEdit("a.md", known, (TextEdit(Span(start, end), new),))
        Disk(Path(folder)).apply(WorkspaceEdit((change,)))
        assert Disk().read(path).text.removeprefix("\ufeff") == (known[:start] + new + known[end:]).removeprefix(
            "\ufeff"
        )


def test_a_file_that_has_changed_is_not_written(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("one")
    (tmp_path / "b.md").write_text("one")
    changes = WorkspaceEdit((edit(tmp_path, "a.md", "one", "two"), edit(tmp_path, "b.md", "one", "two")))
    (tmp_path / "b.md").write_text("other")
    trouble = refusal(tmp_path, changes)
    assert (trouble.code, trouble.exit_code) == ("VALIDATION_ERROR", 1)
    assert files(tmp_path) == {"a.md": b"one", "b.md": b"other"}
    (tmp_path / "b.md").unlink()
    assert "b.md was changed meanwhile" in refusal(tmp_path, changes).message


def test_a_change_between_reading_and_writing_is_detected(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("one")
    (tmp_path / "b.md").write_text("one")
    read = transaction(
        tmp_path, WorkspaceEdit((edit(tmp_path, "a.md", "one", "two"), edit(tmp_path, "b.md", "one", "two")))
    )
    (tmp_path / "b.md").write_text("other")
    with pytest.raises(RefraktError, match="meanwhile"):
        read.write()
    assert files(tmp_path) == {"a.md": b"one", "b.md": b"other"}


def test_a_save_during_a_write_is_not_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.md").write_text("one")
    # A sync takes long enough for an editor to save the file meanwhile.
    monkeypatch.setattr(os, "fsync", lambda _: (tmp_path / "a.md").write_text("other"))
    trouble = refusal(tmp_path, WorkspaceEdit((edit(tmp_path, "a.md", "one", "two"),)))
    assert "a.md was changed meanwhile" in trouble.message
    assert files(tmp_path) == {"a.md": b"other"}


def test_what_was_done_is_taken_back_when_the_system_refuses(tmp_path: Path) -> None:
    (tmp_path / "small.md").write_text("one")
    (tmp_path / "old.md").write_text("old")
    (tmp_path / "large.md").write_text("one" + "x" * 5000)
    edits = (edit(tmp_path, "small.md", "one", "two"), edit(tmp_path, "large.md", "one", "two"))
    before = files(tmp_path)
    with no_file_larger_than(1000):
        trouble = refusal(tmp_path, WorkspaceEdit(edits, moved=(("old.md", "new.md"),)))
        assert (trouble.code, trouble.exit_code) == ("WRITE_FAILED", 1)
        assert "large.md" in trouble.message
        assert "taken back" not in trouble.message
        assert files(tmp_path) == before
        refusal(tmp_path, WorkspaceEdit(edits[:1], created=(("c.md", "c"), ("d.md", "x" * 5000))))
        assert files(tmp_path) == before
    applied = Disk(tmp_path).apply(WorkspaceEdit(edits, moved=(("old.md", "new.md"),)))
    assert applied.written == ("small.md", "large.md", "new.md")


def test_what_cannot_be_taken_back_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("a.md", "b.md", "c.md"):
        (tmp_path / name).write_text("one")
    replace = ConfinedWriter.replace

    def failing(self: ConfinedWriter, path: Path, data: bytes, before: bytes | None) -> bool:
        if path.name == "c.md":
            (tmp_path / "a.md").write_text("typed by somebody")
            raise OSError(errno.ENOSPC, "No space left on device")
        return replace(self, path, data, before)

    monkeypatch.setattr(ConfinedWriter, "replace", failing)
    trouble = refusal(
        tmp_path, WorkspaceEdit(tuple(edit(tmp_path, name, "one", "two") for name in ("a.md", "b.md", "c.md")))
    )
    assert trouble.message.endswith("no space left on device; written before that, and not taken back: a.md")
    assert trouble.data == {"written": ["a.md"]}
    assert files(tmp_path) == {"a.md": b"typed by somebody", "b.md": b"one", "c.md": b"one"}


def test_existing_files_are_never_replaced(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("a")
    (tmp_path / "b.md").write_text("b")
    (tmp_path / "nowhere.md").symlink_to("missing")
    for new in ("b.md", "nowhere.md", "a.md"):
        for changes in (WorkspaceEdit(created=((new, "x"),)), WorkspaceEdit(moved=(("a.md", new),))):
            trouble = refusal(tmp_path, changes)
            assert (trouble.code, trouble.exit_code) == ("ALREADY_EXISTS", 1)
            assert new in trouble.message
    assert files(tmp_path) == {"a.md": b"a", "b.md": b"b"}


def test_two_changes_of_one_file_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("one two")
    (tmp_path / "link.md").symlink_to("a.md")
    twice = (edit(tmp_path, "a.md", "one", "1"), edit(tmp_path, "link.md", "two", "2"))
    assert "twice" in refusal(tmp_path, WorkspaceEdit(twice)).message
    assert "twice" in refusal(tmp_path, WorkspaceEdit(created=(("n.md", ""),), moved=(("a.md", "n.md"),))).message
    assert (tmp_path / "a.md").read_text() == "one two"


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "a.md").write_text("one")
    (tmp_path / "a.md").symlink_to("real/a.md")
    Disk(tmp_path).apply(WorkspaceEdit((edit(tmp_path, "a.md", "one", "two"),)))
    assert (tmp_path / "a.md").is_symlink()
    assert (tmp_path / "real" / "a.md").read_text() == "two"
    Disk(tmp_path).apply(WorkspaceEdit(moved=(("a.md", "b.md"),)))
    assert (tmp_path / "b.md").is_symlink()
    assert (tmp_path / "real" / "a.md").read_text() == "two"


def test_the_owner_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.md"
    path.write_text("one")
    given: list[tuple[int, int]] = []
    monkeypatch.setattr(os, "chown", lambda _, user, group: given.append((user, group)))
    Disk(tmp_path).apply(WorkspaceEdit((edit(tmp_path, "a.md", "one", "two"),)))
    assert given == [(path.stat().st_uid, path.stat().st_gid)]


def test_permissions_stay_and_new_files_have_the_usual_ones(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text("one")
    path.chmod(0o640)
    mask = os.umask(0o022)
    try:
        Disk(tmp_path).apply(
            WorkspaceEdit((edit(tmp_path, "a.md", "one", "two"),), created=(("deep/er/n.md", "new\r\n"),))
        )
    finally:
        os.umask(mask)
    made = tmp_path / "deep" / "er" / "n.md"
    assert [stat.S_IMODE(each.stat().st_mode) for each in (path, made)] == [0o640, 0o644]
    assert made.read_bytes() == b"new\r\n"
    assert [each.name for each in tmp_path.rglob(".*")] == []


def test_the_mask_of_the_process_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It belongs to every thread: two that set it for a moment can leave it open for good."""

    def umask(mask: int) -> int:
        raise AssertionError

    monkeypatch.setattr(os, "umask", umask)
    Disk(tmp_path).apply(WorkspaceEdit(created=(("a.md", "one\n"),)))
    assert (tmp_path / "a.md").read_text() == "one\n"


def test_a_file_is_changed_and_then_moved(tmp_path: Path) -> None:
    (tmp_path / "plan").mkdir()
    (tmp_path / "plan" / "a.md").write_text("one")
    changes = WorkspaceEdit((edit(tmp_path, "plan/a.md", "one", "two"),), moved=(("plan/a.md", "plan/b.md"),))
    assert Disk(tmp_path).apply(changes).written == ("plan/b.md",)
    folder = WorkspaceEdit((edit(tmp_path, "plan/b.md", "two", "three"),), moved=(("plan", "todo"),))
    assert Disk(tmp_path).apply(folder).written == ("todo/b.md", "todo")
    assert files(tmp_path) == {"todo/b.md": b"three"}


def test_capitals_alone_make_another_name(tmp_path: Path) -> None:
    (tmp_path / "work-1.md").write_text("one")
    assert Disk(tmp_path).apply(WorkspaceEdit(moved=(("work-1.md", "WORK-1.md"),))).written == ("WORK-1.md",)
    assert [each.name for each in tmp_path.iterdir()] == ["WORK-1.md"]


def test_a_change_that_changes_nothing_touches_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text("one")
    before = path.stat().st_ino
    assert Disk(tmp_path).apply(WorkspaceEdit((edit(tmp_path, "a.md", "one", "one"),))).written == ()
    assert path.stat().st_ino == before


@pytest.mark.parametrize("name", ["a\0.md", "\ud800.md", "n" * 300, "file/below.md", "folder", "fifo"])
def test_impossible_file_names_are_reported(tmp_path: Path, name: str) -> None:
    (tmp_path / "a.md").write_text("one")
    (tmp_path / "file").write_text("")
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "fifo")
    before = files(tmp_path)
    first = edit(tmp_path, "a.md", "one", "two")
    for changes in (
        WorkspaceEdit((first,), created=((name, "x"),)),
        WorkspaceEdit((first,), moved=(("file", name),)),
        WorkspaceEdit((first, FileEdit(name, "", (TextEdit(Span(0, 0), "x"),)))),
    ):
        assert refusal(tmp_path, changes).code in ("WRITE_FAILED", "ALREADY_EXISTS", "VALIDATION_ERROR")
    assert files(tmp_path) == before


def test_half_a_character_is_written_nowhere(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("one")
    for changes in (
        WorkspaceEdit((edit(tmp_path, "a.md", "one", "\ud800"),)),
        WorkspaceEdit(created=(("n.md", "\udc00"),)),
    ):
        assert refusal(tmp_path, changes).code == "VALIDATION_ERROR"
    assert refusal(tmp_path, WorkspaceEdit((FileEdit("a.md", "\ud800", ()),))).code == "VALIDATION_ERROR"
    assert files(tmp_path) == {"a.md": b"one"}


@unprivileged
def test_what_is_read_only_is_known_before_anything_is_done(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("one")
    (tmp_path / "b.md").write_text("one")
    (tmp_path / "b.md").chmod(0o444)
    (tmp_path / "shut").mkdir(mode=0o555)
    first = edit(tmp_path, "a.md", "one", "two")
    for changes in (
        WorkspaceEdit((first, edit(tmp_path, "b.md", "one", "two"))),
        WorkspaceEdit((first,), created=(("shut/n.md", "x"),)),
        WorkspaceEdit((first,), moved=(("b.md", "shut/b.md"),)),
    ):
        trouble = refusal(tmp_path, changes)
        assert (trouble.code, trouble.exit_code) == ("WRITE_FAILED", 1)
        assert "read-only" in trouble.message
    assert files(tmp_path) == {"a.md": b"one", "b.md": b"one"}


def test_the_sample_of_the_manual_works(tmp_path: Path, repository: Path) -> None:
    page = (repository / "docs" / "plugins.md").read_text("utf-8")
    (sample,) = re.findall(r"```python [^\n]*\n(def water.*?)```", page, re.DOTALL)
    names: dict[str, Any] = {}
    exec(f"from __future__ import annotations\nfrom refrakt.plugins import *\n{sample}", names)
    (tmp_path / "garden.md").write_bytes(b"- rose\r\n- tulip\r\n")
    answer = names["water"]({"plant": "rose", "day": "today"}, CommandContext(tmp_path, {}, Disk(tmp_path)))
    assert answer == {"written": ["garden.md"], "unsaved": []}
    assert files(tmp_path) == {"garden.md": b"- rose (today)\r\n- tulip\r\n"}


def test_an_objection_comes_before_anything_is_done(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("one")
    request = []

    def objecting(root: Path, changes: WorkspaceEdit) -> None:
        request.append((root, changes))
        raise RefraktError("VALIDATION_ERROR", "not now", "Later.", exit_code=1)

    changes = WorkspaceEdit((edit(tmp_path, "a.md", "one", "two"),))
    with pytest.raises(RefraktError, match="not now"):
        Disk(tmp_path, objecting).apply(changes)
    assert request == [(tmp_path, changes)]
    assert files(tmp_path) == {"a.md": b"one"}
