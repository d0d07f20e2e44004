"""JSON from files and registries as plain data, and texts without halves of surrogate pairs.

JSON can contain half of a surrogate pair (`"\\ud800"`), which is not text: it cannot be encoded, and many clients refuse a whole
message with one, so that their call never ends. It becomes the replacement character, also in answers: the name of a folder or an
open buffer may contain one as well.
"""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn

_ESCAPED = re.compile(r"\\u[dD][89a-fA-F]")
_LONE = re.compile("[\ud800-\udfff]")
REPLACEMENT = "\N{REPLACEMENT CHARACTER}"


def parsed_json(data: bytes | str) -> Any:
    """The value of a JSON text in UTF-8. `ValueError` if it is not one."""
    text = data.decode("utf-8-sig") if isinstance(data, bytes) else data
    try:
        value = json.loads(text, parse_constant=_refuse_constant)
        return well_formed(value) if _ESCAPED.search(text) else value
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def well_formed(value: Any) -> Any:
    """The same data without halves of surrogate pairs."""
    if isinstance(value, str):
        return value if value.isascii() else _LONE.sub(REPLACEMENT, value)
    if isinstance(value, list):
        return [well_formed(each) for each in value]
    if isinstance(value, dict):
        return {well_formed(key): well_formed(each) for key, each in value.items()}
    return value


def is_well_formed(text: str) -> bool:
    """Whether a text has no half of a surrogate pair."""
    return text.isascii() or _LONE.search(text) is None


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")
