"""How work ended, told once and at the end.

The section `Resolution` says what was done and what the next person should know. It belongs to what has ended; what was dropped
may have one, too. Whoever resolves something a second time adds to the section instead of making another.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from refrakt.plugins import Replacement
from refrakt_plan.checks.issue import Issue, IssueType, name_of
from refrakt_plan.checks.places import LINE_END, line_at, line_end, tag_name
from refrakt_plan.checks.registry import TASKS, check
from refrakt_plan.entity import Entity

DONE_WITHOUT_RESOLUTION = IssueType(
    "done-without-resolution", "info", "Work or a bug that is done and does not say what was done."
)
RESOLUTION_NOT_DONE = IssueType("resolution-not-done", "warning", "A `Resolution` of something that has not ended.")
MULTIPLE_RESOLUTIONS = IssueType(
    "multiple-resolutions", "warning", "A second `Resolution`, which nobody reads.", fixable=True
)
_HEADING = re.compile(r"(?:^|[\r\n])## +Resolution")


@check(160, DONE_WITHOUT_RESOLUTION, RESOLUTION_NOT_DONE, MULTIPLE_RESOLUTIONS, of=TASKS)
def resolution(entity: Entity) -> Iterator[Issue]:
    name, told = name_of(entity), entity.resolution
    if told is None:
        if entity.standing == "achieved":
            message = f"{name} is {entity.status} but has no Resolution section"
            yield DONE_WITHOUT_RESOLUTION.at(
                entity, tag_name(entity), message, "Say under `## Resolution` what was done."
            )
        return
    if not entity.kind.is_terminal(entity.status):
        status = entity.status or "unknown"
        message = f"{name} has a Resolution section but is not done (status: {status})"
        place = line_at(entity.source, told.place.start)
        yield RESOLUTION_NOT_DONE.at(entity, place, message, "Set its status, or remove the section.")
    for start in _further(entity):
        place = line_at(entity.source, start)
        message = f"{name} has more than one Resolution section"
        # Only where one follows the other is it clear what belongs together.
        fix = _joined(entity, start) if start == told.place.end else ()
        yield MULTIPLE_RESOLUTIONS.at(entity, place, message, "Make one of them.", fix=fix)


def _further(entity: Entity) -> list[int]:
    """Where further resolutions begin. The text tells most entities that they have none."""
    if len(_HEADING.findall(entity.source, *entity.content)) < 2:
        return []
    from refrakt_plan.reading.outline import outline
    from refrakt_plan.reading.skim import skim

    found = skim(entity.source) or outline(entity.source)
    headings = found.headings if found else ()
    return [each.start for each in headings if each.direct and each.level == 2 and each.text == "Resolution"][1:]


def _joined(entity: Entity, start: int) -> tuple[Replacement, ...]:
    """A line across in the place of the heading. Right below a paragraph such a line would make it a heading itself."""
    *_, above, _ = LINE_END.split(entity.source[:start])
    gap = line_end(entity.source) if above.strip() else ""
    return (Replacement(line_at(entity.source, start), f"{gap}---"),)
