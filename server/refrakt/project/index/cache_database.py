"""A SQLite file that may be missing, locked, damaged or on a full disk, and troubles nobody with it.

What is in it can be made again, so it never raises and never keeps anybody waiting: a file that is damaged is thrown away and
begun anew, one that is locked is left alone, and one that cannot be used at all is done without.

It keeps a rollback journal, not a write-ahead log. The log needs memory shared between processes, which homes on a network do not
have, and two more files whose names outlive a database that was thrown away. Its gain, reading while another process
writes, is small here: transactions are few and last some milliseconds. With a rollback journal SQLite also refuses to write to
a file that another process has replaced meanwhile, so throwing away is safe. Nothing is forced to the disk: a process that is
killed leaves a sound file, and what a power cut damages is begun anew.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeVar

from .cache_folder import NoFolder, make_private

if TYPE_CHECKING:
    from sqlite3 import Connection, Error

Answer = TypeVar("Answer")

WAIT = 0.4
"""Seconds to wait for a lock. A transaction waits twice at most: when it begins and when it ends."""
PATIENCE = 3
"""After so many vain waits in a row the file is left alone for good: whoever has locked it does not let go."""
MEMORY = 16 * 1024
"""KiB of changed pages kept in memory; more of them locks readers out before the end of a transaction."""


class Database:
    """One file. May be used from several threads; each transaction runs alone."""

    def __init__(self, path: Path, schema: str, version: int) -> None:
        self.path = path
        self.trouble: str | None = None
        """Why the file is done without, or why the last attempt to write to it failed."""
        self._schema = schema
        self._version = version
        self._lock = Lock()
        self._connection: Connection | None = None
        self._given_up = False
        self._waits = 0
        self._begun_anew = False
        self.read(lambda _: None, None)

    def read(self, work: Callable[[Connection], Answer], otherwise: Answer) -> Answer:
        """What `work` finds, all of it at one moment; `otherwise` where the file cannot be read."""
        return self._transaction("BEGIN", work, otherwise)

    def write(self, work: Callable[[Connection], Any]) -> bool:
        """Change the file, wholly or not at all. Whether it was changed."""

        def done(connection: Connection) -> bool:
            work(connection)
            return True

        kept = self._transaction("BEGIN IMMEDIATE", done, False)
        if kept:
            self.trouble = None
        return kept

    def shrink(self) -> None:
        """Give the room of what was deleted back to the disk, if it can be done now."""
        import sqlite3

        with self._lock:
            if self._connection is not None:
                try:
                    self._connection.execute("VACUUM")
                except sqlite3.Error as error:
                    self._judge(error)
                except UnicodeDecodeError as error:
                    self._begin_anew(str(error))

    def close(self) -> None:
        """Let go of the file. From now on nothing is found and nothing kept."""
        with self._lock:
            self._given_up = True
            self._let_go()

    def _transaction(self, begin: str, work: Callable[[Connection], Answer], otherwise: Answer) -> Answer:
        import sqlite3

        with self._lock:
            for _ in range(3):  # the file as it is, a fresh one, and one that another process has put in its place
                if self._given_up:
                    break
                try:
                    if self._connection is None:
                        self._connection = self._connect()
                    self._connection.execute(begin)
                    answer = work(self._connection)
                    self._connection.execute("COMMIT")
                except sqlite3.Error as error:
                    self._roll_back()
                    if not self._judge(error):
                        break
                except (_OtherVersion, UnicodeDecodeError) as error:
                    # The latter is Python's answer to a complaint of SQLite's that quotes the damage.
                    self._begin_anew(str(error))
                except NoFolder as error:
                    self._give_up(str(error))
                except BaseException:
                    self._roll_back()
                    raise
                else:
                    self._waits = 0
                    return answer
            return otherwise

    def _connect(self) -> Connection:
        import sqlite3

        make_private(self.path.parent)
        try:
            # Only where there is none: closing a file that SQLite has open elsewhere in this process would lose its locks.
            os.close(os.open(self.path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        except OSError as error:
            if not self.path.is_file():
                raise NoFolder(f"{self.path} cannot be used ({error.strerror})") from error
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
            if _version(connection) == 0:  # no other process was quicker
                for statement in self._schema.split(";"):
                    connection.execute(statement)
                connection.execute(f"PRAGMA user_version = {self._version}")
            connection.execute("COMMIT")
        if _version(connection) != self._version:
            raise _OtherVersion("made by another version of refrakt")

    def _judge(self, error: Error) -> bool:
        """What an error means for the file. Whether it is worth trying again at once."""
        import sqlite3

        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_INTERNAL)
        if code == sqlite3.SQLITE_READONLY_DBMOVED:
            self._let_go()
            return True
        kind = code & 0xFF
        if kind in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            self._waits += 1
            if self._waits >= PATIENCE:
                self._give_up(f"{self.path} stays locked by another process")
            return False
        # A statement that is an error finds other tables than ours: somebody else's file, or half of one.
        if kind in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR):
            self._begin_anew(str(error))
            return not self._given_up
        self.trouble = f"{self.path}: {error}"
        return False

    def _begin_anew(self, reason: str) -> None:
        """Throw the file away; once, because a disk that damages it again would have us do so for ever."""
        self._let_go()
        if self._begun_anew:
            self._give_up(f"{self.path}: {reason}")
            return
        self._begun_anew = True
        try:
            # The journal first: a database must not meet the journal of another.
            for path in (f"{self.path}-journal", self.path):
                with suppress(FileNotFoundError):
                    os.unlink(path)
        except OSError as error:
            self._give_up(f"{self.path}: {reason}, and it cannot be removed ({error.strerror})")

    def _give_up(self, reason: str) -> None:
        self.trouble = reason
        self._given_up = True
        self._let_go()

    def _roll_back(self) -> None:
        import sqlite3

        if self._connection is not None and self._connection.in_transaction:
            with suppress(sqlite3.Error):
                self._connection.execute("ROLLBACK")

    def _let_go(self) -> None:
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
