"""Who serves a project at this moment, for people who want to know."""

from __future__ import annotations

import json
import time
from typing import Any

from .buffers import LONGEST
from .connection import Refusal, dial
from .greeting import PATIENCE
from .rendezvous import Nowhere, meeting_of


def status(root: str) -> dict[str, Any] | str:
    """What the host of the project says about itself: pid, root, headless, clients. A sentence if there is none to say it."""
    meeting = meeting_of(root)
    if isinstance(meeting, Nowhere):
        return f"no place to meet: {meeting.reason}"
    try:
        connection = dial(meeting, "status")
    except OSError:
        return "no host is running"
    if isinstance(connection, Refusal):
        return f"a host is running, but will not tell: {connection.reason}"
    try:
        told = json.loads(connection.first_line(LONGEST, time.monotonic() + PATIENCE) or b"{}")
    except (OSError, ValueError, RecursionError):
        told = None
    finally:
        connection.close()
    return told if isinstance(told, dict) else "a host is running, but its answer cannot be read"
