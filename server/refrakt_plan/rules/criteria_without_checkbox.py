"""Acceptance criteria without a checkbox.

A criterion is a list item with `[ ]` or `[x]`. Criteria in another form are not counted, so commands show no progress, and none of
them can be ticked off.

**Example**

```markdoc {% process=false %}
{% work id="WORK-001" status="ready" milestone="v1" %}
# Search

## Acceptance Criteria

- It finds titles.
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

import re
from collections.abc import Iterator

from refrakt.plugins import Fix, Problem, Span, TextEdit, rule
from refrakt_plan.entity import Entity
from refrakt_plan.rules.malformed_checkbox import malformed_checkbox
from refrakt_plan.rules.problem_spans import line_at
from refrakt_plan.vocabulary import EXPECTED_SECTIONS

_SECTION = "Acceptance Criteria"
_ITEM = re.compile(r"(?:^|(?<=\r))(?:[-*+]|\d{1,3}[.)])[ \t]+(?=\S)(?!\[)", re.MULTILINE)


@rule("criteria-without-checkbox", "info", "content", scope="plan", on="entity:work", fixable=True)
def criteria_without_checkbox(entity: Entity) -> Iterator[Problem]:
    statuses, _ = EXPECTED_SECTIONS["work"]
    if entity.criteria or entity.status not in statuses or _SECTION not in entity.sections:
        return
    from refrakt_plan.scanner.fast_outline import outline_of

    outline = outline_of(entity.source)
    headings = outline.section_headings if outline is not None else ()
    for number, heading in enumerate(headings):
        if entity.kind.section(heading.text) != _SECTION or any(malformed_checkbox(entity)):
            continue
        end = headings[number + 1].start if number + 1 < len(headings) else entity.content.end
        span = line_at(entity.source, heading.start)
        if "{%" in entity.source[span.end : end] or "```" in entity.source[span.end : end]:
            return  # a partial or another tag may contain them
        edits = tuple(TextEdit(Span(*each.span()), "- [ ] ") for each in _ITEM.finditer(entity.source, span.end, end))
        if edits:
            message = f"the {_SECTION} of {entity.name} have no checkbox"
            yield Problem(span, message, "Write each criterion as - [ ] and text.", Fix(edits, "unsafe"))
