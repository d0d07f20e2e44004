"""Texts and lists in the answers of registries. Agents read them, so they have limits.

A description that is too long is shortened, because a part of it is still of use. A URL or a checksum is not.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from refrakt_forge.definitions.plugin_manifest import COMPONENT_KINDS
from refrakt_forge.limits import MANIFEST_ENTRIES, REGISTRY_TEXT, TAG_LENGTH, TAGS


def shown_text(value: Any) -> str | None:
    """A text for people; None if it is not one."""
    if not isinstance(value, str):
        return None
    return value if len(value) <= REGISTRY_TEXT else f"{value[:REGISTRY_TEXT]}…"


def exact_text(value: Any) -> str | None:
    """A text that has a meaning only as a whole; None if it is not one, or is too long."""
    return value if isinstance(value, str) and len(value) <= REGISTRY_TEXT else None


def tags(value: Any) -> tuple[str, ...]:
    """The tags of a plugin or component. One that is too long cannot be searched for."""
    listed = value[:TAGS] if isinstance(value, list) else []
    return tuple(each for each in listed if isinstance(each, str) and len(each) <= TAG_LENGTH)


_USED = (
    *COMPONENT_KINDS,
    *(
        "name",
        "version",
        "description",
        "author",
        "license",
        "homepage",
        "repository",
        "keywords",
        "tags",
        "dependencies",
    ),
)
"""The members of a manifest that are read; it may have others, of any length."""


def limited_manifest(data: Mapping[str, Any]) -> dict[str, Any]:
    """What is used of a manifest, with short descriptions. `ValueError` if one of its lists or another text is too long."""
    return {key: _limited(key, data[key]) for key in _USED if key in data}


def _limited(key: str, value: Any) -> Any:
    if isinstance(value, str):
        if key == "description":
            return shown_text(value)
        if len(value) > REGISTRY_TEXT:
            raise ValueError(f"a text has more than {REGISTRY_TEXT:,} characters")
    if isinstance(value, list | Mapping) and len(value) > MANIFEST_ENTRIES:
        raise ValueError(f"a list has more than {MANIFEST_ENTRIES:,} entries")
    if isinstance(value, list):
        return [_limited("", each) for each in value]
    if isinstance(value, Mapping):
        return {name: _limited(name, each) for name, each in value.items()}
    return value
