"""A partial that no file includes.

The partial may be obsolete, or its name is misspelt where it should be included. Templates of `entityRoutes` count as
used. Only the `_partials` folder of the site is checked, since partials of other roots may belong to other sites.

**Example**

```markdoc {% process=false %}
-- content/index.md --
# Boats
-- content/_partials/note.md --
All prices include tax.
```

**Use instead**

```markdoc {% process=false %}
-- content/index.md --
# Boats

{% partial file="note.md" /%}
-- content/_partials/note.md --
All prices include tax.
```
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.markdoc.tree import Span
from refrakt.project.index.tracked_site import TrackedSite
from refrakt.project.site_rules.link_edits import WHOLE_FILE
from refrakt.rules.problem import Problem
from refrakt.rules.registry import rule


@rule("orphaned-partial", "hint", "files", on="file", scope="site")
def orphaned_partial(site: TrackedSite) -> Iterator[Problem]:
    entry = site.entry
    if entry.kind != "partial" or not entry.path.startswith(site.spec.content_path) or ":" in entry.name:
        return
    if entry.name in site.spec.entity_routes.templates:
        return
    if site.spec.markdoc is not None:
        return  # code, tags in code blocks and relative paths name partials there, too
    if not site.is_used(entry.name):
        yield Problem(Span(*WHOLE_FILE), f"no page includes the partial '{entry.name}'", "Remove it, or use it.")
