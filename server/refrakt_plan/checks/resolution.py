"""The resolution of finished work.

The section `Resolution` describes what was done and what to know later. It belongs to finished work; abandoned work may have one,
too. A second resolution is appended to the same section.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from refrakt.plugins import TextEdit
from refrakt_plan.checks.issue import PlanProblem, ProblemType, name_of
from refrakt_plan.checks.problem_ranges import LINE_END, line_at, line_end, tag_name
from refrakt_plan.checks.registry import TASKS, check
from refrakt_plan.entity import Entity

DONE_WITHOUT_RESOLUTION = ProblemType(
    "done-without-resolution", "info", "Finished work or a fixed bug without a resolution."
)
RESOLUTION_NOT_DONE = ProblemType("resolution-not-done", "warning", "A `Resolution` of unfinished work.")
MULTIPLE_RESOLUTIONS = ProblemType(
    "multiple-resolutions", "warning", "A second `Resolution`, which is ignored.", fixable=True
)
_HEADING = re.compile(r"(?:^|[\r\n])## +Resolution")


@check(160, DONE_WITHOUT_RESOLUTION, RESOLUTION_NOT_DONE, MULTIPLE_RESOLUTIONS, of=TASKS)
def resolution(entity: Entity) -> Iterator[PlanProblem]:
    name, section = name_of(entity), entity.resolution
    if section is None:
        if entity.category == "achieved":
            message = f"{name} is {entity.status} but has no Resolution section"
            yield DONE_WITHOUT_RESOLUTION.at(
                entity, tag_name(entity), message, "Describe under `## Resolution` what was done."
            )
        return
    if not entity.kind.is_terminal(entity.status):
        status = entity.status or "unknown"
        message = f"{name} has a Resolution section but is not done (status: {status})"
        place = line_at(entity.source, section.range.start)
        yield RESOLUTION_NOT_DONE.at(entity, place, message, "Set its status, or remove the section.")
    for start in _further(entity):
        place = line_at(entity.source, start)
        message = f"{name} has more than one Resolution section"
        # It is clear what belongs together only if one follows the other.
        fix = _joined(entity, start) if start == section.range.end else ()
        yield MULTIPLE_RESOLUTIONS.at(entity, place, message, "Merge them.", fix=fix)


def _further(entity: Entity) -> list[int]:
    """Where further resolutions begin. A search in the text excludes most entities without parsing."""
    if len(_HEADING.findall(entity.source, *entity.content.bounds)) < 2:
        return []
    from refrakt_plan.scanner.fast_outline import outline_of

    found = outline_of(entity.source)
    return [each.start for each in (found.section_headings if found else ()) if each.text == "Resolution"][1:]


def _joined(entity: Entity, start: int) -> tuple[TextEdit, ...]:
    """A thematic break in place of the heading. Directly below a paragraph it would make the paragraph a heading."""
    *_, above, _ = LINE_END.split(entity.source[:start])
    gap = line_end(entity.source) if above.strip() else ""
    return (TextEdit(line_at(entity.source, start), f"{gap}---"),)
