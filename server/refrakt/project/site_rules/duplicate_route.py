"""Two files with the same URL.

Only one of them is served, and which one is not defined. This happens if a numeric prefix is removed (`1-setup.md` and
`2-setup.md`), if a folder's `index.md` has a page of the same name next to the folder, or if two pages have the same
`slug`. Rename one of them or change its `slug`. A page file takes precedence over a page that `entityRoutes` generates
from a plan entity, so that is only a warning. On a plain Markdoc site, pages in the page folders of its framework are
compared: `a.md` and `a/index.md`.

**Example**

```markdoc {% process=false %}
-- content/1-setup.md --
# Setup on Linux
-- content/2-setup.md --
# Setup on Windows
```

**Use instead**

```markdoc {% process=false %}
-- content/1-setup-linux.md --
# Setup on Linux
-- content/2-setup-windows.md --
# Setup on Windows
```
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.markdoc.tree import Span
from refrakt.project.index.tracked_site import TrackedSite
from refrakt.project.site_rules.link_edits import WHOLE_FILE
from refrakt.rules.problem import Problem, Related
from refrakt.rules.registry import rule

_MOST_NAMED = 10
"""Of the other files: with a thousand files at one URL, each would list a thousand."""


@rule("duplicate-route", "error", "links", on="file", scope="site")
def duplicate_route(site: TrackedSite) -> Iterator[Problem]:
    entry = site.entry
    if entry.kind != "page" or entry.url is None or entry.facts.incomplete or not _has_own_url(site, entry.path):
        return
    if site.is_named_by_tags:
        return
    served = site.paths_at(entry.url, _MOST_NAMED + 1)
    others = [each for each in served if each != entry.path and not site.is_incomplete(each)][:_MOST_NAMED]
    others = [each for each in others if _has_own_url(site, each)]
    if not others:
        return
    related = tuple(Related(each, Span(*WHOLE_FILE), "served at the same URL") for each in others)
    if any(each.startswith(site.spec.content_path) for each in others):
        message = f"{others[0]} is also served at '{entry.url}'"
        advice = "Rename one of them, or give it another `slug`." if site.spec.sure else "Rename one of them."
        yield Problem(Span(*WHOLE_FILE), message, advice, related=related)
    else:
        message = f"the page generated from {others[0]} has the same URL '{entry.url}'; this one is served"
        yield Problem(Span(*WHOLE_FILE), message, "Give this page another `slug`.", related=related, severity="warning")


def _has_own_url(site: TrackedSite, path: str) -> bool:
    """Whether the URL of a file is certain. Code decides which of the files of a content folder it serves."""
    spec = site.spec
    if spec.markdoc is None:
        return spec.sure
    return spec.markdoc.routes.is_file_route(path.removeprefix(spec.content_path))
