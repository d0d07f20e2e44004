"""Which checks there are, and in which order they tell what they found."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from refrakt_plan.checks.issue import Issue, IssueType
from refrakt_plan.entity import Entity
from refrakt_plan.reading.scanner import Plan
from refrakt_plan.vocabulary import TYPES, EntityType

OfEntity = Callable[[Entity], Iterable[Issue]]
OfPlan = Callable[[Entity, Plan], Iterable[Issue]]
EVERY = tuple(TYPES.values())
TASKS = tuple(each for each in EVERY if each.is_task)


@dataclass(frozen=True, slots=True)
class Check:
    """A check. `about` is its section of the manual: the docstring of the module it stands in."""

    rank: int
    """Where it stands in the order; no two have the same."""
    types: tuple[IssueType, ...]
    kinds: frozenset[str]
    about: str
    lifecycle: bool = False
    """Whether it compares a status with what others have come to, which is only done when asked for."""
    alone: OfEntity | None = None
    """Looks at nothing but the entity, so that what it finds holds as long as the file stays as it is."""
    among: OfPlan | None = None
    """Looks at the entity among what the others show outward."""


_CHECKS: list[Check] = []


def check(rank: int, *types: IssueType, of: Iterable[EntityType] = EVERY) -> Callable[[OfEntity], OfEntity]:
    """Make a function a check that looks at nothing but the entity."""

    def register(look: OfEntity) -> OfEntity:
        about = sys.modules[look.__module__].__doc__ or ""
        _CHECKS.append(Check(rank, types, _names(of), about, alone=look))
        return look

    return register


def plan_check(
    rank: int, *types: IssueType, of: Iterable[EntityType] = EVERY, lifecycle: bool = False
) -> Callable[[OfPlan], OfPlan]:
    """Make a function a check that looks at an entity among all the others.

    Of the others it may look at what `Entity.outward` has, so that it need not run again for every change of one of them; with
    `lifecycle`, at everything.
    """

    def register(look: OfPlan) -> OfPlan:
        about = sys.modules[look.__module__].__doc__ or ""
        _CHECKS.append(Check(rank, types, _names(of), about, lifecycle, among=look))
        return look

    return register


def _names(kinds: Iterable[EntityType]) -> frozenset[str]:
    return frozenset(each.name for each in kinds)


@cache
def checks() -> tuple[Check, ...]:
    """Every check, in the order of their ranks."""
    for module in iter_modules([str(Path(__file__).parent)]):
        import_module(f"{__package__}.{module.name}")
    return tuple(sorted(_CHECKS, key=lambda each: each.rank))
