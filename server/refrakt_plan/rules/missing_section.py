"""A section that an entity with this status should have.

Ready work needs criteria, a confirmed bug needs steps to reproduce it, an accepted decision needs its context and the decision. The
fix adds the heading at its usual position; its content is for a person to write.

**Example**

```markdoc {% process=false %}
{% work id="WORK-001" status="ready" milestone="v1" %}
# Search
{% /work %}
```

**Use instead**

```markdoc {% process=false %}
{% work id="WORK-001" status="ready" milestone="v1" %}
# Search

## Acceptance Criteria

- [ ] It finds titles.
{% /work %}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.plugins import FileEdit, Problem, Span, Text, TextEdit, rule, safe_fix
from refrakt_plan.entity import Entity
from refrakt_plan.rules.problem_spans import line_end, tag_name
from refrakt_plan.vocabulary import EXPECTED_SECTIONS

_LAST = "Resolution"


@rule(
    "missing-section",
    "warning",
    "content",
    scope="plan",
    on=" ".join(f"entity:{name}" for name in EXPECTED_SECTIONS),
    fixable=True,
)
def missing_section(entity: Entity) -> Iterator[Problem]:
    statuses, expected = EXPECTED_SECTIONS[entity.kind.name]
    for section in expected if entity.status in statuses else ():
        if section not in entity.sections:
            message = f"{entity.name} (status: {entity.status}) has no {section} section"
            yield Problem(tag_name(entity), message, f"Add `## {section}`.", safe_fix(_added(entity, section)))


def _added(entity: Entity, section: str) -> list[TextEdit]:
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
    reread = read_entity(entity.file, entity.path, Text(changed))
    return [fix] if reread is not None and {*reread.sections} == {*entity.sections, section} else []


def _before(entity: Entity, section: str) -> int | None:
    """Where the first section begins that usually follows this one."""
    from refrakt_plan.scanner.fast_outline import outline_of

    order = list(entity.kind.sections)
    later = {*order[order.index(section) + 1 :]}
    outline = outline_of(entity.source)
    headings = outline.section_headings if outline else ()
    return next(
        (each.start for each in headings if each.text == _LAST or entity.kind.section(each.text) in later), None
    )
