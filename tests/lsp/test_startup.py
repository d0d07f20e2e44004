"""Time to the first response. Measured, so not part of the everyday tests."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from .conftest import PUSH
from .wire import Client

pytestmark = pytest.mark.bench


def importing_pygls() -> float:
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", "import pygls.lsp.server"], check=True)
    return time.perf_counter() - began


def starting(site: Path) -> tuple[float, float]:
    """Seconds until `initialize` is answered, and until the first diagnostics come."""
    began = time.perf_counter()
    with Client(site) as client:
        client.initialize(PUSH)
        answered = time.perf_counter() - began
        client.diagnostics(client.open("content/index.md", "{% hnit /%}\n"), 1)
        return answered, time.perf_counter() - began


def test_initialize_is_faster_than_importing_pygls(site: Path) -> None:
    """At most a fifth of the time that importing pygls alone takes."""
    starting(site)
    answered = min(starting(site)[0] for _ in range(5))
    pygls = min(importing_pygls() for _ in range(5))
    assert answered <= pygls / 5, f"{answered * 1e3:.0f} ms, pygls {pygls * 1e3:.0f} ms"


STOCK = """
from refrakt.hosts.lsp.server_process import *
from refrakt.project.page_problems import problems
from refrakt.hosts.lsp.session import path_from_uri
from pygls.lsp.server import LanguageServer
server, workspace = LanguageServer("stock", "1"), Workspace()
@server.feature(types.TEXT_DOCUMENT_DID_OPEN)
def opened(ls: LanguageServer, params: types.DidOpenTextDocumentParams) -> None:
    item = params.text_document
    buffer = workspace.open(item.uri, path_from_uri(item.uri), item.text, item.version)
    site = workspace.site_of(buffer.path)
    found = problems(buffer.document, site, None, {}, buffer.remembered)
    place = types.Range(types.Position(0, 0), types.Position(0, 1))
    told = [types.Diagnostic(place, each.message) for each in found]
    ls.text_document_publish_diagnostics(types.PublishDiagnosticsParams(item.uri, told, item.version))
server.start_io()
"""


def test_first_diagnostics_are_as_fast_as_with_pygls(site: Path, tmp_path: Path) -> None:
    script = tmp_path / "stock.py"
    script.write_text(STOCK)
    ours, stock = [], []
    for _ in range(6):
        ours.append(starting(site)[1])
        began = time.perf_counter()
        with Client(site, command=[sys.executable, str(script)]) as client:
            client.initialize(PUSH)
            client.diagnostics(client.open("content/index.md", "{% hnit /%}\n"), 1)
            stock.append(time.perf_counter() - began)
    assert min(ours) <= min(stock) * 1.05, f"{min(ours):.3f} s, stock {min(stock):.3f} s"
