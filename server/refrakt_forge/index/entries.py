"""What the index has: one entry for each definition file and each installed plugin."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from refrakt_forge.names import Kind, Tier

METADATA = "metadata.json"
"""Beside a definition in a folder of its own; see `forks`."""


@dataclass(frozen=True, slots=True)
class DefinitionFile:
    """A definition file. Its name and version are those of its path; the content has its own."""

    kind: Kind
    name: str
    """The file's or folder's name, without `@version`."""
    tier: Tier
    path: Path
    folder_version: str | None = None
    """The `@version` of the path, in the global registry."""
    plugin: str | None = None
    """The plugin it belongs to."""
    other_format: Path | None = None
    """A second file of the same definition, which is ignored: `.md` takes precedence."""
    has_metadata: bool = False
    """Whether a `metadata.json` is beside it."""


@dataclass(frozen=True, slots=True)
class InstalledPlugin:
    """A folder with a `plugin.json`."""

    folder: Path
    manifest: Path
    name: str
    """The name by its path: `p` or `@org/p`."""
    scope: Tier
    """`local` or `global`."""
