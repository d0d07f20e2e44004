"""The status of the process that serves a project, for `refrakt doctor`."""

from __future__ import annotations

import json
import time
from typing import Any

from refrakt.hosts.link.connection import Refusal, dial
from refrakt.hosts.link.handshake import HANDSHAKE_TIMEOUT
from refrakt.hosts.link.host_address import NoSharedAddress, address_of
from refrakt.hosts.link.open_buffers import MAX_STATUS


def status(root: str) -> dict[str, Any] | str:
    """What the host reports (pid, root, headless, clients), or the reason why there is no status."""
    address = address_of(root)
    if isinstance(address, NoSharedAddress):
        return f"no shared socket: {address.reason}"
    try:
        connection = dial(address, "status")
    except OSError:
        return "no host is running"
    if isinstance(connection, Refusal):
        return f"a host is running but refuses to report its status: {connection.reason}"
    try:
        found = json.loads(connection.read_line(MAX_STATUS, time.monotonic() + HANDSHAKE_TIMEOUT) or b"{}")
    except (OSError, ValueError, RecursionError):
        found = None
    finally:
        connection.close()
    return found if isinstance(found, dict) else "a host is running but its status cannot be read"
