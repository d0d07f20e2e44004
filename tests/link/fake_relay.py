"""The real relay, which starts fake hosts: `fake_relay.py ROOT IDLE [TOOL_NAMES]`. `FAKE_RELAY_TIMEOUT` shortens its timeouts."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from refrakt.hosts.link import connection
from refrakt.hosts.link.mcp_options import McpOptions
from refrakt.hosts.link.relay import Relay


def fake_host(kind: str) -> list[str]:
    return [sys.executable, str(Path(__file__).with_name("fake_server.py")), kind]


if __name__ == "__main__":
    root, idle, *names = sys.argv[1:]
    if timeout := os.environ.get("FAKE_RELAY_TIMEOUT"):  # for tests in which a host does not reply
        setattr(connection, "HANDSHAKE_TIMEOUT", float(timeout))  # noqa: B010
        connection.SILENCE_TIMEOUT = float(timeout)
    sys.exit(Relay(root, McpOptions(idle=float(idle), tool_names=names[0] if names else "dotted"), fake_host).run())
