"""A link to a page by its file, on a site that links to routes.

The site serves its pages without an ending: `/docs/setup`. If nearly all of its pages link that way, a link to
`/docs/setup.html` or `/docs/setup.md` is a habit of another tool, and leads to a missing page on most servers. The
fix writes the URL of the page. Relative paths of files are not reported.

**Example**

```markdoc {% process=false %}
-- content/index.md --
See [the setup](/docs/setup.html) first.
-- content/a.md --
See [the setup](/docs/setup).
-- content/b.md --
See [the setup](/docs/setup).
-- content/c.md --
See [the setup](/docs/setup).
-- content/docs/setup.md --
# Setup
```

**Use instead**

```markdoc {% process=false %}
-- content/index.md --
See [the setup](/docs/setup) first.
-- content/a.md --
See [the setup](/docs/setup).
-- content/b.md --
See [the setup](/docs/setup).
-- content/c.md --
See [the setup](/docs/setup).
-- content/docs/setup.md --
# Setup
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from refrakt.markdoc.tree import Span
from refrakt.project.index.exports import LINK_STYLE, link_style
from refrakt.project.index.link_target import Target
from refrakt.project.index.tracked_site import TrackedSite
from refrakt.project.pages.page_facts import Link
from refrakt.project.site_rules.link_edits import (
    is_checkable,
    is_served,
    static_pages,
    target_offsets,
    with_path,
    written_page,
)
from refrakt.rules.problem import Problem, safe_fix
from refrakt.rules.registry import rule

_OTHER_PAGE = re.compile(r"(/[\w./-]+)(\.(?:htm|php|aspx?|jsp|mdx|mdoc|rst|adoc))")
"""A page with the extension of another tool."""
_FEWEST_ROUTES = 3
"""How many pages must link to routes."""
_MOST_OTHERS = 5
"""For so many pages with routes, one may have another style."""


@rule("link-extension", "warning", "links", on="link", scope="site", fixable=True)
def link_extension(site: TrackedSite, link: Link, target: Target) -> Iterator[Problem]:
    style = link_style(link.target) if link.kind == "link" else None
    other = _OTHER_PAGE.fullmatch(target.written) if link.kind == "link" else None
    if other is not None and site.spec.markdoc is None and site.spec.sure and is_checkable(site, link, target):
        if site.page(other[1]) is not None and not is_served(site, other[0]):
            message = f"the page is served at '{other[1]}', without `{other[2]}`"
            fix = with_path(link, target.written, other[1])
            yield Problem(Span(*target_offsets(link)), message, f"Write {other[1]}.", safe_fix(fix))
        return
    if style in (None, "route") or site.spec.markdoc is not None or not site.spec.sure:
        return
    if target.relative or target.may_leave or not is_checkable(site, link, target) or site.spec.routes.base != "/":
        return
    page = written_page(site, target)
    if page is None or page.url is None or not _links_to_routes(site, style or ""):
        return
    path = target.written
    if any(map(site.file_exists, static_pages(site.spec, path.removesuffix(".html")))):
        return
    message = f"the page is served at '{page.url}', without `{style}`"
    fix = with_path(link, path, page.url)
    yield Problem(Span(*target_offsets(link)), message, f"Write {page.url}.", safe_fix(fix))


def _links_to_routes(site: TrackedSite, style: str) -> bool:
    routes, others = site.lookup(LINK_STYLE, "route") or 0, site.lookup(LINK_STYLE, style) or 0
    return routes >= _FEWEST_ROUTES and others <= max(routes // _MOST_OTHERS, 1)
