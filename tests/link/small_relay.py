"""The real relay, which starts small hosts: `small_relay.py ROOT IDLE [TOOL_NAMES]`."""

from __future__ import annotations

import sys
from pathlib import Path

from refrakt.hosts.link.options import Options
from refrakt.hosts.link.relay import Relay


def small_host(kind: str) -> list[str]:
    return [sys.executable, str(Path(__file__).with_name("small_side.py")), kind]


if __name__ == "__main__":
    root, idle, *names = sys.argv[1:]
    sys.exit(Relay(root, Options(idle=float(idle), tool_names=names[0] if names else "dotted"), small_host).run())
