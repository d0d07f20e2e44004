"""A section whose name resembles a known one.

Some runes have sections with a special meaning, such as the acceptance criteria of a work item. Other sections are
allowed and not reported unless the name looks like a typo. The fix writes the known name.

**Example**

```markdoc {% process=false %}
{% work id="WORK-1" %}
# Build a boat

## Aceptance Criteria

- [ ] It floats
{% /work %}
```

**Use instead**

```markdoc {% process=false %}
{% work id="WORK-1" %}
# Build a boat

## Acceptance Criteria

- [ ] It floats
{% /work %}
```
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rapidfuzz.distance import DamerauLevenshtein

from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Node, Span
from refrakt.rules.page import RuleContext
from refrakt.rules.problem import Problem, safe_fix
from refrakt.rules.problem_spans import primary_span
from refrakt.rules.registry import rule
from refrakt.rules.rune_bodies import rune_bodies
from refrakt.runes.content_model import Sections


@rule("unknown-section", "hint", "content", on="body", fixable=True, sites="refrakt")
def unknown_section(context: RuleContext) -> Iterator[Problem]:
    for body in rune_bodies(context):
        if not isinstance(body.content, Sections) or not body.content.known:
            continue
        names = [name for each in body.content.known for name in (each.name, *each.aliases)]
        folded = {name.casefold(): name for name in names}
        taken = {section.known for section in body.trace.sections}
        for section in body.trace.sections:
            if section.known is not None or section.heading is None or len(section.name) < 5:
                continue
            near = _closest(section.name.strip().casefold(), folded)
            if near is None or folded[near] in taken:
                continue
            name = folded[near]
            message = f"`{body.name}` has no section '{section.name}'; did you mean '{name}'?"
            yield Problem(
                primary_span(section.heading), message, f"Write {name}.", safe_fix(_fix(section.heading, name))
            )


def _closest(written: str, names: Iterable[str]) -> str | None:
    """The name that a heading has with a typing error. It must be closer than for names of runes: headings are ordinary words."""
    found = []
    for name in names:
        most = max(1, len(name) // 6)
        if abs(len(written) - len(name)) <= most:
            distance = DamerauLevenshtein.distance(written, name, score_cutoff=most)
            if distance <= most:
                found.append((distance, name))
    return min(found)[1] if found else None


def _fix(heading: Node, name: str) -> list[TextEdit]:
    inline = heading.children[0] if len(heading.children) == 1 else None
    if inline is None or len(inline.children) != 1 or inline.children[0].type != "text" or inline.block is None:
        return []
    return [TextEdit(Span(inline.start, inline.end, inline.block), name)]
