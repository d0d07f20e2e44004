"""A section that should be there by now.

Work that somebody may start on says when it is done, a bug that is confirmed says how to see it, a decision that is accepted says
why and what. The fix adds the heading where it usually stands; what belongs under it is for a person to write.
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.plugins import FileEdit, Range, Replacement, Text
from refrakt_plan.checks.issue import Issue, IssueType, name_of
from refrakt_plan.checks.places import line_end, tag_name
from refrakt_plan.checks.registry import check
from refrakt_plan.entity import Entity
from refrakt_plan.vocabulary import EXPECTED_SECTIONS, TYPES

MISSING_SECTION = IssueType(
    "missing-section", "warning", "A section that an entity with this status should have.", fixable=True
)
_LAST = "Resolution"


@check(130, MISSING_SECTION, of=[TYPES[name] for name in EXPECTED_SECTIONS])
def missing_section(entity: Entity) -> Iterator[Issue]:
    statuses, expected = EXPECTED_SECTIONS[entity.kind.name]
    if entity.status not in statuses:
        return
    for section in expected:
        if section not in entity.sections:
            message = f"{name_of(entity)} (status: {entity.status}) has no {section} section"
            fix = _added(entity, section)
            yield MISSING_SECTION.at(entity, tag_name(entity), message, f"Add `## {section}`.", fix=fix)


def _added(entity: Entity, section: str) -> tuple[Replacement, ...]:
    """The heading before those that usually follow it, else at the end; nothing where it would not be read as one."""
    from refrakt_plan.reading.page import read_entity

    end = line_end(entity.source)
    at = _before(entity, section)
    if at is not None:
        fix = Replacement(Range(at, at), f"## {section}{end}{end}")
    else:
        content = entity.source[slice(*entity.content)]
        at = entity.content.start + len(content.rstrip())
        closes_here = entity.content.end < len(entity.source) and not content[len(content.rstrip()) :].strip(" \t")
        fix = Replacement(Range(at, at), f"{end}{end}## {section}{end if closes_here else ''}")
    changed = FileEdit(entity.file, entity.source, (fix,)).changed
    found = read_entity(entity.file, entity.path, Text(changed))
    return (fix,) if found is not None and {*found.sections} == {*entity.sections, section} else ()


def _before(entity: Entity, section: str) -> int | None:
    """Where the first section begins that usually stands after this one."""
    from refrakt_plan.reading.outline import outline
    from refrakt_plan.reading.skim import skim

    order = list(entity.kind.sections)
    later = {*order[order.index(section) + 1 :]}
    found = skim(entity.source) or outline(entity.source)
    direct = (each for each in (found.headings if found else ()) if each.direct and each.level == 2)
    return next((each.start for each in direct if each.text == _LAST or entity.kind.section(each.text) in later), None)
