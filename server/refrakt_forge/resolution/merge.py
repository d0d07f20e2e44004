"""What a definition inherits: its own fields over those of its base.

Most fields replace those of the base as a whole. Lists of names are joined, the base's first; named entries are merged by name, one
level deep.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from refrakt_forge.names import Kind

Json = dict[str, Any]
_UNIONS = {"agent": ("tools", "tags"), "tool": ("depends_on", "tags")}
_BY_KEY = {"agent": ("config",), "tool": ("parameters",)}


def merged(kind: Kind, base: Mapping[str, Any], child: Mapping[str, Any]) -> Json:
    """A definition over its flattened base, without `extends`."""
    own = {key: value for key, value in child.items() if value is not None}
    data = {**base, **own}
    for key in _UNIONS[kind]:
        if key in base or key in own:
            data[key] = list(dict.fromkeys([*_items(base.get(key)), *_items(own.get(key))]))
    for key in _BY_KEY[kind]:
        if isinstance(base.get(key), Mapping) and isinstance(own.get(key), Mapping):
            data[key] = {**base[key], **own[key]}
    if kind == "agent" and ("custom_tools" in base or "custom_tools" in own):
        data["custom_tools"] = _by_name([*_items(base.get("custom_tools")), *_items(own.get("custom_tools"))])
    data.pop("extends", None)
    return data


def _items(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list) else []


def _by_name(tools: list[Any]) -> list[Any]:
    """Tools of which a later one replaces an earlier one of the same name, in its place."""
    found: dict[str, Any] = {}
    for each in tools:
        found[str(each.get("name")) if isinstance(each, Mapping) else repr(each)] = each
    return list(found.values())
