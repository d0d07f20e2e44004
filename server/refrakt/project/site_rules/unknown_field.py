"""A field that resembles a field of the entity type.

A filter on an unknown field matches nothing, and sorting or grouping by it has no effect. Frontmatter may define any
field, so only names that look like a typo are reported. The fix writes the known field.

**Example**

```markdoc {% process=false %}
-- content/index.md --
{% aggregate type="recipe" group="coursse" /%}
-- content/soup.md --
---
type: recipe
course: starter
---
```

**Use instead**

```markdoc {% process=false %}
-- content/index.md --
{% aggregate type="recipe" group="course" /%}
-- content/soup.md --
---
type: recipe
course: starter
---
```
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.project.index.field_query import parse
from refrakt.project.index.name_candidates import NameCandidates
from refrakt.project.index.tracked_site import TrackedSite
from refrakt.project.pages.page_facts import Filter
from refrakt.project.site_rules.filter_syntax import PICKING, span_in_filter
from refrakt.project.site_rules.link_edits import intended_name
from refrakt.rules.problem import Problem, safe_fix
from refrakt.rules.registry import rule

EVERYWHERE = frozenset(
    {
        *("id", "type", "url", "sourceFile", "sourceUrl", "parentUrl", "title", "name", "text", "level", "headingId"),
        *("draft", "description", "date", "order", "icon", "created", "modified"),
    }
)
"""Fields that every entity has."""
_MOST_TYPES = 3
FIXED = {"backlog": ("work", "bug"), "decision-log": ("decision",)}
"""Runes that list entities of fixed types."""


@rule("unknown-field", "warning", "references", on="file", scope="site", fixable=True)
def unknown_field(site: TrackedSite) -> Iterator[Problem]:
    if not site.spec.sure or site.spec.context.vocabulary.unknown:
        return
    named = _named_types(site)
    for each in site.facts.filters:
        types = _types(each, named) if each.rune != "data" else ()
        if not types:
            continue
        fields, names = site.cached_query(("known fields", types), partial(_fields, types=types))
        for field, start in _used_fields(each):
            if field in fields or not site.is_complete:
                continue
            intended = intended_name(field, names.nearest(field))
            if intended is not None:
                offsets = span_in_filter(each, start, start + len(field))
                fix = (TextEdit(Span(*offsets), intended),) if offsets[1] - offsets[0] == len(field) else ()
                message = f"no {' or '.join(types[:_MOST_TYPES])} has a field '{field}'; did you mean '{intended}'?"
                yield Problem(Span(*offsets), message, f"Write {intended}.", safe_fix(fix))


def _named_types(site: TrackedSite) -> dict[str | None, tuple[str, ...]]:
    """By rune: the types that its tags name. Facts do not record which tag names which type."""
    found: dict[str | None, dict[str, None]] = {}
    for each in site.facts.references:
        if each.kind == "type":
            found.setdefault(each.rune, {})[each.name] = None
    return {rune: tuple(types) for rune, types in found.items()}


def _types(filter: Filter, named: Mapping[str | None, tuple[str, ...]]) -> tuple[str, ...]:
    """The types that a filter selects from."""
    if filter.rune in FIXED:
        return FIXED[filter.rune]
    if filter.rune == "sandbox":
        return parse(filter.text).values("type")
    return named.get(filter.rune, ())


def _fields(site: TrackedSite, types: tuple[str, ...]) -> tuple[frozenset[str], NameCandidates]:
    """The fields of entities of these types."""
    declared = site.spec.declarable
    found = EVERYWHERE.union(*(site.fields(each) | declared.get(each, frozenset()) for each in types))
    return found, NameCandidates(found)


def _used_fields(filter: Filter) -> Iterator[tuple[str, int]]:
    if filter.attribute in PICKING:
        yield from ((each.field, each.start) for each in parse(filter.text).clauses)
        return
    field = filter.text.strip()
    start = filter.text.index(field) + field.startswith("-")
    yield field.removeprefix("-").removesuffix("-desc").removesuffix("-asc"), start
