"""A link to a page of the site with two slashes at its start.

`//docs/setup` is a URL of another site, whose name is `docs`. If the site has a page `/docs/setup`, the fix removes a
slash.

**Example**

```markdoc {% process=false %}
-- content/index.md --
[Setup](//docs/setup)
-- content/docs/setup.md --
# Setup
```

**Use instead**

```markdoc {% process=false %}
-- content/index.md --
[Setup](/docs/setup)
-- content/docs/setup.md --
# Setup
```
"""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import unquote

from refrakt.markdoc.tree import Span
from refrakt.project.index.tracked_site import TrackedSite
from refrakt.project.site_rules.link_edits import target_offsets, with_path
from refrakt.rules.problem import Problem, safe_fix
from refrakt.rules.registry import rule


@rule("link-without-host", "error", "links", on="file", scope="site", fixable=True)
def link_without_host(site: TrackedSite) -> Iterator[Problem]:
    if site.spec.markdoc is not None:
        return
    for link in site.facts.links:
        if link.kind != "link" or not link.target.startswith("//"):
            continue
        right = f"/{link.target.lstrip('/')}"
        host = right.split("/")[1]
        page = unquote(right).partition("#")[0].partition("?")[0]
        if host and "." not in host and ":" not in host and site.page(page.rstrip("/") or "/") is not None:
            message = f"with two slashes at its start, '{host}' is the name of another site"
            fix = safe_fix(with_path(link, link.target, right))
            yield Problem(Span(*target_offsets(link)), message, f"Write {right}.", fix)
