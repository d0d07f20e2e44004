"""A partial that includes itself, directly or through others.

A build of a page with this partial stops with an error or runs out of memory. Remove one of the includes in the cycle.

**Example**

```markdoc {% process=false %}
-- content/index.md --
{% partial file="a.md" /%}
-- content/_partials/a.md --
{% partial file="b.md" /%}
-- content/_partials/b.md --
{% partial file="a.md" /%}
```

**Use instead**

```markdoc {% process=false %}
-- content/index.md --
{% partial file="a.md" /%}
-- content/_partials/a.md --
{% partial file="b.md" /%}
-- content/_partials/b.md --
All prices include tax.
```
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.markdoc.tree import Span
from refrakt.project.index.tracked_site import TrackedSite
from refrakt.project.pages.page_facts import Reference
from refrakt.project.site_rules.unknown_name import through
from refrakt.rules.problem import Problem
from refrakt.rules.registry import rule


@rule("partial-cycle", "error", "files", on="reference:partial", scope="site")
def partial_cycle(site: TrackedSite, reference: Reference) -> Iterator[Problem]:
    if site.entry.kind != "partial":
        return
    way = site.partial_cycle(reference.name)
    if way is not None:
        message = f"this partial includes itself{through(way)}"
        yield Problem(Span(reference.start, reference.end), message, "Remove one of the includes.")
