"""Changes of several files on disk: all of them, or none.

Everything is looked at before anything is done: that files still hold what the changes were made for, that nothing new takes the
place of something else, that nothing leads out of the project, that the texts can be written at all. Where the system refuses in
the middle all the same, what was done is taken back, and what cannot be taken back is named.
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
from refrakt.features.answers import Changes, FileEdit
from refrakt.project.exclusive_rename import is_other_spelling, is_second_name
from refrakt.project.files import read_bytes
from refrakt.project.writing import ConfinedWriter, refuse_control_characters
from refrakt.untrusted import LONGEST, word

Undo = Callable[[], None]


@dataclass(frozen=True, slots=True)
class Edited:
    """A file that gets another content."""

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
class Created:
    """A file that is new."""

    name: str
    path: Path
    data: bytes

    def write(self, writer: ConfinedWriter) -> Undo:
        writer.create(self.path, self.data)
        return lambda: writer.remove(self.path, self.data)


@dataclass(frozen=True, slots=True)
class Moved:
    """A file or folder that gets another path."""

    name: str
    old: Path
    path: Path

    def write(self, writer: ConfinedWriter) -> Undo:
        writer.move(self.old, self.path)
        return lambda: writer.move(self.path, self.old)


@dataclass(frozen=True, slots=True)
class Transaction:
    """Changes that can be made, as far as one can tell before."""

    writer: ConfinedWriter
    steps: tuple[Edited | Created | Moved, ...]
    names: tuple[str, ...]
    """The files that will be other than before, by the names they will have."""

    def write(self) -> tuple[str, ...]:
        done: list[tuple[str, Undo]] = []
        for step in self.steps:
            try:
                with told(step.name):
                    done.append((step.name, step.write(self.writer)))
            except RefraktError as trouble:
                _take_back(done, trouble)
        return self.names


def transaction(root: Path, changes: Changes, within: Path | None = None) -> Transaction:
    """Look at everything. `RefraktError` says what cannot be done; nothing has been done then.

    All of it stays in the project's folder, or in another one that the user has named.
    """
    writer = confine(root, changes, within)
    edited = [_edited(writer, each) for each in changes.edits]
    refuse_twice(str(each.path) for each in edited)
    created = [_created(writer, name, text) for name, text in changes.created]
    moved = [_moved(writer, old, new) for old, new in changes.moved]
    new: list[Created | Moved] = [*created, *moved]
    refuse_twice(str(each.path) for each in new)
    changing = [each for each in edited if each.after != each.before]
    named = (*(name_after(changes, each.name) for each in changing), *(each.name for each in new))
    return Transaction(writer, (*changing, *new), tuple(dict.fromkeys(named)))


def confine(root: Path, changes: Changes, within: Path | None = None) -> ConfinedWriter:
    """Refuse changes that lead out of the project; what may write the others. INVALID_ARGS."""
    writer = ConfinedWriter(root, within)
    for edit in changes.edits:
        with told(edit.path):
            writer.file(edit.path)
    for name in (*(name for name, _ in changes.created), *(name for each in changes.moved for name in each)):
        with told(name):
            writer.entry(name)
    return writer


def changed_meanwhile(name: str) -> RefraktError:
    message = f"{name} was changed meanwhile"
    return RefraktError("VALIDATION_ERROR", message, "Nothing was written; try again.", exit_code=1)


def exists_already(name: str) -> RefraktError:
    return RefraktError(
        "ALREADY_EXISTS", f"there is a file {word(name, LONGEST)} already", "Give another name.", exit_code=1
    )


def name_after(changes: Changes, name: str) -> str:
    """What a file is called when changes have been made."""
    for old, new in changes.moved:
        if name == old or name.startswith(f"{old}/"):
            return new + name[len(old) :]
    return name


def real_path(root: Path, name: str) -> Path:
    """A file without links."""
    with told(name):
        return Path(os.path.realpath(root / name))


def place(root: Path, name: str) -> Path:
    """Where something lies, without links on the way there. A link is moved itself, and not what it leads to."""
    with told(name):
        path = root / name
        return Path(os.path.realpath(path.parent), path.name)


def refuse_twice(paths: Iterable[str]) -> None:
    """Changes of one file are told together, or one of them would be lost."""
    seen: set[str] = set()
    for path in paths:
        if path in seen:
            raise RefraktError("VALIDATION_ERROR", f"{path} is named twice", "Tell its changes together.", exit_code=1)
        seen.add(path)


@contextlib.contextmanager
def told(name: str) -> Iterator[None]:
    """What the system refuses is told like everything else a user can cause."""
    try:
        yield
    except FileExistsError as error:
        raise exists_already(name) from error
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        message = f"{name!r} cannot be written: {reason[:1].lower()}{reason[1:]}"
        raise RefraktError("TOOL_FAILED", message, "Check the path, and who may write there.", exit_code=1) from error


def _edited(writer: ConfinedWriter, edit: FileEdit) -> Edited:
    with told(edit.path):
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
    mark = data[: len(data) - len(bare)]
    return Edited(edit.path, path, data, mark + _encoded(edit.path, edit.changed))


def _created(writer: ConfinedWriter, name: str, text: str) -> Created:
    return Created(name, _free(writer, name), _encoded(name, text))


def _moved(writer: ConfinedWriter, old: str, new: str) -> Moved:
    with told(old):
        path = writer.entry(old)
        try:
            os.lstat(path)
        except FileNotFoundError:
            raise changed_meanwhile(old) from None
        _refuse_read_only(path.parent)
    return Moved(new, path, _free(writer, new, path))


def _free(writer: ConfinedWriter, name: str, old: Path | None = None) -> Path:
    """A path that a file can get. One may be moved to another spelling of its own name, or to its own second name."""
    with told(name):
        path = writer.entry(name)
        try:
            os.lstat(path)
        except FileNotFoundError:
            refuse_control_characters(path)
            above = next(each for each in path.parents if each.exists())
            if not above.is_dir():
                raise OSError(f"{above} is no folder") from None
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


def _take_back(done: list[tuple[str, Undo]], trouble: RefraktError) -> NoReturn:
    """Undo what was done, the last first. What stays is part of what is told."""
    left = []
    for name, undo in reversed(done):
        try:
            undo()
        except OSError:
            left.append(name)
    if not left:
        raise trouble
    message = f"{trouble.message}; written before that, and not taken back: {', '.join(sorted(left))}"
    raise RefraktError(trouble.code, message, "Look at these files.", 1, {"written": sorted(left)}) from trouble
