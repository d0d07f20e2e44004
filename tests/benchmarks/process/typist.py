"""An editor that types, and records when messages arrive."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

from process.peers import Editor

from ..conftest import long_page

PUSH: dict[str, Any] = {
    "textDocument": {
        "publishDiagnostics": {"versionSupport": True},
        "completion": {"completionItem": {"snippetSupport": True}},
        "hover": {"contentFormat": ["markdown"]},
    }
}
PULL: dict[str, Any] = {"textDocument": {"diagnostic": {"dynamicRegistration": False}}}

_PROSE = re.compile(r"[A-Z][a-z ]{10,}")


class Typist(Editor):
    """Has one page open."""

    def __init__(self, root: Path, runtime: Path, arguments: Sequence[str] = (), pass_fds: Sequence[int] = ()) -> None:
        self._arrivals: list[tuple[float, bytes]] = []
        super().__init__(root, runtime, arguments, pass_fds)
        self.page = (root if (root / "content").is_dir() else root / "site") / "content" / "bench.md"
        self.lines: list[str] = []
        self.version = 0

    def receive(self) -> bytes | None:
        data = super().receive()
        # Recorded here and not in the waiting code, which may run later.
        if data is not None and b"publishDiagnostics" in data:
            self._arrivals.append((perf_counter(), data))
        return data

    def begin_page(self, lines: int) -> None:
        """Opens a page of that many lines."""
        text = long_page(lines)
        self.lines = text.split("\n")
        self.version = 1
        self.open(self.page, text, 1)

    def positions(self) -> Iterator[tuple[int, int]]:
        """Positions in running text, anywhere on the page and always the same."""
        rng = random.Random(11)
        prose = [(line, found.end() // 2) for line, text in enumerate(self.lines) if (found := _PROSE.match(text))]
        while True:
            yield rng.choice(prose)

    def press(self, line: int, column: int, text: str = "x") -> float:
        """Types; returns the time."""
        self.version += 1
        at = {"line": line, "character": column}
        document = {"uri": self.page.as_uri(), "version": self.version}
        change = {"range": {"start": at, "end": at}, "text": text}
        began = perf_counter()
        self.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})
        return began

    def pushed(self) -> None:
        """Waits for the diagnostics of the present text."""
        self.diagnostics(self.page, self.version)

    def pulled(self) -> None:
        """Requests the diagnostics of the current text."""
        self.about_page("textDocument/diagnostic")

    def about_page(self, method: str, line: int | None = None, column: int = 0) -> Any:
        params: dict[str, Any] = {"textDocument": {"uri": self.page.as_uri()}}
        if line is not None:
            params["position"] = {"line": line, "character": column}
        response = self.request(method, params)
        assert "result" in response, response
        return response["result"]

    def arrivals(self) -> list[tuple[float, int]]:
        """When diagnostics of the page came, and of which version."""
        messages = [(when, json.loads(data)["params"]) for when, data in self._arrivals]
        return [(when, params["version"]) for when, params in messages if params["uri"] == self.page.as_uri()]
