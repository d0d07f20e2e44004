"""The layouts of definition files inside one folder of agents or tools.

`<name>/agent.md`, `<name>/agent.yaml`, `<name>.md`, `<name>.yaml`, in this order; in the user's registry each of them may have
`@version` after the name. The first file of a name and version counts.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from refrakt_forge.index.entries import METADATA, DefinitionFile
from refrakt_forge.index.folders import allowed_target, leads_out, list_folder
from refrakt_forge.limits import INDEX_ENTRIES
from refrakt_forge.names import KINDS, NAME_PATTERNS, Kind, Tier
from refrakt_forge.versions import is_version

_SUFFIXES = (".md", ".yaml", ".yml")
_FILE_NAMES = {kind: tuple(f"{kind}{suffix}" for suffix in _SUFFIXES) for kind in KINDS}


class DefinitionScan:
    """Scans folders of one tier; `allowed` is where links may lead. `limit` bounds the files of all of them."""

    def __init__(self, tier: Tier, allowed: Path, limit: int) -> None:
        self.warnings: list[str] = []
        self._tier = tier
        self._allowed = str(allowed)
        self._left = limit
        self._with_metadata: set[str] = set()

    def files(self, kind: Kind, folder: Path, plugin: str | None = None) -> list[DefinitionFile]:
        """The definitions directly in a folder, sorted by name."""
        found: dict[tuple[str, str | None], list[str]] = {}
        self._with_metadata.clear()
        for name, version, path in self._candidates(kind, str(folder)):
            found.setdefault((name, version), []).append(path)
        return [
            _entry(
                kind,
                name,
                self._tier,
                paths[0],
                version,
                plugin,
                paths[1] if len(paths) > 1 else None,
                paths[0] in self._with_metadata,
            )
            for (name, version), paths in sorted(found.items(), key=lambda each: (each[0][0], each[0][1] or ""))
        ]

    def _candidates(self, kind: Kind, folder: str) -> Iterator[tuple[str, str | None, str]]:
        """Name, version and path of each file, in order of precedence for each name."""
        if leads_out(folder, self._allowed):
            self.warnings.append("a link out of the folder was skipped")
            return
        flat: list[tuple[str, str | None, str]] = []
        for name, is_folder, is_link in list_folder(folder):
            if self._left <= 0:
                self.warnings.append("too many definitions: the rest was skipped")
                return
            path = f"{folder}{os.sep}{name}"
            if is_link:
                target = allowed_target(path, self._allowed)
                if target is None:
                    self.warnings.append("a link out of the folder was skipped")
                    continue
                is_folder = os.path.isdir(target)
            stem, suffix = (name, "") if is_folder else os.path.splitext(name)
            if not is_folder and suffix not in _SUFFIXES:
                continue
            component, version = _split(stem)
            if NAME_PATTERNS[kind].fullmatch(component) is None:
                continue
            self._left -= 1
            if is_folder:
                yield from ((component, version, each) for each in self._inside(kind, path))
            else:
                flat.append((component, version, path))
        yield from sorted(flat, key=lambda each: _SUFFIXES.index(os.path.splitext(each[2])[1]))

    def _inside(self, kind: Kind, folder: str) -> Iterator[str]:
        names = {name: is_link for name, is_folder, is_link in list_folder(folder) if not is_folder}
        for name in _FILE_NAMES[kind]:
            if name not in names:
                continue
            path = f"{folder}{os.sep}{name}"
            if names[name] and allowed_target(path, self._allowed) is None:
                self.warnings.append("a link out of the folder was skipped")
                continue
            if METADATA in names:
                self._with_metadata.add(path)
            yield path


@lru_cache(INDEX_ENTRIES)
def _entry(
    kind: Kind,
    name: str,
    tier: Tier,
    path: str,
    version: str | None,
    plugin: str | None,
    other_format: str | None,
    has_metadata: bool,
) -> DefinitionFile:
    """The entry of a file. The same one in every call: most of the time of a listing would be spent on new paths."""
    other = Path(other_format) if other_format is not None else None
    return DefinitionFile(kind, name, tier, Path(path), version, plugin, other, has_metadata)


def _split(stem: str) -> tuple[str, str | None]:
    """`base@1.0.0` is a name and a version."""
    name, at, version = stem.partition("@")
    return (name, version) if at and is_version(version) else (stem, None)
