"""The steps of a migration, and what it leaves for review."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from refrakt.plugins import WorkspaceEdit


class MigrationStep(NamedTuple):
    """The change of one file. Steps are independent of each other."""

    file: str
    report: Mapping[str, Any]
    """`id`, and the old and new values."""
    changes: WorkspaceEdit


class MigrationFailure(NamedTuple):
    """Why a file cannot be migrated."""

    file: str
    reason: str


@dataclass(frozen=True, slots=True)
class Migration:
    steps: Sequence[MigrationStep]
    skipped: Mapping[str, int]
    """The number of files that need no migration, by reason."""
    failures: Sequence[MigrationFailure] = ()
    lists: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    """Entries for review, by list name."""
