"""Installed plugins with their manifests. A manifest that cannot be read is an error of its plugin, not of the list."""

from __future__ import annotations

from dataclasses import dataclass

from refrakt_forge.definitions.plugin_manifest import PluginManifest, manifest_from
from refrakt_forge.index.entries import InstalledPlugin
from refrakt_forge.names import is_plugin_name
from refrakt_forge.versions import UNKNOWN_VERSION
from refrakt_forge.workspace import Forge


@dataclass(frozen=True, slots=True)
class InstalledManifest:
    plugin: InstalledPlugin
    manifest: PluginManifest | None
    error: str | None = None
    """Why there is no manifest."""

    @property
    def name(self) -> str:
        """The name in the manifest, or that of the folder."""
        written = self.manifest.name if self.manifest is not None else ""
        return written if is_plugin_name(written) else self.plugin.name

    @property
    def version(self) -> str:
        return self.manifest.version if self.manifest is not None else UNKNOWN_VERSION


def installed_manifests(forge: Forge) -> list[InstalledManifest]:
    """All installed plugins: local, then global."""
    return [_read(forge, each) for each in forge.index.plugins()]


def _read(forge: Forge, plugin: InstalledPlugin) -> InstalledManifest:
    document = forge.texts.document(plugin.manifest)
    if document.problems:
        return InstalledManifest(plugin, None, f"invalid {plugin.manifest.name}: {document.problems[0].message}")
    return InstalledManifest(plugin, manifest_from(document.data))
