"""A tint that neither the theme nor the config defines.

The colours do not change. Tints are those of the theme and of `tints` of the config. The fix writes the most similar
name. Sites with another theme are not checked.

**Example**

```markdoc {% process=false %}
-- content/index.md --
{% hint tint="wram" %}
Save your work.
{% /hint %}
-- refrakt.config.json --
{"site": {"contentDir": "./content", "theme": {"package": "@refrakt-md/lumina"}}}
```

**Use instead**

```markdoc {% process=false %}
-- content/index.md --
{% hint tint="warm" %}
Save your work.
{% /hint %}
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


@rule("unknown-tint", "warning", "theme", on="reference:tint", scope="site", fixable=True)
def unknown_tint(site: TrackedSite, reference: Reference) -> Iterator[Problem]:
    yield from unknown_in_theme(site, reference, "tint", site.spec.names.tints)
