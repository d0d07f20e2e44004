"""Where the cache keeps what registries answered.

`<cache>/manifests/<registry>-<hash of the URL>.json` are indexes and manifests of plugins, `<cache>/downloads/<hash of the
URL>.json` are definitions. An entry holds its URL, so one written for another URL is ignored. Nothing else in the folder belongs to
Forge: clearing removes only regular files with this extension, directly in these two folders.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

CacheKind = Literal["manifests", "downloads"]
CACHE_KINDS: tuple[CacheKind, ...] = ("manifests", "downloads")
EXTENSION = ".json"


@dataclass(frozen=True, slots=True)
class CacheEntry:
    """What a file of the cache contains, as JSON with these names."""

    url: str
    """Without secrets, see `config.redaction.shown_url`."""
    fetched_at: int
    """Milliseconds since 1970."""
    ttl: int
    """Seconds; 0 is never fresh."""
    manifest: Any
    """The answer: parsed JSON, or the text of a definition."""
    etag: str | None = None
    checksum: str | None = None
    """`sha256:` and the hash of the bytes that were served, where the registry states it. Such an entry does not expire: it is
    used as long as the registry states the same checksum."""

    def is_fresh(self, now: float) -> bool:
        return 0 <= now - self.fetched_at / 1000 < self.ttl


def url_hash(url: str) -> str:
    return hashlib.sha256(url.encode()).hexdigest()[:16]


def manifest_file(cache: Path, registry: str, url: str) -> Path:
    """The file of a registry's index, or of a plugin's manifest. `registry` is a checked name, see `names.REGISTRY_NAME`."""
    return cache / "manifests" / f"{registry}-{url_hash(url)}{EXTENSION}"


def download_file(cache: Path, url: str) -> Path:
    return cache / "downloads" / f"{url_hash(url)}{EXTENSION}"
