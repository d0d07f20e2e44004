"""Names that mean something without being a thing of the site: icons and tints, types and fields of things, things outside."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice

from refrakt.markdoc.javascript import js_str
from refrakt.project.index.fieldmatch import parse
from refrakt.project.index.look import Look
from refrakt.project.index.view import SiteView
from refrakt.project.index.xrefs import outside
from refrakt.project.pages.facts import Filter, Reference

from ..answers import Explanation, Range
from ..page import PageContext
from .words import code, shown

_PICKING = frozenset({"filter", "value", "where", "data"})
"""Attributes with words that pick things; the others name a field."""
_ALWAYS = frozenset({"page", "heading"})
"""Types of things that every site has."""
_ASKED = frozenset({"id", "type", "url", "title", "name", "sourceFile", "sourceUrl", "parentUrl", "draft"})
"""Fields that everything has, whether anybody has written them or not."""
_LOOKED_AT = 2_000
_COMMON = 5


def names_at(page: PageContext, offset: int) -> Iterator[Explanation]:
    """What names at an offset mean, as far as the site knows."""
    view = page.view
    if view is None:
        return
    for reference in page.facts.references:
        if reference.start <= offset <= reference.end:
            with view.lock:
                told = _meaning(view, reference)
            if told:
                yield Explanation(Range(reference.start, reference.end), f"{told}\n")
    for filter in page.facts.filters:
        if filter.start <= offset <= filter.end:
            with view.lock:
                look = page.look
                found = _field(page, view, look, filter, offset) if look is not None else None
            if found is not None:
                yield found


def _meaning(view: SiteView, reference: Reference) -> str:
    match reference.kind:
        case "icon" | "tint" | "background" | "layout":
            return _of_theme(view, reference)
        case "type":
            return _type(view, reference.name)
        case "xref" if reference.name not in view.site.records:
            thing = outside(reference.name, view.site.spec.xrefs)
            if thing is not None:
                return f"**{shown(thing.label)}**, {shown(thing.type)} outside of this site\n\n{code(thing.url)}"
    return ""


def _of_theme(view: SiteView, reference: Reference) -> str:
    """Whether the theme has something of a name; nothing where that cannot be known, or where it is no name but a picture."""
    name, kind, names = reference.name, reference.kind, view.site.spec.names
    known = {"icon": names.icons, "tint": names.tints, "background": names.backgrounds, "layout": names.layouts}[kind]
    if known is None or not any(char.isalnum() for char in name):
        return ""
    return f"The {kind} {code(name)} of this site." if name in known else f"This site has no {kind} {code(name)}."


def _type(view: SiteView, name: str) -> str:
    count = view.site.types.get(name, 0)
    if count:
        return f"{code(name)}: {count} {'thing' if count == 1 else 'things'} of this type."
    known = name in _ALWAYS or not view.site.complete
    return "" if known else f"Nothing of the type {code(name)} is declared."


# Filters --------------------------------------------------------------------------------------------------------------


def _field(page: PageContext, view: SiteView, look: Look, filter: Filter, offset: int) -> Explanation | None:
    """The field that a filter speaks of at an offset: who has it, and what it says there."""
    place, field = _asked(filter, offset)
    tag = page.document.tag_at(offset)
    given = (
        next((each.annotation.value for each in tag.attributes if each.annotation.name == "type"), None)
        if tag
        else None
    )
    if not field or not isinstance(given, str):
        return None
    types = [each.strip() for each in given.split(",") if each.strip()]
    known = any(field in look.fields(each) | look.spec.declarable.get(each, frozenset()) for each in types)
    kinds = " or ".join(code(each) for each in types)
    if not known and field not in _ASKED and view.site.complete:
        return Explanation(place, f"Field {code(field)} of {kinds}. None that is declared has it.\n")
    values: Counter[str] = Counter()
    for record in islice((each for found in view.site.records.values() for each in found), _LOOKED_AT):
        if record.type in types and record.data.get(field) not in (None, "", [], {}):
            value = record.data[field]
            values.update(js_str(each) for each in (value if isinstance(value, list) else [value]))
    common = ", ".join(f"{code(value, 40)} ({count})" for value, count in values.most_common(_COMMON))
    return Explanation(place, f"Field {code(field)} of {kinds}" + (f": {common}" if common else "") + ".\n")


def _asked(filter: Filter, offset: int) -> tuple[Range, str]:
    whole = Range(filter.start, filter.end)
    if filter.attribute not in _PICKING:
        return whole, filter.text.strip().removeprefix("-").removesuffix("-desc").removesuffix("-asc")
    exact = filter.end - filter.start == len(filter.text)
    for clause in parse(filter.text).clauses if exact else ():
        if clause.start <= offset - filter.start <= clause.end:
            return Range(filter.start + clause.start, filter.start + clause.end), clause.field
    return whole, ""
