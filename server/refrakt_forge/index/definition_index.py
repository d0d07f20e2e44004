"""All definitions and plugins of a project and of the user's registry. Every command and editor feature uses this one index."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

from refrakt_forge.config.settings import ForgeConfig
from refrakt_forge.documents.source_document import SourceDocument
from refrakt_forge.environment import Environment
from refrakt_forge.index.definition_scan import DefinitionScan
from refrakt_forge.index.entries import DefinitionFile, InstalledPlugin
from refrakt_forge.index.file_texts import FileTexts
from refrakt_forge.index.folders import allowed_target, leads_out, list_folder
from refrakt_forge.limits import INDEX_ENTRIES
from refrakt_forge.names import PLAIN_PLUGIN, Kind, Tier

MANIFEST_NAMES = ("plugin.json", os.path.join(".claude-plugin", "plugin.json"))
_FOLDERS = {"agent": "agents", "tool": "tools"}


class DefinitionIndex:
    """The index of one call. Files are listed when they are first needed."""

    def __init__(self, environment: Environment, config: ForgeConfig, texts: FileTexts) -> None:
        self.texts = texts
        self._environment = environment
        self._config = config
        self._scans: list[DefinitionScan] = []
        self._files: dict[Kind, tuple[DefinitionFile, ...]] = {}
        self._by_name: dict[Kind, dict[str, list[DefinitionFile]]] = {}

    @property
    def warnings(self) -> tuple[str, ...]:
        """Why files are missing in what was listed so far."""
        return tuple(dict.fromkeys(each for scan in self._scans for each in scan.warnings))

    def files(self, kind: Kind) -> tuple[DefinitionFile, ...]:
        """The definitions of a kind: local, then global; in each tier those of plugins last."""
        if kind not in self._files:
            self._files[kind] = tuple(self._listed(kind))
        return self._files[kind]

    def of_name(self, kind: Kind, name: str, plugin: str | None = None) -> list[DefinitionFile]:
        """The definitions of a name, in all tiers. `plugin` restricts them to one plugin."""
        if kind not in self._by_name:
            found: dict[str, list[DefinitionFile]] = {}
            for each in self.files(kind):
                found.setdefault(each.name, []).append(each)
            self._by_name[kind] = found
        return [each for each in self._by_name[kind].get(name, ()) if plugin is None or each.plugin == plugin]

    def _listed(self, kind: Kind) -> Iterator[DefinitionFile]:
        config = self._config
        if config.local:
            scan = self._scan("local")
            yield from scan.files(kind, config.agents_path if kind == "agent" else config.tools_path)
            yield from self._in_plugins(kind, "local", scan)
        if config.global_:
            scan = self._scan("global")
            yield from scan.files(kind, config.global_path / _FOLDERS[kind])
            yield from self._in_plugins(kind, "global", scan)

    def _in_plugins(self, kind: Kind, tier: Tier, scan: DefinitionScan) -> Iterator[DefinitionFile]:
        for plugin in self.plugins():
            if plugin.scope == tier:
                yield from scan.files(kind, plugin.folder / _FOLDERS[kind], plugin.name)

    def _scan(self, tier: Tier) -> DefinitionScan:
        self._scans.append(DefinitionScan(tier, self._allowed(tier), INDEX_ENTRIES))
        return self._scans[-1]

    def _allowed(self, tier: Tier) -> Path:
        folder = self._environment.root if tier == "local" else self._config.global_path
        return Path(os.path.realpath(folder))

    def document(self, file: DefinitionFile) -> SourceDocument:
        return self.texts.document(file.path)

    def display(self, path: Path) -> str:
        """A path for output."""
        return self._environment.display(path)

    # Plugins ----------------------------------------------------------------------------------------------------------

    def plugins(self) -> tuple[InstalledPlugin, ...]:
        """The installed plugins: local, then global; sorted by name."""
        return self._plugins

    @cached_property
    def _plugins(self) -> tuple[InstalledPlugin, ...]:
        local = self._plugins_in(self._config.plugins_path, "local") if self._config.local else ()
        user = self._plugins_in(self._config.global_path / "plugins", "global") if self._config.global_ else ()
        return (*local, *user)

    def _plugins_in(self, folder: Path, scope: Tier) -> Iterator[InstalledPlugin]:
        allowed = str(self._allowed(scope))
        if leads_out(str(folder), allowed):
            return
        for name in _subfolders(str(folder), allowed):
            if name.startswith("@"):
                for inner in _subfolders(str(folder / name), allowed):
                    yield from _plugin(folder / name / inner, f"{name}/{inner}", scope, allowed)
            else:
                yield from _plugin(folder / name, name, scope, allowed)


def _subfolders(folder: str, allowed: str) -> Iterator[str]:
    for name, is_folder, is_link in list_folder(folder):
        if is_link:
            target = allowed_target(f"{folder}{os.sep}{name}", allowed)
            is_folder = target is not None and os.path.isdir(target)
        if is_folder and PLAIN_PLUGIN.fullmatch(name.removeprefix("@")):
            yield name


def _plugin(folder: Path, name: str, scope: Tier, allowed: str) -> Iterator[InstalledPlugin]:
    for each in MANIFEST_NAMES:
        manifest = folder / each
        if manifest.is_file() and not leads_out(str(manifest), allowed):
            yield InstalledPlugin(folder, manifest, name, scope)
            return
