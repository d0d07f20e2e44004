"""JSON with comments and trailing commas, the format of tsconfig.json."""

from __future__ import annotations

import json
import re
from typing import Any

_COMMENT = re.compile(r'("(?:\\.|[^"\\])*")|//[^\n]*|/\*.*?\*/', re.DOTALL)
_TRAILING_COMMA = re.compile(r'("(?:\\.|[^"\\])*")|,(?=\s*[}\]])', re.DOTALL)


def parse_json(source: bytes, comments: bool = False) -> Any:
    """Parse JSON. Raises `ValueError`, also for values that are nested too deep."""
    text = source.decode("utf-8-sig")
    if comments:
        text = _COMMENT.sub(lambda found: found[1] or " ", text)
        text = _TRAILING_COMMA.sub(lambda found: found[1] or "", text)
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("nested too deep") from None
