"""A test editor with published or pulled diagnostics."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from .conftest import PUSH, profile
from .wire import Client, Message

PUBLISH = "textDocument/publishDiagnostics"
REFRESH = "workspace/diagnostic/refresh"
CREATED, CHANGED, DELETED = 1, 2, 3


class EditorClient(ABC):
    """A test editor. It waits for messages, never for time to pass."""

    def __init__(self, client: Client) -> None:
        self.client = client

    @property
    def folder(self) -> Path:
        return self.client.folder

    def uri(self, name: str) -> str:
        return (self.folder / name).as_uri()

    def open(self, name: str, text: str | None = None) -> str:
        """Open a file, as it is on disk or with other text."""
        return self.client.open(name, text if text is not None else (self.folder / name).read_text("utf-8"))

    def close(self, uri: str) -> None:
        self.client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})

    def type(self, uri: str, version: int, line: int, column: int, new: str, over: int = 0) -> None:
        """Insert text, replacing `over` characters."""
        range_ = {"start": {"line": line, "character": column}, "end": {"line": line, "character": column + over}}
        self.client.change(uri, version, {"range": range_, "text": new})

    def write(self, name: str, text: str | None) -> None:
        """Change or delete a file on disk, and send the file event."""
        path = self.folder / name
        kind = CHANGED if path.exists() else CREATED
        if text is None:
            path.unlink()
            kind = DELETED
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        self.events((name, kind))

    def events(self, *changes: tuple[str, int]) -> None:
        result = [{"uri": self.uri(name), "type": kind} for name, kind in changes]
        self.client.notify("workspace/didChangeWatchedFiles", {"changes": result})

    def set(self, **settings: Any) -> None:
        self.client.settings = settings
        self.client.notify("workspace/didChangeConfiguration", {"settings": {"refrakt": settings}})

    @abstractmethod
    def until(self, uri: str, *codes: str) -> list[Message]:
        """Wait until an open file has these problems, and return them."""

    @abstractmethod
    def closed(self, name: str, *codes: str) -> list[Message]:
        """Wait until a closed file has these problems, and return them."""


class Pushed(EditorClient):
    """An editor with published diagnostics."""

    def until(self, uri: str, *codes: str, version: int | None = None) -> list[Message]:
        while True:
            last = next((each for each in reversed(self.sent()) if each["uri"] == uri), None)
            if (
                last is not None
                and _codes(last["diagnostics"]) == sorted(codes)
                and version in (None, last.get("version"))
            ):
                result: list[Message] = last["diagnostics"]
                return result
            self.client.received.append(self.client.wait(lambda each: each.get("method") == PUBLISH))

    def closed(self, name: str, *codes: str) -> list[Message]:
        uri = self.uri(name)
        found = self.until(uri, *codes)
        last = next(each for each in reversed(self.sent()) if each["uri"] == uri)
        assert "version" not in last
        return found

    def sent(self) -> list[Message]:
        """All published lists in order."""
        return [each["params"] for each in self.client.received if each.get("method") == PUBLISH]


class Pulled(EditorClient):
    """An editor that pulls diagnostics: after edits, on refresh, and for the workspace."""

    def __init__(self, client: Client) -> None:
        super().__init__(client)
        self.names: dict[str, str] = {}
        """Result ids by URI."""
        self.lists: dict[str, list[Message]] = {}
        """Diagnostics of closed files by URI."""

    def until(self, uri: str, *codes: str) -> list[Message]:
        while True:
            before = self.refreshed()
            found: list[Message] = self.pull(uri)["items"]
            if _codes(found) == sorted(codes):
                return found
            while self.refreshed() == before:
                self.client.wait(lambda each: each.get("method") == REFRESH)

    def pull(self, uri: str) -> Message:
        request: Message = self.client.request("textDocument/diagnostic", {"textDocument": {"uri": uri}})
        return request

    def refreshed(self) -> int:
        return sum(each.get("method") == REFRESH for each in self.client.received)

    def closed(self, name: str, *codes: str) -> list[Message]:
        uri = self.uri(name)
        while _codes(self.lists.get(uri, [])) != sorted(codes):
            self.pull_workspace()
        return self.lists.get(uri, [])

    def pull_workspace(self, **more: Any) -> list[Message]:
        previous = [{"uri": uri, "value": name} for uri, name in self.names.items()]
        before = len(self.client.received)
        response = self.client.request("workspace/diagnostic", {"previousResultIds": previous, **more})
        parts = [
            each["params"]["value"] for each in self.client.received[before:] if each.get("method") == "$/progress"
        ]
        items: list[Message] = [item for part in (*parts, response) for item in part.get("items", ())]
        for each in items:
            self.names[each["uri"]] = each["resultId"]
            if each["kind"] == "full":
                self.lists[each["uri"]] = each["items"]
        return items


def _codes(found: list[Message]) -> list[str]:
    return sorted(each["code"] for each in found)


RELATED = {"relatedInformation": True}
PUSHED = {**PUSH, "textDocument": {**PUSH["textDocument"], "publishDiagnostics": {"versionSupport": True, **RELATED}}}


@contextmanager
def pushed(folder: Path, *args: str, capabilities: Message = PUSHED, **params: Any) -> Iterator[Pushed]:
    with Client(folder, *args, forked=True) as client:
        client.initialize(capabilities, **params)
        yield Pushed(client)


@contextmanager
def pulled(folder: Path, *args: str, capabilities: Message | None = None, **params: Any) -> Iterator[Pulled]:
    with Client(folder, *args, forked=True) as client:
        client.initialize(capabilities if capabilities is not None else profile("vscode"), **params)
        yield Pulled(client)


MODES = {"push": pushed, "pull": pulled}
