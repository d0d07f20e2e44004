"""A problem of a plan: a `Problem` of one entity, found by a check."""

from __future__ import annotations

from dataclasses import dataclass

from refrakt.plugins import Fix, Problem, Severity, Span, TextEdit
from refrakt_plan.entity import Entity

_MOST_NAMED = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanProblem(Problem):
    """A problem of an entity, at a span of its file."""

    entity: Entity
    target: str | None = None
    """What else it is about: an id that no entity has, the file that has the same id."""


@dataclass(frozen=True, slots=True)
class ProblemType:
    """The declaration of a plan's problem. Its name is part of the public interface: scripts and comments use it."""

    name: str
    severity: Severity
    about: str
    """What it means, in a sentence."""
    fixable: bool = False
    """Whether its problems can have a fix; not each has one."""
    replaces: tuple[str, ...] = ()
    """Codes of refrakt's own problems at the same location that it explains better."""

    def at(
        self,
        entity: Entity,
        span: Span,
        message: str,
        suggestion: str | None = None,
        target: str | None = None,
        fix: tuple[TextEdit, ...] = (),
    ) -> PlanProblem:
        """A problem of this type in an entity's file."""
        return PlanProblem(
            span,
            message,
            suggestion,
            Fix(fix) if fix else None,
            severity=self.severity,
            code=self.name,
            replaces=self.replaces,
            entity=entity,
            target=target,
        )


def name_of(entity: Entity) -> str:
    """The name of an entity in messages."""
    return entity.id or entity.file


def named(entities: list[Entity]) -> str:
    """A few of these by name, with a verb: `WORK-1 and WORK-2 have`."""
    names = [name_of(each) for each in entities[:_MOST_NAMED]]
    more = len(entities) - len(names)
    names += [f"{more} more"] if more else []
    *most, last = names
    return f"{', '.join(most)} and {last} have" if most else f"{last} has"
