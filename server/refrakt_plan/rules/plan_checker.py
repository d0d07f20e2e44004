"""Runs the rules of a plan, and only again where something has changed.

A rule runs on `entity`, an entity alone, on `plan`, an entity with the plan, or on `unreadable`, an entity whose tag cannot be
read; `plan:work` restricts it to a type. Problems of an entity alone are kept with the entity, which is a new object when its file
changes. Rules on `plan` may use only the `public_facts` of other entities, and their problems are kept as long as those of all
entities are unchanged: most changes concern one entity alone. Rules of the category `lifecycle` are optional, may use everything,
and their problems are not kept.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from functools import cache, lru_cache

from refrakt.plugins import SEVERITIES, Problem, Rule, by_subject, load_rules
from refrakt_plan.entity import Entity
from refrakt_plan.rules.unreadable_tag import is_readable
from refrakt_plan.scanner.plan_scanner import Plan

EntityProblem = tuple[Entity, Problem]
_PublicFacts = tuple[Hashable, ...]
_IDENTITY = frozenset({"missing-id", "invalid-id", "filename-id-mismatch"})
"""Problems of the id of an entity."""
_ALONE = "problems alone"
_IN_PLAN = "problems in a plan"


@cache
def plan_rules() -> Mapping[str, Rule]:
    """The rules by their codes."""
    return load_rules(__package__ or "", "plan")


def plan_problems(plan: Plan, lifecycle: bool = False) -> list[EntityProblem]:
    """The problems of all entities by severity and code, then in the order of the entities; lifecycle problems come last."""
    found = list(plan.memoise("problems", lambda: _of_all(plan, lifecycle=False)))
    return found + plan.memoise("lifecycle problems", lambda: _of_all(plan, lifecycle=True)) if lifecycle else found


def entity_problems(plan: Plan, entity: Entity, lifecycle: bool = False) -> list[Problem]:
    """The problems of one entity, in the same order."""
    found = sorted(_of_one(plan, entity), key=_order)
    return found + sorted(_lifecycle(plan, entity), key=_order) if lifecycle else found


def _of_all(plan: Plan, *, lifecycle: bool) -> list[EntityProblem]:
    run = _lifecycle if lifecycle else _of_one
    found = ((entity, each) for entity in plan.entities for each in run(plan, entity))
    return sorted(found, key=lambda each: _order(each[1]))


def _order(problem: Problem) -> tuple[int, str]:
    return SEVERITIES.index(problem.severity), problem.code


def _of_one(plan: Plan, entity: Entity) -> Iterable[Problem]:
    facts = plan.memoise("public facts", lambda: _interned(tuple(each.public_facts for each in plan.entities)))
    # Kept in the entity, as by a `cached_property`, and freed with it.
    kept = vars(entity)
    found: tuple[Problem, ...]
    kept_for, found = kept.get(_IN_PLAN, (None, ()))
    if kept_for is not facts:
        if _ALONE not in kept:
            subject = "entity" if is_readable(entity) else "unreadable"
            kept[_ALONE] = [each for rule in _rules(subject, entity.kind.name) for each in rule.problems(entity)]
        found = tuple(_root_causes([*kept[_ALONE], *_in_plan(plan, entity, lifecycle=False)]))
        kept[_IN_PLAN] = facts, found
    return found


def _root_causes(found: list[Problem]) -> list[Problem]:
    """Without what follows from a wrong id or type: until it is right, it is not known which rules apply."""
    if any(each.code == "type-mismatch" for each in found):
        return [each for each in found if each.code == "type-mismatch"]
    wrong = {id(each) for each in found if each.code in _IDENTITY and (each.fix or each.code == "missing-id")}
    return [each for each in found if id(each) in wrong or each.severity == "error"] if wrong else found


@lru_cache(maxsize=16)
def _interned(facts: _PublicFacts) -> _PublicFacts:
    """The same object for equal facts, so that a comparison by identity suffices."""
    return facts


def _lifecycle(plan: Plan, entity: Entity) -> Iterator[Problem]:
    return _in_plan(plan, entity, lifecycle=True)


def _in_plan(plan: Plan, entity: Entity, *, lifecycle: bool) -> Iterator[Problem]:
    if is_readable(entity):
        for rule in _rules("plan", entity.kind.name, lifecycle):
            yield from rule.problems(entity, plan)


@cache
def _rules(subject: str, kind: str, lifecycle: bool = False) -> tuple[Rule, ...]:
    """The rules on a subject for one type."""
    rules = by_subject((each for each in plan_rules().values() if (each.category == "lifecycle") == lifecycle), subject)
    return (*rules.get("", ()), *rules.get(kind, ()))
