"""Shortens long answers without changing their shape: lists and texts get shorter, fields stay."""

from __future__ import annotations

import json
from typing import Any

Cuts = list[str]
"""Descriptions of what was cut."""


def size(value: Any) -> int:
    """The number of characters of a value as JSON."""
    return len(json.dumps(value, ensure_ascii=False, allow_nan=False))


def shortened(data: Any, limit: int, laid_out: int) -> tuple[Any, Cuts]:
    """The data shortened to at most `limit` characters in indented JSON; it has `laid_out` now."""
    cuts: Cuts = []
    if laid_out <= limit:
        return data, cuts
    return _cut(data, limit * size(data) // laid_out, "", cuts), cuts


def _cut(value: Any, limit: int, where: str, cuts: Cuts) -> Any:
    if isinstance(value, str):
        return cut_text(value, limit, where, cuts)
    if isinstance(value, list):
        return _cut_list(value, limit, where, cuts)
    if not isinstance(value, dict):
        return value
    sizes = {key: size(each) for key, each in value.items()}
    total, fair = sum(sizes.values()), limit // max(len(sizes), 1)
    result = dict(value)
    # The largest fields are cut first.
    for key in sorted(sizes, key=lambda each: sizes[each], reverse=True):
        if total <= limit or sizes[key] <= fair:
            break
        mine = max(limit - (total - sizes[key]), fair)
        result[key] = _cut(value[key], mine, f"{where}.{key}" if where else str(key), cuts)
        total += size(result[key]) - sizes[key]
    return result


def _cut_list(items: list[Any], limit: int, where: str, cuts: Cuts) -> list[Any]:
    result: list[Any] = []
    taken = 2
    for item in items:
        taken += size(item) + 2
        if taken > limit:
            break
        result.append(item)
    cuts.append(f"`{where}` has the first {len(result)} of {len(items)}")
    return result


def cut_text(text: str, limit: int, where: str, cuts: Cuts) -> str:
    cuts.append(f"{where} has the first {limit} of {len(text)} characters")
    return text[:limit] + "…"
