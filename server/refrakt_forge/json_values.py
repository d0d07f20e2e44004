"""JSON from files and registries as plain data, and texts without halves of surrogate pairs.

JSON can contain half of a surrogate pair (`"\\ud800"`), which is not text: it cannot be encoded, and many clients refuse a whole
message with one, so that their call never ends. It becomes the replacement character, also in answers: the name of a folder or an
open buffer may contain one as well.
"""

from __future__ import annotations

import json
import re
from math import isinf
from typing import Any, NoReturn

from refrakt_forge.limits import NESTING

_ESCAPED = re.compile(r"\\u[dD][89a-fA-F]")
_LONE = re.compile("[\ud800-\udfff]")
_TOO_DEEP = f"it nests deeper than {NESTING} levels"
REPLACEMENT = "\N{REPLACEMENT CHARACTER}"


def parsed_json(data: bytes | str) -> Any:
    """The value of a JSON text in UTF-8. `ValueError` says why it is not one that can be used, and repeats nothing of it."""
    try:
        text = data.decode("utf-8-sig") if isinstance(data, bytes) else data
        value = json.loads(text, parse_constant=_refuse_constant, parse_float=_finite)
    except RecursionError:
        raise ValueError(_TOO_DEEP) from None
    except ValueError:
        raise ValueError("it is not JSON") from None
    _refuse_nesting(value)
    return well_formed(value) if _ESCAPED.search(text) else value


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


def _refuse_nesting(value: Any) -> None:
    """What reads or writes values calls itself for each level, so a deep one would end in an exception there."""
    level = [value] if isinstance(value, dict | list) else []
    for _ in range(NESTING):
        inner = (each.values() if isinstance(each, dict) else each for each in level)
        level = [part for parts in inner for part in parts if isinstance(part, dict | list)]
        if not level:
            return
    raise ValueError(_TOO_DEEP)


def _finite(text: str) -> float:
    number = float(text)
    if isinf(number):
        raise ValueError("JSON has no infinite numbers")
    return number


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")
