"""A checkbox that is not read as one.

A criterion is a list item with `[ ]` or `[x]`, a space before and a space after it. Other forms are text: the criterion is not
counted, and cannot be ticked off. The fix writes the checkbox.

**Example**

```markdoc {% process=false %}
{% work id="WORK-001" status="draft" milestone="v1" %}
# Search

## Acceptance Criteria

- [] It finds titles.
{% /work %}
```

**Use instead**

```markdoc {% process=false %}
{% work id="WORK-001" status="draft" milestone="v1" %}
# Search

## Acceptance Criteria

- [ ] It finds titles.
{% /work %}
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from refrakt.plugins import Problem, Span, TextEdit, rule, safe_fix
from refrakt_plan.entity import Entity

_BOX = re.compile(
    r"(?:^|(?<=[\r\n]))(?P<indent> *)(?P<dash>[-*+]?)(?P<gap> ?)"
    r"(?P<box>\[ ?[xX✓✔√☑vV]? {0,2}\]|\[_\]|\([ xX✓]\)|[☐☑✅☒])(?P<after> ?)(?=[^\s(\[:])",
    re.MULTILINE,
)
_RIGHT = re.compile(r" *[-*+] \[[ xX]\] ")
_HEADING = re.compile(r"^##? +(.*)$", re.MULTILINE)
_CRITERIA = ("Acceptance Criteria", "Verification")


@rule("malformed-checkbox", "warning", "content", scope="plan", on="entity", fixable=True, replaces="checkbox-syntax")
def malformed_checkbox(entity: Entity) -> Iterator[Problem]:
    source = entity.source
    content = source[entity.content.start : entity.content.end]
    if not any(each in content for each in "[(☐☑✅☒"):
        return
    fences: tuple[Span, ...] | None = None
    for found in _BOX.finditer(source, *entity.content.bounds):
        if _RIGHT.match(source, found.start()) or not _is_meant(entity, found):
            continue
        fences = _fences(entity) if fences is None else fences
        if any(each.start <= found.start() < each.end for each in fences):
            continue
        mark = " " if not found["box"].strip("[]()_ ☐☒") else "x"
        right = f"- [{mark}]"
        span = Span(found.end("indent"), found.end())
        fix = safe_fix([TextEdit(span, f"{right} ")])
        yield Problem(span, f"`{found[0].strip()}` is not read as a checkbox", f"Write {right} and a space.", fix)


def _is_meant(entity: Entity, found: re.Match[str]) -> bool:
    """Whether a text in brackets is meant as a checkbox: other forms than `[ ]` and `[x]` only below criteria."""
    box, dash = found["box"], found["dash"]
    if dash and box.startswith("[") and box[1:-1].strip() in ("", "x", "X", "✓", "✔"):
        # A link text `[x]` in a list is followed by its target; empty brackets without a space may be code.
        return bool(found["gap"] or found["after"])
    headings = [
        each[1].rstrip(" #\r") for each in _HEADING.finditer(entity.source, entity.content.start, found.start())
    ]
    return bool(headings) and entity.kind.section(headings[-1]) in _CRITERIA


def _fences(entity: Entity) -> tuple[Span, ...]:
    from refrakt_plan.scanner.fast_outline import outline_of

    outline = outline_of(entity.source)
    return outline.fences if outline is not None else ()
