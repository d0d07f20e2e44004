"""What `refrakt mcp` runs: the MCP server that a client spawns is only a way to the host of its project.

The relay finds the host and hands lines to and fro. Where there is none it starts one without an editor; where a host leaves or
dies it goes to the next, and the client notices no more than a slow answer. Where no meeting is possible (no private
folder for a socket, a host that speaks another version of the link) it starts a host for this client alone, and says so on
standard error. So it does when the host is stopped, as an editor is in a terminal by Ctrl-Z, and comes back when that goes on.

Two threads: one reads the client, the other reads the host and alone writes to the client. The standard library only, and of
that what starts quickly: clients start relays by the dozen.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from .connection import CHUNK, Connection, ProcessConnection, Refusal, dial, lines_of
from .conversation import Conversation, Message, answered
from .greeting import LEAVING
from .options import Options
from .rendezvous import HostLock, Meeting, Nowhere, meeting_of

if TYPE_CHECKING:
    pass

TO_START = 15.0
"""Seconds within which a host must have opened its door."""
TO_SUCCEED = 0.15
"""Seconds left to an editor that waited for the last host to leave, before a relay starts a host without an editor."""
TO_ANSWER = 30.0
"""Seconds for the answers that are due when the client has closed its side."""
TO_END = 2.0
"""Seconds for the host to end the connection after that."""
QUICK = 5.0
"""A connection that was shorter and brought nothing was no success."""
_DETACHED = 0x0000_0208 if sys.platform == "win32" else 0
"""DETACHED_PROCESS and CREATE_NEW_PROCESS_GROUP: what a session of its own is on Windows."""
MOST_STARTS = 2
MOST_FAILURES = 3


class ClientGone(Exception):
    """Nobody reads our standard output."""


class NoHost(Exception):
    """Hosts cannot be started, or end at once."""


class Relay:
    """One client, and the hosts it has in turn."""

    def __init__(self, root: str, options: Options, command: Callable[[str], list[str]]) -> None:
        self.root = root
        self.options = options
        self._command = command
        """How a host is started: `headless` or `private`."""
        self._talk = Conversation()
        self._changed = threading.Condition()
        """Guards everything below, and the conversation."""
        self._connection: Connection | None = None
        self._ready = False
        """The present host knows the client, and may be sent what it says."""
        self._leaving = False
        """The present host wants to go; it gets no new requests."""
        self._client_left = False
        self._waited_enough = False

    def run(self) -> int:
        """Serve until the client has left. Returns the exit code."""
        if not _has_wire():
            return 0
        threading.Thread(target=self._read_client, daemon=True).start()
        try:
            self._follow()
        except ClientGone:
            return 0
        except NoHost as reason:
            self._give_up()
            _say(f"{reason}; `refrakt doctor` may tell why")
            return 1
        return 0

    def _follow(self) -> None:
        """Go from host to host."""
        first, failures = True, 0
        while (connection := self._reach(first, failures)) is not None:
            began = time.monotonic()
            if self._stay(connection, first):
                failures = 0
            elif time.monotonic() - began < QUICK:
                failures += 1
            connection.close()
            if self._over():
                return
            if failures > MOST_FAILURES:
                raise NoHost(f"no host for {self.root} stays alive")
            first = False

    def _over(self) -> bool:
        with self._changed:
            return self._client_left and (self._waited_enough or self._talk.settled())

    # The client ---------------------------------------------------------------------------------------------------

    def _read_client(self) -> None:
        try:
            for line in lines_of(_read_input):
                if not line.isspace():
                    self._from_client(line if line.endswith(b"\n") else line + b"\n")
        finally:
            self._end()

    def _from_client(self, line: bytes) -> None:
        with self._changed:
            self._changed.wait_for(lambda: self._ready)
            connection = self._connection
            goes = self._talk.from_client(line, hold=self._leaving)
        if goes and connection is not None:
            with suppress(OSError):  # the other thread notices as well, and asks the next host
                connection.send(line)

    def _end(self) -> None:
        """The client closed its side: let the answers that are due arrive, then end the connection."""
        with self._changed:
            self._client_left = True
            self._changed.wait_for(self._talk.settled, TO_ANSWER)
            self._waited_enough = True
            connection = self._connection
        if connection is not None:
            connection.finish()
            with self._changed:
                ended = self._changed.wait_for(lambda: self._connection is not connection, TO_END)
            if not ended:
                connection.cut()

    def _tell_client(self, line: bytes) -> None:
        view = memoryview(line)
        while view:
            try:
                view = view[os.write(1, view) :]
            except OSError as error:
                raise ClientGone from error

    # The host -----------------------------------------------------------------------------------------------------

    def _stay(self, connection: Connection, first: bool) -> bool:
        """Serve the client with this host as long as it lasts. Whether it had anything to say."""
        heard = False
        with self._changed:
            if self._waited_enough:  # nobody is left who would end the connection
                return heard
            self._connection = connection
        try:
            if not first:
                self._take_up(connection)
            with self._changed:
                news = [] if first else self._talk.news()
                self._ready = True
                self._changed.notify_all()
            for line in news:
                self._tell_client(line)
            for line in connection.lines():
                heard = True
                self._from_host(connection, line)
        except OSError:  # it ended while we were taking up the conversation
            pass
        with self._changed:
            self._connection, self._ready, self._leaving = None, False, False
            farewells = self._talk.farewells()
            self._changed.notify_all()
        for line in farewells:
            self._tell_client(line)
        return heard

    def _from_host(self, connection: Connection, line: bytes) -> None:
        if not line.endswith(b"\n"):
            return  # cut off by its end
        with self._changed:
            if line == LEAVING:
                self._leaving = True
                passes = False
            else:
                passes = self._talk.from_host(line)
            if self._leaving and self._talk.settled(sent=True):
                connection.finish()
            if self._client_left:
                self._changed.notify_all()
        if passes:
            self._tell_client(line)

    def _take_up(self, connection: Connection) -> None:
        """Bring a new host to where the last one was. `OSError` if it ends meanwhile."""
        talk = self._talk
        if talk.initialize is not None and talk.capabilities is not None:
            self._ask(connection, talk.initialize)
            if talk.initialized is not None:
                connection.send(talk.initialized)
        cursor: str | None = None
        while (question := talk.tools_question(cursor)) is not None:
            result = self._ask(connection, question)
            talk.note_tools(result)
            cursor = result.get("nextCursor")
            if cursor is None:
                break
        with self._changed:
            settings = [talk.own(line)[1] for line in talk.settings.values()]
            asked, told = talk.again()
        for line in told:
            self._tell_client(line)
        for line in settings + asked:
            connection.send(line)

    def _ask(self, connection: Connection, line: bytes) -> Message:
        """Ask something the client does not see, and wait for the answer."""
        id_, question = self._talk.own(line)
        connection.send(question)
        for said in connection.lines():
            answers, result = answered(said)
            if answers != id_:
                self._from_host(connection, said)
            elif result is None:
                break
            else:
                return result
        raise ConnectionAbortedError("the host did not answer")

    # Finding one --------------------------------------------------------------------------------------------------

    def _reach(self, first: bool, failures: int) -> Connection | None:
        """A connection to the project's host, started if need be; None once the client has left."""
        if failures == MOST_FAILURES:  # something ends them; it may not know of one that has no socket
            return self._private_host("the hosts of this project end before they have said a word")
        meeting = meeting_of(self.root)
        if isinstance(meeting, Nowhere):
            return self._private_host(meeting.reason)
        try:
            found = self._find_or_start(meeting, first)
        except OSError as error:  # the disk is full, the folder is gone
            found = Refusal(str(error))
        if not isinstance(found, Refusal):
            return found
        private = self._private_host(found.reason)
        if found.silent:
            threading.Thread(target=self._come_back, args=(meeting, private), daemon=True).start()
        return private

    def _find_or_start(self, meeting: Meeting, first: bool) -> Connection | Refusal | None:
        lock = HostLock(meeting.lock)
        now = time.monotonic()
        may_start, deadline = now + (0 if first else TO_SUCCEED), now + TO_START
        starts, pause = 0, 0.005
        while time.monotonic() < deadline and not self._over():
            if (found := self._dial(meeting)) is not None:
                return found
            if time.monotonic() >= may_start and lock.acquire():
                # Between our call and the lock, an editor may have taken over: it publishes first, and locks then.
                if (found := self._dial(meeting)) is not None or starts == MOST_STARTS:
                    lock.release()
                    return found or Refusal(f"those that were started have ended; {meeting.log} may tell why")
                starts += 1
                self._start_host(meeting, lock)
            time.sleep(pause)
            pause = min(pause * 1.5, 0.05)
        return None if self._over() else Refusal(f"none has opened its door; {meeting.log} may tell why")

    def _dial(self, meeting: Meeting) -> Connection | Refusal | None:
        try:
            found = dial(meeting, "mcp", self.options.of_connection())
        except OSError:
            return None
        if not isinstance(found, Refusal):
            found.is_there = lambda: self._is_there(meeting)
        return found

    def _is_there(self, meeting: Meeting) -> bool:
        """Whether a host that has been silent for a while only had nothing to say: then it still answers who calls."""
        with self._changed:
            if self._ready and self._talk.settled(sent=True):
                return True
        try:
            answer = dial(meeting, "status")
        except BlockingIOError:  # so many have called in vain that there is no room to call
            return False
        except OSError:  # the address was taken away: that says nothing about the host
            return True
        if isinstance(answer, Refusal):
            return not answer.silent
        answer.close()
        return True

    def _come_back(self, meeting: Meeting, private: Connection) -> None:
        """Leave the host of our own when the one that was silent answers or ends."""
        with suppress(OSError):
            answer = dial(meeting, "status", patient=True)
            if not isinstance(answer, Refusal):
                answer.close()
        with self._changed:
            self._changed.wait_for(lambda: self._ready)
            if self._connection is private:
                self._leaving = True
                if self._talk.settled(sent=True):
                    private.finish()

    def _start_host(self, meeting: Meeting, lock: HostLock) -> None:
        """Start a host that outlives us. It inherits the lock, so there is no moment in which a second could start."""
        import subprocess

        words = [*self._command("headless"), "--root", self.root, *self.options.words()]
        inherited: tuple[int, ...] = ()
        if lock.descriptor is not None and sys.platform != "win32":
            inherited = (lock.descriptor,)
            words += ["--lock-fd", str(lock.descriptor)]
        else:
            lock.release()  # Windows passes no locks on: of two hosts that start, the one that locks first stays
        try:
            with open(meeting.log, "wb", opener=_for_us_alone) as log:
                child = subprocess.Popen(
                    words,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    # Not our standard error: a client that waits for its end would wait as long as the host lives.
                    stderr=log,
                    cwd=self.root,
                    start_new_session=True,
                    creationflags=_DETACHED,
                    pass_fds=inherited,
                )
        finally:
            lock.release()
        # One that has ended would stay in the process table until we end.
        threading.Thread(target=child.wait, daemon=True).start()

    def _private_host(self, reason: str) -> Connection:
        import subprocess

        _say(f"a host for this client alone: {reason}")
        words = [*self._command("private"), "--root", self.root, *self.options.words()]
        try:
            process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=self.root)
        except OSError as error:  # the project's folder is gone, or there is no room for a process
            raise NoHost(f"no host for {self.root} can be started ({error.strerror})") from error
        return ProcessConnection(process)

    def _give_up(self) -> None:
        """Answer what has no answer, also what the client says in the moment before it hears that."""
        with self._changed:
            told = self._talk.give_up("no refrakt host could be started")
        for line in told:
            self._tell_client(line)


def main(root: str, options: Options) -> int:
    """Be the MCP server of a client for the project at `root`."""
    return Relay(root, options, host_command).run()


def _has_wire() -> bool:
    """Whether there is a client at all. What is opened later must not get the number of a stream that was closed."""
    try:
        for descriptor in (0, 1):
            os.fstat(descriptor)
            if sys.platform != "win32":
                os.set_blocking(descriptor, True)  # a parent may have left it otherwise
    except OSError:
        return False
    try:
        os.fstat(2)
    except OSError:
        os.set_inheritable(os.open(os.devnull, os.O_WRONLY), True)
    return True


def _for_us_alone(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _read_input() -> bytes:
    try:
        return os.read(0, CHUNK)
    except OSError:  # a terminal that is gone
        return b""


def host_command(kind: str) -> list[str]:
    """The command that starts a host."""
    # -P: the project's folder is the working directory, and must not be a place to import from.
    return [sys.executable, "-P", "-m", f"{__package__}.{kind}"]


def _say(text: str) -> None:
    if sys.stderr is not None:
        with suppress(OSError):  # nobody reads it any more
            sys.stderr.write(f"refrakt mcp: {text}\n")
            sys.stderr.flush()
