"""An id that another entity already has.

References and commands use the first entity with an id; the others cannot be reached.
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt_plan.checks.issue import PlanProblem, ProblemType
from refrakt_plan.checks.problem_ranges import value_of
from refrakt_plan.checks.registry import plan_check
from refrakt_plan.entity import Entity
from refrakt_plan.scanner.plan_scanner import Plan

DUPLICATE_ID = ProblemType("duplicate-id", "error", "An id that an earlier file also has.")


@plan_check(40, DUPLICATE_ID)
def duplicate_id(entity: Entity, plan: Plan) -> Iterator[PlanProblem]:
    first = plan.by_id.get(entity.id) if entity.id else None
    if first is not None and first is not entity:
        kind, key = entity.kind.name, entity.kind.key
        hint = f"; `refrakt plan next-id {kind}` shows the next one." if entity.kind.prefix else "."
        message = f"{first.file} already has the id {entity.id}"
        yield DUPLICATE_ID.at(entity, value_of(entity, key), message, f"Use another {key}{hint}", first.file)
