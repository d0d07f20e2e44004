"""Work without a milestone.

It does not appear in any milestone, so it is easily forgotten. Finished and abandoned work needs no milestone.
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt_plan.checks.issue import PlanProblem, ProblemType, name_of
from refrakt_plan.checks.problem_ranges import tag_name
from refrakt_plan.checks.registry import TASKS, check
from refrakt_plan.entity import Entity

NO_MILESTONE = ProblemType("no-milestone", "warning", "Unfinished work or an unfinished bug without a milestone.")


@check(140, NO_MILESTONE, of=TASKS)
def no_milestone(entity: Entity) -> Iterator[PlanProblem]:
    if not entity.attributes.get("milestone") and not entity.kind.is_terminal(entity.status):
        message = f"{name_of(entity)} has no milestone assigned"
        yield NO_MILESTONE.at(entity, tag_name(entity), message, "Add `milestone` with the name of one.")
