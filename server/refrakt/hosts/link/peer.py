"""Who is at the other end of a socket.

The folder of the sockets is closed to other users already. This is the second lock on the same door: a folder can be opened
by mistake, the kernel's word about a peer cannot be forged.
"""

from __future__ import annotations

import socket
import struct
import sys


def peer_user(sock: socket.socket) -> int | None:
    """The user id of the process at the other end; None where the system does not tell."""
    system: str = sys.platform
    if system == "linux":
        # struct ucred: the process, the user, the group.
        return int(struct.unpack_from("3i", sock.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))[1])
    if system == "darwin" or "bsd" in system:
        # struct xucred: a version, the user, the groups. Level 0 and option 1 are SOL_LOCAL and LOCAL_PEERCRED.
        return int(struct.unpack_from("2I", sock.getsockopt(0, 1, 128))[1])
    return None
