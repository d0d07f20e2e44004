"""What a migration would do, and what it leaves to a person."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from refrakt.plugins import Changes


class Step(NamedTuple):
    """What is done to one file. One that cannot be done keeps none of the others from being done."""

    file: str
    told: Mapping[str, Any]
    """How it is told: `id`, and what becomes of what."""
    changes: Changes


class Trouble(NamedTuple):
    """Why a file is left as it is, though it should not be."""

    file: str
    reason: str


@dataclass(frozen=True, slots=True)
class Migration:
    steps: Sequence[Step]
    skipped: Mapping[str, int]
    """How many have no need of it, and why."""
    troubles: Sequence[Trouble] = ()
    lists: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    """What else somebody should look at, by names."""
