"""The stamp of a file that was read: whether it still has the same content, without reading it again.

Time and size are not enough. A file that is written twice within one tick of the clock has the same stamp after both, so a file
counts as unchanged only if it was already old when it was read, as in git's racy index. The same holds for a clock that was
changed: a time in the future proves nothing.
"""

from __future__ import annotations

import struct
import time
from typing import NamedTuple
from zlib import crc32

from refrakt.project.files import FileStamp

SETTLED = 2_000_000_000
"""How old a file must have been when it was read, in nanoseconds. The coarsest clock of a file system, FAT's, ticks every
two seconds; the same allowance covers a file server whose clock is a little off."""

_STAMP = struct.Struct("<qqQqq16s")
_CHECK = struct.Struct("<I")


class ReadStamp(NamedTuple):
    """The stamp and digest of a file when it was read."""

    stamp: FileStamp
    digest: bytes
    """Of its content; see `page_cache.digest`."""
    recorded: int
    """The time in nanoseconds before the file was read. A later time would cover a write during the reading."""

    def matches(self, stamp: FileStamp) -> bool:
        """Whether a file with this stamp certainly has the content that was read."""
        latest = max(stamp.modified, stamp.changed)
        return stamp == self.stamp and self.recorded - latest >= SETTLED and self.recorded <= time.time_ns()

    def pack(self, salt: int) -> bytes | None:
        """The stamp as bytes, with a checksum that starts from `salt`, which identifies the file.

        None for numbers out of range.
        """
        try:
            stamp = _STAMP.pack(*self.stamp, self.recorded, self.digest)
        except struct.error:
            return None
        return stamp + _CHECK.pack(crc32(stamp, salt))

    @classmethod
    def unpack(cls, packed: object, salt: int) -> ReadStamp | None:
        """The inverse of `pack`; None for bytes that are damaged or belong to another file."""
        if not isinstance(packed, bytes) or len(packed) != _STAMP.size + _CHECK.size:
            return None
        stamp = packed[: _STAMP.size]
        if crc32(stamp, salt) != _CHECK.unpack_from(packed, _STAMP.size)[0]:
            return None
        *numbers, recorded, digest = _STAMP.unpack(stamp)
        return cls(FileStamp(*numbers), digest, recorded)
