"""The relay that `refrakt mcp` runs: it connects an MCP client to the host of its project.

The relay finds the host and forwards lines in both directions. Without a host it starts one that has no editor; when a host exits
or dies it reconnects to the next, and the client sees no more than a slow response. Where no shared host is possible (no private
folder for a socket, a host with another link version) it starts a host for this client alone and says so on standard error. It
does the same while the host is suspended, for example by Ctrl-Z in the terminal of its editor, and returns when the host resumes.
While a host that it has started loads, it answers the first requests itself, if their answers are recorded (`start_answers`).

Two threads: one reads the client, the other reads the host and is the only one that writes to the client. Standard library only,
and only its fast parts: clients start relays by the dozen.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from refrakt.hosts.link.connection import CHUNK_SIZE, Connection, ProcessConnection, Refusal, dial, split_lines
from refrakt.hosts.link.handshake import LEAVING
from refrakt.hosts.link.host_address import HostAddress, NoSharedAddress, address_of
from refrakt.hosts.link.host_lock import HostLock
from refrakt.hosts.link.mcp_options import McpOptions
from refrakt.hosts.link.session_replay import Message, SessionReplay, parse_response

if TYPE_CHECKING:
    from refrakt.hosts.link.start_answers import StartAnswers

START_TIMEOUT = 15.0
"""Seconds within which a started host must listen."""
EDITOR_GRACE = 0.15
"""Seconds a waiting editor gets to take over from the last host before a relay starts a host without an editor."""
ANSWER_TIMEOUT = 30.0
"""Seconds for pending responses after the client has closed its side."""
CLOSE_TIMEOUT = 2.0
"""Seconds for the host to close the connection after that."""
SHORT_CONNECTION = 5.0
"""Seconds; a shorter connection without a single line counts as a failure."""
_DETACHED = 0x0000_0208 if sys.platform == "win32" else 0
"""DETACHED_PROCESS and CREATE_NEW_PROCESS_GROUP, the equivalent of a new session on Windows."""
MAX_STARTS = 2
MAX_FAILURES = 3

HostCommand = Callable[[str], list[str]]
"""The command line that starts a host of a kind: `headless` or `private`."""


class ClientDisconnected(Exception):
    """The client does not read standard output any more."""


class HostUnavailable(Exception):
    """Hosts cannot be started, or exit at once."""


class Relay:
    """One client, and the hosts it is connected to one after the other."""

    def __init__(self, root: str, options: McpOptions, host_command: HostCommand) -> None:
        self.root = root
        self.options = options
        self._host_command = host_command
        self._session = SessionReplay()
        self._changed = threading.Condition()
        """Guards everything below, and the session."""
        self._connection: Connection | None = None
        self._ready = False
        """The session is restored at the current host; lines of the client may be sent."""
        self._leaving = False
        """The current host is about to exit; it gets no new requests."""
        self._client_closed = False
        self._answers_expired = False
        self._start_answers: StartAnswers | None = None
        """Answers the client while the first host loads, which this relay has started."""

    def run(self) -> int:
        """Serve until the client disconnects. Returns the exit code."""
        if not _has_standard_streams():
            return 0
        threading.Thread(target=self._read_client, daemon=True).start()
        try:
            self._follow_hosts()
        except ClientDisconnected:
            return 0
        except HostUnavailable as reason:
            self._fail_pending()
            _warn(f"{reason}; run `refrakt doctor` to find the cause")
            return 1
        return 0

    def _follow_hosts(self) -> None:
        first, failures = True, 0
        while (connection := self._connect(first, failures)) is not None:
            began = time.monotonic()
            if self._serve(connection, first):
                failures = 0
            elif time.monotonic() - began < SHORT_CONNECTION:
                failures += 1
            connection.close()
            if self._is_finished():
                return
            if failures > MAX_FAILURES:
                raise HostUnavailable(f"every host for {self.root} exits at once")
            first = False

    def _is_finished(self) -> bool:
        with self._changed:
            return self._client_closed and (self._answers_expired or self._session.settled())

    # The client ---------------------------------------------------------------------------------------------------

    def _read_client(self) -> None:
        try:
            with suppress(ClientDisconnected):
                for line in split_lines(_read_input):
                    if not line.isspace():
                        self._from_client(line if line.endswith(b"\n") else line + b"\n")
        finally:
            self._end_of_input()

    def _from_client(self, line: bytes) -> None:
        with self._changed:
            self._changed.wait_for(lambda: self._ready or self._start_answers is not None)
            if self._start_answers is not None and self._handled_early(line, self._start_answers):
                return
            self._changed.wait_for(lambda: self._ready)
            connection = self._connection
            forward = self._session.from_client(line, hold=self._leaving)
        if forward and connection is not None:
            with suppress(OSError):  # the other thread notices too, and replays it at the next host
                connection.send(line)

    def _handled_early(self, line: bytes, start: StartAnswers) -> bool:
        """Answer a line while the first host loads, or hold it for the host. Otherwise the client waits."""
        response = start.answer(line, calls_pending=self._session.calls_pending)
        if response is not None:
            self._session.from_client(line, hold=True)
            self._session.from_host(response)
            self._send_to_client(response)
        elif not (self._session.may_hold(line) and start.may_hold(line)):
            return False
        else:
            self._session.from_client(line, hold=True)
        return True

    def _end_of_input(self) -> None:
        """The client closed its side: wait for pending responses, then close the connection."""
        with self._changed:
            self._client_closed = True
            self._changed.wait_for(self._session.settled, ANSWER_TIMEOUT)
            self._answers_expired = True
            connection = self._connection
        if connection is not None:
            connection.finish_sending()
            with self._changed:
                ended = self._changed.wait_for(lambda: self._connection is not connection, CLOSE_TIMEOUT)
            if not ended:
                connection.abort()

    def _send_to_client(self, line: bytes) -> None:
        view = memoryview(line)
        while view:
            try:
                view = view[os.write(1, view) :]
            except OSError as error:
                raise ClientDisconnected from error

    # The host -----------------------------------------------------------------------------------------------------

    def _serve(self, connection: Connection, first: bool) -> bool:
        """Connect the client to this host until it closes. Whether the host sent anything."""
        received = False
        with self._changed:
            if self._answers_expired:  # no thread is left that would close the connection
                return received
            self._connection = connection
            start, self._start_answers = self._start_answers, None
        try:
            changed = not first
            if changed or (start is not None and start.used):
                self._restore_session(connection)
            if start is not None and start.discover is not None:
                self._request(connection, start.discover)
            if start is not None and start.tools_list is not None:
                changed = self._request(connection, start.tools_list).get("tools") != start.tools.get("tools")
            with self._changed:
                notifications = self._session.change_notifications() if changed else []
                self._ready = True
                self._changed.notify_all()
            for line in notifications:
                self._send_to_client(line)
            for line in connection.lines():
                received = True
                self._from_host(connection, line)
        except OSError:  # it closed while the session was being restored
            pass
        with self._changed:
            self._connection, self._ready, self._leaving = None, False, False
            cancellations = self._session.cancellations()
            self._changed.notify_all()
        for line in cancellations:
            self._send_to_client(line)
        return received

    def _from_host(self, connection: Connection, line: bytes) -> None:
        if not line.endswith(b"\n"):
            return  # truncated by the end of the host
        with self._changed:
            if line == LEAVING:
                self._leaving = True
                forward = False
            else:
                forward = self._session.from_host(line)
            if self._leaving and self._session.settled(sent=True):
                connection.finish_sending()
            if self._client_closed:
                self._changed.notify_all()
        if forward:
            self._send_to_client(line)

    def _restore_session(self, connection: Connection) -> None:
        """Bring a new host into the state of the last one. `OSError` if it closes meanwhile."""
        session = self._session
        if session.initialize is not None and session.capabilities is not None:
            self._request(connection, session.initialize)
            if session.initialized is not None:
                connection.send(session.initialized)
        cursor: str | None = None
        while (request := session.tools_list_request(cursor)) is not None:
            result = self._request(connection, request)
            session.record_tools(result)
            cursor = result.get("nextCursor")
            if cursor is None:
                break
        with self._changed:
            settings = [session.with_own_id(line)[1] for line in session.settings.values()]
            requests, responses = session.replay()
        for line in responses:
            self._send_to_client(line)
        for line in settings + requests:
            connection.send(line)

    def _request(self, connection: Connection, line: bytes) -> Message:
        """Send a request that the client does not see, and wait for the result."""
        id_, request = self._session.with_own_id(line)
        connection.send(request)
        for received in connection.lines():
            response_id, result = parse_response(received)
            if response_id != id_:
                self._from_host(connection, received)
            elif result is None:
                break
            else:
                return result
        raise ConnectionAbortedError("the host did not respond")

    # Finding a host -----------------------------------------------------------------------------------------------

    def _connect(self, first: bool, failures: int) -> Connection | None:
        """A connection to the project's host, started if needed; None once the client has disconnected."""
        if failures == MAX_FAILURES:  # something ends shared hosts; a private one has no socket and may survive
            return self._start_private_host("the hosts of this project exit before they respond")
        address = address_of(self.root)
        if isinstance(address, NoSharedAddress):
            self._answer_early(first)
            return self._start_private_host(address.reason)
        try:
            found = self._find_or_start(address, first)
        except OSError as error:  # the disk is full, the folder is gone
            found = Refusal(str(error))
        if not isinstance(found, Refusal):
            return found
        private = self._start_private_host(found.reason)
        if found.unresponsive:
            threading.Thread(target=self._return_to_shared_host, args=(address, private), daemon=True).start()
        return private

    def _find_or_start(self, address: HostAddress, first: bool) -> Connection | Refusal | None:
        lock = HostLock(address.lock)
        now = time.monotonic()
        may_start, deadline = now + (0 if first else EDITOR_GRACE), now + START_TIMEOUT
        starts, pause = 0, 0.005
        while time.monotonic() < deadline and not self._is_finished():
            if (found := self._dial(address)) is not None:
                return found
            if time.monotonic() >= may_start and lock.acquire():
                # An editor may have taken over between `_dial` and the lock: it publishes first, then locks.
                if (found := self._dial(address)) is not None or starts == MAX_STARTS:
                    lock.release()
                    return found or Refusal(f"the started hosts have exited; see {address.log}")
                starts += 1
                self._answer_early(first)
                self._start_host(address, lock)
            time.sleep(pause)
            pause = min(pause * 1.5, 0.05)
        return None if self._is_finished() else Refusal(f"no started host listens; see {address.log}")

    def _dial(self, address: HostAddress) -> Connection | Refusal | None:
        try:
            found = dial(address, "mcp", self.options.connection_options())
        except OSError:
            return None
        if not isinstance(found, Refusal):
            found.is_responsive = lambda: self._is_responsive(address)
        return found

    def _is_responsive(self, address: HostAddress) -> bool:
        """Whether a silent host is only idle or busy: then it still replies to a new connection."""
        with self._changed:
            if self._ready and self._session.settled(sent=True):
                return True
        try:
            reply = dial(address, "status")
        except BlockingIOError:  # the backlog of its socket is full
            return False
        except OSError:  # the socket file was deleted, which says nothing about the host
            return True
        if isinstance(reply, Refusal):
            return not reply.unresponsive
        reply.close()
        return True

    def _return_to_shared_host(self, address: HostAddress, private: Connection) -> None:
        """Leave the private host when the shared one that was unresponsive replies or exits."""
        with suppress(OSError):
            reply = dial(address, "status", wait_forever=True)
            if not isinstance(reply, Refusal):
                reply.close()
        with self._changed:
            self._changed.wait_for(lambda: self._ready)
            if self._connection is private:
                self._leaving = True
                if self._session.settled(sent=True):
                    private.finish_sending()

    def _answer_early(self, first: bool) -> None:
        """The first host is about to start: let the reading thread answer what it can meanwhile."""
        if not first or self._start_answers is not None:
            return
        from refrakt.hosts.link.start_answers import StartAnswers

        with self._changed:
            self._start_answers = StartAnswers(self.root, self.options.tool_names)
            self._changed.notify_all()

    def _start_host(self, address: HostAddress, lock: HostLock) -> None:
        """Start a host that outlives this process. It inherits the lock, so that no second one can start meanwhile."""
        import subprocess

        command = [*self._host_command("headless"), "--root", self.root, *self.options.arguments()]
        inherited: tuple[int, ...] = ()
        if lock.descriptor is not None and sys.platform != "win32":
            inherited = (lock.descriptor,)
            command += ["--lock-fd", str(lock.descriptor)]
        else:
            lock.release()  # Windows does not inherit locks: of two hosts that start, the first to lock stays
        try:
            with open(address.log, "wb", opener=_open_private) as log:
                child = subprocess.Popen(
                    command,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    # Not our standard error: a client that reads it to its end would wait as long as the host runs.
                    stderr=log,
                    cwd=self.root,
                    start_new_session=True,
                    creationflags=_DETACHED,
                    pass_fds=inherited,
                )
        finally:
            lock.release()
        # Reap it when it exits before this process does.
        threading.Thread(target=child.wait, daemon=True).start()

    def _start_private_host(self, reason: str) -> Connection:
        import subprocess

        _warn(f"starting a host for this client alone: {reason}")
        command = [*self._host_command("private"), "--root", self.root, *self.options.arguments()]
        try:
            process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=self.root)
        except OSError as error:  # the project's folder is gone, or the process limit is reached
            raise HostUnavailable(f"cannot start a host for {self.root} ({error.strerror})") from error
        return ProcessConnection(process)

    def _fail_pending(self) -> None:
        """Answer all pending requests with an error, also those the client sends before it reads that."""
        with self._changed:
            self._start_answers = None
            responses = self._session.fail_pending("no refrakt host could be started")
        for line in responses:
            self._send_to_client(line)


def _has_standard_streams() -> bool:
    """Whether standard input and output are open. Otherwise a file opened later would get their descriptors."""
    try:
        for descriptor in (0, 1):
            os.fstat(descriptor)
            if sys.platform != "win32":
                os.set_blocking(descriptor, True)  # the parent process may have changed it
    except OSError:
        return False
    try:
        os.fstat(2)
    except OSError:
        os.set_inheritable(os.open(os.devnull, os.O_WRONLY), True)
    return True


def _open_private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _read_input() -> bytes:
    try:
        return os.read(0, CHUNK_SIZE)
    except OSError:  # the terminal is gone
        return b""


def _warn(text: str) -> None:
    if sys.stderr is not None:
        with suppress(OSError):  # its reader is gone
            sys.stderr.write(f"refrakt mcp: {text}\n")
            sys.stderr.flush()
