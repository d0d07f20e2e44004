"""Reads lockfiles and compares definitions with them. Forge never writes one."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from refrakt.plugins import read_bytes, read_inside
from refrakt.plugins.message_quoting import quoted
from refrakt_forge.errors import forge_error
from refrakt_forge.integrity import has_integrity
from refrakt_forge.json_values import parsed_json
from refrakt_forge.limits import MANIFEST_BYTES
from refrakt_forge.names import KINDS, Kind
from refrakt_forge.resolution.resolved import FlattenedDefinition

_PLURAL = {"agent": "agents", "tool": "tools"}
_CHECKSUM = re.compile(r"sha256:[a-f0-9]{64}")


@dataclass(frozen=True, slots=True)
class LockedDefinition:
    """What a lockfile says about a definition: `integrity` of its content, or `checksum` of its bytes."""

    kind: Kind
    name: str
    version: str
    integrity: str | None = None
    checksum: str | None = None


@dataclass(frozen=True, slots=True)
class Lockfile:
    path: Path
    entries: tuple[LockedDefinition, ...]

    def entry(self, kind: Kind, name: str) -> LockedDefinition | None:
        return next((each for each in self.entries if (each.kind, each.name) == (kind, name)), None)


def read_lockfile(path: Path, root: Path, shown: str) -> Lockfile:
    """A lockfile of either shape. `RefraktError` with CONFIG_ERROR if it is neither, or outside of the project."""
    try:
        data = parsed_json(read_inside(root, path, MANIFEST_BYTES))
    except (OSError, ValueError):
        data = None
    entries = locked_definitions(data)
    if entries is not None:
        return Lockfile(path, entries)
    raise forge_error(
        "CONFIG_ERROR", f"{shown}: not a lockfile of a known version", "generate it again", details={"path": shown}
    )


def locked_definitions(data: Any) -> tuple[LockedDefinition, ...] | None:
    """The entries of a lockfile of either shape; None if it is neither."""
    if not isinstance(data, Mapping):
        return None
    if data.get("version") == 1 and not isinstance(data.get("version"), bool):
        return tuple(_by_name(data))
    return tuple(_listed(data["locked"])) if isinstance(data.get("locked"), Mapping) else None


def _by_name(data: Mapping[str, Any]) -> Iterator[LockedDefinition]:
    for kind in KINDS:
        entries = data.get(_PLURAL[kind])
        for name, entry in entries.items() if isinstance(entries, Mapping) else ():
            if isinstance(entry, Mapping) and isinstance(entry.get("version"), str):
                yield LockedDefinition(kind, name, entry["version"], _text(entry.get("integrity")))


def _listed(locked: Mapping[str, Any]) -> Iterator[LockedDefinition]:
    for kind in KINDS:
        entries = locked.get(_PLURAL[kind])
        for entry in entries if isinstance(entries, list) else ():
            if (
                isinstance(entry, Mapping)
                and isinstance(entry.get("name"), str)
                and isinstance(entry.get("version"), str)
            ):
                yield LockedDefinition(kind, entry["name"], entry["version"], checksum=_text(entry.get("checksum")))


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def lock_difference(locked: LockedDefinition, definition: FlattenedDefinition) -> str | None:
    """How a definition differs from its entry; None if it does not."""
    if locked.version != definition.own.version:
        return f"the lockfile has version {quoted(locked.version, 60)}"
    if locked.integrity is not None and not has_integrity(locked.kind, definition.data, locked.integrity):
        return "the definition differs from the lockfile: its integrity is another one"
    if locked.checksum is not None and _CHECKSUM.fullmatch(locked.checksum):
        actual = hashlib.sha256(_bytes(definition)).hexdigest()
        if locked.checksum != f"sha256:{actual}":
            return "the file differs from the lockfile: its checksum is another one"
    return None


def _bytes(definition: FlattenedDefinition) -> bytes:
    try:
        return (
            read_bytes(definition.own.path)
            if definition.own.path is not None
            else definition.own.document.text.encode()
        )
    except OSError:
        return b""
