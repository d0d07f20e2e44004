"""A page without a frontmatter key that its layout or partial renders.

Part of the page is missing, and the page itself does not show why. A layout that tests the key with `if` or sets a
`default` does not need it, so nothing is reported there.

**Example**

```markdoc {% process=false %}
-- content/_layout.md --
{% layout %}
{% region name="footer" %}
By {% $frontmatter.author %}
{% /region %}
{% /layout %}
-- content/index.md --
---
title: Boats
---
```

**Use instead**

```markdoc {% process=false %}
-- content/_layout.md --
{% layout %}
{% region name="footer" %}
By {% $frontmatter.author %}
{% /region %}
{% /layout %}
-- content/index.md --
---
title: Boats
author: Ada
---
```
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.markdoc.tree import Span
from refrakt.project.index.tracked_site import TrackedSite
from refrakt.project.site_rules.link_edits import WHOLE_FILE
from refrakt.rules.problem import Problem, Related
from refrakt.rules.registry import rule


@rule("unset-layout-frontmatter", "hint", "frontmatter", on="file", scope="site")
def unset_layout_frontmatter(site: TrackedSite) -> Iterator[Problem]:
    entry = site.entry
    if entry.kind != "page" or entry.facts.incomplete:
        return
    required_by: dict[str, tuple[str, str]] = {}
    for each in site.included_files():
        for key in site.required_frontmatter(each):
            if key not in entry.facts.frontmatter:
                required_by.setdefault(key, (each.kind, each.path))
    for key, (kind, path) in required_by.items():
        related = (Related(path, Span(0, 0), f"the {kind} that renders it"),)
        yield Problem(
            Span(*WHOLE_FILE), f"the frontmatter has no '{key}', which {path} renders", f"Add {key}.", related=related
        )
