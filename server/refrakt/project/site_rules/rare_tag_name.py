"""A rare tag whose name is one letter away from that of a tag that is used often.

On a site whose schema is not completely known, any tag may be defined. A name that is used at most five times, and looks like
one that is used at least four times as often, is probably misspelt. There is no fix. A tag of the schema is never reported.

**Example**

```markdoc {% process=false %}
-- markdoc.config.json --
[]
-- index.md --
{% callout /%}
{% callout /%}
{% callout /%}
{% callout /%}
{% calout /%}
```

**Use instead**

```markdoc {% process=false %}
-- markdoc.config.json --
[]
-- index.md --
{% callout /%}
{% callout /%}
{% callout /%}
{% callout /%}
{% callout /%}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.markdoc.tree import Span
from refrakt.project.index.tracked_site import TrackedSite
from refrakt.rules.problem import Problem
from refrakt.rules.registry import rule


@rule("rare-tag-name", "hint", "tags", on="file", scope="site")
def rare_tag_name(site: TrackedSite) -> Iterator[Problem]:
    vocabulary = site.spec.context.vocabulary
    if not vocabulary.inferred:
        return
    for tag in site.facts.tags:
        found = site.near_miss(tag.name) if tag.name not in vocabulary.names else None
        if found is not None:
            uses = "once" if found.uses == 1 else f"{found.uses} times"
            message = f"'{tag.name}' is used {uses} on this site, '{found.near}' {found.near_uses} times"
            yield Problem(Span(tag.start, tag.end), message, f"Write {found.near}, if that is meant.")
