"""A registry of type `manifest`: static files, starting with `registry.json`.

The index names the manifest of each plugin, and a manifest names the files of its agents and tools, both with checksums. URLs
may be relative to the file that contains them.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import urlsplit

from refrakt.plugins import RefraktError
from refrakt_forge.config.redaction import shown_url
from refrakt_forge.config.settings import RegistrySettings
from refrakt_forge.definitions.plugin_manifest import ComponentKind, PluginComponent, PluginManifest, manifest_from
from refrakt_forge.documents.source_document import FORMATS
from refrakt_forge.names import NAME_PATTERNS, Kind
from refrakt_forge.registries.answer_texts import limited_manifest
from refrakt_forge.registries.cached_answers import CachedAnswers
from refrakt_forge.registries.network_errors import status_error
from refrakt_forge.registries.network_policy import joined_url
from refrakt_forge.registries.registry import RegistryPlugin, RegistryWarning, RemoteComponent, RemoteDefinition
from refrakt_forge.registries.registry_index import RegistryIndex, matches, registry_index, wanted_version
from refrakt_forge.versions import is_version, version_key

LIST_OF: dict[Kind, ComponentKind] = {"agent": "agents", "tool": "tools"}
MOST_MANIFESTS = 200
"""Manifests that one call reads to find agents and tools."""
_CONCURRENT = 4


class ManifestRegistry:
    def __init__(self, settings: RegistrySettings, answers: CachedAnswers) -> None:
        self._settings = settings
        self._answers = answers
        self._lock = threading.Lock()
        self._index: RegistryIndex | None = None
        self._manifests: dict[RegistryPlugin, PluginManifest | RefraktError] = {}
        """What has been read in this call, failures included."""

    @property
    def settings(self) -> RegistrySettings:
        return self._settings

    def warnings(self) -> tuple[RegistryWarning, ...]:
        return self._answers.warnings

    def search(self, query: str, tags: Sequence[str] = ()) -> tuple[RegistryPlugin, ...]:
        found = (each for each in self._entries() if matches(each, query, tags))
        newest: dict[str, RegistryPlugin] = {}
        for each in found:
            if each.name not in newest or version_key(each.version) > version_key(newest[each.name].version):
                newest[each.name] = each
        return tuple(newest.values())

    def plugin_versions(self, name: str) -> tuple[str, ...]:
        return tuple(each.version for each in self._entries() if each.name == name)

    def plugin_manifest(self, name: str, version: str | None = None) -> PluginManifest | None:
        entries = {each.version: each for each in self._entries() if each.name == name}
        wanted = wanted_version(entries, version)
        return self._manifest(entries[wanted]) if wanted is not None else None

    def components(self, kind: Kind) -> tuple[RemoteComponent, ...]:
        newest: dict[str, RemoteComponent] = {}
        for base, each in self._offered(kind):
            found = RemoteComponent(
                kind,
                each.name,
                each.version or "",
                self._settings.name,
                shown_url(joined_url(base, each.source or "")),
                each.description,
            )
            if each.name not in newest or version_key(found.version) > version_key(newest[each.name].version):
                newest[each.name] = found
        return tuple(newest.values())

    def versions(self, kind: Kind, name: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys(each.version or "" for _, each in self._offered(kind) if each.name == name))

    def cached_versions(self, kind: Kind, name: str) -> tuple[str, ...]:
        try:
            return self._offline.versions(kind, name)
        except RefraktError:
            return ()

    @cached_property
    def _offline(self) -> ManifestRegistry:
        return ManifestRegistry(self._settings, self._answers.offline())

    def definition(self, kind: Kind, name: str, version: str) -> RemoteDefinition | None:
        for base, each in self._offered(kind):
            if each.name == name and each.version == version:
                url = joined_url(base, each.source or "")
                text = self._answers.verified_text(url, each.checksum, each.size)
                suffix = PurePosixPath(urlsplit(url).path).suffix
                return RemoteDefinition(
                    kind, name, version, self._settings.name, shown_url(url), text, FORMATS.get(suffix, "yaml")
                )
        return None

    def _entries(self) -> tuple[RegistryPlugin, ...]:
        with self._lock:
            if self._index is None:
                self._index = self._read_index()
            return self._index.plugins

    def _read_index(self) -> RegistryIndex:
        url = self._settings.url
        found = self._answers.document(url, lambda data: registry_index(data, self._settings.name))
        if found is None:
            raise status_error(self._settings, 404, url, token_sent=False)
        if found.left_out:
            self._answers.warn("INVALID_ENTRY", f"{found.left_out} invalid entries of the index are left out")
        return found

    def _manifest(self, entry: RegistryPlugin) -> PluginManifest:
        url = self._manifest_url(entry)
        return self._answers.verified_document(url, entry.checksum, lambda data: _manifest_of(data, entry))

    def _manifest_url(self, entry: RegistryPlugin) -> str:
        return joined_url(self._settings.url, entry.manifest_url or "")

    def _offered(self, kind: Kind) -> Iterator[tuple[str, PluginComponent]]:
        """The agents or tools of all plugins that can be downloaded, each with the URL of its manifest.

        A plugin that cannot be read is left out with a warning, unless that leaves nothing.
        """
        entries = self._entries()
        if len(entries) > MOST_MANIFESTS:
            self._answers.warn(
                "INCOMPLETE", f"only the first {MOST_MANIFESTS} plugins are searched for agents and tools"
            )
            entries = entries[:MOST_MANIFESTS]
        failures = []
        with ThreadPoolExecutor(_CONCURRENT, thread_name_prefix="forge registry") as pool:
            results = list(pool.map(self._attempted, entries))
        for entry, result in zip(entries, results, strict=True):
            if isinstance(result, RefraktError):
                failures.append(result)
                self._answers.warn(result.code, result.message)
                continue
            for each in result.components.get(LIST_OF[kind], ()):
                if _is_usable(kind, each):
                    yield self._manifest_url(entry), each
        if failures and len(failures) == len(entries):
            raise failures[0]

    def _attempted(self, entry: RegistryPlugin) -> PluginManifest | RefraktError:
        found = self._manifests.get(entry)
        if found is None:
            try:
                found = self._manifest(entry)
            except RefraktError as error:
                found = error
            self._manifests[entry] = found
        return found


def _manifest_of(data: Any, entry: RegistryPlugin) -> PluginManifest:
    if not isinstance(data, dict):
        raise ValueError("it is not an object")
    manifest = manifest_from(limited_manifest(data))
    if (manifest.name, manifest.version) != (entry.name, entry.version):
        raise ValueError("it is the manifest of another plugin or version")
    return manifest


def _is_usable(kind: Kind, component: PluginComponent) -> bool:
    return (
        component.source is not None
        and NAME_PATTERNS[kind].fullmatch(component.name) is not None
        and is_version(component.version or "")
    )
