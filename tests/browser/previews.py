"""Previews for tests: in the process of an editor, and from the command line."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any, Self

from lsp.wire import Client

CAPABILITIES: dict[str, Any] = {
    "general": {"positionEncodings": ["utf-16"]},
    "window": {"showDocument": {"support": True}},
    "experimental": {"scrollEditor": True},
}


class EditorPreview:
    """An editor session, whose process serves the preview."""

    def __init__(self, folder: Path) -> None:
        self.client = Client(folder)
        self.client.initialize(CAPABILITIES)

    def url(self, uri: str) -> str:
        found: str = self.client.request("refrakt/previewServer", {"textDocument": {"uri": uri}})["url"]
        return found

    def open(self, name: str, text: str | None = None) -> str:
        """Open a file, as it is on disk or with other text; returns its URI."""
        return self.client.open(name, text if text is not None else (self.client.folder / name).read_text("utf-8"))

    def insert(self, uri: str, version: int, line: int, text: str) -> None:
        """Insert a text at the start of a line."""
        at = {"line": line, "character": 0}
        self.client.change(uri, version, {"range": {"start": at, "end": at}, "text": text})

    def scroll(self, uri: str, line: int) -> None:
        self.client.notify("refrakt/previewScroll", {"textDocument": {"uri": uri}, "line": line})

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.client.end()


class ShellPreview:
    """`refrakt preview` in a process of its own."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        command = [sys.executable, "-m", "refrakt", "preview", "--no-open", *arguments]
        self.process = subprocess.Popen(
            command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"
        )
        assert self.process.stdout is not None
        self.url = self.process.stdout.readline().strip()
        assert self.url.startswith("http://127.0.0.1:"), self.end()

    def end(self) -> str:
        """Stop it, and return what it has reported."""
        self.process.terminate()
        _, errors = self.process.communicate(timeout=10)
        return errors
