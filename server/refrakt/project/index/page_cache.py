"""The cache of what was read off pages: facts and page problems, by the digest of the content.

A page that has not changed is not parsed again, and a file with the same stamp is not even opened. The cache is one file for all
projects in the user's cache folder; deleting it costs only time.

Texts are not compressed: that would halve the size, and slow a warm start; `docs/cache.md` has the figures.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from zlib import crc32

from refrakt.project.index.cache_database import CacheDatabase
from refrakt.project.index.cache_folder import CacheFolderError, cache_folder
from refrakt.project.index.read_stamp import ReadStamp

if TYPE_CHECKING:
    from sqlite3 import Connection

__all__ = ["LIMIT", "CacheSize", "PageCache", "ReadStamp", "digest", "key"]

LIMIT = 256 * 1024 * 1024
"""The maximal size in bytes."""
FILE = "pages.sqlite3"
VERSION = 1
"""Of the tables below. The format of a text is part of its key."""
SCHEMA = """
CREATE TABLE texts (key BLOB PRIMARY KEY, used INTEGER NOT NULL, sum INTEGER NOT NULL, text BLOB NOT NULL);
CREATE TABLE projects (id INTEGER PRIMARY KEY, root BLOB NOT NULL UNIQUE, used INTEGER NOT NULL);
CREATE TABLE files (project INTEGER NOT NULL, path BLOB NOT NULL, seen BLOB NOT NULL, PRIMARY KEY (project, path))
    WITHOUT ROWID
"""

_AT_ONCE = 500
"""Keys in one statement; older builds of SQLite allow 999."""
_SLACK = 8
"""When the cache is full, an eighth of it is freed, so that this is rarely needed."""
_FEW = 100
"""Texts that are deleted at once, at least."""
_BESIDES = 100
"""Bytes a row takes beside its text."""
_DAY = 86_400


class CacheSize(NamedTuple):
    """The size of the cache."""

    path: str | None
    """The file; None if there is no folder for it."""
    bytes: int
    """Its size on disk."""
    entries: int
    projects: int
    limit: int


def digest(data: bytes) -> bytes:
    """The digest of a content."""
    return blake2b(data, digest_size=16).digest()


def key(digest: bytes, what: str, fingerprint: str) -> bytes:
    """The key of a kind of result (`what`) for a content, made by code and vocabulary with a fingerprint."""
    made = blake2b(digest, digest_size=16)
    made.update(f"{len(what)}:{what}{fingerprint}".encode())
    return made.digest()


class PageCache:
    """The cache, shared with other processes. Safe for all threads. It never raises, and never blocks for long."""

    def __init__(self, database: CacheDatabase | None, trouble: str | None = None, limit: int = LIMIT) -> None:
        self._database = database
        self._trouble = trouble
        self._limit = limit
        self._used_texts: set[bytes] = set()
        self._used_projects: set[bytes] = set()
        # The dates of last use are written with the next write, or at the end: otherwise each read would be a write.

    @classmethod
    def open(cls, folder: Path | None = None, limit: int = LIMIT) -> PageCache:
        """The cache in this folder, else in the user's. One that cannot be used stays empty."""
        try:
            path = (folder if folder is not None else cache_folder()) / FILE
        except CacheFolderError as error:
            return cls(None, str(error), limit)
        return cls(CacheDatabase(path, SCHEMA, VERSION), None, limit)

    @property
    def trouble(self) -> str | None:
        """Why nothing is cached."""
        return self._database.trouble if self._database is not None else self._trouble

    # Texts ------------------------------------------------------------------------------------------------------------

    def get(self, keys: Iterable[bytes]) -> dict[bytes, str]:
        """The texts of these keys. A text that was damaged on disk is missing."""
        distinct = list(dict.fromkeys(keys))
        today = _today()

        def find(connection: Connection) -> dict[bytes, str]:
            found: dict[bytes, str] = {}
            for some in _chunks(distinct):
                placeholders = ",".join("?" * len(some))
                rows = connection.execute(f"SELECT key, used, sum, text FROM texts WHERE key IN ({placeholders})", some)
                for key, used, total, text in rows:
                    if isinstance(key, bytes) and isinstance(text, bytes) and _sum(key, text) == total:
                        found[key] = _decoded(text)
                        if used != today:
                            self._used_texts.add(key)
            return found

        return self._database.read(find, {}) if self._database is not None and distinct else {}

    def put(self, items: Mapping[bytes, str]) -> None:
        """Store these texts, all or none."""
        today = _today()
        texts = {key: _encoded(text) for key, text in items.items()}
        needed = sum(map(len, texts.values())) + _BESIDES * len(texts)

        def store(connection: Connection) -> None:
            self._free_space(connection, needed)
            rows = ((key, today, _sum(key, text), text) for key, text in texts.items())
            connection.executemany("INSERT OR REPLACE INTO texts VALUES (?, ?, ?, ?)", rows)

        if texts and needed <= self._limit // _SLACK * (_SLACK - 1):
            self._write(store)

    # Files ------------------------------------------------------------------------------------------------------------

    def files(self, root: str) -> dict[str, ReadStamp]:
        """The stamps of a project's files, by path."""
        name = _encoded(root)
        today = _today()

        def find(connection: Connection) -> dict[str, ReadStamp]:
            project = connection.execute("SELECT id, used FROM projects WHERE root = ?", (name,)).fetchone()
            if project is None:
                return {}
            if project[1] != today:
                self._used_projects.add(name)
            rows = connection.execute("SELECT path, seen FROM files WHERE project = ?", (project[0],))
            salt = crc32(name)
            notes = (
                (path, ReadStamp.unpack(stamp, crc32(path, salt))) for path, stamp in rows if isinstance(path, bytes)
            )
            return {_decoded(path): stamp for path, stamp in notes if stamp is not None}

        return self._database.read(find, {}) if self._database is not None else {}

    def set_files(self, root: str, files: Mapping[str, ReadStamp], gone: Iterable[str] = ()) -> None:
        """Store the stamps of a project's files, and delete those of deleted files."""
        name = _encoded(root)
        salt = crc32(name)
        notes = {(path := _encoded(each)): stamp.pack(crc32(path, salt)) for each, stamp in files.items()}
        packed = {path: stamp for path, stamp in notes.items() if stamp is not None}
        lost = [*map(_encoded, gone), *(path for path, stamp in notes.items() if stamp is None)]

        def note(connection: Connection) -> None:
            self._free_space(connection, sum(map(len, packed)) + _BESIDES * len(packed))
            insert = "INSERT INTO projects (root, used) VALUES (?, ?)"
            connection.execute(f"{insert} ON CONFLICT (root) DO UPDATE SET used = excluded.used", (name, _today()))
            project = connection.execute("SELECT id FROM projects WHERE root = ?", (name,)).fetchone()[0]
            rows = ((project, path, stamp) for path, stamp in packed.items())
            connection.executemany("INSERT OR REPLACE INTO files VALUES (?, ?, ?)", rows)
            rows_lost = ((project, path) for path in lost)
            connection.executemany("DELETE FROM files WHERE project = ? AND path = ?", rows_lost)

        if packed or lost:
            self._write(note)

    # The whole --------------------------------------------------------------------------------------------------------

    def stats(self) -> CacheSize:
        """The size of the cache."""

        def count(connection: Connection) -> CacheSize:
            entries, projects = (
                connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in ("texts", "projects")
            )
            return CacheSize(
                path, _pragma(connection, "page_count") * _pragma(connection, "page_size"), entries, projects, limit
            )

        limit = self._limit
        path = str(self._database.path) if self._database is not None else None
        empty = CacheSize(path, 0, 0, 0, limit)
        return self._database.read(count, empty) if self._database is not None else empty

    def clear(self) -> bool:
        """Delete everything. Returns whether it was done: a locked cache stays as it is."""

        def forget(connection: Connection) -> None:
            for table in ("texts", "files", "projects"):
                connection.execute(f"DELETE FROM {table}")

        done = self._write(forget)
        if done and self._database is not None:
            self._database.shrink()
        return done

    def close(self) -> None:
        """Close the file."""
        if self._database is not None:
            if self._used_texts or self._used_projects:
                self._write(lambda _: None)
            self._database.close()

    def _write(self, work: Callable[[Connection], None]) -> bool:
        """Run a write, together with the dates of last use."""

        def all_of_it(connection: Connection) -> None:
            today = _today()
            for table, name, used in (("texts", "key", self._used_texts), ("projects", "root", self._used_projects)):
                rows = ((today, each) for each in used)
                connection.executemany(f"UPDATE {table} SET used = ? WHERE {name} = ?", rows)
                used.clear()
            work(connection)

        return self._database is not None and self._database.write(all_of_it)

    def _free_space(self, connection: Connection, needed: int) -> None:
        """Delete the least recently used texts, and projects without texts."""
        if _taken(connection) + needed <= self._limit:
            return
        allowed = self._limit // _SLACK * (_SLACK - 1) - needed
        while (taken := _taken(connection)) > allowed:
            entries = connection.execute("SELECT count(*) FROM texts").fetchone()[0]
            if not entries:
                connection.execute("DELETE FROM files")
                connection.execute("DELETE FROM projects")
                return
            # As many as suffice if all have the same length; at least a few, so that this ends.
            some = max(_FEW, entries * (taken - allowed) // taken)
            oldest = "SELECT rowid FROM texts ORDER BY used, rowid LIMIT ?"
            connection.execute(f"DELETE FROM texts WHERE rowid IN ({oldest})", (some,))
        oldest_day = "coalesce((SELECT min(used) FROM texts), 0)"
        connection.execute(f"DELETE FROM files WHERE project IN (SELECT id FROM projects WHERE used < {oldest_day})")
        connection.execute(f"DELETE FROM projects WHERE used < {oldest_day}")


def _sum(key: bytes, text: bytes) -> int:
    """The checksum of a row."""
    return crc32(text, crc32(key))


def _encoded(text: str) -> bytes:
    """Any text or path, also with lone surrogates, which represent bytes of a path that are not UTF-8."""
    return text.encode("utf-8", "surrogatepass")


def _decoded(data: bytes) -> str:
    return data.decode("utf-8", "surrogatepass")


def _today() -> int:
    return int(time.time()) // _DAY


def _chunks(keys: Sequence[bytes]) -> Iterator[Sequence[bytes]]:
    for start in range(0, len(keys), _AT_ONCE):
        yield keys[start : start + _AT_ONCE]


def _taken(connection: Connection) -> int:
    """Bytes of the file that are in use."""
    pages = _pragma(connection, "page_count") - _pragma(connection, "freelist_count")
    return pages * _pragma(connection, "page_size")


def _pragma(connection: Connection, name: str) -> int:
    found: int = connection.execute(f"PRAGMA {name}").fetchone()[0]
    return found
