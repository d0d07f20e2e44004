"""A spec whose status does not match its work.

Work and bugs name their specs in `source`. If all of them are done, the spec is at least `implemented`; while some are open, it is
not; and a spec with started work is no longer a draft. Abandoned work, and a spec without work, prove nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt_plan.checks.issue import PlanProblem, ProblemType, name_of, named
from refrakt_plan.checks.problem_ranges import value_of
from refrakt_plan.checks.registry import plan_check
from refrakt_plan.entity import Entity
from refrakt_plan.entity_relations import implementing_tasks, is_implemented
from refrakt_plan.scanner.plan_scanner import Plan
from refrakt_plan.vocabulary import IMPLEMENTED_STATUSES, SPEC, STARTED_STATUSES

SPEC_STATUS_LAG = ProblemType(
    "spec-status-lag", "warning", "A spec with all its work done that is not `implemented` yet."
)
SPEC_STATUS_AHEAD = ProblemType(
    "spec-status-ahead", "warning", "A spec that is `implemented` or `shipped` while work for it is open."
)
SPEC_STARTED_IN_DRAFT = ProblemType("spec-started-in-draft", "info", "A draft spec with started work.")
_FIRST = next(iter(SPEC.statuses))


@plan_check(200, SPEC_STATUS_LAG, SPEC_STATUS_AHEAD, SPEC_STARTED_IN_DRAFT, of=[SPEC], lifecycle=True)
def spec_status(entity: Entity, plan: Plan) -> Iterator[PlanProblem]:
    linked = implementing_tasks(plan, entity.id)
    status = entity.status or _FIRST
    if not linked or status not in SPEC.statuses or entity.category == "retired":
        return
    place, name = value_of(entity, "status"), f"{name_of(entity)} is {status}"
    if status in IMPLEMENTED_STATUSES:
        unfinished = [each for each in linked if not each.kind.is_terminal(each.status)]
        if unfinished:
            message = f"{name}, but {named(unfinished)} not ended"
            yield SPEC_STATUS_AHEAD.at(entity, place, message, "Finish the work, or reset the status.")
    elif is_implemented(plan, entity.id):
        suggestion = f"Set its status to `{IMPLEMENTED_STATUSES[0]}`."
        yield SPEC_STATUS_LAG.at(entity, place, f"{name}, but all its work is done", suggestion)
    if status == _FIRST:
        started = [each for each in linked if each.category == "achieved" or each.status in STARTED_STATUSES]
        if started:
            message = f"{name}, but {named(started)} been started"
            yield SPEC_STARTED_IN_DRAFT.at(entity, place, message, "Accept the spec first.")
