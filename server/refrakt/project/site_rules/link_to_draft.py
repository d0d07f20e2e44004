"""A link from a published page to a draft.

A page with `draft: true` is not ready for readers, and the link is broken on a site that excludes drafts. Finish the
draft or remove the link. Links between drafts are not reported.

**Example**

```markdoc {% process=false %}
-- content/index.md --
See [the next version](/next).
-- content/next.md --
---
draft: true
---

# Version 2
```

**Use instead**

```markdoc {% process=false %}
-- content/index.md --
See [the next version](/next).
-- content/next.md --
---
draft: false
---

# Version 2
```
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.markdoc.tree import Span
from refrakt.project.index.link_target import Target
from refrakt.project.index.tracked_site import TrackedSite
from refrakt.project.pages.page_facts import Link
from refrakt.project.site_rules.link_edits import is_checkable, target_offsets, written_page
from refrakt.rules.problem import Problem
from refrakt.rules.registry import rule


@rule("link-to-draft", "warning", "links", on="link", scope="site")
def link_to_draft(site: TrackedSite, link: Link, target: Target) -> Iterator[Problem]:
    if link.kind != "link" or target.kind == "here" or site.facts.draft or not site.spec.sure:
        return
    page = written_page(site, target)
    if page is not None and page.facts.draft and is_checkable(site, link, target):
        yield Problem(Span(*target_offsets(link)), f"'{page.url}' is a draft", "Finish that page, or link to it later.")
