"""The registry of checks and their order."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from refrakt_plan.checks.issue import PlanProblem, ProblemType
from refrakt_plan.entity import Entity
from refrakt_plan.scanner.plan_scanner import Plan
from refrakt_plan.vocabulary import TYPES, EntityType

OfEntity = Callable[[Entity], Iterable[PlanProblem]]
OfPlan = Callable[[Entity, Plan], Iterable[PlanProblem]]
EVERY = tuple(TYPES.values())
TASKS = tuple(each for each in EVERY if each.is_task)


@dataclass(frozen=True, slots=True)
class Check:
    """A check. `about` is its section of the manual: the docstring of its module."""

    rank: int
    """Its position in the order; unique."""
    types: tuple[ProblemType, ...]
    kinds: frozenset[str]
    about: str
    lifecycle: bool = False
    """Whether it compares a status with those of other entities, which is optional."""
    alone: OfEntity | None = None
    """Depends on the entity alone, so its result is valid as long as the file is unchanged."""
    among: OfPlan | None = None
    """Depends on the entity and the public facts of others."""


_CHECKS: list[Check] = []


def check(rank: int, *types: ProblemType, of: Iterable[EntityType] = EVERY) -> Callable[[OfEntity], OfEntity]:
    """Register a check that depends on the entity alone."""

    def register(look: OfEntity) -> OfEntity:
        about = sys.modules[look.__module__].__doc__ or ""
        _CHECKS.append(Check(rank, types, _names(of), about, alone=look))
        return look

    return register


def plan_check(
    rank: int, *types: ProblemType, of: Iterable[EntityType] = EVERY, lifecycle: bool = False
) -> Callable[[OfPlan], OfPlan]:
    """Register a check that depends on an entity and others.

    Of the others it may only use `Entity.public_facts`, so that it need not run again for every change of one of them; with
    `lifecycle`, everything.
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
    """Every check, by rank."""
    for module in iter_modules([str(Path(__file__).parent)]):
        import_module(f"{__package__}.{module.name}")
    return tuple(sorted(_CHECKS, key=lambda each: each.rank))
