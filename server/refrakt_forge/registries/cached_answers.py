"""Answers of one registry, from the cache or the network.

An index is used until its time to live is over, and then requested with its ETag. If the network fails, an expired entry is used
with a warning. What has a checksum is verified before it is cached or used.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from refrakt.plugins import RefraktError
from refrakt_forge.cache_layout import CacheEntry, download_file, manifest_file
from refrakt_forge.config.redaction import shown_url
from refrakt_forge.config.settings import RegistrySettings
from refrakt_forge.definitions.plugin_manifest import CHECKSUM
from refrakt_forge.environment import Environment
from refrakt_forge.json_values import parsed_json
from refrakt_forge.limits import DEFINITION_BYTES, MANIFEST_BYTES
from refrakt_forge.registries.cache_store import CorruptedEntryError, read_entry, write_entry
from refrakt_forge.registries.network_errors import (
    checksum_mismatch,
    invalid_manifest,
    missing_checksum,
    status_error,
)
from refrakt_forge.registries.registry import RegistryWarning
from refrakt_forge.registries.registry_requests import NOT_FOUND, NOT_MODIFIED, Answer, NoRequests, RegistryRequests

T = TypeVar("T")
Parse = Callable[[Any], T]
"""Makes a value of parsed JSON. `ValueError` with a reason if it is not what it should be."""
CORRUPTED = "CACHE_CORRUPTED"


class CachedAnswers:
    """All methods may be called from several threads."""

    def __init__(
        self, registry: RegistrySettings, requests: RegistryRequests | NoRequests, cache: Path, environment: Environment
    ) -> None:
        self._registry = registry
        self._requests = requests
        self._cache = cache
        self._environment = environment
        self._lock = threading.Lock()
        self._warnings: dict[RegistryWarning, None] = {}

    def offline(self) -> CachedAnswers:
        """The same cache without a network: what is not cached fails, and everything cached is used, however old."""
        return CachedAnswers(self._registry, NoRequests(self._registry), self._cache, self._environment)

    @property
    def warnings(self) -> tuple[RegistryWarning, ...]:
        with self._lock:
            return tuple(self._warnings)

    def warn(self, code: str, message: str, stale: bool = False) -> None:
        with self._lock:
            self._warnings[RegistryWarning(self._registry.name, code, message, stale)] = None

    def document(self, url: str, parse: Parse[T], limit: int = MANIFEST_BYTES) -> T | None:
        """JSON without a checksum, such as an index; None if the registry answers with the status 404."""
        path = manifest_file(self._cache, self._registry.name, url)
        cached = self._cached(path, url, parse)
        if cached is not None and self._is_fresh(cached[0]):
            return cached[1]
        try:
            answer = self._requests.get(url, limit, cached[0].etag if cached is not None else None)
            if answer.status == NOT_FOUND:
                return None
            if answer.status == NOT_MODIFIED:
                if cached is None:
                    raise status_error(self._registry, answer.status, url, token_sent=False)
                self._store(path, replace(cached[0], fetched_at=self._milliseconds()))
                return cached[1]
            data, value = self._parsed(url, answer.body, parse)
        except RefraktError as error:
            if cached is None or error.code != "NETWORK_ERROR":
                raise
            self.warn(error.code, f"{error.message}; an expired cache entry is used", stale=True)
            return cached[1]
        self._store(path, self._entry(url, data, answer))
        return value

    def verified_document(self, url: str, checksum: str | None, parse: Parse[T], limit: int = MANIFEST_BYTES) -> T:
        """JSON that has a checksum, such as the manifest of a plugin."""
        expected = self._expected(url, checksum)
        path = manifest_file(self._cache, self._registry.name, url)
        cached = self._cached(path, url, parse)
        if cached is not None and cached[0].checksum == expected:
            return cached[1]
        answer = self._verified(url, expected, limit)
        data, value = self._parsed(url, answer.body, parse)
        self._store(path, self._entry(url, data, answer, expected))
        return value

    def verified_text(self, url: str, checksum: str | None, size: int | None = None) -> str:
        """A text that has a checksum, such as a definition."""
        expected = self._expected(url, checksum)
        path = download_file(self._cache, url)
        cached = self._cached(path, url, _text)
        if cached is not None and _checksum(cached[1].encode("utf-8", "surrogatepass")) == expected:
            return cached[1]
        body = self._verified(url, expected, DEFINITION_BYTES).body
        if size is not None and len(body) != size:
            raise checksum_mismatch(self._registry, url, f"{size} bytes", f"{len(body)} bytes")
        try:
            text = body.decode("utf-8")
        except UnicodeDecodeError:
            raise invalid_manifest(self._registry, url, "it is not UTF-8") from None
        self._store(path, self._entry(url, text, Answer(200), expected))
        return text

    def _verified(self, url: str, expected: str, limit: int) -> Answer:
        answer = self._requests.get(url, limit)
        if answer.status != 200:
            raise status_error(self._registry, answer.status, url, token_sent=False)
        actual = _checksum(answer.body)
        if actual != expected:
            raise checksum_mismatch(self._registry, url, expected, actual)
        return answer

    def _expected(self, url: str, checksum: str | None) -> str:
        if checksum is None or not CHECKSUM.fullmatch(checksum):
            raise missing_checksum(self._registry, url)
        return checksum

    def _parsed(self, url: str, body: bytes, parse: Parse[T]) -> tuple[Any, T]:
        try:
            data = parsed_json(body)
            return data, parse(data)
        except ValueError as error:
            raise invalid_manifest(self._registry, url, str(error)) from None

    def _cached(self, path: Path, url: str, parse: Parse[T]) -> tuple[CacheEntry, T] | None:
        """A usable entry, fresh or not. With a time to live of 0 nothing is cached."""
        if self._registry.cache_ttl == 0:
            return None
        try:
            entry = read_entry(path, url)
            return (entry, parse(entry.manifest)) if entry is not None else None
        except (CorruptedEntryError, ValueError):
            self.warn(CORRUPTED, "a cache entry is corrupted, so it is fetched again")
            return None

    def _is_fresh(self, entry: CacheEntry) -> bool:
        current = replace(entry, ttl=min(entry.ttl, self._registry.cache_ttl))
        return current.is_fresh(self._environment.now())

    def _entry(self, url: str, data: Any, answer: Answer, checksum: str | None = None) -> CacheEntry:
        ttl = self._registry.cache_ttl
        return CacheEntry(shown_url(url), self._milliseconds(), ttl, data, answer.etag, checksum)

    def _store(self, path: Path, entry: CacheEntry) -> None:
        if self._registry.cache_ttl > 0 and not write_entry(path, entry):
            self.warn("CACHE_UNAVAILABLE", "the answer cannot be written to the cache")

    def _milliseconds(self) -> int:
        return int(self._environment.now() * 1000)


def _checksum(data: bytes) -> str:
    return f"sha256:{hashlib.sha256(data).hexdigest()}"


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError("it is not a text")
    return value
