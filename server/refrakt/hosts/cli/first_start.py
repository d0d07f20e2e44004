"""Prepares the first start of an MCP server that was just registered with a client.

A server that starts for the first time compiles the program and reads all pages, and nothing answers the client meanwhile. So the
registered server runs once in advance: it leaves byte code, the cache of the pages and the record of its first answers. Nothing
depends on it, so failures are silent, and it ends after a few seconds.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

from refrakt.hosts.cli import standard_output
from refrakt.hosts.link.start_record import read_record
from refrakt.project.mcp_clients import REFRAKT, UNDERSCORES

TIMEOUT = 8.0
"""Seconds until the start is given up."""
_PAUSE = 0.05
_SPELLING = UNDERSCORES[1]
_PAGES = 2
"""The id of the request that waits until all pages are read."""


def prepare_first_start(root: Path) -> None:
    """Run the server of a project until its first answers are recorded and its pages are read, or the time is over."""
    standard_output.flush()
    end = time.monotonic() + TIMEOUT
    # -P, as in the entry. A server that another client has started already is used, and goes on.
    command = [sys.executable, "-P", "-m", REFRAKT.module, *REFRAKT.arguments, "--idle", "0"]
    try:
        relay = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=root
        )
    except OSError:
        return
    are_read = threading.Event()
    threading.Thread(target=_read_answers, args=(relay, are_read), daemon=True).start()
    with relay, suppress(OSError, KeyboardInterrupt):
        try:
            assert relay.stdin is not None
            relay.stdin.write(b"".join(json.dumps(each).encode() + b"\n" for each in _requests()))
            relay.stdin.flush()
            while time.monotonic() < end and relay.poll() is None and not (are_read.is_set() and _is_recorded(root)):
                time.sleep(_PAUSE)
        finally:
            # Its server exits when the connection is closed.
            relay.kill()


def _is_recorded(root: Path) -> bool:
    record = read_record(os.fspath(root), _SPELLING)
    return record is not None and record.is_current()


def _read_answers(relay: subprocess.Popen[bytes], are_read: threading.Event) -> None:
    """Read what the server sends, until it ends."""
    assert relay.stdout is not None
    with suppress(OSError, ValueError):
        for line in relay.stdout:
            with suppress(ValueError):
                if json.loads(line).get("id") == _PAGES:
                    are_read.set()
    are_read.set()


def _requests() -> list[dict[str, object]]:
    client = {"name": "refrakt", "version": "1"}
    initialize = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client}
    pages = {"name": "refrakt_pages", "arguments": {"max": 1, "wait": int(TIMEOUT)}}
    messages: list[dict[str, object]] = [
        {"id": 1, "method": "initialize", "params": initialize},
        {"method": "notifications/initialized"},
        {"id": _PAGES, "method": "tools/call", "params": pages},
    ]
    return [{"jsonrpc": "2.0", **each} for each in messages]
