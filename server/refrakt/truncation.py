"""Shortens long answers without changing their shape: lists and texts get shorter, fields stay."""

from __future__ import annotations

import json
from typing import Any

from refrakt.compact_text import compact_text

Cuts = list[str]
"""Descriptions of what was cut."""
_SIGN = 160
"""Characters for the description of what was cut."""
_MOST_TRIES = 6
"""The length of a text is estimated from the length of the JSON."""


def size(value: Any) -> int:
    """The number of characters of a value as JSON."""
    return len(json.dumps(value, ensure_ascii=False, allow_nan=False))


def shortened(data: Any, limit: int, length: int) -> tuple[Any, Cuts]:
    """The data shortened to about `limit` characters of a form in which it has `length` now."""
    cuts: Cuts = []
    if length <= limit:
        return data, cuts
    return _cut(data, limit * size(data) // length, "", cuts), cuts


def marked(data: dict[str, Any], cuts: Cuts, rest: str) -> dict[str, Any]:
    """The data with a sign that something is missing, if so; `rest` says how to get it."""
    return {**data, "truncated": True, "cut": f"{'; '.join(cuts)}; {rest}"} if cuts else data


def short_answer(data: dict[str, Any], limit: int) -> dict[str, Any]:
    """An answer whose lists are shortened so that its text has at most `limit` characters. `detail: full` gives the rest."""
    room, length = limit - _SIGN, len(compact_text(data))
    if length <= limit:
        return data
    for _ in range(_MOST_TRIES):
        kept, cuts = shortened(data, room, length)
        answer = marked(kept, cuts, 'pass detail: "full" for everything')
        if len(compact_text(answer)) <= limit:
            return answer
        room = room * 9 // 10
    return answer


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
