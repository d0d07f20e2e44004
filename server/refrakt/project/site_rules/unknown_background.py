"""A background that the config does not define.

No background is rendered. Backgrounds are defined in `backgrounds` of the config; the bundled theme has none. The fix
writes the most similar name. Sites with another theme or with an unknown package are not checked.

**Example**

```markdoc {% process=false %}
-- content/index.md --
{% hint bg="wvaes" %}
Save your work.
{% /hint %}
-- refrakt.config.json --
{"site": {"contentDir": "./content", "theme": {"package": "@refrakt-md/lumina"}, "backgrounds": {"waves": {}}}}
```

**Use instead**

```markdoc {% process=false %}
-- content/index.md --
{% hint bg="waves" %}
Save your work.
{% /hint %}
-- refrakt.config.json --
{"site": {"contentDir": "./content", "theme": {"package": "@refrakt-md/lumina"}, "backgrounds": {"waves": {}}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.project.index.tracked_site import TrackedSite
from refrakt.project.pages.page_facts import Reference
from refrakt.project.site_rules.unknown_name import unknown_in_theme
from refrakt.rules.problem import Problem
from refrakt.rules.registry import rule


@rule("unknown-background", "warning", "theme", on="reference:background", scope="site", fixable=True)
def unknown_background(site: TrackedSite, reference: Reference) -> Iterator[Problem]:
    yield from unknown_in_theme(site, reference, "background", site.spec.names.backgrounds)
