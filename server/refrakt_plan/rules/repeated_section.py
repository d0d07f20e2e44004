"""A known section that an entity has twice.

Commands read one of them, so criteria, dependencies or steps in the other are easily missed. Join the two.

**Example**

```markdoc {% process=false %}
{% work id="WORK-001" status="draft" milestone="v1" %}
# Search

## Acceptance Criteria

- [ ] It finds titles.

## Acceptance Criteria

- [ ] It finds names.
{% /work %}
```

**Use instead**

```markdoc {% process=false %}
{% work id="WORK-001" status="draft" milestone="v1" %}
# Search

## Acceptance Criteria

- [ ] It finds titles.
- [ ] It finds names.
{% /work %}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.plugins import Problem, Span, rule
from refrakt_plan.entity import Entity
from refrakt_plan.rules.problem_spans import line_at


@rule("repeated-section", "warning", "content", scope="plan", on="entity")
def repeated_section(entity: Entity) -> Iterator[Problem]:
    if not any(entity.source.count(f"## {name}", *entity.content.bounds) > 1 for name in entity.sections):
        return
    from refrakt_plan.scanner.fast_outline import outline_of

    outline = outline_of(entity.source)
    seen: set[str] = set()
    for heading in outline.section_headings if outline is not None else ():
        name = heading.text.strip()
        if name in entity.sections and name in seen:
            span: Span = line_at(entity.source, heading.start)
            yield Problem(span, f"{entity.name} has a second section {name}", "Join it with the one above.")
        seen.add(name)
