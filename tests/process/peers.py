"""An editor and agents as real processes: bytes on pipes, without a client library."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO, Any

Message = dict[str, Any]

REFRAKT = [sys.executable, "-m", "refrakt"]
PATIENCE = 30.0
LEGACY = "2025-06-18"
MODERN = "2026-07-28"


class Disconnected(Exception):
    """The other side has closed."""


class Peer(ABC):
    """One connection. Messages are kept until a test waits for them."""

    def __init__(self, reader: IO[bytes], writer: IO[bytes]) -> None:
        self.reader = reader
        self.writer = writer
        self.inbox: queue.Queue[Message | None] = queue.Queue()
        self.unmatched: list[Message] = []
        self._next = 0
        self.reading = threading.Event()
        """Cleared by a test in which this side stops reading what it is sent."""
        self.reading.set()
        threading.Thread(target=self._listen, daemon=True).start()

    @abstractmethod
    def frame(self, data: bytes) -> bytes:
        """A message with its framing."""

    @abstractmethod
    def receive(self) -> bytes | None:
        """The next message without its framing; None at the end."""

    def send(self, message: Message) -> None:
        self.writer.write(self.frame(json.dumps({"jsonrpc": "2.0", **message}).encode()))
        self.writer.flush()

    def request(self, method: str, params: Any = None, patience: float = PATIENCE) -> Message:
        """A request and its answer, whole."""
        return self.response_to(self.send_request(method, params), patience)

    def send_request(self, method: str, params: Any = None) -> int:
        self._next += 1
        message: Message = {"id": self._next, "method": method}
        self.send(message if params is None else {**message, "params": params})
        return self._next

    def response_to(self, request: int, patience: float = PATIENCE) -> Message:
        return self.wait(lambda each: each.get("id") == request and "method" not in each, patience)

    def notify(self, method: str, params: Any = None) -> None:
        self.send({"method": method} if params is None else {"method": method, "params": params})

    def wait(self, expected: Callable[[Message], bool], patience: float = PATIENCE) -> Message:
        """The first matching message, received or still to come."""
        for index, message in enumerate(self.unmatched):
            if expected(message):
                return self.unmatched.pop(index)
        end = time.monotonic() + patience
        while True:
            try:
                message_or_end = self.inbox.get(timeout=max(end - time.monotonic(), 0.001))
            except queue.Empty:
                kinds = [each.get("method") or each.get("id") for each in self.unmatched]
                raise TimeoutError(f"nothing came within {patience} s; there were {kinds}") from None
            if message_or_end is None:
                raise Disconnected
            if expected(message_or_end):
                return message_or_end
            self.unmatched.append(message_or_end)

    def _listen(self) -> None:
        try:
            while self.reading.wait() and (data := self.receive()) is not None:
                self.inbox.put(json.loads(data))
        except (OSError, ValueError) as error:
            self.inbox.put({"unreadable": str(error)})
        self.inbox.put(None)


class Lines(Peer):
    def frame(self, data: bytes) -> bytes:
        return data + b"\n"

    def receive(self) -> bytes | None:
        return self.reader.readline() or None


class Headers(Peer):
    def frame(self, data: bytes) -> bytes:
        return b"Content-Length: %d\r\n\r\n%b" % (len(data), data)

    def receive(self) -> bytes | None:
        size = 0
        while line := self.reader.readline():
            if not line.strip():
                return self.reader.read(size)
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                size = int(value)
        return None


class Editor(Headers):
    """A language client with its server."""

    def __init__(self, root: Path, runtime: Path, argv: Sequence[str] = (), pass_fds: Sequence[int] = ()) -> None:
        self.root = root
        self.process = subprocess.Popen(
            [*REFRAKT, "lsp", *argv],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=root,
            env=environment(runtime),
            pass_fds=tuple(pass_fds),
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        super().__init__(self.process.stdout, self.process.stdin)

    def initialize(self, capabilities: Mapping[str, Any] | None = None, folders: Sequence[Path] = ()) -> Message:
        folders = folders or [self.root]
        params = {
            "processId": os.getpid(),
            "rootUri": folders[0].as_uri(),
            "workspaceFolders": [{"uri": each.as_uri(), "name": each.name} for each in folders],
            "capabilities": capabilities or {"textDocument": {"publishDiagnostics": {"versionSupport": True}}},
        }
        answer = self.request("initialize", params)
        self.notify("initialized", {})
        return answer

    def open(self, path: Path, text: str, version: int = 1) -> None:
        item = {"uri": path.as_uri(), "languageId": "markdown", "version": version, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": item})

    def change(self, path: Path, text: str, version: int) -> None:
        document = {"uri": path.as_uri(), "version": version}
        self.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": text}]})

    def diagnostics(self, path: Path, version: int) -> list[Message]:
        found = self.wait(
            lambda each: (
                each.get("method") == "textDocument/publishDiagnostics"
                and each["params"]["uri"] == path.as_uri()
                and each["params"].get("version") == version
            )
        )
        result: list[Message] = found["params"]["diagnostics"]
        return result

    def status(self) -> Message:
        result: Message = self.request("refrakt/status")["result"]
        return result

    def leave(self) -> int:
        self.request("shutdown")
        self.notify("exit")
        return self.process.wait(PATIENCE)


class Agent(Lines):
    """An MCP client of either era."""

    modern = False
    process: subprocess.Popen[bytes] | None = None

    def initialize(self) -> Message:
        params = {"protocolVersion": LEGACY, "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
        answer = self.request("initialize", params)
        self.notify("notifications/initialized")
        return answer

    def send_request(self, method: str, params: Any = None) -> int:
        if self.modern:
            meta = {
                "io.modelcontextprotocol/protocolVersion": MODERN,
                "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
                "io.modelcontextprotocol/clientCapabilities": {},
            }
            params = {**(params or {}), "_meta": meta}
        return super().send_request(method, params)

    def call(self, tool: str, **arguments: Any) -> Message:
        answer = self.request("tools/call", {"name": tool, "arguments": arguments})
        assert "result" in answer, answer
        result: Message = answer["result"]
        return result


class Relayed(Agent):
    """An agent that started `refrakt mcp`, as agents do."""

    def __init__(self, root: Path, runtime: Path, modern: bool = False, argv: Sequence[str] = ()) -> None:
        self.modern = modern
        self.process = subprocess.Popen(
            [*REFRAKT, "mcp", "--cwd", str(root), *argv],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment(runtime),
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        super().__init__(self.process.stdout, self.process.stdin)
        if not modern:
            self.initialize()


def environment(runtime: Path) -> dict[str, str]:
    return {**os.environ, "REFRAKT_RUNTIME_DIR": str(runtime)}


def hosts_of(runtime: Path) -> set[int]:
    """The hosts without an editor that were started for this test and still run."""
    found = set()
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            command = (folder / "cmdline").read_bytes()
            ours = str(runtime).encode() in (folder / "environ").read_bytes()
        except OSError:  # it has ended meanwhile, or belongs to another user
            continue
        if ours and b"refrakt.hosts.mcp.headless_host" in command:
            found.add(int(folder.name))
    return found
