"""Runs the checks, and only again where something has changed.

Results that depend on one entity are kept with the entity, which is a new object when its file changes. Results that depend on
others are kept as long as the public facts of all entities are unchanged: most changes concern one entity alone.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import cache, lru_cache

from refrakt_plan.checks.issue import PlanProblem
from refrakt_plan.checks.registry import Check, checks
from refrakt_plan.checks.unreadable import is_readable, unreadable_tag
from refrakt_plan.entity import Entity
from refrakt_plan.scanner.plan_scanner import Plan

_Ranked = tuple[int, PlanProblem]
_PublicFacts = tuple[Hashable, ...]
_KEPT = "issues of its own"
_KEPT_AMONG = "issues among others"


def issues(plan: Plan, lifecycle: bool = False) -> list[PlanProblem]:
    """All issues of a plan: check by check, and for each in the order of the entities."""
    found = list(plan.memoise("issues", lambda: _of_all(plan, lifecycle=False)))
    return [*found, *plan.memoise("lifecycle issues", lambda: _of_all(plan, lifecycle=True))] if lifecycle else found


def issues_of(plan: Plan, entity: Entity, lifecycle: bool = False) -> list[PlanProblem]:
    """The issues of one entity."""
    found = _of_one(plan, entity, lifecycle=False)
    if lifecycle:
        found += _of_one(plan, entity, lifecycle=True)
    return _in_order(found)


def _of_all(plan: Plan, *, lifecycle: bool) -> list[PlanProblem]:
    return _in_order(each for entity in plan.entities for each in _of_one(plan, entity, lifecycle=lifecycle))


def _in_order(found: Iterable[_Ranked]) -> list[PlanProblem]:
    return [issue for _, issue in sorted(found, key=lambda each: each[0])]


def _of_one(plan: Plan, entity: Entity, *, lifecycle: bool) -> list[_Ranked]:
    if lifecycle:
        return list(_among(plan, entity, lifecycle))
    facts = plan.memoise("public facts", lambda: _interned(tuple(each.public_facts for each in plan.entities)))
    kept = vars(entity)
    known_for, found = kept.get(_KEPT_AMONG, (None, []))
    if known_for is not facts:
        found = [*_own(entity), *_among(plan, entity, lifecycle)]
        kept[_KEPT_AMONG] = facts, found
    return list(found)


@lru_cache(maxsize=16)
def _interned(facts: _PublicFacts) -> _PublicFacts:
    """The same object for equal facts, so that a comparison by identity suffices."""
    return facts


def _among(plan: Plan, entity: Entity, lifecycle: bool) -> Iterator[_Ranked]:
    if is_readable(entity):
        for rank, look in _looks(entity.kind.name, lifecycle):
            for issue in look(entity, plan):
                yield rank, issue


def _own(entity: Entity) -> list[_Ranked]:
    # Issues refer to their entity, so they are kept in it, as by a `cached_property`: a table would keep both alive.
    kept = vars(entity)
    if _KEPT not in kept:
        kept[_KEPT] = list(_look(entity))
    made: list[_Ranked] = kept[_KEPT]
    return made


def _look(entity: Entity) -> Iterator[_Ranked]:
    for each in checks():
        # Of a tag that cannot be read nothing else is known.
        if each.alone and entity.kind.name in each.kinds and (is_readable(entity) or each.alone is unreadable_tag):
            yield from ((each.rank, issue) for issue in each.alone(entity))


@cache
def _looks(kind: str, lifecycle: bool) -> list[tuple[int, Callable[[Entity, Plan], Iterable[PlanProblem]]]]:
    """The checks that depend on other entities, for one type."""
    fitting: list[Check] = [each for each in checks() if kind in each.kinds and each.lifecycle == lifecycle]
    return [(each.rank, each.among) for each in fitting if each.among]
