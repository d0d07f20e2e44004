"""Names of runes and their fields: `BentoCell` in theme configs, `bento-cell` in rendered pages."""

from __future__ import annotations

import re
from functools import lru_cache

_WORD_START = re.compile(r"([a-z])([A-Z])")
_ACRONYM_END = re.compile(r"([A-Z])([A-Z][a-z])")
_CAPITAL = re.compile(r"([A-Z])")


@lru_cache(maxsize=4096)
def kebab_case(name: str) -> str:
    """`BentoCell` or `bentoCell` as `bento-cell`; `HTMLBlock` as `html-block`."""
    return _ACRONYM_END.sub(r"\1-\2", _WORD_START.sub(r"\1-\2", name)).lower()


@lru_cache(maxsize=4096)
def pascal_case(name: str) -> str:
    """`bento-cell` as `BentoCell`."""
    return "".join(word[:1].upper() + word[1:] for word in name.split("-"))


@lru_cache(maxsize=4096)
def data_attribute(modifier: str) -> str:
    """The data attribute of a modifier: `hintType` is `data-hint-type`. Every capital letter starts a word."""
    return "data-" + _CAPITAL.sub(r"-\1", modifier).lower()
