"""The files that editors have open in a project, for a process that is about to write files.

Each editor reports the fingerprint of every open text, whether it is the host or waits to become it. A fingerprint that differs
from the file on disk means unsaved text.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from hashlib import sha256

from refrakt.hosts.link.connection import Refusal, dial
from refrakt.hosts.link.handshake import HANDSHAKE_TIMEOUT
from refrakt.hosts.link.host_address import HostAddress, NoSharedAddress, address_of

OPEN_FILES = "open"
"""The key of a status under which an editor reports its open files: fingerprints by real path."""

MAX_STATUS = 1 << 24
"""Bytes in the status of a host."""


def fingerprint(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def open_buffers(root: str) -> list[Mapping[str, str]] | Refusal:
    """The open files of each editor of a project, with the fingerprints of their texts; empty without an editor."""
    host = address_of(root)
    if isinstance(host, NoSharedAddress):
        return []
    found = []
    # The host comes last: an editor that becomes the host during this loop is still found.
    for address in (*host.temporary_addresses(), host):
        files = _open_files(address)
        if isinstance(files, Refusal):
            return files
        if files:
            found.append(files)
    return found


def _open_files(address: HostAddress) -> Mapping[str, str] | Refusal:
    """The open files of the process at an address."""
    try:
        connection = dial(address, "status")
        if isinstance(connection, Refusal):
            # If the owner has exited, another program answered, and the refusal is not an editor's.
            return {} if address.remove_if_stale() else connection
        try:
            status = json.loads(connection.read_line(MAX_STATUS, time.monotonic() + HANDSHAKE_TIMEOUT) or b"{}")
        except OSError:  # an editor runs, and may have any file open
            return Refusal("its status was not complete in time")
        finally:
            connection.close()
    except OSError:
        address.remove_if_stale()
        return {}
    except (ValueError, RecursionError):
        return Refusal("its status is not valid JSON")
    files = status.get(OPEN_FILES, {}) if isinstance(status, dict) else None
    if not isinstance(files, dict) or not all(isinstance(each, str) for each in files.values()):
        return Refusal("its status has an unknown format")
    return files
