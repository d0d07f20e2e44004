"""The files of a project where no editor is running, and how changes are made on disk."""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from refrakt.errors import RefraktError
from refrakt.features.answers import Changes, FileEdit
from refrakt.project import writing

from .contract import Applied, Text


class Disk:
    """Reads and changes what is on disk, below a folder or beside it."""

    def __init__(self, root: Path = Path()) -> None:
        self._root = root

    def read(self, path: Path) -> Text:
        try:
            return Text(path.read_bytes().decode("utf-8-sig"))
        except UnicodeDecodeError as error:
            raise RefraktError("INVALID_ARGS", f"{path} is not UTF-8 text", "Save it as UTF-8.") from error
        except (OSError, ValueError) as error:
            reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
            raise RefraktError("NOT_FOUND", f"{path} cannot be read: {reason}", "Give another path.") from error

    def open_paths(self) -> tuple[Path, ...]:
        return ()

    def apply(self, changes: Changes) -> Applied:
        return Applied(written=write(self._root, changes))


def write(root: Path, changes: Changes) -> tuple[str, ...]:
    """Make changes on disk. Everything is looked at first, so that what cannot be done is known before anything is."""
    edited = [(root / each.path, _encoded(root / each.path, each)) for each in changes.edits]
    places = dict(changes.moved)
    for name in (*(name for name, _ in changes.created), *places.values()):
        with _told(root / name):
            # On a disk that does not tell capitals apart a file may be moved to what looks like itself.
            if (root / name).exists() and not any(_same(root / old, root / name) for old in places):
                raise FileExistsError
    for path, data in edited:
        with _told(path):
            writing.replace(path, data)
    for name, text in changes.created:
        with _told(root / name):
            writing.create(root / name, text.encode())
    for old, new in changes.moved:
        with _told(root / new):
            writing.move(root / old, root / new)
    made = (places.get(each.path, each.path) for each in changes.edits)
    return tuple(dict.fromkeys((*made, *(path for path, _ in changes.created), *places.values())))


def _encoded(path: Path, edit: FileEdit) -> bytes:
    """What a file will hold. Refused if it does not hold any more what the changes were made for."""
    with _told(path):
        data = path.read_bytes()
    bare = data.removeprefix(codecs.BOM_UTF8)
    if bare != edit.text.encode():
        message = f"{edit.path} was changed meanwhile"
        raise RefraktError("VALIDATION_ERROR", message, "Nothing was written; try again.", exit_code=1)
    mark = codecs.BOM_UTF8 if len(bare) < len(data) else b""
    return mark + edit.changed.encode()


def _same(old: Path, new: Path) -> bool:
    return old.exists() and old.samefile(new)


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """What the system refuses is told like everything else a user can cause."""
    try:
        yield
    except FileExistsError as error:
        message = f"there is a file {path} already"
        raise RefraktError("ALREADY_EXISTS", message, "Give another name.", exit_code=1) from error
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        message = f"{path} cannot be written: {reason}"
        raise RefraktError("TOOL_FAILED", message, "Check who may write there.", exit_code=1) from error
