"""How a server ends: with the right code, soon, and whatever else is going on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from refrakt.hosts.lsp.lifecycle import Life

from .conftest import PUSH
from .wire import Client, server


def test_after_shutdown_only_exit_is_heard(site: Path) -> None:
    with server(site, capabilities=PUSH) as client:
        client.request("shutdown")
        assert client.fault("textDocument/hover", {}) == -32600
        assert client.fault("shutdown") == -32600
        client.open("content/index.md", "{% hnit /%}\n")
        client.notify("exit")
        assert client.process.wait(10) == 0


def test_a_client_that_hangs_up(site: Path) -> None:
    with server(site, capabilities=PUSH) as client:
        client.request("refrakt/status")
        assert client.process.stdin is not None
        began = time.monotonic()
        client.process.stdin.close()
        assert client.process.wait(10) == 1
        assert time.monotonic() - began < 2


def test_a_client_that_hangs_up_after_shutdown(site: Path) -> None:
    with server(site, capabilities=PUSH) as client:
        client.request("shutdown")
        assert client.process.stdin is not None
        client.process.stdin.close()
        assert client.process.wait(10) == 0


def test_a_client_that_neither_reads_nor_lives(site: Path) -> None:
    with server(site, capabilities=PUSH) as client:
        uri = client.open("content/index.md", "# x\n\n")
        client.diagnostics(uri, 1)
        client.stop_reading()
        for version in range(2, 30):
            client.change(uri, version, {"text": "# x\n\n" + "{% hnit /%}\n\n" * 300 + "x" * version})
        assert client.process.stdin is not None
        client.process.stdin.close()
        assert client.process.wait(5) == 1


def test_what_was_sent_before_hanging_up_is_answered(site: Path) -> None:
    with server(site, capabilities=PUSH) as client:
        number = client.ask("refrakt/status")
        assert client.process.stdin is not None
        client.process.stdin.close()
        assert client.answer(number)["result"]["pid"] == client.process.pid


def test_a_client_that_dies_while_somebody_holds_its_pipe(site: Path) -> None:
    parent = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    try:
        with server(site, capabilities=PUSH, processId=parent.pid) as client:
            client.request("refrakt/status")
            began = time.monotonic()
            parent.kill()
            parent.wait()
            assert client.process.wait(10) == 1
            assert time.monotonic() - began < 2
    finally:
        parent.kill()
        parent.communicate()


def test_a_client_that_is_dead_already(site: Path) -> None:
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    with Client(site) as client:
        client.initialize(PUSH, processId=gone.pid)
        assert client.process.wait(10) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
def test_the_system_says_so(site: Path) -> None:
    with server(site, capabilities=PUSH) as client:
        client.request("refrakt/status")
        client.process.send_signal(signal.SIGTERM)
        assert client.process.wait(10) == 0


@pytest.mark.parametrize("how", ["exit", "nothing"])
def test_a_client_that_never_says_hello(site: Path, how: str) -> None:
    with Client(site) as client:
        if how == "exit":
            client.notify("exit")
        else:
            assert client.process.stdin is not None
            client.process.stdin.close()
        assert client.process.wait(10) == 1


def test_a_thread_that_hangs_keeps_nobody(site: Path) -> None:
    (site / "sitecustomize.py").write_text(
        "import threading\nimport refrakt.project.workspace as w\nbefore = w.Workspace.open\n"
        "def open(self, *words):\n"
        "    threading.Thread(target=threading.Event().wait).start()\n"
        "    return before(self, *words)\n"
        "w.Workspace.open = open\n"
    )
    with Client(site, env={"PYTHONPATH": os.pathsep.join([str(site), os.environ.get("PYTHONPATH", "")])}) as client:
        client.initialize(PUSH)
        client.diagnostics(client.open("content/index.md", "x\n"), 1)
        assert client.shut_down() == 0


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="this system always looks")
async def test_systems_that_do_not_tell_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(process: int) -> int:
        raise OSError("not here")

    monkeypatch.setattr(os, "pidfd_open", refuse)
    monkeypatch.setattr("refrakt.hosts.lsp.lifecycle._LOOK", 0.01)
    process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    life = Life()
    life.watch(process.pid)
    process.communicate(b"\n")
    assert await life.ended() == 1
    life.close()


@pytest.mark.parametrize("process", [None, 0, -1, True, "1", 2**70])
async def test_what_is_no_process_is_not_watched(process: object) -> None:
    life = Life()
    life.watch(process)
    life.end(7, "test")
    life.end(8, "too late")
    assert await life.ended() == 7
    life.close()


def test_input_from_a_file_and_output_to_one(site: Path, tmp_path: Path) -> None:
    """What cannot be waited for is read and written by threads."""
    messages = [
        b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}',
        b'{"jsonrpc":"2.0","id":2,"method":"refrakt/status"}',
        b'{"jsonrpc":"2.0","id":3,"method":"shutdown"}',
        b'{"jsonrpc":"2.0","method":"exit"}',
    ]
    given, taken = tmp_path / "in", tmp_path / "out"
    given.write_bytes(b"".join(b"Content-Length: %d\r\n\r\n%b" % (len(each), each) for each in messages))
    with given.open("rb") as incoming, taken.open("wb") as outgoing:
        command = [sys.executable, "-m", "refrakt", "lsp"]
        ended = subprocess.run(
            command, check=False, stdin=incoming, stdout=outgoing, stderr=subprocess.PIPE, cwd=site, timeout=60
        )
    assert ended.returncode == 0, ended.stderr
    assert [each in taken.read_bytes() for each in (b'"id":1,', b'"id":2,', b'"id":3,')] == [True] * 3
