"""Numbers at the start of a text, read as JavaScript's `parseFloat` and `parseInt` do."""

from __future__ import annotations

import math
import re

_NUMBER = re.compile(r"\s*([+-]?(?:\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?))", re.ASCII)
_INTEGER = re.compile(r"\s*([+-]?\d{1,15})", re.ASCII)


def leading_number(text: str) -> float:
    """The number at the start of a text; NaN if there is none."""
    found = _NUMBER.match(text)
    return float(found[1]) if found else math.nan


def leading_integer(text: str) -> int | None:
    found = _INTEGER.match(text)
    return int(found[1]) if found else None
