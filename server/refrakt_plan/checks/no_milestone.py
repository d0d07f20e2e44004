"""Work that counts towards nothing.

Nobody who looks at a milestone sees it, so it is easily forgotten. What has ended, one way or the other, needs none.
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt_plan.checks.issue import Issue, IssueType, name_of
from refrakt_plan.checks.places import tag_name
from refrakt_plan.checks.registry import TASKS, check
from refrakt_plan.entity import Entity

NO_MILESTONE = IssueType("no-milestone", "warning", "Work or a bug that has not ended and has no milestone.")


@check(140, NO_MILESTONE, of=TASKS)
def no_milestone(entity: Entity) -> Iterator[Issue]:
    if not entity.attributes.get("milestone") and not entity.kind.is_terminal(entity.status):
        message = f"{name_of(entity)} has no milestone assigned"
        yield NO_MILESTONE.at(entity, tag_name(entity), message, "Add milestone with the name of one.")
