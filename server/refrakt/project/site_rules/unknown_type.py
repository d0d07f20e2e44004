"""An entity type that does not occur on the site.

The query returns nothing. Types are `page` and `heading`, the types of runes that declare entities, such as `character`
or `work`, and the values of `type` in the frontmatter and of `entity` in route rules. The fix writes the type that was
probably meant. Sites with an unknown package are not checked.

**Example**

```markdoc {% process=false %}
-- content/index.md --
{% collection type="pgae" /%}
```

**Use instead**

```markdoc {% process=false %}
-- content/index.md --
{% collection type="page" /%}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.project.index.entity_records import HEADING, PAGE
from refrakt.project.index.field_query import parse
from refrakt.project.index.name_candidates import NameCandidates
from refrakt.project.index.tracked_site import TrackedSite
from refrakt.project.site_rules.filter_syntax import PICKING, span_in_filter
from refrakt.project.site_rules.link_edits import intended_name
from refrakt.rules.name_suggestion import did_you_mean
from refrakt.rules.problem import Problem, safe_fix
from refrakt.rules.registry import rule

_WILD = frozenset("*/")


@rule("unknown-type", "warning", "references", on="file", scope="site", fixable=True)
def unknown_type(site: TrackedSite) -> Iterator[Problem]:
    if not site.spec.sure or site.spec.context.vocabulary.unknown:
        return
    for name, start, end in _named(site):
        if name in possible_types(site) or site.has_type(name) or not site.is_complete:
            continue
        near = site.cached_query("types", _type_candidates).nearest(name)
        intended = intended_name(name, near)
        fix = (TextEdit(Span(start, end), intended),) if intended is not None and end - start == len(name) else ()
        suggestion = f"Write {near[0]}." if near else None
        yield Problem(
            Span(start, end), f"no entity has the type '{name}'{did_you_mean(near)}", suggestion, safe_fix(fix)
        )


def _named(site: TrackedSite) -> Iterator[tuple[str, int, int]]:
    for reference in site.facts.references:
        if reference.kind == "type":
            yield reference.name, reference.start, reference.end
    for each in site.facts.filters:
        if each.attribute not in PICKING or each.rune == "data":
            continue
        for clause in parse(each.text).clauses:
            if clause.field == "type" and not _WILD & {*clause.value}:
                yield clause.value, *span_in_filter(each, clause.value_start, clause.end)


def _type_candidates(site: TrackedSite) -> NameCandidates:
    return NameCandidates({*possible_types(site), *site.types()})


def possible_types(site: TrackedSite) -> set[str]:
    """All possible entity types, whether an entity has them or not."""
    spec = site.spec
    return {PAGE, HEADING, *spec.declarable, *(each.entity for each in spec.routes.rules if each.entity)}
