"""A minimal LSP client, which can also send invalid messages."""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

from .forked_server import ForkedServer, can_fork

Message = dict[str, Any]
TIMEOUT = 30.0


class Client:
    """A language server process and the messages received from it."""

    def __init__(
        self,
        folder: Path,
        *args: str,
        env: Mapping[str, str] | None = None,
        pass_fds: tuple[int, ...] = (),
        command: Sequence[str] = (sys.executable, "-m", "refrakt", "lsp"),
        stderr: int = subprocess.PIPE,
        forked: bool = False,
    ) -> None:
        self.folder = folder
        env = {**os.environ, **(env or {})}
        self.process: subprocess.Popen[bytes] | ForkedServer
        if forked and can_fork(env):
            self.process = ForkedServer(folder, args, env)
        else:
            self.process = subprocess.Popen(
                [*command, *args],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=stderr,
                cwd=folder,
                env=env,
                pass_fds=pass_fds,
            )
        self.received: list[Message] = []
        """All messages that no caller waited for."""
        self.settings: Message | None = None
        """The settings it sends on request."""
        self.errors = b""
        self._number = 0
        self._read: queue.Queue[Message | None] = queue.Queue()
        self._logged = threading.Condition()
        self._reads = threading.Event()
        self._reads.set()
        self._threads = [threading.Thread(target=each, daemon=True) for each in (self._listen, self._listen_to_errors)]
        for each in self._threads:
            each.start()

    # Messages ---------------------------------------------------------------------------------------------------------

    def raw(self, data: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message: Message) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.raw(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))

    def notify(self, method: str, params: Any = None) -> None:
        self.send({"method": method, "params": params})

    def send_request(self, method: str, params: Any = None) -> int:
        """Send a request and return its id."""
        self._number += 1
        self.send({"id": self._number, "method": method, "params": params})
        return self._number

    def response(self, number: Any) -> Message:
        return self.wait(lambda each: each.get("id") == number and "method" not in each)

    def request(self, method: str, params: Any = None) -> Any:
        response = self.response(self.send_request(method, params))
        assert "error" not in response, response
        return response["result"]

    def error_code(self, method: str, params: Any = None) -> int:
        """The error code of a failing request."""
        response = self.response(self.send_request(method, params))
        code: int = response["error"]["code"]
        return code

    def wait(self, fits: Callable[[Message], bool], timeout: float = TIMEOUT) -> Message:
        """The next matching message. Answers the server's requests meanwhile."""
        while True:
            message = self._read.get(timeout=timeout)
            if message is None:
                raise AssertionError(f"the server hung up: {self.errors.decode()[-2000:]}")
            if "id" in message and "method" in message:
                self.received.append(message)
                if self.process.stdin is not None and not self.process.stdin.closed:
                    self.send({"id": message["id"], "result": self.reply(message)})
                if fits(message):
                    return message
            elif fits(message):
                return message
            else:
                self.received.append(message)

    def rest(self) -> Iterator[Message]:
        """The remaining messages after the server has exited."""
        while (message := self._read.get(timeout=TIMEOUT)) is not None:
            yield message

    def reply(self, message: Message) -> Any:
        """The result for a request of the server."""
        if message["method"] == "workspace/configuration":
            return [self.settings for _ in message["params"]["items"]]
        return None

    # A session --------------------------------------------------------------------------------------------------------

    def initialize(self, capabilities: Message | None = None, **params: Any) -> Message:
        uri = self.folder.as_uri()
        received: Message = {
            "processId": os.getpid(),
            "rootUri": uri,
            "workspaceFolders": [{"uri": uri, "name": self.folder.name}],
            "capabilities": capabilities if capabilities is not None else {},
            **params,
        }
        result: Message = self.request("initialize", received)
        self.notify("initialized", {})
        return result

    def open(self, name: str, text: str, language: str = "markdown", version: int = 1) -> str:
        uri = name if ":" in name else (self.folder / name).as_uri()
        document = {"uri": uri, "languageId": language, "version": version, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": document})
        return uri

    def change(self, uri: str, version: int, *changes: Message) -> None:
        document = {"uri": uri, "version": version}
        self.notify("textDocument/didChange", {"textDocument": document, "contentChanges": list(changes)})

    def diagnostics(self, uri: str, version: int | None = None) -> list[Message]:
        """The next published diagnostics of a file, or of this version of it."""
        method = "textDocument/publishDiagnostics"
        published = self.wait(
            lambda each: (
                each.get("method") == method
                and each["params"]["uri"] == uri
                and (version is None or each["params"].get("version") == version)
            )
        )
        found: list[Message] = published["params"]["diagnostics"]
        return found

    def wait_for_log(self, args: bytes) -> None:
        """Wait until a text is logged."""
        with self._logged:
            assert self._logged.wait_for(lambda: args in self.errors, TIMEOUT), self.errors.decode()[-2000:]

    def shut_down(self) -> int:
        self.request("shutdown")
        self.notify("exit")
        return self.process.wait(TIMEOUT)

    def end(self) -> None:
        self._reads.set()
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        for each in self._threads:
            each.join(TIMEOUT)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream is not None and not stream.closed:
                try:
                    stream.close()
                except OSError:
                    continue

    def stop_reading(self) -> None:
        """Stop reading after the next message, until `resume_reading`."""
        self._reads.clear()

    def resume_reading(self) -> None:
        self._reads.set()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        stream = self.process.stdout
        while True:
            self._reads.wait()
            length = 0
            while line := stream.readline().strip():
                name, _, value = line.partition(b":")
                if name.lower() == b"content-length":
                    length = int(value)
            body = stream.read(length)
            if not length or len(body) < length:
                self._read.put(None)
                return
            self._read.put(json.loads(body))

    def _listen_to_errors(self) -> None:
        for line in self.process.stderr or ():
            with self._logged:
                self.errors += line
                self._logged.notify_all()


class SilentClient(Client):
    """A client that never answers requests."""

    def send(self, message: Message) -> None:
        if "method" in message:
            super().send(message)


@contextmanager
def server(folder: Path, *args: str, capabilities: Message | None = None, **params: Any) -> Iterator[Client]:
    """An initialized server."""
    with Client(folder, *args, forked=True) as client:
        client.initialize(capabilities, **params)
        yield client
