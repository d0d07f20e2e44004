"""A link to a page that redirects.

The link works, but costs an extra request and breaks when the redirect is removed. The fix links to the target of the
page's `redirect`. On a plain Markdoc site, permanent redirects of the framework and of the host
count, and there is no fix.

**Example**

```markdoc {% process=false %}
-- content/index.md --
See [the setup](/old).
-- content/old.md --
---
redirect: /setup
---
-- content/setup.md --
# Setup
```

**Use instead**

```markdoc {% process=false %}
-- content/index.md --
See [the setup](/setup).
-- content/old.md --
---
redirect: /setup
---
-- content/setup.md --
# Setup
```
"""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import unquote

from refrakt.markdoc.tree import Span
from refrakt.project.frameworks.route_model import RouteModel
from refrakt.project.index.exports import redirect_of
from refrakt.project.index.link_target import Target
from refrakt.project.index.tracked_site import TrackedSite
from refrakt.project.pages.page_facts import Link
from refrakt.project.site_rules.link_edits import is_checkable, target_offsets, with_path, written_page
from refrakt.rules.problem import Problem, safe_fix
from refrakt.rules.registry import rule


@rule("link-to-redirect", "hint", "links", on="link", scope="site", fixable=True)
def link_to_redirect(site: TrackedSite, link: Link, target: Target) -> Iterator[Problem]:
    if link.kind != "link" or target.kind == "here":
        return
    if site.spec.markdoc is not None:
        yield from _routed(site, site.spec.markdoc.routes, link, target)
        return
    if not site.spec.sure:
        return
    page = written_page(site, target)
    onward = redirect_of(page) if page is not None and page is not site.entry else None
    if page is None or onward is None or not is_checkable(site, link, target):
        return
    # Only a URL replaces a URL: a file path, a query or a fragment needs a decision of the author.
    plain = onward.startswith("/") and not any(char in onward for char in "?#%")
    fix = with_path(link, target.written, onward) if plain and target.kind == "page" and not target.relative else ()
    yield Problem(
        Span(*target_offsets(link)), f"'{page.url}' redirects to '{onward}'", f"Link to {onward}.", safe_fix(fix)
    )


def _routed(site: TrackedSite, routes: RouteModel, link: Link, target: Target) -> Iterator[Problem]:
    """A redirect of the framework or of the host, if no page has the URL itself."""
    if target.kind != "page" or target.relative or site.page_of(target) is not None:
        return
    onward = routes.redirect_of(unquote(target.written))
    if onward is not None and onward not in target.candidates:
        message = f"'{target.candidates[0]}' redirects to '{onward}'"
        yield Problem(Span(*target_offsets(link)), message, f"Link to {onward}.")
