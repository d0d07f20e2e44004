"""Values of the configuration by a path of keys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def config_value(data: Mapping[str, Any], key: str) -> tuple[Any, bool]:
    """The value at a dotted path, and whether it exists. Numbers are indices of lists."""
    value: Any = data
    for step in key.split("."):
        if isinstance(value, Mapping) and step in value:
            value = value[step]
        elif isinstance(value, list) and step.isascii() and step.isdigit() and len(step) < 6 and int(step) < len(value):
            value = value[int(step)]
        else:
            return None, False
    return value, True
