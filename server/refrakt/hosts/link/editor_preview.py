"""The preview of an editor's process, for `refrakt preview`.

The connection stays open while the preview may be used, so that the command ends when the editor does.
"""

from __future__ import annotations

import json
import time
from pathlib import Path
from urllib.parse import quote

from refrakt.hosts.link.connection import Refusal, SocketConnection, dial
from refrakt.hosts.link.handshake import HANDSHAKE_TIMEOUT
from refrakt.hosts.link.host_address import NoSharedAddress, address_of

PREVIEW = "preview"
"""The purpose of the connection."""
_MAX_ANSWER = 1 << 14
_TIMEOUT = 2 * HANDSHAKE_TIMEOUT
"""Seconds for the editor to start its server."""


def editor_preview(root: str, path: Path) -> tuple[str, SocketConnection] | None:
    """The URL of the preview in the editor that has a project open, and the connection to it; None without an editor."""
    address = address_of(root)
    if isinstance(address, NoSharedAddress):
        return None
    try:
        connection = dial(address, PREVIEW, {"path": quote(str(path), safe="/")})
    except OSError:
        return None
    if isinstance(connection, Refusal):
        return None
    try:
        answer = json.loads(connection.read_line(_MAX_ANSWER, time.monotonic() + _TIMEOUT) or b"{}")
    except (OSError, ValueError, RecursionError):
        answer = None
    url = answer.get("url") if isinstance(answer, dict) else None
    # The editor runs as the same user, but a URL of another kind would be opened by another program.
    if not isinstance(url, str) or not url.startswith("http://127.0.0.1:"):
        connection.close()
        return None
    return url, connection
