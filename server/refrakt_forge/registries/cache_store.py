"""Entries of the cache on disk.

A file is replaced as a whole, so another process never reads half of it. An entry that cannot be used is a miss: the answer is
fetched and written again. The digest of an entry shows that it is as it was written. Entries contain URLs without secrets; the name
of the file has a hash of the complete URL.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import Any

from refrakt.plugins import read_bytes
from refrakt_forge.cache_layout import CacheEntry
from refrakt_forge.config.redaction import shown_url
from refrakt_forge.json_values import parsed_json
from refrakt_forge.limits import MANIFEST_BYTES

LARGEST_ENTRY = 2 * MANIFEST_BYTES
_LARGEST_COUNT = 10**15
"""Of milliseconds since 1970, and of seconds; larger numbers cannot be calculated with."""


class CorruptedEntryError(Exception):
    """A file of the cache that is not an entry, or the entry of another URL."""


def read_entry(path: Path, url: str) -> CacheEntry | None:
    """The entry of a URL; None if there is none. `CorruptedEntryError` if it cannot be used."""
    try:
        entry = intact_entry(read_bytes(path, LARGEST_ENTRY))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError):
        raise CorruptedEntryError from None
    if entry.url != shown_url(url):
        raise CorruptedEntryError
    return entry


def intact_entry(data: bytes) -> CacheEntry:
    """An entry from its file. `ValueError` if it is not one, or is not as it was written."""
    found = parsed_json(data)
    entry = _entry(found)
    if found.get("digest") != _digest(entry.manifest):
        raise ValueError("the entry was changed")
    return entry


def fetched_at(data: bytes) -> int:
    """When an entry was fetched, also if it was changed. `ValueError` if it is not an entry."""
    return _entry(parsed_json(data)).fetched_at


def _entry(found: Any) -> CacheEntry:
    if not isinstance(found, dict) or "manifest" not in found:
        raise ValueError("not an entry")
    texts = found.get("url"), found.get("etag") or "", found.get("checksum") or ""
    if not all(isinstance(each, str) for each in texts) or not all(
        map(_is_count, map(found.get, ("fetched_at", "ttl")))
    ):
        raise ValueError("not an entry")
    return CacheEntry(
        found["url"],
        found["fetched_at"],
        found["ttl"],
        found["manifest"],
        found.get("etag"),
        found.get("checksum"),
    )


def write_entry(path: Path, entry: CacheEntry) -> bool:
    """Replace an entry. False if it cannot be written: without a cache, everything still works."""
    text = json.dumps({**asdict(entry), "digest": _digest(entry.manifest)}, ensure_ascii=False, separators=(",", ":"))
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(".tmp", f".{path.stem}.", path.parent)
    except OSError:
        return False
    try:
        with open(handle, "w", encoding="utf-8", errors="surrogatepass") as file:
            file.write(text)
        os.replace(temporary, path)
    except OSError:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        return False
    return True


def _digest(answer: Any) -> str:
    """The hash of an answer after parsing; the checksum that a registry states is that of the bytes it served."""
    text = json.dumps(answer, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < _LARGEST_COUNT
