"""A streamable HTTP server in front of servers on standard input and output, for clients that only speak HTTP.

Each session is a process of its own. It listens on loopback, and answers only there.
"""

from __future__ import annotations

import contextlib
import json
import queue
import subprocess
import threading
import uuid
from collections.abc import Iterator, Sequence
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

SECONDS = 60
LOOPBACK = ("127.0.0.1", "localhost")
SESSION = "Mcp-Session-Id"
Message = dict[str, Any]


class Session:
    """One process, and who waits for its messages."""

    def __init__(self, command: Sequence[str], cwd: Path, environment: dict[str, str]) -> None:
        self.other: queue.Queue[Message | None] = queue.Queue()
        """Messages that belong to no request."""
        self._pending: dict[Any, queue.Queue[Message | None]] = {}
        self._progress: dict[Any, Any] = {}
        self._lock = threading.Lock()
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=cwd, env=environment
        )
        threading.Thread(target=self._read, daemon=True).start()

    def send(self, message: Message) -> None:
        assert self._process.stdin is not None
        with self._lock:
            self._process.stdin.write(json.dumps(message).encode() + b"\n")
            self._process.stdin.flush()

    def request(self, message: Message) -> Iterator[Message]:
        """Send a request; yields its notifications of progress, and last its response."""
        waiting: queue.Queue[Message | None] = queue.Queue()
        self._pending[message["id"]] = waiting
        token = message.get("params", {}).get("_meta", {}).get("progressToken")
        if token is not None:
            self._progress[token] = message["id"]
        self.send(message)
        while (answer := waiting.get(timeout=SECONDS)) is not None:
            yield answer
            if "method" not in answer:
                return

    def close(self) -> None:
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            self._process.stdin.close()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _read(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as output:
            for line in output:
                message = json.loads(line)
                if "method" in message:
                    owner = self._progress.get(message.get("params", {}).get("progressToken"))
                    self._pending.get(owner, self.other).put(message)
                else:
                    self._pending.pop(message["id"], self.other).put(message)
        for waiting in (*self._pending.values(), self.other):
            waiting.put(None)


class Bridge(ThreadingHTTPServer):
    """The sessions of one server."""

    daemon_threads = True

    def __init__(self, command: Sequence[str], cwd: Path, environment: dict[str, str]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.url = f"http://127.0.0.1:{self.server_port}/mcp"
        self.sessions: dict[str, Session] = {}
        self._started = (command, cwd, environment)

    def new_session(self) -> tuple[str, Session]:
        name = uuid.uuid4().hex
        self.sessions[name] = Session(*self._started)
        return name, self.sessions[name]


@contextlib.contextmanager
def bridge(command: Sequence[str], cwd: Path, environment: dict[str, str]) -> Iterator[Bridge]:
    """A bridge that serves until the end of the block."""
    with Bridge(command, cwd, environment) as serving:
        thread = threading.Thread(target=serving.serve_forever, daemon=True)
        thread.start()
        try:
            yield serving
        finally:
            serving.shutdown()
            for session in serving.sessions.values():
                session.close()
            thread.join()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Bridge

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if not self._is_local():
            self._answer(HTTPStatus.FORBIDDEN)
            return
        message: Message = json.loads(body)
        new = None
        if message.get("method") == "initialize":
            new, session = self.server.new_session()
        else:
            found = self._session()
            if found is None:
                return
            session = found
        if "method" not in message or "id" not in message:
            session.send(message)
            self._answer(HTTPStatus.ACCEPTED)
        elif "text/event-stream" in self.headers.get("Accept", ""):
            self._stream(session.request(message), new)
        else:
            *_, answer = session.request(message)
            self._answer(HTTPStatus.OK, json.dumps(answer).encode(), new)

    def do_GET(self) -> None:
        session = self._session() if self._is_local() else None
        if session is not None:
            self._stream(iter(session.other.get, None), None)

    def do_DELETE(self) -> None:
        session = self._session() if self._is_local() else None
        if session is not None:
            self.server.sessions.pop(self.headers[SESSION]).close()
            self._answer(HTTPStatus.OK)

    def log_message(self, format: str, *args: Any) -> None:
        """Quiet."""

    def _is_local(self) -> bool:
        """Whether the request was made for this machine, and not by a page whose name leads here."""
        origin = self.headers.get("Origin")
        host = urlsplit(f"//{self.headers.get('Host', '')}").hostname
        return host in LOOPBACK and (origin is None or urlsplit(origin).hostname in LOOPBACK)

    def _session(self) -> Session | None:
        name = self.headers.get(SESSION)
        session = self.server.sessions.get(name or "")
        if session is None:
            self._answer(HTTPStatus.NOT_FOUND if name else HTTPStatus.BAD_REQUEST)
        return session

    def _answer(self, status: HTTPStatus, body: bytes = b"", session: str | None = None) -> None:
        self.send_response(status)
        if session is not None:
            self.send_header(SESSION, session)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _stream(self, messages: Iterator[Message], session: str | None) -> None:
        self.send_response(HTTPStatus.OK)
        if session is not None:
            self.send_header(SESSION, session)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        with contextlib.suppress(OSError):
            self.wfile.flush()
            for message in messages:
                self.wfile.write(f"event: message\ndata: {json.dumps(message)}\n\n".encode())
                self.wfile.flush()
