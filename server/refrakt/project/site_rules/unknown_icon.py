"""An icon that neither the theme nor the config defines.

No icon is rendered. A name with a slash is an icon of a group, such as `hint/warning`; other names are icons of the
theme or of `icons` of the config. The fix writes the most similar name. Sites with another theme or with an unknown
package are not checked.

**Example**

```markdoc {% process=false %}
-- content/index.md --
Launch {% icon name="rokcet" /%} now.
-- refrakt.config.json --
{"site": {"contentDir": "./content", "theme": {"package": "@refrakt-md/lumina"}}}
```

**Use instead**

```markdoc {% process=false %}
-- content/index.md --
Launch {% icon name="rocket" /%} now.
-- refrakt.config.json --
{"site": {"contentDir": "./content", "theme": {"package": "@refrakt-md/lumina"}}}
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from refrakt.markdoc.tree import Span
from refrakt.project.index.tracked_site import TrackedSite
from refrakt.project.pages.page_facts import Reference
from refrakt.project.site_rules.unknown_name import renamed, unknown_in_theme
from refrakt.rules.problem import Problem, safe_fix
from refrakt.rules.registry import rule

_PREFIXED = re.compile(
    r"(?:icon|lucide|fa|fas|far|fab|mdi|ph|heroicons|tabler|bi|ri|feather|octicon|material|i)(?:[:/]|-)(?:icon-)?([A-Za-z0-9_-]+)"
)
_FILE = re.compile(r"([A-Za-z0-9_-]+)\.(?:svg|png|ico|webp)")
_NAME = re.compile(r"[A-Za-z0-9_/-]+")
"""The form of an icon name; an emoji in the frontmatter is not one."""


@rule("unknown-icon", "warning", "theme", on="reference:icon", scope="site", fixable=True)
def unknown_icon(site: TrackedSite, reference: Reference) -> Iterator[Problem]:
    prefixed = _PREFIXED.fullmatch(reference.name)
    icons = site.spec.names.icons
    if icons is not None and prefixed is not None and reference.name not in icons and prefixed[1] in icons:
        message = f"no icon is called '{reference.name}': a name has no prefix of an icon set"
        fix = safe_fix(renamed(reference, prefixed[1]))
        yield Problem(Span(reference.start, reference.end), message, f"Write {prefixed[1]}.", fix)
    elif icons is not None and (file := _FILE.fullmatch(reference.name)) is not None and file[1] in icons:
        message = f"no icon is called '{reference.name}': a name has no extension"
        fix = safe_fix(renamed(reference, file[1]))
        yield Problem(Span(reference.start, reference.end), message, f"Write {file[1]}.", fix)
    elif _NAME.fullmatch(reference.name):
        yield from unknown_in_theme(site, reference, "icon", icons)
