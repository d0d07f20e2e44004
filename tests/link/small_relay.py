"""The real relay, which starts small hosts: `small_relay.py ROOT IDLE [TOOL_NAMES]`. `SMALL_PATIENCE` makes it impatient."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from refrakt.hosts.link import connection
from refrakt.hosts.link.options import Options
from refrakt.hosts.link.relay import Relay


def small_host(kind: str) -> list[str]:
    return [sys.executable, str(Path(__file__).with_name("small_side.py")), kind]


if __name__ == "__main__":
    root, idle, *names = sys.argv[1:]
    if patience := os.environ.get("SMALL_PATIENCE"):  # for tests in which somebody does not answer
        setattr(connection, "PATIENCE", float(patience))  # noqa: B010
        connection.QUIET = float(patience)
    sys.exit(Relay(root, Options(idle=float(idle), tool_names=names[0] if names else "dotted"), small_host).run())
