"""The server exits soon and with the right code."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from refrakt.hosts.lsp.shutdown import Shutdown

from .conftest import PUSH
from .wire import Client, server


def test_only_exit_is_accepted_after_shutdown(site: Path) -> None:
    with server(site, capabilities=PUSH) as client:
        client.request("shutdown")
        assert client.error_code("textDocument/hover", {}) == -32600
        assert client.error_code("shutdown") == -32600
        client.open("content/index.md", "{% hnit /%}\n")
        client.notify("exit")
        assert client.process.wait(10) == 0


def test_client_disconnects(site: Path) -> None:
    with server(site, capabilities=PUSH) as client:
        client.request("refrakt/status")
        assert client.process.stdin is not None
        began = time.monotonic()
        client.process.stdin.close()
        assert client.process.wait(10) == 1
        assert time.monotonic() - began < 2


def test_client_disconnects_after_shutdown(site: Path) -> None:
    with server(site, capabilities=PUSH) as client:
        client.request("shutdown")
        assert client.process.stdin is not None
        client.process.stdin.close()
        assert client.process.wait(10) == 0


def test_dead_client_with_unread_output(site: Path) -> None:
    with server(site, capabilities=PUSH) as client:
        uri = client.open("content/index.md", "# x\n\n")
        client.diagnostics(uri, 1)
        client.stop_reading()
        for version in range(2, 30):
            client.change(uri, version, {"text": "# x\n\n" + "{% hnit /%}\n\n" * 300 + "x" * version})
        assert client.process.stdin is not None
        client.process.stdin.close()
        assert client.process.wait(5) == 1


def test_requests_before_the_disconnect_are_answered(site: Path) -> None:
    with server(site, capabilities=PUSH) as client:
        number = client.send_request("refrakt/status")
        assert client.process.stdin is not None
        client.process.stdin.close()
        assert client.response(number)["result"]["pid"] == client.process.pid


def test_client_dies_while_its_pipe_stays_open(site: Path) -> None:
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


def test_client_process_does_not_exist(site: Path) -> None:
    missing = subprocess.Popen([sys.executable, "-c", ""])
    missing.wait()
    with Client(site) as client:
        client.initialize(PUSH, processId=missing.pid)
        assert client.process.wait(10) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
def test_signals(site: Path) -> None:
    with server(site, capabilities=PUSH) as client:
        client.request("refrakt/status")
        client.process.send_signal(signal.SIGTERM)
        assert client.process.wait(10) == 0


@pytest.mark.parametrize("how", ["exit", "nothing"])
def test_no_initialize(site: Path, how: str) -> None:
    with Client(site) as client:
        if how == "exit":
            client.notify("exit")
        else:
            assert client.process.stdin is not None
            client.process.stdin.close()
        assert client.process.wait(10) == 1


def test_hanging_thread_does_not_block_exit(site: Path) -> None:
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
async def test_process_is_polled_without_pidfd(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(process: int) -> int:
        raise OSError("not here")

    monkeypatch.setattr(os, "pidfd_open", refuse)
    monkeypatch.setattr("refrakt.hosts.lsp.shutdown._POLL_INTERVAL", 0.01)
    process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    shutdown = Shutdown()
    shutdown.watch_process(process.pid)
    process.communicate(b"\n")
    assert await shutdown.wait() == 1
    shutdown.close()


@pytest.mark.parametrize("process", [None, 0, -1, True, "1", 2**70])
async def test_invalid_process_id_is_ignored(process: object) -> None:
    shutdown = Shutdown()
    shutdown.watch_process(process)
    shutdown.request(7, "test")
    shutdown.request(8, "too late")
    assert await shutdown.wait() == 7
    shutdown.close()


def test_file_as_input_and_output(site: Path, tmp_path: Path) -> None:
    """Files are read and written in threads."""
    messages = [
        b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}',
        b'{"jsonrpc":"2.0","id":2,"method":"refrakt/status"}',
        b'{"jsonrpc":"2.0","id":3,"method":"shutdown"}',
        b'{"jsonrpc":"2.0","method":"exit"}',
    ]
    arguments, accepted = tmp_path / "in", tmp_path / "out"
    arguments.write_bytes(b"".join(b"Content-Length: %d\r\n\r\n%b" % (len(each), each) for each in messages))
    with arguments.open("rb") as incoming, accepted.open("wb") as outgoing:
        command = [sys.executable, "-m", "refrakt", "lsp"]
        ended = subprocess.run(
            command, check=False, stdin=incoming, stdout=outgoing, stderr=subprocess.PIPE, cwd=site, timeout=60
        )
    assert ended.returncode == 0, ended.stderr
    assert [each in accepted.read_bytes() for each in (b'"id":1,', b'"id":2,', b'"id":3,')] == [True] * 3


@pytest.mark.skipif(sys.platform == "win32", reason="the system does not tell whether a pipe has room")
def test_unread_stderr(site: Path) -> None:
    """A full pipe would block; log output is dropped instead."""
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
        assert b"unknown notification" in first
    finally:
        os.close(never_read)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such shell")
def test_closed_stderr(site: Path) -> None:
    argv = [sys.executable, "-m", "refrakt", "lsp", "--log-level", "debug"]
    with Client(site, command=["sh", "-c", 'exec "$@" 2>&-', "sh", *argv]) as client:
        client.initialize(PUSH)
        client.notify("no/such", None)
        assert client.diagnostics(client.open("content/index.md", "{% hnit /%}\n"), 1)
        assert client.shut_down() == 0


@pytest.mark.skipif(sys.platform == "win32", reason="pipes are not like this there")
def test_nonblocking_pipes(site: Path) -> None:
    """The parent process may share non-blocking pipes."""
    arguments, say = os.pipe()
    reader, result = os.pipe()
    for each in (arguments, result):
        os.set_blocking(each, False)
    process = subprocess.Popen([sys.executable, "-m", "refrakt", "lsp"], stdin=arguments, stdout=result, cwd=site)
    try:
        os.close(arguments)
        os.close(result)
        # Nothing comes for as long as it takes to start.
        assert select.select([reader], [], [], 0.5) == ([], [], [])
        assert process.poll() is None
        body = b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}'
        os.write(say, b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
        assert b"capabilities" in os.read(reader, 1 << 16)
    finally:
        process.kill()
        process.wait()
        os.close(say)
        os.close(reader)


@pytest.mark.skipif(sys.platform == "win32", reason="pipes are not like this there")
def test_client_disconnects_before_the_first_response(site: Path) -> None:
    reader, result = os.pipe()
    os.close(reader)
    body = b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}'
    message = b"Content-Length: %d\r\n\r\n%b" % (len(body), body)
    command = [sys.executable, "-m", "refrakt", "lsp"]
    ended = subprocess.run(
        command, check=False, input=message, stdout=result, stderr=subprocess.PIPE, cwd=site, timeout=30
    )
    os.close(result)
    assert (ended.returncode, ended.stderr) == (1, b"")


@pytest.mark.parametrize("raised", ["ValueError('my secret')", "RecursionError()", "SystemExit(3)", "StopIteration()"])
def test_failing_handler_does_not_affect_others(site: Path, raised: str) -> None:
    (site / "sitecustomize.py").write_text(
        f"import refrakt.features.hover as h\ndef broken(*_):\n    raise {raised}\nh.hover_at = broken\n"
    )
    with Client(site, env={"PYTHONPATH": os.pathsep.join([str(site), os.environ.get("PYTHONPATH", "")])}) as client:
        client.initialize(PUSH)
        uri = client.open("content/index.md", "{% hint %}\n")
        params = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 4}}
        assert client.error_code("textDocument/hover", params) == -32603
        assert client.request("textDocument/completion", params)["items"]
        assert client.shut_down() == 0
    assert b"secret" not in client.errors
