"""Plan entities that include each other with `expand`.

The entities cannot be rendered completely, so the build replaces one of them by an error. Link to one entity of the
cycle with `ref` instead.

**Example**

```markdoc {% process=false %}
-- plan/specs/SPEC-001.md --
{% spec id="SPEC-001" status="draft" %}
# Bread

{% expand "SPEC-002" /%}
{% /spec %}
-- plan/specs/SPEC-002.md --
{% spec id="SPEC-002" status="draft" %}
# Flour

{% expand "SPEC-001" /%}
{% /spec %}
-- refrakt.config.json --
{"site": {"contentDir": "./content", "plugins": ["@refrakt-md/plan"]}}
```

**Use instead**

```markdoc {% process=false %}
-- plan/specs/SPEC-001.md --
{% spec id="SPEC-001" status="draft" %}
# Bread

{% expand "SPEC-002" /%}
{% /spec %}
-- plan/specs/SPEC-002.md --
{% spec id="SPEC-002" status="draft" %}
# Flour

Part of {% ref "SPEC-001" /%}.
{% /spec %}
-- refrakt.config.json --
{"site": {"contentDir": "./content", "plugins": ["@refrakt-md/plan"]}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.markdoc.tree import Span
from refrakt.project.index.name_resolution import expanded_file
from refrakt.project.index.tracked_site import TrackedSite
from refrakt.project.pages.page_facts import Reference
from refrakt.project.site_rules.unknown_name import through
from refrakt.rules.problem import Problem
from refrakt.rules.registry import rule


@rule("expand-cycle", "error", "references", on="reference:expand", scope="site")
def expand_cycle(site: TrackedSite, reference: Reference) -> Iterator[Problem]:
    if site.entry.kind != "plan" or reference.rune != "expand":
        return
    file = expanded_file(site, reference.name, reference.hint)
    way = site.expand_cycle(file.path) if file is not None else None
    if way is not None:
        if file is not None and file.path != site.entry.path:
            way = way._replace(first=(reference.name, *way.first))
        yield Problem(
            Span(reference.start, reference.end),
            f"this entity includes itself{through(way)}",
            "Link to it with `ref` instead.",
        )
