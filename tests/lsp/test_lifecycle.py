"""How a server ends: with the right code, soon, and whatever else is going on."""

from __future__ import annotations

import os
import select
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


@pytest.mark.skipif(sys.platform == "win32", reason="the system does not tell whether a pipe has room")
def test_errors_that_nobody_reads(site: Path) -> None:
    """A pipe that is full stops whoever writes to it; the log is not worth that."""
    never_read, errors = os.pipe()
    try:
        with Client(site, "--log-level", "debug", stderr=errors) as client:
            os.close(errors)
            client.initialize(PUSH)
            for _ in range(3000):
                client.notify("no/such/notification/with/a/long/name", None)
            assert client.request("refrakt/status")["pid"] == client.process.pid
            assert client.shut_down() == 0
        with os.fdopen(never_read, "rb", closefd=False) as log:
            first = log.readline()
        assert b"no such notification" in first
    finally:
        os.close(never_read)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such shell")
def test_errors_that_have_nowhere_to_go(site: Path) -> None:
    words = [sys.executable, "-m", "refrakt", "lsp", "--log-level", "debug"]
    with Client(site, command=["sh", "-c", 'exec "$@" 2>&-', "sh", *words]) as client:
        client.initialize(PUSH)
        client.notify("no/such", None)
        assert client.diagnostics(client.open("content/index.md", "{% hnit /%}\n"), 1)
        assert client.shut_down() == 0


@pytest.mark.skipif(sys.platform == "win32", reason="pipes are not like this there")
def test_pipes_that_do_not_block(site: Path) -> None:
    """They belong to whoever started us, who may have them so."""
    given, say = os.pipe()
    hear, told = os.pipe()
    for each in (given, told):
        os.set_blocking(each, False)
    process = subprocess.Popen([sys.executable, "-m", "refrakt", "lsp"], stdin=given, stdout=told, cwd=site)
    try:
        os.close(given)
        os.close(told)
        # Nothing comes for as long as it takes to start.
        assert select.select([hear], [], [], 0.5) == ([], [], [])
        assert process.poll() is None
        body = b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}'
        os.write(say, b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
        assert b"capabilities" in os.read(hear, 1 << 16)
    finally:
        process.kill()
        process.wait()
        os.close(say)
        os.close(hear)


@pytest.mark.skipif(sys.platform == "win32", reason="pipes are not like this there")
def test_a_client_that_is_gone_before_its_first_answer(site: Path) -> None:
    hear, told = os.pipe()
    os.close(hear)
    body = b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}'
    message = b"Content-Length: %d\r\n\r\n%b" % (len(body), body)
    command = [sys.executable, "-m", "refrakt", "lsp"]
    ended = subprocess.run(
        command, check=False, input=message, stdout=told, stderr=subprocess.PIPE, cwd=site, timeout=30
    )
    os.close(told)
    assert (ended.returncode, ended.stderr) == (1, b"")


@pytest.mark.parametrize("raised", ["ValueError('my secret')", "RecursionError()", "SystemExit(3)", "StopIteration()"])
def test_a_feature_that_breaks_is_answered_and_the_next_one_works(site: Path, raised: str) -> None:
    (site / "sitecustomize.py").write_text(
        f"import refrakt.features.hover as h\ndef broken(*_):\n    raise {raised}\nh.explain = broken\n"
    )
    with Client(site, env={"PYTHONPATH": os.pathsep.join([str(site), os.environ.get("PYTHONPATH", "")])}) as client:
        client.initialize(PUSH)
        uri = client.open("content/index.md", "{% hint %}\n")
        place = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 4}}
        assert client.fault("textDocument/hover", place) == -32603
        assert client.request("textDocument/completion", place)["items"]
        assert client.shut_down() == 0
    assert b"secret" not in client.errors
