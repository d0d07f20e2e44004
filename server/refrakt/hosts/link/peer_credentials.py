"""The user at the other end of a socket.

The folder of the sockets is private already. This is a second check: a folder can be opened to others by mistake, the credentials
that the kernel reports cannot be forged.
"""

from __future__ import annotations

import socket
import struct
import sys


def peer_user(sock: socket.socket) -> int | None:
    """The user id of the peer process; None where the system does not report it."""
    system: str = sys.platform
    if system == "linux":
        # struct ucred: pid, uid, gid.
        return int(struct.unpack_from("3i", sock.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))[1])
    if system == "darwin" or "bsd" in system:
        # struct xucred: version, uid, groups. Level 0 and option 1 are SOL_LOCAL and LOCAL_PEERCRED.
        return int(struct.unpack_from("2I", sock.getsockopt(0, 1, 128))[1])
    return None
