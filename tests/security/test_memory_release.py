"""Memory of a real language server whose editor opens and closes many files."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

from benchmarks.process.measuring import resident
from process.conftest import peers, runtime  # noqa: F401 - fixtures
from process.peers import Editor, Peer

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads the size of a process from /proc")

PAGES = 150
PARTS = 40
ROUNDS = 4
SETTLED = 4.0
"""Seconds: memory is returned two seconds after the last change."""
MARGIN = 1.1


def part(page: int, number: int) -> str:
    return (
        f'## Part {page} {number}\n\nWords *of* the {{% ref "Part {number}" /%}} and `more` words.\n\n- one\n- two\n\n'
    )


def open_and_close_all(editor: Editor, pages: dict[Path, str]) -> float:
    """What the process holds afterwards, in MiB."""
    for path, text in pages.items():
        editor.open(path, text)
    for path in pages:
        editor.diagnostics(path, 1)
    for path in pages:
        editor.tell("textDocument/didClose", {"textDocument": {"uri": path.as_uri()}})
    editor.status()
    time.sleep(SETTLED)
    return resident(editor.process.pid)


def test_closed_documents_are_freed(tmp_path: Path, runtime: Path, peers: list[Peer]) -> None:  # noqa: F811
    root = tmp_path.resolve() / "site"
    (root / "content").mkdir(parents=True)
    (root / "refrakt.config.json").write_text('{"site": {"contentDir": "./content"}}')
    pages = {root / f"content/p{i}.md": "".join(part(i, number) for number in range(PARTS)) for i in range(PAGES)}
    for path, text in pages.items():
        path.write_text(text)
    editor = Editor(root, runtime)
    peers.append(editor)
    editor.initialize()
    first = open_and_close_all(editor, pages)
    for _ in range(ROUNDS):
        last = open_and_close_all(editor, pages)
    assert last < MARGIN * first
    assert editor.leave() == 0
