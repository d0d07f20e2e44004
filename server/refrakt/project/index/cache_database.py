"""A SQLite file for a cache, which may be missing, locked, damaged or on a full disk.

Its content can be made again, so no operation raises or blocks for long: a damaged file is deleted and created again, a locked
file is left alone, and without a usable file there is no cache.

It uses a rollback journal, not a write-ahead log. The log needs memory shared between processes, which network home folders lack,
and two more files that survive the deletion of the database. Its advantage, reading during a write, is small here: transactions
are few and take milliseconds. With a rollback journal SQLite also refuses to write to a file that another process has replaced,
so deleting is safe. Nothing is forced to the disk: a killed process leaves a valid file, and damage by a power cut is detected.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeVar

from refrakt.project.index.cache_folder import CacheFolderError, make_private

if TYPE_CHECKING:
    from sqlite3 import Connection, Error

Result = TypeVar("Result")

WAIT = 0.4
"""Seconds to wait for a lock. A transaction waits twice at most: when it begins and when it ends."""
MOST_TIMEOUTS = 3
"""After so many timeouts in a row the file is not used any more."""
MEMORY = 16 * 1024
"""KiB of changed pages in memory; with more, readers are locked out before the end of a transaction."""


class CacheDatabase:
    """One file. Safe for all threads; transactions run one at a time."""

    def __init__(self, path: Path, schema: str, version: int) -> None:
        self.path = path
        self.trouble: str | None = None
        """Why the file is not used, or why the last write failed."""
        self._schema = schema
        self._version = version
        self._lock = Lock()
        self._connection: Connection | None = None
        self._disabled = False
        self._timeouts = 0
        self._was_recreated = False
        self.read(lambda _: None, None)

    def read(self, work: Callable[[Connection], Result], otherwise: Result) -> Result:
        """The result of `work` in one transaction; `otherwise` if the file cannot be read."""
        return self._transaction("BEGIN", work, otherwise)

    def write(self, work: Callable[[Connection], Any]) -> bool:
        """Run `work` in one transaction. Returns whether it was committed."""

        def done(connection: Connection) -> bool:
            work(connection)
            return True

        committed = self._transaction("BEGIN IMMEDIATE", done, False)
        if committed:
            self.trouble = None
        return committed

    def shrink(self) -> None:
        """Return deleted space to the disk, if possible now."""
        import sqlite3

        with self._lock:
            if self._connection is not None:
                try:
                    self._connection.execute("VACUUM")
                except sqlite3.Error as error:
                    self._handle(error)
                except UnicodeDecodeError as error:
                    self._recreate(str(error))

    def close(self) -> None:
        """Close the file. From now on nothing is found or stored."""
        with self._lock:
            self._disabled = True
            self._disconnect()

    def _transaction(self, begin: str, work: Callable[[Connection], Result], otherwise: Result) -> Result:
        import sqlite3

        with self._lock:
            for _ in range(3):  # the file as it is, a fresh one, and one that another process has put in its place
                if self._disabled:
                    break
                try:
                    if self._connection is None:
                        self._connection = self._connect()
                    self._connection.execute(begin)
                    result = work(self._connection)
                    self._connection.execute("COMMIT")
                except sqlite3.Error as error:
                    self._roll_back()
                    if not self._handle(error):
                        break
                except (_OtherVersion, UnicodeDecodeError) as error:
                    # Python raises the latter when an error message of SQLite quotes damaged data.
                    self._recreate(str(error))
                except CacheFolderError as error:
                    self._disable(str(error))
                except BaseException:
                    self._roll_back()
                    raise
                else:
                    self._timeouts = 0
                    return result
            return otherwise

    def _connect(self) -> Connection:
        import sqlite3

        make_private(self.path.parent)
        try:
            # Only where there is none: closing a file that SQLite has open elsewhere in this process would lose its locks.
            os.close(os.open(self.path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        except OSError as error:
            if not self.path.is_file():
                raise CacheFolderError(f"{self.path} cannot be used ({error.strerror})") from error
        connection = sqlite3.connect(self.path, timeout=WAIT, isolation_level=None, check_same_thread=False)
        try:
            self._prepare(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def _prepare(self, connection: Connection) -> None:
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute(f"PRAGMA cache_size = -{MEMORY}")
        if _version(connection) == 0:
            connection.execute("BEGIN IMMEDIATE")
            if _version(connection) == 0:  # no other process has done it
                for statement in self._schema.split(";"):
                    connection.execute(statement)
                connection.execute(f"PRAGMA user_version = {self._version}")
            connection.execute("COMMIT")
        if _version(connection) != self._version:
            raise _OtherVersion("made by another version of refrakt")

    def _handle(self, error: Error) -> bool:
        """React to an error. Returns whether to try again at once."""
        import sqlite3

        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_INTERNAL)
        if code == sqlite3.SQLITE_READONLY_DBMOVED:
            self._disconnect()
            return True
        kind = code & 0xFF
        if kind in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            self._timeouts += 1
            if self._timeouts >= MOST_TIMEOUTS:
                self._disable(f"{self.path} stays locked by another process")
            return False
        # An invalid statement means other tables: a foreign or incomplete file.
        if kind in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR):
            self._recreate(str(error))
            return not self._disabled
        self.trouble = f"{self.path}: {error}"
        return False

    def _recreate(self, reason: str) -> None:
        """Delete the file; only once, because a faulty disk may damage it again and again."""
        self._disconnect()
        if self._was_recreated:
            self._disable(f"{self.path}: {reason}")
            return
        self._was_recreated = True
        try:
            # The journal first: a database must not find the journal of another.
            for path in (f"{self.path}-journal", self.path):
                with suppress(FileNotFoundError):
                    os.unlink(path)
        except OSError as error:
            self._disable(f"{self.path}: {reason}, and it cannot be removed ({error.strerror})")

    def _disable(self, reason: str) -> None:
        self.trouble = reason
        self._disabled = True
        self._disconnect()

    def _roll_back(self) -> None:
        import sqlite3

        if self._connection is not None and self._connection.in_transaction:
            with suppress(sqlite3.Error):
                self._connection.execute("ROLLBACK")

    def _disconnect(self) -> None:
        import sqlite3

        if self._connection is not None:
            with suppress(sqlite3.Error):
                self._connection.close()
            self._connection = None


class _OtherVersion(Exception):
    """The tables are those of another version."""


def _version(connection: Connection) -> int:
    found: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return found
