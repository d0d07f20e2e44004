"""Reads the files of a project and of the user's registry: open buffers first, then the disk, with limits.

Documents are cached by the stamps of their files for the whole process, so a call costs one `stat` per unchanged file.
"""

from __future__ import annotations

import errno
import os
import stat
from collections import OrderedDict
from functools import lru_cache
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Any

from refrakt.plugins import ProjectFiles, RefraktError, read_with_status
from refrakt_forge import limits
from refrakt_forge.documents.read_document import read_document, unreadable_document
from refrakt_forge.documents.source_document import FORMATS, DocumentFormat, SourceDocument
from refrakt_forge.environment import Environment
from refrakt_forge.limits import DEFINITION_BYTES

if TYPE_CHECKING:
    from collections.abc import Callable

FileStampKey = tuple[int, int, int, int]
_MOST_DOCUMENTS = 4_000
_MOST_BYTES = 12 * 1024 * 1024
"""Of the texts of cached documents."""


def stamp_of(status: os.stat_result) -> FileStampKey:
    """Changes when a file is written."""
    return status.st_mtime_ns, status.st_size, status.st_ino, status.st_ctime_ns


class _DocumentCache:
    """Documents, and what is derived from them, by path and stamp. The oldest are dropped first."""

    def __init__(self) -> None:
        self._entries: OrderedDict[str, tuple[FileStampKey, SourceDocument, dict[str, Any]]] = OrderedDict()
        self._bytes = 0
        self._lock = Lock()

    def get(self, path: str, stamp: FileStampKey) -> tuple[SourceDocument, dict[str, Any]] | None:
        entry = self._entries.get(path)
        return entry[1:] if entry is not None and entry[0] == stamp else None

    def put(self, path: str, stamp: FileStampKey, document: SourceDocument) -> dict[str, Any]:
        derived: dict[str, Any] = {}
        with self._lock:
            self._remove(path)
            self._entries[path] = stamp, document, derived
            self._bytes += len(document.text)
            while len(self._entries) > _MOST_DOCUMENTS or (self._bytes > _MOST_BYTES and len(self._entries) > 1):
                self._remove(next(iter(self._entries)))
        return derived

    def _remove(self, path: str) -> None:
        entry = self._entries.pop(path, None)
        self._bytes -= len(entry[1].text) if entry is not None else 0


_DOCUMENTS = _DocumentCache()


class SlowFilesError(Exception):
    """Files of a project need more time than a call has. Not a `RefraktError`: nothing can be said about a single definition."""

    def __init__(self, slowest: Path) -> None:
        super().__init__("reading the definitions takes too long")
        self.slowest = slowest


class FileTexts:
    """The files that a call sees."""

    def __init__(self, environment: Environment, files: ProjectFiles) -> None:
        self._environment = environment
        self._files = files
        self._open = {os.path.realpath(each) for each in files.open_paths()}
        self._stamps: dict[str, tuple[str, FileStampKey | None]] = {}
        self._derived: dict[tuple[str, str], Any] = {}
        """Of open buffers, by path and name."""
        self._end: float | None = None
        self._slowest = (0.0, "")
        """Seconds and path of the file that took the most time."""

    def text(self, path: Path, limit: int = DEFINITION_BYTES) -> str:
        """The text of a regular file. `OSError` if it cannot be read, `UnicodeDecodeError` if it is not UTF-8."""
        real = os.path.realpath(path)
        buffer = self._buffer(real)
        return buffer if buffer is not None else read_with_status(real, limit)[0].decode("utf-8-sig")

    def document(self, path: Path | str) -> SourceDocument:
        """The parsed file; its problems say why if it cannot be read."""
        found: SourceDocument = self.derived(path, "", lambda document: document)
        return found

    def derived(self, path: Path | str, name: str, derive: Callable[[SourceDocument], Any]) -> Any:
        """What `derive` makes of a document, cached with it under a name."""
        real, stamp = self._stamp(str(path))
        buffer = self._buffer(real) if self._open else None
        if buffer is not None:
            if (real, name) not in self._derived:
                self._derived[real, name] = derive(buffer_document(buffer, _format(real)))
            return self._derived[real, name]
        if stamp is None:
            return derive(unreadable_document("E001", "the file cannot be read"))
        found = _DOCUMENTS.get(real, stamp)
        if found is None:
            document = self._within_time(real, lambda: _parsed(real))
            found = document, _DOCUMENTS.put(real, stamp, document)
        document, values = found
        if name not in values:
            values[name] = self._within_time(real, lambda: derive(document))
        return values[name]

    def _within_time(self, real: str, work: Callable[[], Any]) -> Any:
        """What is made of a file. `SlowFilesError` if the files before it took all the time of the call."""
        began = monotonic()
        if self._end is None:
            self._end = began + limits.READ_SECONDS
        elif began > self._end:
            raise SlowFilesError(Path(self._slowest[1]))
        made = work()
        self._slowest = max(self._slowest, (monotonic() - began, real))
        return made

    def _stamp(self, path: str) -> tuple[str, FileStampKey | None]:
        """The real path and the stamp of a file, which are looked up once in a call."""
        if path not in self._stamps:
            real, stamp = path, None
            try:
                status = os.lstat(path)
                if stat.S_ISLNK(status.st_mode):
                    real = os.path.realpath(path)
                    status = os.stat(real)
                stamp = stamp_of(status)
            except (OSError, ValueError):
                pass  # it has no stamp
            self._stamps[path] = real, stamp
        return self._stamps[path]

    def _buffer(self, real: str) -> str | None:
        if real not in self._open:
            return None
        try:
            return self._files.read(Path(real)).text
        except RefraktError:
            return None


@lru_cache(maxsize=16)
def buffer_document(text: str, format: DocumentFormat) -> SourceDocument:
    """The parsed text of a buffer: every request of an editor needs that of the same few."""
    return read_document(text, format)


def _format(path: str) -> Any:
    return FORMATS.get(os.path.splitext(path)[1].lower(), "yaml")


def _parsed(path: str) -> SourceDocument:
    if os.path.splitext(path)[1].lower() not in FORMATS:
        return unreadable_document("E008", "a definition must be a .md, .yaml or .yml file")
    try:
        text = read_with_status(path, DEFINITION_BYTES)[0].decode("utf-8-sig")
    except UnicodeDecodeError:
        return unreadable_document("E001", "the file is not UTF-8 text")
    except (OSError, ValueError) as error:
        if isinstance(error, OSError) and error.errno == errno.EFBIG:
            return unreadable_document("E006", f"the file is larger than {DEFINITION_BYTES:,} bytes")
        return unreadable_document("E001", "the file cannot be read")
    return read_document(text, _format(path))
