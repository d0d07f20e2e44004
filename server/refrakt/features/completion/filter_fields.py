"""Fields for queries, sorting and grouping of entities and, after a colon, the values of a field."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from typing import Any

from refrakt.features.completion.path_segments import MAX_ITEMS
from refrakt.features.completion.sibling_attributes import sibling_value
from refrakt.features.completion.site_cache import cached
from refrakt.features.cursor_context import CursorContext
from refrakt.features.results import CompletionItem, CompletionList
from refrakt.markdoc.javascript_values import js_str
from refrakt.markdoc.tree import Span
from refrakt.project.index.entity_records import PAGE, UNASKED, parent_url
from refrakt.project.index.field_query import field_of, parse
from refrakt.project.index.indexed_file import IndexedFile
from refrakt.project.index.site_index import SiteIndex
from refrakt.project.index.site_view import SiteView
from refrakt.project.index.tracked_site import TrackedSite
from refrakt.project.site_rules.filter_syntax import PICKING
from refrakt.project.site_rules.unknown_field import EVERYWHERE, FIXED
from refrakt.project.site_rules.unknown_type import possible_types

_DATA_RUNE = "data"
"""The rune that queries rows of a file, whose fields are unknown here."""
_MAX_VALUE = 60
_FORBIDDEN = frozenset('"\\\r\n')
"""Characters that a value in a query cannot contain."""


def completions(view: SiteView, tracked: TrackedSite, cursor: CursorContext, rune: str, key: str) -> CompletionList:
    if not cursor.quote or rune == _DATA_RUNE or "\\" in cursor.text:
        return CompletionList()
    at = cursor.offset - cursor.span.start
    before = cursor.text[:at]
    types = _types(cursor, rune, cursor.text if key in PICKING else "")
    if key not in PICKING:
        return _fields(tracked, _narrowed(cursor, int(before.startswith("-"))), types, "")
    clause = next((each for each in parse(before).clauses if each.end == at and before[-1:].strip()), None)
    if clause is None:
        values = before.split(" ")
        return _fields(tracked, _narrowed(cursor, at - len(values[-1])), types, ":")
    return _values(view, tracked, _narrowed(cursor, clause.value_start), types, clause.field)


def _types(cursor: CursorContext, rune: str, query: str) -> tuple[str, ...]:
    """The entity types that the rune queries."""
    if rune in FIXED:
        return FIXED[rune]
    named = tuple(filter(None, map(str.strip, (sibling_value(cursor, "type") or "").split(","))))
    return named or parse(query).values("type")


def _narrowed(cursor: CursorContext, start: int) -> CursorContext:
    """The same context for only the token that begins at `start`."""
    at = cursor.offset - cursor.span.start
    after = cursor.text[at:]
    stop = min((n for n in (after.find(" "), after.find(":")) if n >= 0), default=len(after))
    span = Span(cursor.span.start + start, cursor.offset + stop)
    return replace(cursor, span=span, text=cursor.text[start : at + stop], closed=True)


def _fields(tracked: TrackedSite, cursor: CursorContext, types: Iterable[str], colon: str) -> CompletionList:
    own = {field for type in types for field in (*tracked.fields(type), *tracked.spec.declarable.get(type, ()))}
    colon_text = "" if cursor.next_char == ":" else colon
    found = [
        CompletionItem(name, "attribute", cursor.span, f"{name}{colon_text}", detail="field", sort_text=f"{rank}{name}")
        for rank, names in ((0, own), (1, EVERYWHERE - own))
        for name in sorted(names)
    ]
    return CompletionList(tuple(found))


def _values(
    view: SiteView, tracked: TrackedSite, cursor: CursorContext, types: tuple[str, ...], field: str
) -> CompletionList:
    site = view.site
    if field == "type":
        used = Counter({each: site.types[each] for each in (*site.types, *sorted(possible_types(tracked)))})
    else:
        used = cached(site, ("values", types, field), lambda: _used(site, types, field))
    typed = cursor.text[: cursor.offset - cursor.span.start].lower()
    values = [each for each, _ in used.most_common()]
    values += [each for each in _allowed(tracked, types, field) if each not in used]
    names = [each for each in values if each.lower().startswith(typed)]
    found = [
        CompletionItem(
            name, "value", cursor.span, _written(name), detail=_detail(used[name]), sort_text=f"0{number:04}"
        )
        for number, name in enumerate(names[:MAX_ITEMS])
    ]
    return CompletionList(tuple(found), complete=len(names) <= MAX_ITEMS)


def _detail(count: int) -> str:
    return f"{count} {'entity' if count == 1 else 'entities'}" if count else ""


def _allowed(tracked: TrackedSite, types: Collection[str], field: str) -> Iterator[str]:
    """The allowed values of the attributes that define the field."""
    for rune in tracked.spec.context.vocabulary.runes.values():
        form = rune.entity
        if form is not None and form.type in types:
            for each in rune.attributes:
                if form.fields.get(each.name, each.name) == field:
                    yield from (value for value in each.values if isinstance(value, str))


def _written(value: str) -> str:
    """A value in a query inside a string; quotes keep its spaces together."""
    return f'\\"{value}\\"' if " " in value else value


def _used(site: SiteIndex, types: tuple[str, ...], field: str) -> Counter[str]:
    """The values of a field, with the number of entities that have each."""
    values: Counter[str] = Counter()
    for value in _field_values(site, types, field):
        for each in value if isinstance(value, list | tuple) else (value,):
            if isinstance(each, str):
                values[each] += 1
            elif isinstance(each, int | float):
                values[js_str(each)] += 1
    return Counter({each: count for each, count in values.items() if _is_valid_value(each)})


def _is_valid_value(text: str) -> bool:
    return bool(text.strip()) and len(text) <= _MAX_VALUE and not _FORBIDDEN & {*text}


def _field_values(site: SiteIndex, types: tuple[str, ...], field: str) -> Iterator[Any]:
    for records in site.records.values():
        yield from (field_of(each, field) for each in records if not types or each.type in types)
    if PAGE in types:
        yield from (_page_field(each, field) for each in site.entries.values() if each.kind == "page")


def _page_field(entry: IndexedFile, field: str) -> Any:
    """A field of a page, as in `page_data`, without computing the other fields."""
    frontmatter = entry.facts.frontmatter
    match field:
        case "title":
            return entry.facts.title
        case "url" | "id" | "sourceUrl":
            return entry.url
        case "parentUrl":
            return parent_url(entry.url or "/")
        case "draft":
            return frontmatter.get(field, False)
    return frontmatter.get(field) if field not in UNASKED else None
