"""A navigation item without a page.

An item that is not a link is the URL of a page and shows the title of that page. It is relative to the folder of the
file with the navigation, also in a layout, unless it starts with a slash. Case, a trailing slash and `/index` are
ignored. The build stops with an error or renders a broken link. The fix writes the URL that was probably meant.

**Example**

```markdoc {% process=false %}
-- content/docs/index.md --
{% nav %}
- setpu
{% /nav %}
-- content/docs/setup.md --
# Setup
```

**Use instead**

```markdoc {% process=false %}
-- content/docs/index.md --
{% nav %}
- setup
{% /nav %}
-- content/docs/setup.md --
# Setup
```
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from refrakt.markdoc.tree import Span
from refrakt.project.index.link_target import normal_url
from refrakt.project.index.tracked_site import TrackedSite
from refrakt.project.pages.page_facts import Reference
from refrakt.project.site_rules.link_edits import intended_name, is_served
from refrakt.project.site_rules.unknown_name import renamed
from refrakt.rules.name_suggestion import did_you_mean
from refrakt.rules.problem import Problem, safe_fix
from refrakt.rules.registry import rule


@rule("unresolved-nav", "error", "links", on="reference:nav", scope="site", fixable=True)
def unresolved_nav(site: TrackedSite, reference: Reference) -> Iterator[Problem]:
    name, kind = reference.name, site.entry.kind
    if not site.spec.sure or kind == "plan":
        return
    if name.startswith("/"):
        url = _absolute(site, name)
    elif kind != "partial":  # a relative path in a partial depends on the page that includes it
        url = _relative(site, name)
    else:
        url = None
    if url is None or not site.is_complete:
        return
    names = site.nearest_urls(url)
    intended = intended_name(url, names)
    yield Problem(
        Span(reference.start, reference.end),
        f"no page is served at '{url}'{did_you_mean(names)}",
        f"Write {' or '.join(_spelling(site, each, name) for each in names)}." if names else None,
        safe_fix(renamed(reference, _spelling(site, intended, name) if intended is not None else None)),
    )


def _absolute(site: TrackedSite, name: str) -> str | None:
    """The URL of an item from the root of the site; None if it exists."""
    target = site.spec.target(name, site.entry.url, site.folder)
    if target.kind != "page" or target.may_leave:
        return None
    if any(site.url_ignoring_case(each) or is_served(site, each) for each in target.candidates):
        return None
    return target.candidates[0]


def _relative(site: TrackedSite, name: str) -> str | None:
    """The URL of an item from the folder of its file; None if a page has it."""
    base = site.spec.routes.base.rstrip("/")
    url = posixpath.join("/", site.folder, name.partition("#")[0])
    url = normal_url(url)
    url = url.removesuffix("/index") or "/"
    if any(site.url_ignoring_case(each) for each in (base + url, url)):
        return None
    return normal_url(base + url)


def _spelling(site: TrackedSite, url: str, name: str) -> str:
    """A URL in the form in which an item of this file names it."""
    base = site.spec.routes.base.rstrip("/")
    around = posixpath.join(f"{base}/", site.folder, "") if site.folder else f"{base}/"
    return url[len(around) :] if not name.startswith("/") and url.startswith(around) and url != around else url
