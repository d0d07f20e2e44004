"""The modules of a site's schema, for loading them in Node on the command of a user."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, slots=True)
class SchemaEntry:
    """A folder, a module, or files that pass configs to Markdoc."""

    folder: Mapping[str, Path] = field(default_factory=dict)
    """The files of the folder that `@markdoc/next.js` reads: `tags`, `nodes`, `config`, `functions`."""
    module: Path | None = None
    property: str | None = None
    """The export of the module, if not the default one or all."""
    extended: bool = False
    """Whether the config may extend others, as in Astro."""
    is_commonjs: bool = False
    calls: tuple[Path, ...] = ()
    """Files that call Markdoc with a config."""
