"""What an open file below `.fractary` is: by its path, so that a file that is not saved yet counts too."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from refrakt_forge.config.effective import LOCKFILES
from refrakt_forge.config.load import config_candidates
from refrakt_forge.config.shapes import ConfigShape
from refrakt_forge.documents.source_document import DEFINITION_SUFFIXES
from refrakt_forge.editor.editor_forge import EditorForge
from refrakt_forge.editor.format_field import FormatField
from refrakt_forge.names import KINDS, Kind

RoleName = Literal["agent", "tool", "manifest", "config", "lockfile"]
_FOLDERS: dict[str, Kind] = {"agents": "agent", "tools": "tool"}


@dataclass(frozen=True, slots=True)
class FileRole:
    name: RoleName
    kind: Kind | None = None
    """Of a definition."""
    shape: ConfigShape | None = None
    """Of a configuration."""
    is_foreign: bool = False
    """Whether a manifest is one of another program."""

    @property
    def fields(self) -> FormatField:
        """The table of its fields."""
        if self.kind is not None:
            from refrakt_forge.editor.definition_fields import AGENT, TOOL

            return AGENT if self.kind == "agent" else TOOL
        if self.shape is not None:
            from refrakt_forge.editor.config_fields import CONFIGS

            return CONFIGS[self.shape]
        from refrakt_forge.editor.manifest_fields import FOREIGN_MANIFEST, LOCKFILE, MANIFEST

        return LOCKFILE if self.name == "lockfile" else FOREIGN_MANIFEST if self.is_foreign else MANIFEST


def role_of(forge: EditorForge, path: Path) -> FileRole | None:
    """The role of a file; None if Forge does not read it."""
    real = os.path.realpath(path)
    for each in config_candidates(forge.environment):
        if os.path.realpath(each.path) == real:
            return FileRole("config", shape=each.shape)
    local = forge.environment.local
    if any(os.path.realpath(local / each) == real for each in LOCKFILES):
        return FileRole("lockfile")
    if not real.startswith(f"{local}{os.sep}"):
        return None
    parts = Path(real).relative_to(local).parts
    if parts[0] == "plugins" and parts[-1] == "plugin.json":
        return FileRole("manifest", is_foreign=parts[-2] == ".claude-plugin")
    kind = _kind(parts) or next((each for each in KINDS if forge.file_at(each, real) is not None), None)
    return FileRole(kind, kind) if kind is not None else None


def _kind(parts: tuple[str, ...]) -> Kind | None:
    """The kind of a definition by the layouts `agents/<name>.yaml` and `agents/<name>/agent.yaml`, also in a plugin."""
    if parts[0] == "plugins":
        folders = 3 if len(parts) > 1 and parts[1].startswith("@") else 2
        parts = parts[folders:]
    stem, suffix = os.path.splitext(parts[-1]) if parts else ("", "")
    kind = _FOLDERS.get(parts[0]) if parts else None
    if kind is None or suffix not in DEFINITION_SUFFIXES:
        return None
    return kind if len(parts) == 2 or (len(parts) == 3 and stem == kind) else None
