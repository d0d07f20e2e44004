"""A layout that the theme does not have.

The layouts of the bundled theme are `default`, `docs`, `blog-article` and `plan`. Layouts in `routeRules` of the config
are checked too and reported in the config. The fix writes the most similar name. Sites with another theme are not
checked.

**Example**

```markdoc {% process=false %}
-- content/index.md --
---
layout: dosc
---
-- refrakt.config.json --
{"site": {"contentDir": "./content", "theme": {"package": "@refrakt-md/lumina"}}}
```

**Use instead**

```markdoc {% process=false %}
-- content/index.md --
---
layout: docs
---
-- refrakt.config.json --
{"site": {"contentDir": "./content", "theme": {"package": "@refrakt-md/lumina"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.project.index.tracked_site import TrackedSite
from refrakt.project.pages.page_facts import Reference
from refrakt.project.site_rules.unknown_name import unknown_in_theme
from refrakt.rules.problem import Problem
from refrakt.rules.registry import rule


@rule("unknown-layout", "warning", "theme", on="reference:layout", scope="site", fixable=True)
def unknown_layout(site: TrackedSite, reference: Reference) -> Iterator[Problem]:
    yield from unknown_in_theme(site, reference, "layout", site.spec.names.layouts)
