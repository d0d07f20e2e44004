"""How often Python switches threads in a process that serves a protocol."""

from __future__ import annotations

import sys

_SECONDS = 0.0005
"""Python's default is ten times as long: with pages being indexed in the background, every keystroke and every response to an agent
would be noticeably late."""


def shorten_switch_interval() -> None:
    sys.setswitchinterval(_SECONDS)
