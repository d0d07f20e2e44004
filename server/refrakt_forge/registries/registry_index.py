"""`registry.json`, the index of a registry of type `manifest`.

An index that is not one is refused as a whole. An entry that cannot be used is left out, so that one mistake does not hide the
other plugins of a registry.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from refrakt_forge.limits import INDEX_ENTRIES, NAME_LENGTH
from refrakt_forge.names import is_plugin_name
from refrakt_forge.registries.answer_texts import exact_text, shown_text, tags
from refrakt_forge.registries.registry import RegistryPlugin
from refrakt_forge.versions import highest, is_version, version_key


@dataclass(frozen=True, slots=True)
class RegistryIndex:
    plugins: tuple[RegistryPlugin, ...]
    left_out: int = 0
    """Entries that cannot be used."""


def registry_index(data: Any, registry: str) -> RegistryIndex:
    """An index from JSON. `ValueError` if it is not one."""
    if not isinstance(data, Mapping):
        raise ValueError("it is not an object")
    listed = data.get("plugins")
    if not isinstance(listed, list):
        raise ValueError("it has no list `plugins`")
    if len(listed) > INDEX_ENTRIES:
        raise ValueError(f"it has more than {INDEX_ENTRIES:,} plugins")
    found = [plugin_entry(each, registry) for each in listed]
    plugins = tuple(each for each in found if each is not None)
    return RegistryIndex(plugins, len(found) - len(plugins))


def plugin_entry(data: Any, registry: str) -> RegistryPlugin | None:
    """A plugin of an index, or of search results; None without a name and a version."""
    if not isinstance(data, Mapping):
        return None
    name, version = data.get("name"), data.get("version")
    if not isinstance(name, str) or not isinstance(version, str) or len(name) > NAME_LENGTH:
        return None
    if not is_plugin_name(name) or not is_version(version):
        return None
    downloads = data.get("downloads")
    return RegistryPlugin(
        name,
        version,
        registry,
        shown_text(data.get("description")),
        shown_text(data.get("author")),
        tags(data.get("tags")),
        downloads if isinstance(downloads, int) and not isinstance(downloads, bool) and downloads >= 0 else None,
        exact_text(data.get("manifest_url")),
        exact_text(data.get("checksum")),
        exact_text(data.get("homepage")),
        exact_text(data.get("repository")),
        exact_text(data.get("license")),
    )


def matches(entry: RegistryPlugin, query: str, wanted_tags: Sequence[str]) -> bool:
    """Whether a plugin has the query in its name, description or tags, and any of the tags."""
    wanted = query.casefold()
    searched = (entry.name, entry.description or "", *entry.tags)
    return any(wanted in each.casefold() for each in searched) and has_tag(entry.tags, wanted_tags)


def has_tag(own: Sequence[str], wanted: Sequence[str]) -> bool:
    return not wanted or any(each in own for each in wanted)


def wanted_version(versions: Collection[str], range: str | None) -> str | None:
    """The highest version in a range. Without a range, the highest stable one, or a pre-release if there are only those."""
    found = highest(versions, range) if range is not None else highest(versions)
    return found if found is not None or range is not None else max(versions, key=version_key, default=None)
