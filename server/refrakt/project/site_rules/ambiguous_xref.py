"""A reference by a title that entities on several pages have.

The site uses the first entity it finds, which may change with any edit. Refer to the entity by its id, or set `type`.

**Example**

```markdoc {% process=false %}
-- content/index.md --
See {% ref "Rivers" /%}.
-- content/a.md --
# Rivers
-- content/b.md --
# Rivers
```

**Use instead**

```markdoc {% process=false %}
-- content/index.md --
See {% ref "/a" /%}.
-- content/a.md --
# Rivers
-- content/b.md --
# Rivers
```
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from refrakt.markdoc.tree import Span
from refrakt.project.index.name_resolution import resolve_name
from refrakt.project.index.tracked_site import TrackedSite
from refrakt.project.pages.page_facts import Reference
from refrakt.rules.problem import Problem, Related
from refrakt.rules.registry import rule

_MOST_NAMED = 10


@rule("ambiguous-xref", "warning", "references", on="reference:xref", scope="site")
def ambiguous_xref(site: TrackedSite, reference: Reference) -> Iterator[Problem]:
    if reference.rune != "xref" or site.entry.kind == "plan":
        return
    found = resolve_name(site, reference.name, reference.hint)
    hrefs = found.hrefs
    if not found.by_title or len(hrefs) < 2:
        return
    first = tuple(islice(hrefs.items(), _MOST_NAMED))
    targets = " and ".join(f"the {each.type} at '{href}'" for href, each in first[:3])
    several = len(found.linked_types) > 1
    advice = f'Add type="{first[0][1].type}" or another type.' if several else "Use the id."
    related = tuple(Related(each.path, Span(0, 0), f"the {each.type} at '{href}'") for href, each in first)
    yield Problem(
        Span(reference.start, reference.end), f"'{reference.name}' is ambiguous: {targets}", advice, related=related
    )
