"""A second `Resolution`, which is ignored.

A second resolution is appended to the same section. The fix joins two sections if one follows the other.

**Example**

```markdoc {% process=false %}
{% work id="WORK-001" status="done" milestone="v1" %}
# Search

## Acceptance Criteria

- [x] It finds titles.

## Resolution

It finds titles.

## Resolution

It also finds tags.
{% /work %}
```

**Use instead**

```markdoc {% process=false %}
{% work id="WORK-001" status="done" milestone="v1" %}
# Search

## Acceptance Criteria

- [x] It finds titles.

## Resolution

It finds titles.

---

It also finds tags.
{% /work %}
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from refrakt.plugins import Problem, TextEdit, rule, safe_fix
from refrakt_plan.entity import Entity
from refrakt_plan.rules.problem_spans import LINE_END, line_at, line_end

_HEADING = re.compile(r"(?:^|[\r\n])## +Resolution")


@rule("multiple-resolutions", "warning", "content", scope="plan", on="entity:work entity:bug", fixable=True)
def multiple_resolutions(entity: Entity) -> Iterator[Problem]:
    for start in _further(entity):
        message = f"{entity.name} has more than one Resolution section"
        # It is clear what belongs together only if one follows the other.
        adjacent = entity.resolution is not None and start == entity.resolution.range.end
        fix = safe_fix([_joined(entity, start)] if adjacent else [])
        yield Problem(line_at(entity.source, start), message, "Merge them.", fix)


def _further(entity: Entity) -> list[int]:
    """Where further resolutions begin. A search in the text excludes most entities without parsing."""
    if entity.resolution is None or len(_HEADING.findall(entity.source, *entity.content.bounds)) < 2:
        return []
    from refrakt_plan.scanner.fast_outline import outline_of

    outline = outline_of(entity.source)
    return [each.start for each in (outline.section_headings if outline else ()) if each.text == "Resolution"][1:]


def _joined(entity: Entity, start: int) -> TextEdit:
    """A thematic break instead of the heading. Directly below a paragraph it would make the paragraph a heading."""
    *_, above, _ = LINE_END.split(entity.source[:start])
    gap = line_end(entity.source) if above.strip() else ""
    return TextEdit(line_at(entity.source, start), f"{gap}---")
