"""A long session as an editor and an agent have it: `python tests/bench/soak.py --minutes 5` (`make soak`).

A real `refrakt lsp` serves a copy of a site. Open pages are edited, an agent calls tools through `refrakt mcp`, and pages
are created, renamed and deleted on disk. Every edit must be followed by the diagnostics of its page, and every change that another
page depends on by the diagnostics of that page. Latencies, memory, descriptors and threads are printed at the end; the exit code is
1 when an update was missed or a bound was exceeded.
"""

from __future__ import annotations

import argparse
import os
import queue
import random
import shutil
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from process.peers import Disconnected, Editor, Relayed  # noqa: E402

CORPUS = ROOT.parent / "shared" / "corpus" / "refrakt"
EXAMPLE = ROOT / "examples" / "site"
KEY = 0.12
"""Seconds between two keys."""
PATIENCE = 10.0
"""Seconds after which an update counts as missed, once the index is complete."""
MOST_MEMORY = 180
"""MiB of the server, at any time."""


@dataclass
class Waited:
    """How long updates of one kind took."""

    name: str
    took: list[float] = field(default_factory=list)
    missed: int = 0

    def row(self) -> str:
        if not self.took:
            return f"{self.name:<34} none"
        ordered = sorted(self.took)
        p50, p95 = (ordered[int(len(ordered) * part)] for part in (0.5, 0.95))
        return (
            f"{self.name:<34} {len(ordered):>6} p50 {p50:6.3f} s  p95 {p95:6.3f} s  max {ordered[-1]:6.3f} s"
            f"  missed {self.missed}"
        )


@dataclass(frozen=True)
class Usage:
    resident: float
    """MiB."""
    descriptors: int
    threads: int
    workers: int
    workers_resident: float


def usage(pid: int) -> Usage:
    tasks = os.listdir(f"/proc/{pid}/task")
    children = [int(each) for task in tasks for each in _fields(f"/proc/{pid}/task/{task}/children")]
    descriptors = len(os.listdir(f"/proc/{pid}/fd"))
    return Usage(_resident(pid), descriptors, len(tasks), len(children), sum(map(_resident, children)))


def _fields(path: str) -> list[str]:
    try:
        return Path(path).read_text().split()
    except OSError:
        return []


def _resident(pid: int) -> float:
    pages = _fields(f"/proc/{pid}/statm")
    return int(pages[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20 if pages else 0.0


class Diagnostics:
    """The diagnostics of each file, as they arrive."""

    def __init__(self, editor: Editor) -> None:
        self._editor = editor

    def wait(self, uri: str, fits: Any, patience: float) -> float | None:
        """When matching diagnostics arrived; None if none did."""
        end = time.perf_counter() + patience
        while (left := end - time.perf_counter()) > 0:
            try:
                message = self._editor.inbox.get(timeout=left)
            except queue.Empty:
                break
            if message is None:
                raise Disconnected
            params: Any = message.get("params")
            if message.get("method") == "textDocument/publishDiagnostics" and params["uri"] == uri and fits(params):
                return time.perf_counter()
        return None


class Agent(threading.Thread):
    """An agent that sends requests continuously."""

    def __init__(self, root: Path, runtime: Path) -> None:
        super().__init__(daemon=True)
        self._peer = Relayed(root, runtime)
        self.waited = Waited("agent's call")
        self.stop = threading.Event()

    def run(self) -> None:
        calls: tuple[tuple[str, dict[str, Any]], ...] = (
            ("refrakt.pages", {}),
            ("refrakt.check", {}),
            ("refrakt.detect", {}),
            ("refrakt.plan.status", {}),
        )
        for number in range(1_000_000):
            name, arguments = calls[number % len(calls)]
            began = time.perf_counter()
            try:
                self._peer.request("tools/call", {"name": name, "arguments": arguments}, 60)
            except (TimeoutError, Disconnected, OSError, ValueError):
                self.waited.missed += 1
                return
            self.waited.took.append(time.perf_counter() - began)
            if self.stop.wait(1.5):
                return

    def leave(self) -> None:
        self.stop.set()
        self.join(70)
        process = self._peer.process
        assert process is not None
        self._peer.writer.close()
        process.wait(20)


class Soak:
    def __init__(self, root: Path, runtime: Path, seed: int) -> None:
        self.root = root
        self.rng = random.Random(seed)
        self.editor = Editor(root, runtime)
        self.diagnostics = Diagnostics(self.editor)
        self.own = Waited("own page after a key")
        self.cold = Waited("other page, index cold")
        self.typed = Waited("other page after an edit")
        self.written = Waited("other page after a disk change")
        content = next(each for each in (root / "site" / "content", root / "content") if each.is_dir())
        self.folder = content / "soak"
        self.folder.mkdir()
        self.target, self.linker = self.folder / "target.md", self.folder / "linker.md"
        self.texts: dict[Path, str] = {}
        self.versions: dict[Path, int] = {}
        self.complete = False
        self.number = 0

    def start(self) -> None:
        self.target.write_text("---\ntitle: Soak target\n---\n# Soak target\n\n## Part 0\n\nWords.\n")
        self.linker.write_text("---\ntitle: Soak linker\n---\n# Soak linker\n\n[here](/soak/target#part-0)\n")
        self.editor.initialize()
        for path in (self.target, self.linker):
            self.texts[path], self.versions[path] = path.read_text(), 1
            self.editor.open(path, self.texts[path])

    def is_complete(self) -> bool:
        if not self.complete:
            roots = self.editor.status()["roots"]
            self.complete = all(each["pages"] and each["indexing"] is None for each in roots)
        return self.complete

    def change(self, path: Path, text: str) -> float:
        self.texts[path] = text
        self.versions[path] += 1
        began = time.perf_counter()
        self.editor.change(path, text, self.versions[path])
        return began

    def type(self, path: Path) -> None:
        """One key, and the diagnostics of the text that has it."""
        letter = self.rng.choice("abcdefghij ")
        began = self.change(path, self.texts[path] + letter)
        version = self.versions[path]
        came = self.diagnostics.wait(path.as_uri(), lambda params: params.get("version") == version, PATIENCE)
        if came is None:
            self.own.missed += 1
        else:
            self.own.took.append(came - began)
        if len(self.texts[path]) > 4_000:
            self.change(path, self.texts[path][:2_000])

    def rename_heading(self) -> None:
        """The other page's link breaks with one edit and is valid again after the next."""
        for to, broken in ((self.number + 1, True), (self.number, False)):
            was_complete = self.is_complete()
            old = f"## Part {self.number if broken else self.number + 1}\n"
            began = self.change(self.target, self.texts[self.target].replace(old, f"## Part {to}\n"))
            self._await_link(broken, began, self.typed if was_complete else self.cold)

    def write_page(self) -> None:
        """A page that the other one links to is created, renamed and deleted on disk."""
        page, other = self.folder / "made.md", self.folder / "moved.md"
        text = self.texts[self.linker]
        self.change(self.linker, text + "\n[made](/soak/made)\n")
        if not self._await_link(True, time.perf_counter(), None):
            return
        for act, broken in (
            (lambda: page.write_text("# Made\n"), False),
            (lambda: page.rename(other), True),
            (lambda: other.rename(page), False),
            (page.unlink, True),
        ):
            began = time.perf_counter()
            act()
            self._await_link(broken, began, self.written)
        self.change(self.linker, text)
        self._await_link(False, time.perf_counter(), None)

    def _await_link(self, broken: bool, began: float, waited: Waited | None) -> bool:
        def fits(params: Any) -> bool:
            codes = {each["code"] for each in params["diagnostics"]}
            return bool(codes & {"broken-fragment", "broken-link"}) == broken

        patience = PATIENCE if self.complete else 120.0
        came = self.diagnostics.wait(self.linker.as_uri(), fits, patience)
        if waited is not None and came is None:
            waited.missed += 1
        elif waited is not None and came is not None:
            waited.took.append(came - began)
        return came is not None

    def run(self, minutes: float) -> list[Usage]:
        end = time.perf_counter() + 60 * minutes
        used: list[Usage] = []
        turn = 0
        while time.perf_counter() < end:
            turn += 1
            for _ in range(15):
                self.type(self.rng.choice((self.target, self.linker)))
                time.sleep(KEY)
            self.rename_heading()
            if turn % 3 == 0 and self.is_complete():
                self.write_page()
            used.append(usage(self.editor.process.pid))
        time.sleep(6)  # long enough for what is done in a pause
        used.append(usage(self.editor.process.pid))
        return used


def _print(text: str) -> None:
    sys.stdout.write(f"{text}\n")


def report(soak: Soak, agent: Agent, used: list[Usage]) -> bool:
    rows = (soak.own, soak.cold, soak.typed, soak.written, agent.waited)
    _print("\n".join(each.row() for each in rows))
    first, last = used[0], used[-1]
    most = max(each.resident for each in used)
    workers = max(each.workers_resident for each in used)
    _print(f"memory: first {first.resident:.0f} MiB, most {most:.0f} MiB, last {last.resident:.0f} MiB")
    _print(f"workers: at most {workers:.0f} MiB, {last.workers} alive at the end")
    _print(f"descriptors: {first.descriptors} to {last.descriptors}, threads: {first.threads} to {last.threads}")
    missed = sum(each.missed for each in rows)
    return not missed and most <= MOST_MEMORY and not last.workers


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="soak-")).resolve()
    try:
        os.environ["REFRAKT_CACHE_DIR"] = str(folder / "cache")
        root, runtime = folder / "site", folder / "run"
        runtime.mkdir(mode=0o700)
        shutil.copytree(CORPUS if CORPUS.is_dir() else EXAMPLE, root, copy_function=shutil.copyfile)
        for each in (root, *root.rglob("*")):
            each.chmod(0o755 if each.is_dir() else 0o644)
        soak = Soak(root, runtime, arguments.seed)
        soak.start()
        agent = Agent(root, runtime)
        agent.start()
        used = soak.run(arguments.minutes)
        agent.leave()
        ok = report(soak, agent, used)
        soak.editor.leave()
        return 0 if ok else 1
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
