"""The time until the first response and until the first diagnostics.

All times are from the start of a process to the first byte of its response, the minimum of several runs. The start time of a
bare interpreter is subtracted on both sides.
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
    diagnostics = []
    for each in problems(document, site, name_in(site.root, path), {}, buffer.problem_cache):
        start, end = (types.Position(*document.position(offset)) for offset in document.offsets(each.span))
        diagnostics.append(types.Diagnostic(types.Range(start, end), each.message))
    ls.text_document_publish_diagnostics(types.PublishDiagnosticsParams(item.uri, diagnostics, item.version))


server.start_io()
"""


def interpreter_start(code: str) -> float:
    """Seconds until an interpreter has run some code."""
    command = [sys.executable, "-c", f"{code}\nimport os; os.write(1, b'.')"]
    began = perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.read(1) == b"."
        return perf_counter() - began


def initialize_time(site: Path, runtime: Path, peers: list[Peer]) -> float:
    began = perf_counter()
    editor = Editor(site, runtime)
    peers.append(editor)
    editor.initialize(PUSH)
    took = perf_counter() - began
    assert editor.leave() == 0
    return took


def test_the_first_response(site: Path, runtime: Path, peers: list[Peer], table: Table) -> None:
    """The response to `initialize` comes in a fifth of the time that importing pygls takes."""
    bare, pygls, ours = [], [], []
    initialize_time(site, runtime, peers)
    for _ in range(ROUNDS):
        bare.append(interpreter_start("pass"))
        pygls.append(interpreter_start("import pygls.lsp.server"))
        ours.append(initialize_time(site, runtime, peers))
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
    """A page is checked no later than by a minimal server made with pygls alone."""
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
    # A margin for a busy machine; the table shows how much of it was needed.
    assert min(ours) <= 1.05 * min(stock)
