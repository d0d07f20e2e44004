#!/usr/bin/env python3
"""Any language servers, timed by one client in one run: how long after a keystroke the diagnostics of the new text are there.

All servers run at the same time and get the same keystrokes in turns, so that a busy machine slows down all of them alike, and
ratios are reported. `lsp_peers.md` says where to get other servers. Only the standard library is needed.

    python tests/bench/lsp_bench.py --root SITE refrakt="refrakt lsp" other="other-server --stdio"
"""

from __future__ import annotations

import argparse
import json
import os
import queue
import random
import re
import shlex
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Message = dict[str, Any]

PATIENCE = 120.0
SETTLE = 1.0
"""Seconds after the page was opened in which a server may finish what it began."""
_FRONTMATTER = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
_PROSE = re.compile(r"[A-Z][a-z ]{10,}")
_CAPABILITIES: Message = {
    "textDocument": {
        "synchronization": {"dynamicRegistration": True},
        "publishDiagnostics": {"versionSupport": True},
        "completion": {"completionItem": {"snippetSupport": True}},
        "hover": {"contentFormat": ["markdown"]},
    },
    "workspace": {"configuration": True, "workspaceFolders": True},
    "window": {"workDoneProgress": True},
}


class Server:
    """A server in a process of its own, with one page open."""

    def __init__(self, name: str, command: str, root: Path, options: Any) -> None:
        self.name = name
        self.root = root
        self.options = options
        self.began = time.perf_counter()
        self.process = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=root
        )
        self.came: queue.Queue[tuple[float, Message] | None] = queue.Queue()
        self.number = 0
        self.version = 1
        self.whole = True
        """Whether it needs the whole text with every change."""
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        stream = self.process.stdout
        assert stream is not None
        while line := stream.readline():
            size = 0
            while line.strip():
                name, _, value = line.partition(b":")
                size = int(value) if name.strip().lower() == b"content-length" else size
                line = stream.readline()
            body = stream.read(size)
            self.came.put((time.perf_counter(), json.loads(body)))
        self.came.put(None)

    def send(self, message: Message) -> None:
        assert self.process.stdin is not None
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
        self.process.stdin.flush()

    def wait(self, matches: Callable[[Message], bool], patience: float = PATIENCE) -> tuple[float, Message]:
        """The next matching message, and its time. Requests of the server meanwhile get a result."""
        while True:
            found = self.came.get(timeout=patience)
            if found is None:
                raise RuntimeError(f"{self.name} has ended")
            message = found[1]
            if "method" in message and "id" in message:
                items = message["params"].get("items") if isinstance(message.get("params"), dict) else None
                self.send({"id": message["id"], "result": [None] * len(items) if items else None})
            elif matches(message):
                return found

    def request(self, method: str, params: Any) -> tuple[float, Any]:
        """A result, and how long it took."""
        self.number += 1
        mine = self.number
        began = time.perf_counter()
        self.send({"id": mine, "method": method, "params": params})
        came, message = self.wait(lambda each: each.get("id") == mine)
        if "error" in message:
            raise RuntimeError(f"{self.name}, {method}: {message['error']}")
        return came - began, message["result"]

    def begin(self, uri: str, language: str, text: str) -> tuple[float, float]:
        """The seconds until the server is initialized, and until the first diagnostics."""
        self.uri = uri
        folder = {"uri": self.root.as_uri(), "name": self.root.name}
        params = {
            "processId": os.getpid(),
            "rootUri": folder["uri"],
            "rootPath": str(self.root),
            "workspaceFolders": [folder],
            "capabilities": _CAPABILITIES,
            "initializationOptions": self.options,
        }
        self.announced = self.request("initialize", params)[1]["capabilities"]
        greeted = time.perf_counter() - self.began
        sync = self.announced.get("textDocumentSync", 1)
        self.whole = (sync if isinstance(sync, int) else sync.get("change", 1)) != 2
        self.send({"method": "initialized", "params": {}})
        time.sleep(SETTLE)
        began = time.perf_counter()
        item = {"uri": uri, "languageId": language, "version": self.version, "text": text}
        self.send({"method": "textDocument/didOpen", "params": {"textDocument": item}})
        opened = self._diagnostics()[0] - began
        time.sleep(SETTLE)
        while not self.came.empty():
            self.wait(lambda each: True)
        return greeted, opened

    def press(self, line: int, column: int, new: str, text: Sequence[str]) -> float:
        """Types something; how long it took until the diagnostics of that text were there."""
        self.version += 1
        at = {"line": line, "character": column}
        change: Message = {"text": "\n".join(text)} if self.whole else {"range": {"start": at, "end": at}, "text": new}
        document = {"uri": self.uri, "version": self.version}
        message = {"textDocument": document, "contentChanges": [change]}
        began = time.perf_counter()
        self.send({"method": "textDocument/didChange", "params": message})
        return self._diagnostics()[0] - began

    def _diagnostics(self) -> tuple[float, Message]:
        def mine(each: Message) -> bool:
            return (
                each.get("method") == "textDocument/publishDiagnostics"
                and each["params"]["uri"] == self.uri
                and each["params"].get("version") in (None, self.version)
            )

        return self.wait(mine)

    def busy(self) -> float:
        """The seconds its process has computed; 0 if the system does not report them."""
        return time.clock_gettime((~self.process.pid << 3) | 2) if sys.platform == "linux" else 0.0

    def memory(self) -> float:
        """MiB of it and of all processes it has started; 0 if the system does not report them."""
        total, pending = 0, [self.process.pid]
        while pending:
            folder = Path(f"/proc/{pending.pop()}")
            try:
                total += next(int(each.split()[1]) for each in (folder / "status").open() if each.startswith("VmRSS"))
                for task in (folder / "task").iterdir():
                    pending += map(int, (task / "children").read_text().split())
            except (OSError, StopIteration):
                continue
        return total / 1024

    def end(self) -> None:
        try:
            self.request("shutdown", None)
            self.send({"method": "exit"})
            self.process.wait(10)
        except (OSError, RuntimeError, queue.Empty, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()


@dataclass
class Row:
    """What one server did on one page, in seconds."""

    server: Server
    greeted: float = 0.0
    opened: float = 0.0
    keys: list[float] = field(default_factory=list)
    busy: list[float] = field(default_factory=list)
    questions: dict[str, list[float]] = field(default_factory=dict)


def page_of(folder: Path, lines: int) -> list[str]:
    """A page of so many lines, made of the pages of a folder, without their frontmatter."""
    texts = [_FRONTMATTER.sub("", each.read_text(encoding="utf-8")) for each in sorted(folder.rglob("*.md"))]
    if not any(texts):
        raise SystemExit(f"no pages in {folder}")
    random.Random(7).shuffle(texts)
    found: list[str] = []
    while len(found) < lines:
        for text in texts:
            found += text.split("\n")
    return found[:lines]


def measured(rows: Sequence[Row], text: list[str], keys: int, count: int) -> None:
    """Types into all servers in turns, then sends requests."""
    luck = random.Random(11)
    prose = [number for number, line in enumerate(text) if _PROSE.match(line)]
    for _ in range(keys):
        line = luck.choice(prose)
        found = _PROSE.match(text[line])
        column = found.end() // 2 if found is not None else 0
        text[line] = f"{text[line][:column]}x{text[line][column:]}"
        for row in rows:
            before = row.server.busy()
            row.keys.append(row.server.press(line, column, "x", text))
            row.busy.append(row.server.busy() - before)
    half_typed = prose[len(prose) // 2]
    text.insert(half_typed, "{% hi")
    for row in rows:
        row.server.press(half_typed, 0, "{% hi\n", text)
    tags = [number for number, line in enumerate(text) if re.match(r"\{% [a-z]+ ", line)]
    positions = {"completion": (half_typed, 5), "hover": (tags[len(tags) // 2] if tags else 0, 4)}
    for method, (line, character) in positions.items():
        for row in [each for each in rows if each.server.announced.get(f"{method}Provider")]:
            params = {"textDocument": {"uri": row.server.uri}, "position": {"line": line, "character": character}}
            for _ in range(count):
                row.questions.setdefault(method, []).append(row.server.request(f"textDocument/{method}", params)[0])


def part(seconds: Sequence[float], share: float) -> float:
    ordered = sorted(seconds)
    return ordered[min(int(share * len(ordered)), len(ordered) - 1)] if ordered else 0.0


def report(rows: Sequence[Row], lines: int) -> None:
    first = rows[0]
    for row in rows:
        figures = {
            "initialize": row.greeted,
            "open": row.opened,
            "keystroke p50": part(row.keys, 0.5),
            "p95": part(row.keys, 0.95),
            "computes": part(row.busy, 0.5),
            **{f"{name} p50": part(took, 0.5) for name, took in row.questions.items()},
        }
        durations = ", ".join(f"{name} {seconds * 1e3:.1f} ms" for name, seconds in figures.items() if seconds)
        times = part(row.keys, 0.5) / part(first.keys, 0.5)
        mine = f"{row.server.memory():.0f} MiB, {times:.1f} × {first.server.name}"
        sys.stdout.write(f"{row.server.name}, {lines} lines: {durations}, {mine}\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "servers", nargs="+", metavar="NAME=COMMAND", help="the first is what the others are compared with"
    )
    parser.add_argument("--root", type=Path, required=True, help="the folder that the servers get to see")
    parser.add_argument("--content", type=Path, help="the pages that the long page is made of; else those of the root")
    parser.add_argument(
        "--page", default="bench-page.md", help="what the page is called below the root; it is not written"
    )
    parser.add_argument("--language", default="markdown")
    parser.add_argument("--lines", default="200,5000")
    parser.add_argument("--keys", type=int, default=40)
    parser.add_argument("--asked", type=int, default=20, help="how often completion and hover are asked for")
    parser.add_argument("--options", action="append", default=[], metavar="NAME=JSON", help="initializationOptions")
    arguments = parser.parse_args()
    root = arguments.root.resolve()
    options = {name: json.loads(value) for name, _, value in (each.partition("=") for each in arguments.options)}
    for lines in map(int, arguments.lines.split(",")):
        text = page_of(arguments.content or root, lines)
        rows = []
        try:
            for name, _, command in (each.partition("=") for each in arguments.servers):
                row = Row(Server(name, command, root, options.get(name)))
                rows.append(row)
                uri = (root / arguments.page).as_uri()
                row.greeted, row.opened = row.server.begin(uri, arguments.language, "\n".join(text))
            measured(rows, text, arguments.keys, arguments.asked)
            report(rows, lines)
        finally:
            for row in rows:
                row.server.end()


if __name__ == "__main__":
    main()
