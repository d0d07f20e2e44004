"""Forks: local copies of an agent or tool that remember their upstream.

There are three shapes of it: `fork_of` and `fork` in the definition, and `fork` in a `metadata.json` beside it. All are read
as the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from refrakt.plugins import read_inside
from refrakt_forge.documents.source_document import SourceDocument
from refrakt_forge.index.definition_index import DefinitionIndex
from refrakt_forge.index.entries import METADATA, DefinitionFile
from refrakt_forge.json_values import parsed_json
from refrakt_forge.names import KINDS, NAME_PATTERNS, Kind
from refrakt_forge.versions import UNKNOWN_VERSION

FORK_FIELDS = ("fork_of", "fork")
_LARGEST = 256 * 1024


@dataclass(frozen=True, slots=True)
class Fork:
    file: DefinitionFile
    local_version: str
    upstream_name: str
    upstream_version: str
    """The version of the copy, or of the last merge."""
    created_at: str
    last_merged: str | None = None

    @property
    def kind(self) -> Kind:
        return self.file.kind

    @property
    def name(self) -> str:
        return self.file.name


def forks(index: DefinitionIndex, kinds: tuple[Kind, ...] = KINDS) -> Iterator[Fork]:
    """All forks, agents first; of a name in several places, the one that a reference finds."""
    for kind in kinds:
        seen: set[str] = set()
        for file in index.files(kind):
            if file.name in seen:
                continue
            seen.add(file.name)
            found = fork_in(index, file)
            if found is not None:
                yield found


def fork_in(index: DefinitionIndex, file: DefinitionFile) -> Fork | None:
    """The fork in a file; None if it is not one."""
    data, own_version = index.texts.derived(file.path, "fork", _written)
    data = data or _metadata(file)
    if not data or not isinstance(data, Mapping):
        return None
    name = _first(data, "name", "upstream", "from_name")
    version = _first(data, "version", "upstreamVersion", "from_version")
    if name is None or NAME_PATTERNS[file.kind].fullmatch(name) is None:
        return None
    return Fork(
        file,
        own_version,
        name,
        version or UNKNOWN_VERSION,
        _first(data, "forked_at", "forkedAt", "created_at") or "",
        _first(data, "merged_at", "mergedAt", "last_merged"),
    )


def _written(document: SourceDocument) -> tuple[Any, str]:
    """The fork metadata in a definition, and its version."""
    root = document.root
    if root is None:
        return {}, UNKNOWN_VERSION
    nodes = (root.get(each) for each in FORK_FIELDS)
    data: Any = next((found for found in (each.data() for each in nodes if each is not None) if found), {})
    version = root.get("version")
    return data, version.value if version is not None and isinstance(version.value, str) else UNKNOWN_VERSION


def _metadata(file: DefinitionFile) -> Any:
    """`fork` of the `metadata.json` in the folder of a definition."""
    if not file.has_metadata:
        return {}
    try:
        data = parsed_json(read_inside(file.path.parent, METADATA, _LARGEST))
    except (OSError, ValueError):
        return {}
    return data.get("fork") if isinstance(data, Mapping) else {}


def _first(data: Mapping[str, Any], *names: str) -> str | None:
    return next((data[each] for each in names if isinstance(data.get(each), str) and data[each]), None)
