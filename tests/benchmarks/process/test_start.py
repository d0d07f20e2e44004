"""How soon an editor is answered, and how soon a writer sees what is wrong.

Everything is timed from the start of a process to the first byte that answers, and the least of several runs is taken.
The time of an interpreter that does nothing else is subtracted on both sides: nobody can start sooner.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from time import perf_counter

import pytest

from process.peers import Editor, Peer

from ..conftest import long_page
from .conftest import Table, milliseconds, spread
from .measuring import processor_time
from .typist import PUSH

pytestmark = pytest.mark.bench

ROUNDS = 8
LINES = 200

STOCK = """
from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path
from pathlib import Path
from refrakt.project.page_problems import name_in, problems
from refrakt.project.workspace import Workspace

server, workspace = LanguageServer("stock", "1"), Workspace()


@server.feature(types.TEXT_DOCUMENT_DID_OPEN)
def opened(ls, params):
    item = params.text_document
    path = Path(to_fs_path(item.uri))
    buffer = workspace.open(item.uri, path, item.text, item.version)
    document, site = buffer.document, workspace.site_of(path)
    told = []
    for each in problems(document, site, name_in(site.root, path), {}, buffer.remembered):
        start, end = (types.Position(*document.position(offset)) for offset in document.offsets(each.span))
        told.append(types.Diagnostic(types.Range(start, end), each.message))
    ls.text_document_publish_diagnostics(types.PublishDiagnosticsParams(item.uri, told, item.version))


server.start_io()
"""


def speaks(code: str) -> float:
    """Seconds until an interpreter has run some code and says so."""
    words = [sys.executable, "-c", f"{code}\nimport os; os.write(1, b'.')"]
    began = perf_counter()
    with subprocess.Popen(words, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.read(1) == b"."
        return perf_counter() - began


def answered(site: Path, runtime: Path, peers: list[Peer]) -> float:
    began = perf_counter()
    editor = Editor(site, runtime)
    peers.append(editor)
    editor.initialize(PUSH)
    took = perf_counter() - began
    assert editor.leave() == 0
    return took


def test_the_first_answer(site: Path, runtime: Path, peers: list[Peer], table: Table) -> None:
    """`initialize` is answered in a fifth of the time that importing pygls takes."""
    bare, pygls, ours = [], [], []
    answered(site, runtime, peers)
    for _ in range(ROUNDS):
        bare.append(speaks("pass"))
        pygls.append(speaks("import pygls.lsp.server"))
        ours.append(answered(site, runtime, peers))
    idle, importing, answering = min(bare), min(pygls) - min(bare), min(ours) - min(bare)
    table.add("python alone, from its start", spread(bare))
    table.add("python with `import pygls.lsp.server`, from its start", spread(pygls))
    table.add("`initialize` answered, from its start", spread(ours))
    table.add(
        "both without python alone",
        f"{milliseconds(answering)} against {milliseconds(importing)}",
        f"1/5: is 1/{importing / answering:.1f}; with python alone in it, 1/{(importing + idle) / min(ours):.1f}",
    )
    assert answering <= importing / 5


def first_diagnostics(site: Path, runtime: Path, peers: list[Peer], text: str) -> tuple[float, float]:
    """Seconds from the start of a server to its first diagnostics, and those that it computed."""
    began = perf_counter()
    editor = Editor(site, runtime)
    peers.append(editor)
    page = site / "content" / "bench.md"
    editor.initialize(PUSH)
    editor.open(page, text)
    editor.diagnostics(page, 1)
    took = perf_counter() - began
    busy = processor_time(editor.process.pid)
    editor.leave()
    return took, busy


def test_the_first_diagnostics(
    site: Path, runtime: Path, tmp_path: Path, peers: list[Peer], table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page is checked no later than by a server that does nothing else, made with pygls alone."""
    script = tmp_path / "stock.py"
    script.write_text(STOCK)
    text = long_page(LINES)
    commands = {"ours": [sys.executable, "-m", "refrakt"], "stock": [sys.executable, str(script)]}
    took: dict[str, list[tuple[float, float]]] = {name: [] for name in commands}
    for _ in range(ROUNDS + 1):
        for name, command in commands.items():
            monkeypatch.setattr("process.peers.REFRAKT", command)
            took[name].append(first_diagnostics(site, runtime, peers, text))
    (ours, busy), (stock, stock_busy) = (zip(*took[name][1:], strict=True) for name in commands)
    table.add(
        f"first diagnostics of {LINES} lines, from its start", spread(ours), f"computes {milliseconds(min(busy))}"
    )
    table.add("the same with stock pygls", spread(stock), f"computes {milliseconds(min(stock_busy))}")
    table.add("ours of stock", f"{min(ours) / min(stock):.2f}", "no later")
    # Room for a busy machine; how much of it was needed stands in the table.
    assert min(ours) <= 1.05 * min(stock)
