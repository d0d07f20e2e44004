"""Splits the input stream into messages.

Clients vary in the spelling of headers, send them in pieces, or send garbage. Invalid input is reported once and skipped up to the
next header, so that one broken message does not end the session.
"""

from __future__ import annotations

from dataclasses import dataclass

MAX_MESSAGE_BYTES = 256 << 20
"""Larger messages are skipped. The largest page of a real site is a thousandth of it."""
_MAX_HEADER_BYTES = 8 << 10
_HEADER_NAME = b"content-length"


@dataclass(frozen=True, slots=True)
class InvalidFrame:
    """Input that is not a valid message."""

    reason: str


class MessageFramer:
    """Turns bytes into messages. For a single reader."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._length = -1
        """Length of the current message; -1 while its header is incomplete."""
        self._skip = 0
        """Bytes of an oversized message that are still to be skipped."""
        self._resyncing = False
        """Whether garbage was reported and no header was found since."""

    def feed(self, data: bytes) -> None:
        self._buffer += data

    def next(self) -> bytes | InvalidFrame | None:
        """The next message; None if more bytes are needed."""
        while True:
            if self._skip:
                skipped = min(self._skip, len(self._buffer))
                del self._buffer[:skipped]
                self._skip -= skipped
                if self._skip:
                    return None
            if self._length < 0:
                found = self._read_header()
                if found is None or isinstance(found, InvalidFrame):
                    return found
                if not found:
                    continue
            if self._length < 0 or len(self._buffer) < self._length:
                return None
            body = bytes(memoryview(self._buffer)[: self._length])
            del self._buffer[: self._length]
            self._length = -1
            return body

    def _read_header(self) -> bool | InvalidFrame | None:
        """Read a header. True: a message follows; False: garbage that was already reported; None: incomplete."""
        end, after = _blank_line(self._buffer)
        if end < 0:
            if len(self._buffer) <= _MAX_HEADER_BYTES:
                return None
            # The last bytes may be the start of a header.
            return self._resync(len(self._buffer) - len(_HEADER_NAME))
        header = bytes(self._buffer[:end])
        length = _content_length(header)
        if length is None:
            return self._resync(after)
        del self._buffer[:after]
        self._resyncing = False
        if length > MAX_MESSAGE_BYTES:
            self._skip = length
            return InvalidFrame(f"message of {length} bytes exceeds the limit of {MAX_MESSAGE_BYTES}")
        self._length = length
        return True

    def _resync(self, until: int) -> bool | InvalidFrame:
        """Skip garbage up to the next possible header; report it once."""
        header_start = self._buffer[: until + len(_HEADER_NAME)].lower().find(_HEADER_NAME, 1)
        del self._buffer[: header_start if header_start > 0 else until]
        if self._resyncing:
            return False
        self._resyncing = True
        return InvalidFrame("expected a header with `Content-Length`")


def _blank_line(buffer: bytearray) -> tuple[int, int]:
    """The end of the header and the start of the body. Some clients omit the carriage returns."""
    crlf = buffer.find(b"\r\n\r\n", 0, _MAX_HEADER_BYTES)
    lf = buffer.find(b"\n\n", 0, crlf if crlf >= 0 else _MAX_HEADER_BYTES)
    if lf >= 0:
        return lf, lf + 2
    return (crlf, crlf + 4) if crlf >= 0 else (-1, -1)


def _content_length(header: bytes) -> int | None:
    for line in header.splitlines():
        name, colon, value = line.partition(b":")
        if colon and name.strip().lower() == _HEADER_NAME:
            value = value.strip()
            return int(value) if value.isdigit() and len(value) < 16 else None
    return None
