"""What a relay costs: `pytest -m bench -s tests/link/bench_relay.py`.

Requests to one host are sent directly on its socket and through a relay, in turns, so that a busy machine slows down both.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import perf_counter

import pytest

from refrakt.hosts.link.connection import SocketConnection, dial
from refrakt.hosts.link.host_address import HostAddress, address_of

pytestmark = pytest.mark.bench
ROUNDS = 2000
QUESTION = (
    json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "demo.state"}}).encode() + b"\n"
)


@contextmanager
def relay(root: Path) -> Iterator[Callable[[], bytes]]:
    """Spawns a relay; yields a function that sends one request through it."""
    script = Path(__file__).with_name("fake_relay.py")
    argv = [sys.executable, str(script), str(root), "20"]
    with subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        to, back = process.stdin, process.stdout

        def send_request() -> bytes:
            to.write(QUESTION)
            return back.readline()

        yield send_request
        to.close()


def milliseconds(send_request: Callable[[], bytes]) -> float:
    start = perf_counter()
    assert send_request().startswith(b'{"jsonrpc"')
    return (perf_counter() - start) * 1000


def test_a_relay_adds_less_than_a_millisecond(runtime: Path, root: Path) -> None:
    with relay(root) as through:
        milliseconds(through)
        host_address = address_of(str(root))
        assert isinstance(host_address, HostAddress)
        connection = dial(host_address, "mcp")
        assert isinstance(connection, SocketConnection)
        host = connection

        def directly() -> bytes:
            host.send(QUESTION)
            return next(host.lines())

        milliseconds(directly)
        pairs = [(milliseconds(directly), milliseconds(through)) for _ in range(ROUNDS)]
        host.close()
    direct, relayed = (median(times) for times in zip(*pairs, strict=True))
    sys.stdout.write(f"\np50 direct {direct:.3f} ms, through the relay {relayed:.3f} ms: +{relayed - direct:.3f} ms\n")
    assert relayed - direct <= 1


def test_a_relay_starts_fast(runtime: Path, root: Path) -> None:
    def spawn() -> bytes:
        with relay(root) as send_request:
            return send_request()

    def bare() -> bytes:
        return subprocess.run([sys.executable, "-c", "print('{\"jsonrpc\"')"], check=True, capture_output=True).stdout

    milliseconds(spawn)
    ours = min(milliseconds(spawn) for _ in range(10))
    python = min(milliseconds(bare) for _ in range(10))
    sys.stdout.write(f"\nspawn to first answer {ours:.0f} ms, of which Python alone {python:.0f} ms\n")
    assert ours - python <= 150
