"""What a registry answers.

A registry is an index of plugins on a web server (`manifest`) or an API with agents and tools as well (`stockyard`). Both answer
the same questions; one that has no answer raises a `RefraktError`:

| code              | meaning                                                                                                    |
| ----------------- | ---------------------------------------------------------------------------------------------------------- |
| `NETWORK_ERROR`   | no usable answer: connection, status, size, encoding, or an invalid manifest; `details.reason` says which   |
| `AUTH_REQUIRED`   | refused, and no token was sent                                                                             |
| `AUTH_FAILED`     | refused, although a token was sent                                                                         |
| `INTEGRITY_ERROR` | bytes that do not have their checksum; nothing of them is cached                                           |
| `CONFIG_ERROR`    | a URL that must not be used                                                                                |

A plugin, agent or tool that a registry does not have is not an error: the answer is None, or empty.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from refrakt_forge.config.settings import RegistrySettings
from refrakt_forge.definitions.plugin_manifest import PluginManifest
from refrakt_forge.documents.source_document import DocumentFormat
from refrakt_forge.names import Kind


@dataclass(frozen=True, slots=True)
class RegistryPlugin:
    """A plugin in the index of a registry."""

    name: str
    version: str
    registry: str
    """The configured name of the registry."""
    description: str | None = None
    author: str | None = None
    tags: tuple[str, ...] = ()
    downloads: int | None = None
    manifest_url: str | None = None
    checksum: str | None = None
    """`sha256:` and the hash of the manifest's bytes."""
    homepage: str | None = None
    repository: str | None = None
    license: str | None = None


@dataclass(frozen=True, slots=True)
class RemoteComponent:
    """An agent or tool that a registry offers, in its newest version."""

    kind: Kind
    name: str
    version: str
    registry: str
    url: str
    """Where it is, redacted: the `path` in output."""
    description: str | None = None
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RemoteDefinition:
    """The text of an agent or tool, verified."""

    kind: Kind
    name: str
    version: str
    registry: str
    url: str
    text: str
    format: DocumentFormat


@dataclass(frozen=True, slots=True)
class RegistryWarning:
    """Why an answer may be incomplete or old."""

    registry: str
    code: str
    message: str
    stale: bool = False
    """Whether the answer comes from an expired cache entry."""

    def as_json(self) -> dict[str, str | bool]:
        shown: dict[str, str | bool] = {"registry": self.registry, "code": self.code, "message": self.message}
        return {**shown, "stale": True} if self.stale else shown


class Registry(Protocol):
    """One configured registry. Answers are cached on disk as `cache_layout` says; every method may use the network."""

    @property
    def settings(self) -> RegistrySettings: ...

    def search(self, query: str, tags: Sequence[str] = ()) -> tuple[RegistryPlugin, ...]:
        """The plugins whose name, description or tags contain the query, with any of the tags."""

    def plugin_manifest(self, name: str, version: str | None = None) -> PluginManifest | None:
        """The verified manifest of a plugin; None if the registry does not have it, or not in this version."""

    def plugin_versions(self, name: str) -> tuple[str, ...]:
        """The versions of a plugin, in any order."""

    def components(self, kind: Kind) -> tuple[RemoteComponent, ...]:
        """All agents or tools that can be listed."""

    def versions(self, kind: Kind, name: str) -> tuple[str, ...]:
        """The versions of an agent or tool, in any order."""

    def cached_versions(self, kind: Kind, name: str) -> tuple[str, ...]:
        """The same from the cache alone, however old: for answers that must not use the network."""

    def definition(self, kind: Kind, name: str, version: str) -> RemoteDefinition | None:
        """An agent or tool in exactly this version."""

    def warnings(self) -> tuple[RegistryWarning, ...]:
        """What was unusual about the answers so far: an expired cache entry that was used because the network failed."""
