"""Edits of several files on disk: all of them, or none.

Everything is checked before anything is written: that files have the content that the edits were made for, that no existing file is
replaced, that all paths are in the project, and that the texts can be encoded. If a write fails all the same, the others are
undone, and those that cannot be undone are listed.
"""

from __future__ import annotations

import codecs
import contextlib
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from refrakt.errors import RefraktError
from refrakt.project.confined_writer import ConfinedWriter, refuse_control_characters, remove_empty
from refrakt.project.exclusive_rename import is_other_spelling, is_second_name
from refrakt.project.files import read_bytes
from refrakt.project.workspace_edit import FileEdit, WorkspaceEdit
from refrakt.untrusted import LONGEST, word

Undo = Callable[[], None]


@dataclass(frozen=True, slots=True)
class EditedFile:
    """A file with new content."""

    name: str
    path: Path
    before: bytes
    after: bytes

    def write(self, writer: ConfinedWriter) -> Undo:
        if not writer.replace(self.path, self.after, self.before):
            raise changed_meanwhile(self.name)
        return lambda: self._undo(writer)

    def _undo(self, writer: ConfinedWriter) -> None:
        if not writer.replace(self.path, self.before, self.after):
            raise OSError("it was changed meanwhile")


@dataclass(frozen=True, slots=True)
class CreatedFile:
    """A new file."""

    name: str
    path: Path
    data: bytes

    def write(self, writer: ConfinedWriter) -> Undo:
        folders = writer.create(self.path, self.data)
        return lambda: self._undo(writer, folders)

    def _undo(self, writer: ConfinedWriter, folders: list[Path]) -> None:
        writer.remove(self.path, self.data)
        remove_empty(folders)


@dataclass(frozen=True, slots=True)
class MovedFile:
    """A file or folder with a new path."""

    name: str
    old: Path
    path: Path

    def write(self, writer: ConfinedWriter) -> Undo:
        writer.move(self.old, self.path)
        return lambda: writer.move(self.path, self.old)


@dataclass(frozen=True, slots=True)
class Transaction:
    """Edits that have passed all checks."""

    writer: ConfinedWriter
    steps: tuple[EditedFile | CreatedFile | MovedFile, ...]
    names: tuple[str, ...]
    """The changed files, by their new names."""

    def write(self) -> tuple[str, ...]:
        self._write()
        return self.names

    @contextlib.contextmanager
    def written(self) -> Iterator[tuple[str, ...]]:
        """Write, and undo it if the block raises."""
        done = self._write()
        try:
            yield self.names
        except RefraktError as error:
            _undo_all(done, error)

    def _write(self) -> list[tuple[str, Undo]]:
        done: list[tuple[str, Undo]] = []
        for step in self.steps:
            try:
                with as_refrakt_errors(step.name):
                    done.append((step.name, step.write(self.writer)))
            except RefraktError as error:
                _undo_all(done, error)
        return done


def transaction(root: Path, changes: WorkspaceEdit, within: Path | None = None) -> Transaction:
    """Check everything. Raises `RefraktError`, and writes nothing, if an edit cannot be made.

    All files are in the project root, or in another folder that the user has named.
    """
    writer = confine(root, changes, within)
    edited = [_edited_file(writer, each) for each in changes.edits]
    refuse_twice(str(each.path) for each in edited)
    created = [CreatedFile(name, _free(writer, name), _encoded(name, text)) for name, text in changes.created]
    moved = [_moved_file(writer, old, new) for old, new in changes.moved]
    new: list[CreatedFile | MovedFile] = [*created, *moved]
    refuse_twice(str(each.path) for each in new)
    changing = [each for each in edited if each.after != each.before]
    named = (*(name_after(changes, each.name) for each in changing), *(each.name for each in new))
    return Transaction(writer, (*changing, *new), tuple(dict.fromkeys(named)))


def confine(root: Path, changes: WorkspaceEdit, within: Path | None = None) -> ConfinedWriter:
    """The writer for these changes. INVALID_ARGS if one of them is outside of the project."""
    writer = ConfinedWriter(root, within)
    for edit in changes.edits:
        with as_refrakt_errors(edit.path):
            writer.file(edit.path)
    for name in (*(name for name, _ in changes.created), *(name for each in changes.moved for name in each)):
        with as_refrakt_errors(name):
            writer.entry(name)
    return writer


def changed_meanwhile(name: str) -> RefraktError:
    message = f"{name} was changed meanwhile"
    return RefraktError("VALIDATION_ERROR", message, "Nothing was written; try again.", exit_code=1)


def exists_already(name: str) -> RefraktError:
    return RefraktError(
        "ALREADY_EXISTS", f"there is a file {word(name, LONGEST)} already", "Give another name.", exit_code=1
    )


def name_after(changes: WorkspaceEdit, name: str) -> str:
    """The name of a file after the changes."""
    for old, new in changes.moved:
        if name == old or name.startswith(f"{old}/"):
            return new + name[len(old) :]
    return name


def real_path(root: Path, name: str) -> Path:
    """The real path of a file."""
    with as_refrakt_errors(name):
        return Path(os.path.realpath(root / name))


def entry_path(root: Path, name: str) -> Path:
    """The real path of the parent, with the name. A link is moved itself, and not its target."""
    with as_refrakt_errors(name):
        path = root / name
        return Path(os.path.realpath(path.parent), path.name)


def refuse_twice(paths: Iterable[str]) -> None:
    """Refuse two edits of one file, because one of them would be lost."""
    seen: set[str] = set()
    for path in paths:
        if path in seen:
            raise RefraktError("VALIDATION_ERROR", f"{path} is edited twice", "Combine its edits.", exit_code=1)
        seen.add(path)


@contextlib.contextmanager
def as_refrakt_errors(name: str) -> Iterator[None]:
    """Raise the errors of the system as `RefraktError`."""
    try:
        yield
    except FileExistsError as error:
        raise exists_already(name) from error
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        message = f"{name!r} cannot be written: {reason[:1].lower()}{reason[1:]}"
        raise RefraktError("WRITE_FAILED", message, "Check the path, and who may write there.", exit_code=1) from error


def _edited_file(writer: ConfinedWriter, edit: FileEdit) -> EditedFile:
    with as_refrakt_errors(edit.path):
        path = writer.file(edit.path)
        try:
            data = read_bytes(path)
        except FileNotFoundError:
            raise changed_meanwhile(edit.path) from None
        _refuse_read_only(path)
        _refuse_read_only(path.parent)
    bare = data.removeprefix(codecs.BOM_UTF8)
    if bare != edit.text.encode("utf-8", "surrogatepass"):
        raise changed_meanwhile(edit.path)
    byte_order_mark = data[: len(data) - len(bare)]
    return EditedFile(edit.path, path, data, byte_order_mark + _encoded(edit.path, edit.changed))


def _moved_file(writer: ConfinedWriter, old: str, new: str) -> MovedFile:
    with as_refrakt_errors(old):
        path = writer.entry(old)
        try:
            os.lstat(path)
        except FileNotFoundError:
            raise changed_meanwhile(old) from None
        _refuse_read_only(path.parent)
    return MovedFile(new, path, _free(writer, new, path))


def _free(writer: ConfinedWriter, name: str, old: Path | None = None) -> Path:
    """A free path for a file. A file may be moved to another case of its name, or to its own second name."""
    with as_refrakt_errors(name):
        path = writer.entry(name)
        try:
            os.lstat(path)
        except FileNotFoundError:
            refuse_control_characters(path)
            above = next(each for each in path.parents if each.exists())
            if not above.is_dir():
                raise OSError(f"{above} is not a folder") from None
            _refuse_read_only(above)
        else:
            if old is None or not (is_other_spelling(old, path) or is_second_name(old, path)):
                raise FileExistsError
    return path


def _refuse_read_only(path: Path) -> None:
    if not os.access(path, os.W_OK):
        raise OSError(f"{path} is read-only")


def _encoded(name: str, text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        message = f"{name} cannot hold half a surrogate pair"
        raise RefraktError("VALIDATION_ERROR", message, "Give another text.", exit_code=1) from error


def _undo_all(done: list[tuple[str, Undo]], error: RefraktError) -> NoReturn:
    """Undo what was done, the last first, and raise the error, with the files that could not be undone."""
    left = []
    for name, undo in reversed(done):
        try:
            undo()
        except OSError:
            left.append(name)
    if not left:
        raise error
    message = f"{error.message}; written before that, and not taken back: {', '.join(sorted(left))}"
    raise RefraktError(error.code, message, "Look at these files.", 1, {"written": sorted(left)}) from error
