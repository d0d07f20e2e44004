"""What was seen of a file: enough to know, without reading it again, that it still says the same.

Time and size alone can lie. A file that is written twice within one tick of the clock looks the same after both, so a
file counts as unchanged only if it was already old when it was read; git knows this as the racy index. A clock that was
put forward or back is met with the same distrust: whatever lies in the future proves nothing.
"""

from __future__ import annotations

import struct
import time
from typing import NamedTuple
from zlib import crc32

from ..files import FileStamp

SETTLED = 2_000_000_000
"""How old a file must have been when it was read, in nanoseconds. The coarsest clock of a file system, FAT's, ticks every
two seconds; the same allowance covers a file server whose clock is a little off."""

_STAMP = struct.Struct("<qqQqq16s")
_CHECK = struct.Struct("<I")


class Seen(NamedTuple):
    """A file as it was when it was read."""

    stamp: FileStamp
    digest: bytes
    """Of its content; see `digest` in `cache`."""
    recorded: int
    """The clock, in nanoseconds, before the file was looked at. Later would be wrong: what is written between the look and
    the note would count as seen."""

    def is_still(self, stamp: FileStamp) -> bool:
        """Whether a file with this stamp is certain to have the content that was read."""
        latest = max(stamp.modified, stamp.changed)
        return stamp == self.stamp and self.recorded - latest >= SETTLED and self.recorded <= time.time_ns()

    def pack(self, salt: int) -> bytes | None:
        """The marks as bytes, with a sum that starts from `salt`, so that they hold for the file it was made of alone.

        None for marks outside any sensible range, which nothing is lost by forgetting.
        """
        try:
            stamp = _STAMP.pack(*self.stamp, self.recorded, self.digest)
        except struct.error:
            return None
        return stamp + _CHECK.pack(crc32(stamp, salt))

    @classmethod
    def unpack(cls, packed: object, salt: int) -> Seen | None:
        """The inverse of `pack`; None for bytes that are damaged or are those of another file."""
        if not isinstance(packed, bytes) or len(packed) != _STAMP.size + _CHECK.size:
            return None
        stamp = packed[: _STAMP.size]
        if crc32(stamp, salt) != _CHECK.unpack_from(packed, _STAMP.size)[0]:
            return None
        *numbers, recorded, digest = _STAMP.unpack(stamp)
        return cls(FileStamp(*numbers), digest, recorded)
