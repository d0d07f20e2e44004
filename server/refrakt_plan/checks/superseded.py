"""Work that was superseded, and by what.

Somebody who finds superseded work wants to go on to what took its place. Either one may say it: the new one `supersedes` the
old one, or the old one names the new one.
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt_plan.checks.issue import Issue, IssueType, name_of
from refrakt_plan.checks.names import meant_id
from refrakt_plan.checks.places import value_of, with_value
from refrakt_plan.checks.registry import plan_check
from refrakt_plan.entity import Entity
from refrakt_plan.links import replaced
from refrakt_plan.reading.scanner import Plan
from refrakt_plan.vocabulary import WORK

SUPERSEDED_WITHOUT_TARGET = IssueType(
    "superseded-without-target", "warning", "Work that is `superseded`, and nothing tells by what."
)
BROKEN_SUPERSEDES = IssueType(
    "broken-supersedes",
    "warning",
    "A `supersedes` with an id that nothing in the plan has.",
    fixable=True,
    instead_of=("unresolved-xref",),
)


@plan_check(90, SUPERSEDED_WITHOUT_TARGET, BROKEN_SUPERSEDES, of=[WORK])
def superseded(entity: Entity, plan: Plan) -> Iterator[Issue]:
    other = entity.attributes.get("supersedes")
    if entity.status == "superseded" and not other and entity.id not in replaced(plan):
        message = f"{name_of(entity)} is superseded but nothing tells by what"
        place = value_of(entity, "status")
        yield SUPERSEDED_WITHOUT_TARGET.at(entity, place, message, "Add supersedes with the id of the other work.")
    if not other or other in plan.by_id:
        return
    place, meant = value_of(entity, "supersedes"), meant_id(plan, other)
    message = f"{name_of(entity)} supersedes {other}, which does not exist"
    if meant is None:
        yield BROKEN_SUPERSEDES.at(entity, place, message, "Write another id, or remove it.", other)
    else:
        fix = with_value(entity, "supersedes", meant)
        yield BROKEN_SUPERSEDES.at(entity, place, f"{message}; did you mean {meant}?", f"Write {meant}.", other, fix)
