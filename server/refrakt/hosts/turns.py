"""How threads take turns in a process that talks to somebody."""

from __future__ import annotations

import sys

_TURN = 0.0005
"""Seconds after which a thread that works in the background lets the loop's go on. Python's own idea, ten times that, would be felt
with every key while pages are read, and with every answer that an agent waits for."""


def take_short_turns() -> None:
    sys.setswitchinterval(_TURN)
