"""The upstream of a fork: its newest version, and its definitions.

Versions come from what is installed, from the package manifests of the user's registry, and from remote registries if the
configuration uses them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from refrakt.plugins import RefraktError, read_inside
from refrakt_forge.forks.fork import Fork
from refrakt_forge.index.entries import DefinitionFile
from refrakt_forge.json_values import parsed_json
from refrakt_forge.limits import MANIFEST_BYTES
from refrakt_forge.resolution.resolved import ResolvedDefinition
from refrakt_forge.resolution.resolver import remote_definition
from refrakt_forge.versions import highest, is_breaking, is_newer, is_version, newest_first
from refrakt_forge.workspace import Forge


@dataclass(frozen=True, slots=True)
class Upstream:
    """What is known about the upstream of a fork."""

    fork: Fork
    versions: tuple[str, ...]
    """The newest first."""
    failure: RefraktError | None = field(default=None, compare=False)
    """Why a registry could not be asked."""

    @property
    def latest(self) -> str | None:
        """The newest version; a pre-release only if the fork is of one, or there is nothing else."""
        return highest(self.versions) or next(iter(self.versions), None)

    @property
    def has_update(self) -> bool:
        latest = self.latest
        if latest is None or not is_newer(latest, self.fork.upstream_version):
            return False
        return not is_version(self.fork.local_version) or is_newer(latest, self.fork.local_version)

    @property
    def is_breaking(self) -> bool:
        return self.latest is not None and is_breaking(self.fork.upstream_version, self.latest)


def upstream_of(forge: Forge, fork: Fork, network: bool) -> Upstream:
    """The upstream of a fork. Without `network`, registries answer from their caches."""
    found = {forge.resolver.known_version(each) for each in _files(forge, fork)}
    found |= set(_package_versions(forge, fork))
    failure: RefraktError | None = None
    for registry in forge.registries if forge.config.stockyard else ():
        ask = registry.versions if network else registry.cached_versions
        try:
            found |= set(ask(fork.kind, fork.upstream_name))
        except RefraktError as error:
            failure = failure or error
    return Upstream(fork, tuple(newest_first(filter(is_version, found))), failure)


def upstream_definition(forge: Forge, fork: Fork, version: str) -> ResolvedDefinition | None:
    """The upstream in exactly this version; None if it is not available."""
    for file in _files(forge, fork):
        if forge.resolver.known_version(file) == version:
            return forge.resolver.load(file)
    for registry in forge.registries if forge.config.stockyard else ():
        try:
            found = registry.definition(fork.kind, fork.upstream_name, version)
        except RefraktError:
            continue
        if found is not None:
            return remote_definition(found)
    return None


def _files(forge: Forge, fork: Fork) -> list[DefinitionFile]:
    """The installed definitions of the upstream's name, without the fork itself."""
    found = forge.index.of_name(fork.kind, fork.upstream_name)
    return [each for each in found if each.path != fork.file.path]


def _package_versions(forge: Forge, fork: Fork) -> list[str]:
    """The versions in the package manifest of the user's registry, which installations write."""
    try:
        raw = read_inside(forge.config.global_path, f"manifests/{fork.upstream_name}.json", MANIFEST_BYTES)
        data = parsed_json(raw)
    except (OSError, ValueError):
        return []
    if not isinstance(data, Mapping):
        return []
    rows: Any = data.get("versions")
    found = [each.get("version") for each in rows if isinstance(each, Mapping)] if isinstance(rows, list) else []
    return [each for each in (*found, data.get("latest")) if isinstance(each, str)]
