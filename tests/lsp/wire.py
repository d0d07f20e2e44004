"""A small client of our own, which says exactly what it is told to, also what no real client would."""

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

Message = dict[str, Any]
PATIENCE = 30.0


class Client:
    """A language server in a process of its own, and what it has said so far."""

    def __init__(
        self,
        folder: Path,
        *words: str,
        env: Mapping[str, str] | None = None,
        pass_fds: tuple[int, ...] = (),
        command: Sequence[str] = (sys.executable, "-m", "refrakt", "lsp"),
        stderr: int = subprocess.PIPE,
    ) -> None:
        self.folder = folder
        self.process = subprocess.Popen(
            [*command, *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=stderr,
            cwd=folder,
            env={**os.environ, **(env or {})},
            pass_fds=pass_fds,
        )
        self.said: list[Message] = []
        """Everything that was read past."""
        self.settings: Message | None = None
        """What it has set for the server, and says when it is asked."""
        self.errors = b""
        self._number = 0
        self._read: queue.Queue[Message | None] = queue.Queue()
        self._logged = threading.Condition()
        self._reads = threading.Event()
        self._reads.set()
        self._threads = [threading.Thread(target=each, daemon=True) for each in (self._listen, self._listen_to_errors)]
        for each in self._threads:
            each.start()

    # Talking ----------------------------------------------------------------------------------------------------------

    def raw(self, data: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message: Message) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.raw(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))

    def notify(self, method: str, params: Any = None) -> None:
        self.send({"method": method, "params": params})

    def ask(self, method: str, params: Any = None) -> int:
        """Sends a request; its id is returned."""
        self._number += 1
        self.send({"id": self._number, "method": method, "params": params})
        return self._number

    def answer(self, number: Any) -> Message:
        return self.wait(lambda each: each.get("id") == number and "method" not in each)

    def request(self, method: str, params: Any = None) -> Any:
        answer = self.answer(self.ask(method, params))
        assert "error" not in answer, answer
        return answer["result"]

    def fault(self, method: str, params: Any = None) -> int:
        """The code of the error a request is answered with."""
        answer = self.answer(self.ask(method, params))
        code: int = answer["error"]["code"]
        return code

    def wait(self, fits: Callable[[Message], bool], patience: float = PATIENCE) -> Message:
        """The next message that fits. What the server asks for meanwhile is granted."""
        while True:
            message = self._read.get(timeout=patience)
            if message is None:
                raise AssertionError(f"the server hung up: {self.errors.decode()[-2000:]}")
            if "id" in message and "method" in message:
                self.said.append(message)
                if self.process.stdin is not None and not self.process.stdin.closed:
                    self.send({"id": message["id"], "result": self.granted(message)})
                if fits(message):
                    return message
            elif fits(message):
                return message
            else:
                self.said.append(message)

    def rest(self) -> Iterator[Message]:
        """What is left when the server has hung up."""
        while (message := self._read.get(timeout=PATIENCE)) is not None:
            yield message

    def granted(self, message: Message) -> Any:
        """What the client says to a request of the server's."""
        if message["method"] == "workspace/configuration":
            return [self.settings for _ in message["params"]["items"]]
        return None

    # A session --------------------------------------------------------------------------------------------------------

    def initialize(self, capabilities: Message | None = None, **params: Any) -> Message:
        uri = self.folder.as_uri()
        said: Message = {
            "processId": os.getpid(),
            "rootUri": uri,
            "workspaceFolders": [{"uri": uri, "name": self.folder.name}],
            "capabilities": capabilities if capabilities is not None else {},
            **params,
        }
        result: Message = self.request("initialize", said)
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
        """The next list of this file, and of this version where one is named."""
        method = "textDocument/publishDiagnostics"
        told = self.wait(
            lambda each: (
                each.get("method") == method
                and each["params"]["uri"] == uri
                and (version is None or each["params"].get("version") == version)
            )
        )
        found: list[Message] = told["params"]["diagnostics"]
        return found

    def wait_for_log(self, words: bytes) -> None:
        """Waits until something has been logged."""
        with self._logged:
            assert self._logged.wait_for(lambda: words in self.errors, PATIENCE), self.errors.decode()[-2000:]

    def shut_down(self) -> int:
        self.request("shutdown")
        self.notify("exit")
        return self.process.wait(PATIENCE)

    def end(self) -> None:
        self._reads.set()
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        for each in self._threads:
            each.join(PATIENCE)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream is not None and not stream.closed:
                try:
                    stream.close()
                except OSError:
                    continue

    def stop_reading(self) -> None:
        """From the next message on nothing is read any more, until `go_on_reading`."""
        self._reads.clear()

    def go_on_reading(self) -> None:
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


class Silent(Client):
    """A client that answers nothing it is asked."""

    def send(self, message: Message) -> None:
        if "method" in message:
            super().send(message)


@contextmanager
def server(folder: Path, *words: str, capabilities: Message | None = None, **params: Any) -> Iterator[Client]:
    """A server that has been greeted."""
    with Client(folder, *words) as client:
        client.initialize(capabilities, **params)
        yield client
