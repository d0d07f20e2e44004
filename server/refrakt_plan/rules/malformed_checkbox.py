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

_MARK = r"[xXхХ×✓✔√☑✗✘vVyY.+*_0oO-]|done|Done|DONE|todo|Todo|TODO|open"
_BOX = re.compile(
    r"(?:^|(?<=[\r\n]))(?P<indent> *)(?P<dash>[-*+•–—]|\d{1,2}[.)])?(?P<gap>[ \u00a0]{0,2})"
    rf"(?P<box>\\?\[[ \u00a0]{{0,2}}(?:{_MARK})?[ \u00a0]{{0,2}}\\?\]|\[\[[ xX]?\]\]|\([ xX✓]\)|\{{[ xX]\}}|\|[ xX]\|"
    r"|[☐☑✅☒]\ufe0f?|\[[xX](?= )|\[(?=  )|[xX]\](?= ))(?P<after>:?[ \u00a0]?)(?=[^\s(\[:])",
    re.MULTILINE,
)
_RIGHT = re.compile(r" *[-*+] \[[ xX]\] ")
_DONE = re.compile(r"[xXхХ×✓✔√☑✅vVyY+*]|done", re.IGNORECASE)
_UNCLEAR = re.compile(r"\[ *[-.0oO✗✘] *\]")
"""Marks that mean that something is done, started or dropped, depending on the tool."""
_HEADING = re.compile(r"^##? +(.*)$", re.MULTILINE)
_CRITERIA = ("Acceptance Criteria", "Verification")


@rule(
    "malformed-checkbox",
    "warning",
    "content",
    scope="plan",
    on="entity",
    fixable=True,
    replaces="checkbox-syntax list-item-syntax foreign-markdown",
)
def malformed_checkbox(entity: Entity) -> Iterator[Problem]:
    source = entity.source
    content = source[entity.content.start : entity.content.end]
    if not any(each in content for each in "[({|]☐☑✅☒"):
        return
    fences: tuple[Span, ...] | None = None
    for found in _BOX.finditer(source, *entity.content.bounds):
        if _RIGHT.match(source, found.start()) or not _is_meant(entity, found):
            continue
        fences = _fences(entity) if fences is None else fences
        if any(each.start <= found.start() < each.end for each in fences):
            continue
        right = "- [x]" if _DONE.search(found["box"]) else "- [ ]"
        span = Span(found.end("indent"), found.end())
        message = f"`{found[0].strip()}` is not read as a checkbox"
        if _UNCLEAR.fullmatch(found["box"]):
            yield Problem(span, message, "Write - [x] if it is done, otherwise - [ ].")
        else:
            yield Problem(span, message, f"Write {right} and a space.", safe_fix([TextEdit(span, f"{right} ")]))


def _is_meant(entity: Entity, found: re.Match[str]) -> bool:
    """Whether a text in brackets is meant as a checkbox: other forms than `[ ]` and `[x]` only below criteria."""
    box, dash = found["box"], found["dash"]
    if dash and box.startswith("[") and box[1:-1].strip() in ("", "x", "X", "✓", "✔"):
        # A link text `[x]` in a list is followed by its target; empty brackets without a space may be code.
        return bool(found["gap"] or found["after"])
    if _is_beside_checkbox(entity.source, found):
        return True
    if not dash and box[0] not in "[☐☑✅☒":
        return False
    headings = [
        each[1].rstrip(" #\r") for each in _HEADING.finditer(entity.source, entity.content.start, found.start())
    ]
    return bool(headings) and entity.kind.section(headings[-1]) in _CRITERIA


def _is_beside_checkbox(source: str, found: re.Match[str]) -> bool:
    """Whether the line above or below is a checkbox."""
    above = source.rfind("\n", 0, max(found.start() - 1, 0)) + 1
    below = source.find("\n", found.end()) + 1
    before = found.start() > 0 and _RIGHT.match(source, above) is not None
    return before or (below > 0 and _RIGHT.match(source, below) is not None)


def _fences(entity: Entity) -> tuple[Span, ...]:
    from refrakt_plan.scanner.fast_outline import outline_of

    outline = outline_of(entity.source)
    return outline.fences if outline is not None else ()
