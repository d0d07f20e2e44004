"""An issue: something in a plan that somebody should look at, and where it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from refrakt.plugins import Range, Replacement
from refrakt_plan.entity import Entity

Severity = Literal["error", "warning", "info"]
_MOST_NAMED = 3


@dataclass(frozen=True, slots=True)
class Issue:
    """One thing that is wrong with one entity."""

    type: str
    severity: Severity
    entity: Entity
    place: Range
    """In the entity's file."""
    message: str
    target: str | None = None
    """What else it is about: an id that nobody has, the file that had the id first."""
    fix: tuple[Replacement, ...] = ()
    """Changes of the same file that mend it; none where only a person can."""
    suggestion: str | None = None
    """What to do, in a sentence."""
    instead_of: tuple[str, ...] = ()
    """Codes of problems that refrakt itself may find at this place, and that say the same."""


@dataclass(frozen=True, slots=True)
class IssueType:
    """A kind of issue. Its name is a promise: scripts and comments rely on it."""

    name: str
    severity: Severity
    about: str
    """What it means, in a sentence."""
    fixable: bool = False
    """Whether there is a fix (not in every case)."""
    instead_of: tuple[str, ...] = ()

    def at(
        self,
        entity: Entity,
        place: Range,
        message: str,
        suggestion: str | None = None,
        target: str | None = None,
        fix: tuple[Replacement, ...] = (),
    ) -> Issue:
        """An issue of this type at a place."""
        return Issue(self.name, self.severity, entity, place, message, target, fix, suggestion, self.instead_of)


def name_of(entity: Entity) -> str:
    """What messages call an entity."""
    return entity.id or entity.file


def named(entities: list[Entity]) -> str:
    """A few of these by name, and the verb that goes with them: `WORK-1 and WORK-2 have`."""
    names = [name_of(each) for each in entities[:_MOST_NAMED]]
    more = len(entities) - len(names)
    names += [f"{more} more"] if more else []
    *most, last = names
    return f"{', '.join(most)} and {last} have" if most else f"{last} has"
