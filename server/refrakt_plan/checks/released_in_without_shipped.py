"""A spec with a release that is not shipped.

The opposite of `shipped-without-release`. A spec that was superseded or deprecated later keeps its release.
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt_plan.checks.issue import PlanProblem, ProblemType, name_of
from refrakt_plan.checks.problem_ranges import tag_name, value_of
from refrakt_plan.checks.registry import plan_check
from refrakt_plan.entity import Entity
from refrakt_plan.scanner.plan_scanner import Plan
from refrakt_plan.vocabulary import SPEC

RELEASED_IN_WITHOUT_SHIPPED = ProblemType(
    "released-in-without-shipped", "warning", "A spec with `released-in` that is not `shipped`."
)


@plan_check(210, RELEASED_IN_WITHOUT_SHIPPED, of=[SPEC], lifecycle=True)
def released_in_without_shipped(entity: Entity, _plan: Plan) -> Iterator[PlanProblem]:
    version = entity.attributes.get("released-in")
    if version and entity.status != "shipped" and entity.category != "retired":
        place = value_of(entity, "status") if entity.status else tag_name(entity)
        message = f"{name_of(entity)} is released in {version}, but its status is {entity.status or 'unknown'}"
        yield RELEASED_IN_WITHOUT_SHIPPED.at(
            entity, place, message, "Set its status to `shipped`, or remove `released-in`."
        )
