"""Two headings of a page with the same id.

Links and tables of contents always point to the first one. The fix gives the later heading its own id. Headings inside
runes are not checked, since many runes do not render them as headings.

**Example**

```markdoc {% process=false %}
-- content/index.md --
## Usage

## Usage
```

**Use instead**

```markdoc {% process=false %}
-- content/index.md --
## Usage

## Usage {% #usage-2 %}
```
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.project.index.tracked_site import TrackedSite
from refrakt.project.pages.heading_ids import slugged
from refrakt.project.pages.page_facts import Heading
from refrakt.rules.problem import Problem, Related, safe_fix
from refrakt.rules.registry import rule


@rule("duplicate-heading-id", "info", "links", on="file", scope="site", fixable=True)
def duplicate_heading_id(site: TrackedSite) -> Iterator[Problem]:
    if site.entry.kind not in ("page", "partial") or not site.spec.sure:
        return
    facts = site.facts
    taken = {each.id for each in facts.headings} | {each.id for each in facts.anchors}
    first: dict[str, Heading] = {}
    numbers: Counter[str] = Counter()
    for heading in facts.headings:
        id = heading.id
        if id is None or heading.rune is not None:
            continue
        earlier = first.setdefault(id, heading)
        if earlier is not heading:
            new = _free(id, taken, numbers)
            taken.add(new)
            yield Problem(
                Span(heading.start, heading.end),
                f"the id '{id}' is used twice: an earlier heading also has it",
                f"Give it its own id: {{% #{new} %}}.",
                safe_fix(_annotated(heading, new)),
                (Related(site.entry.path, Span(earlier.start, earlier.end), "the first heading of this id"),),
            )


def _free(id: str, taken: set[str | None], numbers: Counter[str]) -> str:
    """The next free number. The last one is stored: a page may have thousands of headings with the same text."""
    number = max(numbers[id], 1) + 1
    while f"{id}-{number}" in taken:
        number += 1
    numbers[id] = number
    return f"{id}-{number}"


def _annotated(heading: Heading, id: str) -> tuple[TextEdit, ...]:
    """The edit that sets an id, if the heading is one line of plain text after its `#`."""
    plain = heading.end - heading.start == heading.level + 1 + len(heading.text)
    if not plain or slugged(heading.text) != heading.id or not id.replace("-", "").replace("_", "").isalnum():
        return ()
    return (TextEdit(Span(heading.end, heading.end), f" {{% #{id} %}}"),)
