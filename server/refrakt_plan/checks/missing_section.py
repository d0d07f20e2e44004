"""A section that the status requires.

Ready work needs criteria, a confirmed bug needs steps to reproduce it, an accepted decision needs its context and the decision. The
fix adds the heading at its usual position; its content is for a person to write.
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.plugins import FileEdit, Span, Text, TextEdit
from refrakt_plan.checks.issue import PlanProblem, ProblemType, name_of
from refrakt_plan.checks.problem_ranges import line_end, tag_name
from refrakt_plan.checks.registry import check
from refrakt_plan.entity import Entity
from refrakt_plan.vocabulary import EXPECTED_SECTIONS, TYPES

MISSING_SECTION = ProblemType(
    "missing-section", "warning", "A section that an entity with this status should have.", fixable=True
)
_LAST = "Resolution"


@check(130, MISSING_SECTION, of=[TYPES[name] for name in EXPECTED_SECTIONS])
def missing_section(entity: Entity) -> Iterator[PlanProblem]:
    statuses, expected = EXPECTED_SECTIONS[entity.kind.name]
    if entity.status not in statuses:
        return
    for section in expected:
        if section not in entity.sections:
            message = f"{name_of(entity)} (status: {entity.status}) has no {section} section"
            fix = _added(entity, section)
            yield MISSING_SECTION.at(entity, tag_name(entity), message, f"Add `## {section}`.", fix=fix)


def _added(entity: Entity, section: str) -> tuple[TextEdit, ...]:
    """The heading before the sections that usually follow it, otherwise at the end; nothing if it would not be read."""
    from refrakt_plan.scanner.entity_reader import read_entity

    end = line_end(entity.source)
    at = _before(entity, section)
    if at is not None:
        fix = TextEdit(Span(at, at), f"## {section}{end}{end}")
    else:
        content = entity.source[slice(*entity.content.bounds)]
        at = entity.content.start + len(content.rstrip())
        closes_here = entity.content.end < len(entity.source) and not content[len(content.rstrip()) :].strip(" \t")
        fix = TextEdit(Span(at, at), f"{end}{end}## {section}{end if closes_here else ''}")
    changed = FileEdit(entity.file, entity.source, (fix,)).changed
    found = read_entity(entity.file, entity.path, Text(changed))
    return (fix,) if found is not None and {*found.sections} == {*entity.sections, section} else ()


def _before(entity: Entity, section: str) -> int | None:
    """Where the first section begins that usually follows this one."""
    from refrakt_plan.scanner.fast_outline import outline_of

    order = list(entity.kind.sections)
    later = {*order[order.index(section) + 1 :]}
    found = outline_of(entity.source)
    headings = found.section_headings if found else ()
    return next(
        (each.start for each in headings if each.text == _LAST or entity.kind.section(each.text) in later), None
    )
