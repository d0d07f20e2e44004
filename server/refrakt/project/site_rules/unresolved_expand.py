"""An `expand` of an entity that does not exist or cannot be expanded.

`expand` includes the content of a plan entity. Pages, headings, drawers and story entities have no content that can be
included; link to them instead. The fix writes the name that was probably meant. Sites with an unknown package are not
checked.

**Example**

```markdoc {% process=false %}
-- content/index.md --
{% expand "SPCE-001" /%}
-- plan/specs/SPEC-001.md --
{% spec id="SPEC-001" status="draft" %}
# Bread
{% /spec %}
-- refrakt.config.json --
{"site": {"contentDir": "./content", "plugins": ["@refrakt-md/plan"]}}
```

**Use instead**

```markdoc {% process=false %}
-- content/index.md --
{% expand "SPEC-001" /%}
-- plan/specs/SPEC-001.md --
{% spec id="SPEC-001" status="draft" %}
# Bread
{% /spec %}
-- refrakt.config.json --
{"site": {"contentDir": "./content", "plugins": ["@refrakt-md/plan"]}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.markdoc.tree import Span
from refrakt.project.index.name_resolution import resolve_name
from refrakt.project.index.tracked_site import TrackedSite
from refrakt.project.pages.page_facts import Reference
from refrakt.project.site import PLAN_PACKAGE
from refrakt.project.site_rules.unknown_name import same_number, unknown_name
from refrakt.rules.problem import Problem
from refrakt.rules.registry import rule


@rule("unresolved-expand", "error", "references", on="reference:expand", scope="site", fixable=True)
def unresolved_expand(site: TrackedSite, reference: Reference) -> Iterator[Problem]:
    spec, name, type = site.spec, reference.name, reference.hint
    if not spec.sure or spec.context.vocabulary.unknown:
        return
    found = resolve_name(site, name, type)
    if not found.entities and not site.is_complete:
        return
    if not found.entities:
        near = [each for each in site.nearest_names(name) if _can_be_shown(site, each, type)]
        exact = same_number(site, name)
        yield unknown_name(reference, f"no {type or 'entity'} is called '{name}'", near, exact=exact)
    elif found.sure and not _can_be_shown(site, name, type):
        kind = found.entities[0].type
        yield Problem(
            Span(reference.start, reference.end),
            f"a {kind} cannot be expanded",
            "Use `ref` to link to it.",
        )


def _can_be_shown(site: TrackedSite, name: str, type: str | None) -> bool:
    """Whether a name resolves to an item of the plan. Plans may also be on pages."""
    runes = site.spec.context.vocabulary.runes.values()
    planned = {each.entity.type for each in runes if each.entity is not None and each.package == PLAN_PACKAGE}
    return not planned.isdisjoint(resolve_name(site, name, type).types)
