"""What a rule finds, and the words it is written in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from refrakt.markdoc.tree import Span

Severity = Literal["error", "warning", "info", "hint"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "info", "hint")


class Edit(NamedTuple):
    """A replacement of one stretch of text."""

    span: Span
    new: str


@dataclass(frozen=True, slots=True)
class Found:
    """What a rule yields: where, what, and if possible how to mend it."""

    span: Span
    message: str
    suggestion: str | None = None
    """A sentence on what to do."""
    fix: Sequence[Edit] = ()
    """Edits that do it."""
    severity: Severity | None = None
    """Where the case is milder or worse than the rule's usual one."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A problem on a page, as everybody is told of it."""

    code: str
    severity: Severity
    span: Span
    message: str
    suggestion: str | None = None
    fix: tuple[Edit, ...] = ()
