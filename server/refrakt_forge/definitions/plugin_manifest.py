"""`plugin.json`: what a plugin contains.

Two dialects are read: entries with name, version, source and checksum, and lists of paths, where the name is the file's stem.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any, Literal

ComponentKind = Literal["agents", "tools", "workflows", "templates", "hooks", "commands"]
COMPONENT_KINDS: tuple[ComponentKind, ...] = ("agents", "tools", "workflows", "templates", "hooks", "commands")
CHECKSUM = re.compile(r"sha256:[a-f0-9]{64}")


@dataclass(frozen=True, slots=True)
class PluginComponent:
    """An agent, tool or other part of a plugin. Of a path, only the name is known."""

    name: str
    version: str | None = None
    description: str | None = None
    source: str | None = None
    """Where a registry serves it."""
    checksum: str | None = None
    """`sha256:` and the hash of its bytes."""
    size: int | None = None


@dataclass(frozen=True, slots=True)
class PluginManifest:
    name: str
    version: str
    description: str | None = None
    author: str | None = None
    license: str | None = None
    homepage: str | None = None
    repository: str | None = None
    keywords: tuple[str, ...] = ()
    components: Mapping[ComponentKind, tuple[PluginComponent, ...]] = field(default_factory=dict)
    dependencies: Mapping[str, str] | None = None
    raw: Mapping[str, Any] = field(default_factory=dict)


def manifest_from(data: Mapping[str, Any]) -> PluginManifest:
    """A manifest from data. Values of a wrong type are left out: installed manifests are not validated."""
    keywords = _texts(data.get("keywords")) or _texts(data.get("tags"))
    dependencies = data.get("dependencies")
    return PluginManifest(
        _text(data.get("name")) or "",
        _text(data.get("version")) or "unknown",
        _text(data.get("description")),
        _author(data.get("author")),
        _text(data.get("license")),
        _text(data.get("homepage")),
        _repository(data.get("repository")),
        keywords,
        {kind: _components(data.get(kind)) for kind in COMPONENT_KINDS},
        {name: str(value) for name, value in dependencies.items()} if isinstance(dependencies, Mapping) else None,
        data,
    )


def _components(value: Any) -> tuple[PluginComponent, ...]:
    items = [value] if isinstance(value, str) else value if isinstance(value, list) else []
    found = (_component(each) for each in items)
    return tuple(each for each in found if each is not None)


def _component(item: Any) -> PluginComponent | None:
    if isinstance(item, str):
        path = PurePosixPath(item)
        generic = path.stem in ("agent", "tool", "index")
        return PluginComponent(path.parent.name if generic and path.parent.name else path.stem) if path.stem else None
    if not isinstance(item, Mapping) or not isinstance(item.get("name"), str):
        return None
    size = item.get("size")
    return PluginComponent(
        item["name"],
        _text(item.get("version")),
        _text(item.get("description")),
        _text(item.get("source")),
        _text(item.get("checksum")),
        size if isinstance(size, int) and not isinstance(size, bool) else None,
    )


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def _texts(value: Any) -> tuple[str, ...]:
    return tuple(each for each in value if isinstance(each, str)) if isinstance(value, list) else ()


def _author(value: Any) -> str | None:
    return _text(value.get("name")) if isinstance(value, Mapping) else _text(value)


def _repository(value: Any) -> str | None:
    return _text(value.get("url")) if isinstance(value, Mapping) else _text(value)
