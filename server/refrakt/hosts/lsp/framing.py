"""Cutting what comes over a pipe into messages.

A client may spell headers as it likes, send them in pieces, or send rubbish. What is a message comes out whole; what cannot
be one is told, and reading goes on at the next header, so that one broken message never costs the session.
"""

from __future__ import annotations

from dataclasses import dataclass

LARGEST = 256 << 20
"""Messages of more bytes than this are thrown away unread. The largest page of a real site is a thousandth of it."""
_LONGEST_HEADER = 8 << 10
_LENGTH = b"content-length"


@dataclass(frozen=True, slots=True)
class Broken:
    """Something in the place of a message that is none."""

    reason: str


class Framer:
    """Gets bytes as they come and gives messages. Only one reader may use it."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._length = -1
        """How long the message is that is being read; -1 while its header is."""
        self._skip = 0
        """How much of a message is still to be thrown away."""
        self._lost = False
        """Whether rubbish was told of and no header has been seen since."""

    def feed(self, data: bytes) -> None:
        self._buffer += data

    def next(self) -> bytes | Broken | None:
        """The next message; None when more bytes are needed for it."""
        while True:
            if self._skip:
                gone = min(self._skip, len(self._buffer))
                del self._buffer[:gone]
                self._skip -= gone
                if self._skip:
                    return None
            if self._length < 0:
                found = self._header()
                if found is None or isinstance(found, Broken):
                    return found
                if not found:
                    continue
            if self._length < 0 or len(self._buffer) < self._length:
                return None
            body = bytes(memoryview(self._buffer)[: self._length])
            del self._buffer[: self._length]
            self._length = -1
            return body

    def _header(self) -> bool | Broken | None:
        """Reads a header. True: a message follows; False: there was nothing worth telling; None: it is not all there."""
        end, after = _blank_line(self._buffer)
        if end < 0:
            if len(self._buffer) <= _LONGEST_HEADER:
                return None
            # The end of it may be the beginning of a header.
            return self._resync(len(self._buffer) - len(_LENGTH))
        header = bytes(self._buffer[:end])
        length = _length_in(header)
        if length is None:
            return self._resync(after)
        del self._buffer[:after]
        self._lost = False
        if length > LARGEST:
            self._skip = length
            return Broken(f"a message of {length} bytes is larger than {LARGEST}")
        self._length = length
        return True

    def _resync(self, until: int) -> bool | Broken:
        """Throws rubbish away up to the next thing that looks like a header; tells of it once."""
        at = self._buffer[: until + len(_LENGTH)].lower().find(_LENGTH, 1)
        del self._buffer[: at if at > 0 else until]
        if self._lost:
            return False
        self._lost = True
        return Broken("what came is no header with a Content-Length")


def _blank_line(buffer: bytearray) -> tuple[int, int]:
    """Where the header ends, and where what follows it begins. Some clients leave the carriage returns out."""
    proper = buffer.find(b"\r\n\r\n", 0, _LONGEST_HEADER)
    bare = buffer.find(b"\n\n", 0, proper if proper >= 0 else _LONGEST_HEADER)
    if bare >= 0:
        return bare, bare + 2
    return (proper, proper + 4) if proper >= 0 else (-1, -1)


def _length_in(header: bytes) -> int | None:
    for line in header.splitlines():
        name, colon, value = line.partition(b":")
        if colon and name.strip().lower() == _LENGTH:
            value = value.strip()
            return int(value) if value.isdigit() and len(value) < 16 else None
    return None
