"""Shipped specs and their release.

The release of a spec is what a reader wants to know later. So `shipped` requires `released-in`, with a version like `v1.2.0`.
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt_plan.checks.issue import PlanProblem, ProblemType, name_of
from refrakt_plan.checks.problem_ranges import value_of, with_value
from refrakt_plan.checks.registry import check
from refrakt_plan.entity import Entity
from refrakt_plan.vocabulary import RELEASE, SPEC

SHIPPED_WITHOUT_RELEASE = ProblemType("shipped-without-release", "error", "A `shipped` spec without a release.")
INVALID_RELEASED_IN = ProblemType(
    "invalid-released-in", "error", "A `released-in` that is not a version.", fixable=True
)


@check(80, SHIPPED_WITHOUT_RELEASE, INVALID_RELEASED_IN, of=[SPEC])
def release(entity: Entity) -> Iterator[PlanProblem]:
    version = entity.attributes.get("released-in")
    if version and not RELEASE.fullmatch(version):
        place, message = (
            value_of(entity, "released-in"),
            f'{name_of(entity)} is released in "{version}", which is not a version',
        )
        stripped = version.strip()
        if RELEASE.fullmatch(stripped):
            fix = with_value(entity, "released-in", stripped)
            yield INVALID_RELEASED_IN.at(entity, place, message, f"Replace with {stripped}.", fix=fix)
        else:
            yield INVALID_RELEASED_IN.at(entity, place, message, "Use a version like v1.2.0.")
    if not version and entity.status == "shipped":
        message = f"{name_of(entity)} is shipped but has no release"
        yield SHIPPED_WITHOUT_RELEASE.at(entity, value_of(entity, "status"), message, 'Add released-in="v…".')
