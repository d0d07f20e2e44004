"""Specs whose status is not true any more, going by their work.

Work and bugs name the specs they come from in `source`. When all of it is done the spec is at least `implemented`; while some of
it is open it is not; and what somebody works on is no draft. What was given up proves nothing, and neither does a spec without
work.
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt_plan.checks.issue import Issue, IssueType, name_of, named
from refrakt_plan.checks.places import value_of
from refrakt_plan.checks.registry import plan_check
from refrakt_plan.entity import Entity
from refrakt_plan.links import is_made, made_for
from refrakt_plan.reading.scanner import Plan
from refrakt_plan.vocabulary import BUILT, SPEC, STARTED

SPEC_STATUS_LAG = IssueType(
    "spec-status-lag", "warning", "A spec with all its work done that is not `implemented` yet."
)
SPEC_STATUS_AHEAD = IssueType(
    "spec-status-ahead", "warning", "A spec that is `implemented` or `shipped` while work for it is open."
)
SPEC_STARTED_IN_DRAFT = IssueType(
    "spec-started-in-draft", "info", "A spec that is still a draft, and somebody works on it."
)
_FIRST = next(iter(SPEC.statuses))


@plan_check(200, SPEC_STATUS_LAG, SPEC_STATUS_AHEAD, SPEC_STARTED_IN_DRAFT, of=[SPEC], lifecycle=True)
def spec_status(entity: Entity, plan: Plan) -> Iterator[Issue]:
    linked = made_for(plan, entity.id)
    status = entity.status or _FIRST
    if not linked or status not in SPEC.statuses or entity.standing == "retired":
        return
    place, name = value_of(entity, "status"), f"{name_of(entity)} is {status}"
    if status in BUILT:
        unfinished = [each for each in linked if not each.kind.is_terminal(each.status)]
        if unfinished:
            message = f"{name}, but {named(unfinished)} not ended"
            yield SPEC_STATUS_AHEAD.at(entity, place, message, "Finish the work, or set the status back.")
    elif is_made(plan, entity.id):
        yield SPEC_STATUS_LAG.at(entity, place, f"{name}, but all its work is done", f"Set its status to {BUILT[0]}.")
    if status == _FIRST:
        started = [each for each in linked if each.standing == "achieved" or each.status in STARTED]
        if started:
            message = f"{name}, but {named(started)} been started"
            yield SPEC_STARTED_IN_DRAFT.at(entity, place, message, "Agree on it, then go on.")
