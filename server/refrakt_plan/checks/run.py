"""Running the checks, and not running them again where nothing has changed.

What follows from an entity alone is kept with the entity, which is a new object as soon as its file has changed. What follows
from it among the others is kept, too, for as long as these show the same outward: most changes concern one entity alone.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import cache, lru_cache

from refrakt_plan.checks.issue import Issue
from refrakt_plan.checks.registry import Check, checks
from refrakt_plan.checks.unreadable import is_readable, unreadable_tag
from refrakt_plan.entity import Entity
from refrakt_plan.reading.scanner import Plan

_Ranked = tuple[int, Issue]
_Outward = tuple[Hashable, ...]
_KEPT = "issues of its own"
_KEPT_AMONG = "issues among others"


def issues(plan: Plan, lifecycle: bool = False) -> list[Issue]:
    """All issues of a plan: check by check, and for each in the order of the entities."""
    found = list(plan.once("issues", lambda: _of_all(plan, lifecycle=False)))
    return [*found, *plan.once("lifecycle issues", lambda: _of_all(plan, lifecycle=True))] if lifecycle else found


def issues_of(plan: Plan, entity: Entity, lifecycle: bool = False) -> list[Issue]:
    """The issues of one entity."""
    found = _of_one(plan, entity, lifecycle=False)
    if lifecycle:
        found += _of_one(plan, entity, lifecycle=True)
    return _in_order(found)


def _of_all(plan: Plan, *, lifecycle: bool) -> list[Issue]:
    return _in_order(each for entity in plan.entities for each in _of_one(plan, entity, lifecycle=lifecycle))


def _in_order(found: Iterable[_Ranked]) -> list[Issue]:
    return [issue for _, issue in sorted(found, key=lambda each: each[0])]


def _of_one(plan: Plan, entity: Entity, *, lifecycle: bool) -> list[_Ranked]:
    if lifecycle:
        return list(_among(plan, entity, lifecycle))
    outward = plan.once("outward", lambda: _one_of_equals(tuple(each.outward for each in plan.entities)))
    kept = vars(entity)
    seen, found = kept.get(_KEPT_AMONG, (None, []))
    if seen is not outward:
        found = [*_own(entity), *_among(plan, entity, lifecycle)]
        kept[_KEPT_AMONG] = outward, found
    return list(found)


@lru_cache(maxsize=16)
def _one_of_equals(outward: _Outward) -> _Outward:
    """The same object for what is equal, so that telling two apart takes no time."""
    return outward


def _among(plan: Plan, entity: Entity, lifecycle: bool) -> Iterator[_Ranked]:
    if is_readable(entity):
        for rank, look in _looks(entity.kind.name, lifecycle):
            for issue in look(entity, plan):
                yield rank, issue


def _own(entity: Entity) -> list[_Ranked]:
    # Issues know their entity, so they are kept in it, as a `cached_property` would be: in a table they would hold it for ever.
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
def _looks(kind: str, lifecycle: bool) -> list[tuple[int, Callable[[Entity, Plan], Iterable[Issue]]]]:
    """The checks that look around, for entities of one type."""
    fitting: list[Check] = [each for each in checks() if kind in each.kinds and each.lifecycle == lifecycle]
    return [(each.rank, each.among) for each in fitting if each.among]
