"""Which files of a project editors have open, and what they hold there, for a process that is about to write files.

Each editor tells the fingerprint of each text, the host and those that wait for their turn. Whoever has read the file compares:
another text means that it is not saved.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from hashlib import sha256

from .connection import Refusal, dial
from .greeting import PATIENCE
from .rendezvous import Meeting, Nowhere, meeting_of

OPEN = "open"
"""What of an editor's status tells its open files: from paths without links to fingerprints."""


LONGEST = 1 << 24
"""How many bytes a status may have."""


def fingerprint(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def open_buffers(root: str) -> list[Mapping[str, str]] | Refusal:
    """The open files of each editor of a project, with the fingerprints of their texts; none where there is no editor."""
    host = meeting_of(root)
    if isinstance(host, Nowhere):
        return []
    found = []
    # One that becomes the host at this moment is met there afterwards.
    for meeting in (*host.drafts(), host):
        told = _told(meeting)
        if isinstance(told, Refusal):
            return told
        if told:
            found.append(told)
    return found


def _told(meeting: Meeting) -> Mapping[str, str] | Refusal:
    """What the process at a meeting place has open."""
    try:
        connection = dial(meeting, "status")
        if isinstance(connection, Refusal):
            # Where the process is gone, it is somebody else who does not understand us.
            return {} if meeting.clear() else connection
        try:
            told = json.loads(connection.first_line(LONGEST, time.monotonic() + PATIENCE) or b"{}")
        except OSError:  # an editor is there, and may have anything open
            return Refusal("it did not finish its answer")
        finally:
            connection.close()
    except OSError:
        meeting.clear()
        return {}
    except (ValueError, RecursionError):
        return Refusal("it broke off in the middle of its answer")
    found = told.get(OPEN, {}) if isinstance(told, dict) else None
    if not isinstance(found, dict) or not all(isinstance(each, str) for each in found.values()):
        return Refusal("its answer has another shape")
    return found
