"""Which files of a project an editor has open, and what they hold there, for a process that is about to write files.

The host tells the fingerprint of each text. Whoever has read the file compares: another text means that it is not saved.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256

from .connection import Refusal, dial
from .rendezvous import Nowhere, meeting_of

OPEN = "open"
"""What of the host's status tells the open files: from paths without links to fingerprints."""


def fingerprint(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def open_buffers(root: str) -> Mapping[str, str] | Refusal:
    """The open files of a project with the fingerprints of their texts; none where nobody is its host."""
    meeting = meeting_of(root)
    if isinstance(meeting, Nowhere):
        return {}
    try:
        connection = dial(meeting, "status")
        if isinstance(connection, Refusal):
            return connection
        try:
            told = json.loads(next(connection.lines(), b"{}"))
        finally:
            connection.close()
    except OSError:
        return {}
    found = told.get(OPEN, {})
    return found if isinstance(found, dict) else {}
