"""Writes files atomically and inside of a folder.

A file is replaced in one step by a complete one: a full disk or a power cut leaves one of the two. A new or moved file never
replaces another.

A link to a file in the same folder is resolved, and the file is written; nothing is written through a link that leaves the
folder, or into `.git`.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from refrakt.errors import RefraktError
from refrakt.project import exclusive_rename
from refrakt.project.confinement import allowed_folders
from refrakt.project.files import read_bytes
from refrakt.project.temporary_files import draft
from refrakt.untrusted import LONGEST, has_control_characters, word


@dataclass(frozen=True, slots=True)
class ConfinedWriter:
    """Writes below a folder, and below others that the user has named or allowed. Relative paths are relative to the first."""

    root: Path
    named: Path | None = None
    """A folder from the command line or the environment, never from a config, which is not trusted."""

    # Paths ------------------------------------------------------------------------------------------------------------

    def file(self, path: Path | str) -> Path:
        """The real path of a file to be written. INVALID_ARGS if it is outside."""
        return self._confined(os.path.realpath(self.root / path), path)

    def entry(self, path: Path | str) -> Path:
        """The real path of an entry to be created, moved or removed; a link is not resolved. INVALID_ARGS if it is outside."""
        full = self.root / path
        if full.name in ("", ".", ".."):
            raise _outside_root(path, self.root)
        return self._confined(os.path.join(os.path.realpath(full.parent), full.name), path)

    def _confined(self, real: str, path: Path | str) -> Path:
        found = Path(real)
        folder = next((each for each in self._folders() if found.is_relative_to(each)), None)
        if folder is None:
            raise _outside_root(path, self.root)
        # Hooks and settings there run programs, and a link to it can be committed.
        if any(part.casefold() == ".git" for part in found.relative_to(folder).parts):
            message = f"{str(path)!r} leads into the git repository"
            raise RefraktError("INVALID_ARGS", message, "Use a path outside of `.git`.")
        return found

    def _folders(self) -> list[Path]:
        root = Path(os.path.realpath(self.root))
        inside = [root, *map(Path, allowed_folders())]
        if self.named is None:
            return inside
        full = self.root / self.named
        real = Path(os.path.realpath(full))
        lexical = Path(os.path.abspath(full))
        # A path inside of the project must stay there.
        if (
            real.is_relative_to(root)
            or lexical.is_relative_to(root)
            or lexical.is_relative_to(os.path.abspath(self.root))
        ):
            return inside
        if full.is_symlink():
            message = f"{str(self.named)!r} is a symlink that leads out of the project"
            raise RefraktError("INVALID_ARGS", message, "Name the folder it leads to.")
        return [*inside, real]

    # Writing ----------------------------------------------------------------------------------------------------------

    def replace(self, path: Path | str, data: bytes, before: bytes | None = None) -> bool:
        """Replace the content of a file. Mode, owner and links are kept. `OSError` if it is not possible.

        Returns False, and changes nothing, if the content is not `before`.
        """
        target = self.file(path)
        status = os.lstat(target)
        if stat.S_ISLNK(status.st_mode):  # a cycle of links
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))
        if not stat.S_ISREG(status.st_mode) and not stat.S_ISDIR(status.st_mode):  # a device would become a file
            raise OSError(errno.EINVAL, "Is not a regular file", str(path))
        if not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, "Is read-only", str(path))
        with draft(os.fspath(target.parent), data, 0o600) as made:
            with contextlib.suppress(OSError, AttributeError):  # not permitted, or not supported
                os.chown(made, status.st_uid, status.st_gid)
            os.chmod(made, stat.S_IMODE(status.st_mode))
            if before is not None and _content(target, len(before)) != before:
                return False
            os.replace(made, target)
        return True

    def create(self, path: Path | str, data: bytes) -> list[Path]:
        """Create a file and its folders, and return the new folders. `FileExistsError` if it exists."""
        target = self.entry(path)
        folders = self._make_for(target, path)
        try:
            with draft(os.fspath(target.parent), data, 0o666) as made:
                exclusive_rename.rename(made, os.fspath(target))
        except OSError:
            remove_empty(folders)
            raise
        return folders

    def copy(self, path: Path | str, new: Path | str) -> Path:
        """Copy a file, with its mode, to a new name in the same folder. `FileExistsError` if it exists."""
        source = self.file(path)
        target = source.parent / self.entry(new).name
        with draft(os.fspath(target.parent), read_bytes(source), 0o600) as made:
            os.chmod(made, stat.S_IMODE(os.lstat(source).st_mode))
            exclusive_rename.rename(made, os.fspath(target))
        return target

    def put(self, path: Path | str, data: bytes) -> None:
        """Create a file, or replace its content."""
        if os.path.lexists(self.entry(path)):
            self.replace(path, data)
        else:
            self.create(path, data)

    def move(self, old: Path | str, new: Path | str) -> None:
        """Move a file, a folder or a link. `FileExistsError` if the new path exists."""
        source, target = self.entry(old), self.entry(new)
        self._make_for(target, new)
        exclusive_rename.move(source, target)

    def remove(self, path: Path | str, data: bytes) -> None:
        """Remove a file with this content. `OSError` if it has another."""
        target = self.entry(path)
        if _content(target, len(data)) != data:
            raise OSError("it was changed meanwhile")
        target.unlink()

    def make_folder(self, path: Path | str) -> bool:
        """Create a folder and its parents; False if it existed."""
        folder = self.file(path)
        if folder.is_dir():
            return False
        self._make(folder, path)
        return True

    def _make_for(self, target: Path, path: Path | str) -> list[Path]:
        refuse_control_characters(target)
        return self._make(target.parent, path)

    def _make(self, folder: Path, path: Path | str) -> list[Path]:
        """Create a folder and its parents, and return the new ones, the innermost last."""
        refuse_control_characters(folder)
        new: list[Path] = []
        try:
            for each in reversed(list(_missing(folder))):
                with contextlib.suppress(FileExistsError):
                    os.mkdir(each)
                    new.append(each)
        except OSError:
            remove_empty(new)
            raise
        if not folder.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder))
        # A link may have been created there since the path was resolved.
        self._confined(os.path.realpath(folder), path)
        return new


def remove_empty(folders: list[Path]) -> None:
    """Remove new folders, the innermost last, as far as they are empty."""
    with contextlib.suppress(OSError):
        for each in reversed(folders):
            each.rmdir()


def _content(path: Path, limit: int) -> bytes | None:
    """The content of a file; None for more bytes than the limit, or if it is not a regular file."""
    try:
        return read_bytes(path, limit)
    except FileNotFoundError:
        raise
    except OSError:
        return None


def refuse_control_characters(path: Path) -> None:
    """Refuse to create a path with control characters in a new part of it."""
    if any(has_control_characters(os.fsencode(each.name).decode("utf-8", "replace")) for each in _missing(path)):
        message = f"{str(path)!r} has control characters in its name"
        raise RefraktError("INVALID_ARGS", message, "Give another name.")


def _missing(path: Path) -> Iterator[Path]:
    """A path and its parents that do not exist, the longest first."""
    while not os.path.lexists(path):
        yield path
        path = path.parent


def _outside_root(path: Path | str, root: Path) -> RefraktError:
    full = root / path
    name = full.relative_to(root).as_posix() if full.is_relative_to(root) else str(path)
    message = f"{word(name, LONGEST)} leads out of the folder {word(str(root), LONGEST)}"
    return RefraktError("INVALID_ARGS", message, "Give a path in this folder, or replace the link on it.")
