"""Names that are not symbols of the site: icons and tints, entity types and fields, external entities."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice

from refrakt.features.markdown_escape import code_span, escaped
from refrakt.features.page_context import PageContext
from refrakt.features.results import Hover
from refrakt.markdoc.javascript_values import js_str
from refrakt.markdoc.tree import Span
from refrakt.project.index.external_references import outside
from refrakt.project.index.field_query import parse
from refrakt.project.index.site_view import SiteView
from refrakt.project.index.tracked_site import TrackedSite
from refrakt.project.pages.page_facts import Filter, Reference

_QUERY_ATTRIBUTES = frozenset({"filter", "value", "where", "data"})
"""Attributes with a query; other filter attributes name a field."""
_BUILT_IN_TYPES = frozenset({"page", "heading"})
"""Entity types that every site has."""
_COMMON_FIELDS = frozenset({"id", "type", "url", "title", "name", "sourceFile", "sourceUrl", "parentUrl", "draft"})
"""Fields that every entity has, written or not."""
_MAX_RECORDS = 2_000
_MAX_VALUES = 5


def named_value_hovers(page: PageContext, offset: int) -> Iterator[Hover]:
    """What the names at an offset refer to."""
    view = page.view
    if view is None:
        return
    for reference in page.facts.references:
        if reference.start <= offset <= reference.end:
            with view.lock:
                markdown = _meaning(view, reference)
            if markdown:
                yield Hover(Span(reference.start, reference.end), f"{markdown}\n")
    for filter in page.facts.filters:
        if filter.start <= offset <= filter.end:
            with view.lock:
                tracked = page.tracked
                found = _field_hover(page, view, tracked, filter, offset) if tracked is not None else None
            if found is not None:
                yield found


def _meaning(view: SiteView, reference: Reference) -> str:
    match reference.kind:
        case "icon" | "tint" | "background" | "layout":
            return _theme_name(view, reference)
        case "type":
            return _type(view, reference.name)
        case "xref" if reference.name not in view.site.records:
            entity = outside(reference.name, view.site.spec.xrefs)
            if entity is not None:
                return f"**{escaped(entity.label)}**, external {escaped(entity.type)}\n\n{code_span(entity.url)}"
    return ""


def _theme_name(view: SiteView, reference: Reference) -> str:
    """Whether the theme declares a name; empty where the theme is unknown or the value is not a name."""
    name, kind, names = reference.name, reference.kind, view.site.spec.names
    valid = {"icon": names.icons, "tint": names.tints, "background": names.backgrounds, "layout": names.layouts}[kind]
    if valid is None or not any(char.isalnum() for char in name):
        return ""
    return (
        f"{kind.capitalize()} {code_span(name)} of this site."
        if name in valid
        else f"This site has no {kind} {code_span(name)}."
    )


def _type(view: SiteView, name: str) -> str:
    count = view.site.types.get(name, 0)
    if count:
        return f"{code_span(name)}: {count} {'entity' if count == 1 else 'entities'} of this type."
    is_known = name in _BUILT_IN_TYPES or not view.site.complete
    return "" if is_known else f"No entity has the type {code_span(name)}."


# Filters --------------------------------------------------------------------------------------------------------------


def _field_hover(page: PageContext, view: SiteView, tracked: TrackedSite, filter: Filter, offset: int) -> Hover | None:
    """The field of a query at an offset, with its most common values."""
    span, field = _field_at(filter, offset)
    tag = page.document.tag_at(offset)
    type_value = (
        next((each.annotation.value for each in tag.attributes if each.annotation.name == "type"), None)
        if tag
        else None
    )
    if not field or not isinstance(type_value, str):
        return None
    types = [each.strip() for each in type_value.split(",") if each.strip()]
    is_known = any(field in tracked.fields(each) | tracked.spec.declarable.get(each, frozenset()) for each in types)
    kinds = " or ".join(code_span(each) for each in types)
    if not is_known and field not in _COMMON_FIELDS and view.site.complete:
        return Hover(span, f"Field {code_span(field)} of {kinds}. No entity has it.\n")
    values: Counter[str] = Counter()
    for record in islice((each for found in view.site.records.values() for each in found), _MAX_RECORDS):
        if record.type in types and record.data.get(field) not in (None, "", [], {}):
            value = record.data[field]
            values.update(js_str(each) for each in (value if isinstance(value, list) else [value]))
    common = ", ".join(f"{code_span(value, 40)} ({count})" for value, count in values.most_common(_MAX_VALUES))
    return Hover(span, f"Field {code_span(field)} of {kinds}" + (f": {common}" if common else "") + ".\n")


def _field_at(filter: Filter, offset: int) -> tuple[Span, str]:
    whole = Span(filter.start, filter.end)
    if filter.attribute not in _QUERY_ATTRIBUTES:
        return whole, filter.text.strip().removeprefix("-").removesuffix("-desc").removesuffix("-asc")
    exact = filter.end - filter.start == len(filter.text)
    for clause in parse(filter.text).clauses if exact else ():
        if clause.start <= offset - filter.start <= clause.end:
            return Span(filter.start + clause.start, filter.start + clause.end), clause.field
    return whole, ""
