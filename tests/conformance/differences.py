"""Where ours is different on purpose, with the reason for each. docs/markdoc-differences.md tells it to people.

A recorded case is named; a generated document is recognised by what it holds. Anything else that differs is a bug.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple


class Known(NamedTuple):
    """One recorded case whose `keys` may differ."""

    case: str
    keys: tuple[str, ...]
    reason: str


KNOWN: tuple[Known, ...] = ()


def excused(case: str) -> frozenset[str]:
    """The parts of a recorded case that need not be equal."""
    return frozenset(key for known in KNOWN if known.case == case for key in known.keys)


def is_known(request: Mapping[str, Any], theirs: Mapping[str, Any]) -> bool:
    """Whether a generated document meets one of the deliberate differences."""
    return False
