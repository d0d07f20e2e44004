"""Frontmatter keys and values: built-in ones, those that the layouts of a page use, and those of other pages.

On a site that is not refrakt's own, the keys that it declares take the place of the built-in ones.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import chain
from typing import Any

from refrakt.features.completion import link_targets
from refrakt.features.completion.path_segments import MAX_ITEMS
from refrakt.features.completion.site_cache import cached
from refrakt.features.completion.typed_link_target import TypedTarget
from refrakt.features.completion.yaml_cursor import YamlCursor
from refrakt.features.frontmatter_keys import VALUES, key_description, key_type_name, key_values, known_types
from refrakt.features.page_context import PageContext
from refrakt.features.results import CompletionItem, CompletionList
from refrakt.features.rune_snippets import without_tab_stops
from refrakt.markdoc.frontmatter import read_frontmatter
from refrakt.markdoc.tree import Span
from refrakt.project.index.site_index import SiteIndex
from refrakt.project.index.tracked_site import TrackedSite
from refrakt.project.pages.reference_attributes import FRONTMATTER_LINKS
from refrakt.project.site_rules.unknown_type import possible_types

_UNIQUE_KEYS = frozenset(
    {"title", "description", "slug", "id", "date", "created", "modified", "order", "redirect", "image"}
)
"""Keys whose value differs on every page."""
VALUE_SNIPPETS = {"flag": "${{}|true,false|}", "list": "[${}]"}
"""The snippet for a value type; `{}` is the number of the tab stop."""
_MAX_VALUE = 60
_PLAIN_SCALAR = re.compile(r"[A-Za-z][A-Za-z0-9_/-]*")
_YAML_KEYWORDS = frozenset({"true", "false", "null"})
"""Plain scalars that YAML does not read as text."""


def completions(page: PageContext, cursor: YamlCursor) -> CompletionList:
    if not cursor.is_key and not cursor.path:
        return CompletionList()  # frontmatter that is not a mapping has no keys
    if page.view is None:
        return CompletionList(tuple(_keys(None, None, page, cursor) if cursor.is_key else _flags(page, cursor)))
    if not cursor.is_key and cursor.path[:1] == cursor.path and cursor.path[0] in FRONTMATTER_LINKS:
        target = TypedTarget(FRONTMATTER_LINKS[cursor.path[0]], cursor.span, cursor.text, cursor.offset)
        return link_targets.completions(page, target)
    with page.view.lock:
        tracked = page.tracked
        site = page.view.site
        found = _keys(site, tracked, page, cursor) if cursor.is_key else _values(site, tracked, page, cursor)
        items = list(found)
    return CompletionList(tuple(items[:MAX_ITEMS]), len(items) <= MAX_ITEMS)


# Keys -----------------------------------------------------------------------------------------------------------------


def _keys(
    site: SiteIndex | None, tracked: TrackedSite | None, page: PageContext, cursor: YamlCursor
) -> Iterator[CompletionItem]:
    listed: dict[str, tuple[int, str]] = {}
    if not cursor.path:
        for each in tracked.included_files() if tracked is not None else ():
            for key in tracked.frontmatter_variables(each) if tracked is not None else ():
                listed.setdefault(key, (0, f"used by {each.path}"))
        for key in known_types(page):
            listed.setdefault(key, (1, key_type_name(page, key)))
        for key in page.site.surroundings.frontmatter_keys:
            listed.setdefault(key, (1, ""))
    if site is not None:
        for key, count in used_frontmatter(site, cursor.path)[0].most_common(MAX_ITEMS):
            listed.setdefault(key, (2, f"on {count} page{'s' if count > 1 else ''}"))
    for number, (key, (rank, detail)) in enumerate(listed.items()):
        if key not in cursor.siblings:
            yield _key(page, cursor, key, detail, f"{rank}{number:04}")


def _key(page: PageContext, cursor: YamlCursor, key: str, detail: str, sort: str) -> CompletionItem:
    insert_text = yaml_scalar(key)
    if cursor.next_char != ":":
        type = known_types(page).get(key, "any") if not cursor.path else "any"
        insert_text += ": " + VALUE_SNIPPETS.get(type, "").replace("{}", "1")
    plain_text = without_tab_stops(insert_text)
    is_snippet = plain_text != insert_text
    about = None if cursor.path or not key_description(page, key) else partial(_key_documentation, page, key)
    return CompletionItem(
        key, "attribute", cursor.span, insert_text, is_snippet, plain_text if is_snippet else "", detail, about, sort
    )


def _key_documentation(page: PageContext, key: str) -> str:
    return f"**{key}**: {key_type_name(page, key)}\n\n{key_description(page, key)}\n"


# Values ---------------------------------------------------------------------------------------------------------------


def _values(
    site: SiteIndex, tracked: TrackedSite | None, page: PageContext, cursor: YamlCursor
) -> Iterator[CompletionItem]:
    if known_types(page).get(cursor.path[0]) == "flag":
        yield from _flags(page, cursor)
        return
    if page.site.vocabulary.refrakt:
        named = _possible_values(site, tracked, cursor.path) if tracked is not None else None
    else:
        named = key_values(page, cursor.path[0]) or None if len(cursor.path) == 1 else None
    if named is not None:
        yield from (_value(cursor, name, "", f"0{name}") for name in sorted(named))
        return
    if cursor.path[0] in _UNIQUE_KEYS:
        return
    used = used_frontmatter(site, cursor.path)[1]
    for number, (value, count) in enumerate(used.most_common()):
        if value not in cursor.siblings and value != cursor.text:
            yield _value(cursor, value, f"on {count} page{'s' if count > 1 else ''}", f"1{number:04}")


def _flags(page: PageContext, cursor: YamlCursor) -> Iterator[CompletionItem]:
    key = cursor.path[-1] if cursor.path else ""
    if not cursor.is_key and len(cursor.path) == 1 and known_types(page).get(key) == "flag" and not cursor.quote:
        for number, name in enumerate(("true", "false")):
            yield CompletionItem(name, "value", cursor.span, name, sort_text=f"0{number}")


def _possible_values(site: SiteIndex, tracked: TrackedSite, path: tuple[str, ...]) -> Iterable[str] | None:
    """The values of a key, where they are known."""
    names = tracked.spec.names
    match path:
        case ("layout",):
            return names.layouts
        case ("icon",):
            return names.icons
        case ("tint",):
            return names.tints
        case ("type",):
            return {*possible_types(tracked), *site.types}
        case (key,):
            return VALUES.get(key)
    return None


def _value(cursor: YamlCursor, value: str, detail: str, sort: str) -> CompletionItem:
    if cursor.quote:
        close = "" if cursor.next_char == cursor.quote else cursor.quote
        insert_text = json.dumps(value, ensure_ascii=False)[1:-1] if cursor.quote == '"' else value.replace("'", "''")
        return CompletionItem(value, "value", cursor.span, insert_text + close, detail=detail, sort_text=sort)
    return CompletionItem(
        value, "value", cursor.span, yaml_scalar(value, cursor.in_flow), detail=detail, sort_text=sort
    )


def yaml_scalar(value: str, in_flow: bool = False) -> str:
    """A text as a YAML scalar: plain where it is read back as the same text."""
    if _PLAIN_SCALAR.fullmatch(value) and value.lower() not in _YAML_KEYWORDS:
        return value
    source = f"key: [{value}]" if in_flow else f"key: {value}"
    read = read_frontmatter(source, Span(0, len(source)))
    is_plain = not read.problems and read.data.get("key") == ([value] if in_flow else value)
    return value if is_plain else json.dumps(value, ensure_ascii=False)


def used_frontmatter(site: SiteIndex, path: tuple[str, ...]) -> tuple[Counter[str], Counter[str]]:
    """How often pages use each key below a path, and each text value at it."""
    return cached(site, ("frontmatter", path), lambda: _count_frontmatter(site, path))


def _count_frontmatter(site: SiteIndex, path: tuple[str, ...]) -> tuple[Counter[str], Counter[str]]:
    found: list[Any] = [entry.facts.frontmatter for entry in site.entries.values() if entry.kind == "page"]
    for key in path:
        found = _flattened(each[key] for each in found if isinstance(each, Mapping) and key in each)
    keys = Counter(chain.from_iterable(each for each in found if isinstance(each, Mapping)))
    values = Counter(each for each in found if isinstance(each, str))
    return (
        Counter({key: count for key, count in keys.items() if isinstance(key, str)}),
        Counter({value: count for value, count in values.items() if value.strip() and _is_short(value)}),
    )


def _flattened(values: Iterable[Any]) -> list[Any]:
    """The values, with the items of lists as values of their own."""
    return [item for value in values for item in (value if isinstance(value, list) else (value,))]


def _is_short(value: str) -> bool:
    return len(value) <= _MAX_VALUE and "\n" not in value
