"""An HTTP server in front of `refrakt mcp`, for tools that only speak the HTTP transport of MCP: one process for each session.

`python -m agents.http_bridge FOLDER` serves the project in a folder on a free port of 127.0.0.1 and prints its URL.
"""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import threading
import uuid
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

SESSION = "Mcp-Session-Id"
LOCAL = ("127.0.0.1", "localhost")
TIMEOUT = 30.0


class Session:
    """One client: a server process, and the queues of those who wait for its messages."""

    def __init__(self, folder: Path) -> None:
        command = [sys.executable, "-m", "refrakt", "mcp", "--idle", "1"]
        self.process = subprocess.Popen(command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._waiting: dict[Any, queue.Queue[dict[str, Any]]] = {}
        self._lock = threading.Lock()
        threading.Thread(target=self._read, daemon=True).start()

    def send(self, message: dict[str, Any]) -> queue.Queue[dict[str, Any]] | None:
        """Send a message; the queue gets what the server says until the response, if it is a request."""
        found: queue.Queue[dict[str, Any]] | None = None
        with self._lock:
            if "method" in message and "id" in message:
                found = self._waiting[message["id"]] = queue.Queue()
            assert self.process.stdin is not None
            self.process.stdin.write(json.dumps(message).encode() + b"\n")
            self.process.stdin.flush()
        return found

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            message = json.loads(line)
            with self._lock:
                if "method" in message:
                    for each in self._waiting.values():
                        each.put(message)
                elif (waiting := self._waiting.pop(message.get("id"), None)) is not None:
                    waiting.put(message)

    def close(self) -> None:
        with suppress(OSError):
            assert self.process.stdin is not None
            self.process.stdin.close()
        self.process.wait(TIMEOUT)


class Bridge(ThreadingHTTPServer):
    """The sessions of the clients of one project."""

    daemon_threads = True

    def __init__(self, folder: Path) -> None:
        super().__init__(("127.0.0.1", 0), Exchange)
        self.folder = folder
        self.sessions: dict[str, Session] = {}

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/mcp"

    def close(self) -> None:
        self.shutdown()
        for each in self.sessions.values():
            each.close()


class Exchange(BaseHTTPRequestHandler):
    """One HTTP request."""

    protocol_version = "HTTP/1.1"
    server: Bridge

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if not self._is_local():
            self._answer(403, {"error": "unknown host or origin"})
            return
        message = json.loads(body)
        name = self.headers.get(SESSION)
        if message.get("method") == "initialize":
            name = uuid.uuid4().hex
            self.server.sessions[name] = Session(self.server.folder)
        session = self.server.sessions.get(name or "")
        if session is None:
            self._answer(404 if name else 400, {"error": "unknown session"})
            return
        waiting = session.send(message)
        if waiting is None:
            self._answer(202, None)
            return
        self._stream(waiting, name or "")

    def do_DELETE(self) -> None:
        session = self.server.sessions.pop(self.headers.get(SESSION, ""), None)
        if session is not None:
            session.close()
        self._answer(200 if session is not None else 404, None)

    def do_GET(self) -> None:
        self._answer(405, None)

    def _is_local(self) -> bool:
        """Whether a browser that was lured to another name of this address cannot have sent it."""
        host = self.headers.get("Host", "").rpartition(":")[0]
        origin = self.headers.get("Origin")
        return host in LOCAL and (origin is None or origin.partition("://")[2].partition(":")[0] in LOCAL)

    def _stream(self, waiting: queue.Queue[dict[str, Any]], session: str) -> None:
        """Everything until the response, as events."""
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header(SESSION, session)
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        with suppress(OSError, queue.Empty):
            while True:
                message = waiting.get(timeout=TIMEOUT)
                self.wfile.write(f"event: message\ndata: {json.dumps(message)}\n\n".encode())
                self.wfile.flush()
                if "method" not in message:
                    return

    def _answer(self, code: int, data: dict[str, Any] | None) -> None:
        body = b"" if data is None else json.dumps(data).encode()
        self.send_response(code)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Print nothing."""


if __name__ == "__main__":
    bridge = Bridge(Path(sys.argv[1]))
    sys.stdout.write(f"{bridge.url}\n")
    sys.stdout.flush()
    bridge.serve_forever()
