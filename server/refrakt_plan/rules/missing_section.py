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

from refrakt.plugins import FileEdit, Fix, Problem, Span, Text, TextEdit, rule
from refrakt_plan.entity import Entity
from refrakt_plan.rules.problem_spans import line_end, tag_name
from refrakt_plan.vocabulary import EXPECTED_SECTIONS

_LAST = "Resolution"
_MARKUP = "{[<"
"""What begins an annotation, in a right or a damaged form."""


@rule(
    "missing-section",
    "warning",
    "content",
    scope="plan",
    on=" ".join(f"entity:{name}" for name in EXPECTED_SECTIONS),
    fixable=True,
    replaces="unknown-section heading-level-fixed heading-without-space",
)
def missing_section(entity: Entity) -> Iterator[Problem]:
    statuses, expected = EXPECTED_SECTIONS[entity.kind.name]
    for section in expected if entity.status in statuses else ():
        if section not in entity.sections:
            found = _problem(entity, section)
            if found is not None:
                yield found


def _problem(entity: Entity, section: str) -> Problem | None:
    from refrakt_plan.rules.similar_heading import similar_heading

    message = f"{entity.name} (status: {entity.status}) has no {section} section"
    similar = similar_heading(entity, section)
    if similar is not None and similar.exact and any(each in similar.reason for each in _MARKUP):
        return None  # the section is there, with a damaged annotation, which other rules report
    if similar is not None:
        renamed = Fix((similar.edit,), "safe" if similar.exact else "unsafe")
        works = _adds(entity, similar.edit, section)
        reason = f"{message}; {similar.reason}"
        return Problem(similar.span, reason, f"Write ## {section}.", renamed if works else None)
    edits = tuple(_added(entity, section))
    fix = Fix(edits, "placeholder") if edits else None
    return Problem(tag_name(entity), message, f"Add `## {section}`.", fix)


def _adds(entity: Entity, edit: TextEdit, section: str) -> bool:
    """Whether an edit adds a section and loses none."""
    from refrakt_plan.scanner.entity_reader import read_entity

    changed = FileEdit(entity.file, entity.source, (edit,)).changed
    reread = read_entity(entity.file, entity.path, Text(changed))
    return reread is not None and {*reread.sections} == {*entity.sections, section}


def _added(entity: Entity, section: str) -> list[TextEdit]:
    """The heading before the sections that usually follow it, otherwise at the end; nothing if it would not be read."""
    end = line_end(entity.source)
    at = _before(entity, section)
    if at is not None:
        fix = TextEdit(Span(at, at), f"## {section}{end}{end}")
    else:
        content = entity.source[slice(*entity.content.bounds)]
        at = entity.content.start + len(content.rstrip())
        closes_here = entity.content.end < len(entity.source) and not content[len(content.rstrip()) :].strip(" \t")
        fix = TextEdit(Span(at, at), f"{end}{end}## {section}{end if closes_here else ''}")
    return [fix] if _adds(entity, fix, section) else []


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
