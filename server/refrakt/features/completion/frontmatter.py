"""Keys and values of the frontmatter: what every site knows, what the layouts around a page show, what other pages say."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import chain
from typing import Any

from refrakt.markdoc.frontmatter import read_frontmatter
from refrakt.markdoc.tree import Span
from refrakt.project.across.unknown_type import possible_types
from refrakt.project.index.look import Look
from refrakt.project.index.site_index import SiteIndex
from refrakt.project.pages.references import FRONTMATTER_LINKS
from refrakt.rules.frontmatter_type import KNOWN_KEYS

from ..answers import Offer, Offers
from ..frontmatter_keys import ABOUT, VALUES, takes
from ..page import PageContext
from ..snippets import plain
from . import links
from .remembered import remembered
from .steps import MOST
from .target import TypedTarget
from .yaml import YamlPlace

_OWN = frozenset({"title", "description", "slug", "id", "date", "created", "modified", "order", "redirect", "image"})
"""Keys under which every page says something else."""
STOPS = {"flag": "${{}|true,false|}", "list": "[${}]"}
"""What is filled in for a kind of value, with a pair of brackets for the number of the tab stop."""
_LONGEST = 60
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_/-]*")
_MEANT_OTHERWISE = frozenset({"true", "false", "null"})
"""Words that are none to YAML."""


def offers(page: PageContext, place: YamlPlace) -> Offers:
    if not place.is_key and not place.path:
        return Offers()  # frontmatter that is a list or a single word says nothing
    if page.view is None:
        return Offers(tuple(_keys(None, None, page, place) if place.is_key else _flags(place)))
    if not place.is_key and place.path[:1] == place.path and place.path[0] in FRONTMATTER_LINKS:
        target = TypedTarget(FRONTMATTER_LINKS[place.path[0]], place.word, place.text, place.offset)
        return links.offers(page, target)
    with page.view.lock:
        look = page.look
        site = page.view.site
        found = _keys(site, look, page, place) if place.is_key else _values(site, look, page, place)
        items = list(found)
    return Offers(tuple(items[:MOST]), len(items) <= MOST)


# Keys -----------------------------------------------------------------------------------------------------------------


def _keys(site: SiteIndex | None, look: Look | None, page: PageContext, place: YamlPlace) -> Iterator[Offer]:
    listed: dict[str, tuple[int, str]] = {}
    if not place.path:
        for each in look.around() if look is not None else ():
            for key in look.expects(each) if look is not None else ():
                listed.setdefault(key, (0, f"shown by {each.path}"))
        for key in KNOWN_KEYS:
            listed.setdefault(key, (1, takes(key)))
        for key in page.site.surroundings.frontmatter_keys:
            listed.setdefault(key, (1, ""))
    if site is not None:
        for key, count in said(site, place.path)[0].most_common(MOST):
            listed.setdefault(key, (2, f"on {count} page{'s' if count > 1 else ''}"))
    for number, (key, (rank, detail)) in enumerate(listed.items()):
        if key not in place.taken:
            yield _key(place, key, detail, f"{rank}{number:04}")


def _key(place: YamlPlace, key: str, detail: str, sort: str) -> Offer:
    insert = written(key)
    if place.behind != ":":
        type = KNOWN_KEYS.get(key, "any") if not place.path else "any"
        insert += ": " + STOPS.get(type, "").replace("{}", "1")
    bare = plain(insert)
    is_snippet = bare != insert
    about = None if place.path or key not in ABOUT else partial(_about, key)
    return Offer(key, "attribute", place.word, insert, is_snippet, bare if is_snippet else "", detail, about, sort)


def _about(key: str) -> str:
    return f"**{key}**: {takes(key)}\n\n{ABOUT[key]}.\n"


# Values ---------------------------------------------------------------------------------------------------------------


def _values(site: SiteIndex, look: Look | None, page: PageContext, place: YamlPlace) -> Iterator[Offer]:
    if KNOWN_KEYS.get(place.path[0]) == "flag":
        yield from _flags(place)
        return
    named = _named(site, look, place.path) if look is not None else None
    if named is not None:
        yield from (_value(place, name, "", f"0{name}") for name in sorted(named))
        return
    if place.path[0] in _OWN:
        return
    used = said(site, place.path)[1]
    for number, (value, count) in enumerate(used.most_common()):
        if value not in place.taken and value != place.text:
            yield _value(place, value, f"on {count} page{'s' if count > 1 else ''}", f"1{number:04}")


def _flags(place: YamlPlace) -> Iterator[Offer]:
    key = place.path[-1] if place.path else ""
    if not place.is_key and len(place.path) == 1 and KNOWN_KEYS.get(key) == "flag" and not place.quote:
        for number, name in enumerate(("true", "false")):
            yield Offer(name, "value", place.word, name, sort=f"0{number}")


def _named(site: SiteIndex, look: Look, path: tuple[str, ...]) -> Iterable[str] | None:
    """The words a key takes, where they are known."""
    names = look.spec.names
    match path:
        case ("layout",):
            return names.layouts
        case ("icon",):
            return names.icons
        case ("tint",):
            return names.tints
        case ("type",):
            return {*possible_types(look), *site.types}
        case (key,):
            return VALUES.get(key)
    return None


def _value(place: YamlPlace, value: str, detail: str, sort: str) -> Offer:
    if place.quote:
        close = "" if place.behind == place.quote else place.quote
        insert = json.dumps(value, ensure_ascii=False)[1:-1] if place.quote == '"' else value.replace("'", "''")
        return Offer(value, "value", place.word, insert + close, detail=detail, sort=sort)
    return Offer(value, "value", place.word, written(value, place.in_flow), detail=detail, sort=sort)


def written(value: str, in_flow: bool = False) -> str:
    """A text as YAML: plain where it is read back as it is."""
    if _WORD.fullmatch(value) and value.lower() not in _MEANT_OTHERWISE:
        return value
    source = f"key: [{value}]" if in_flow else f"key: {value}"
    read = read_frontmatter(source, Span(0, len(source)))
    is_plain = not read.problems and read.data.get("key") == ([value] if in_flow else value)
    return value if is_plain else json.dumps(value, ensure_ascii=False)


def said(site: SiteIndex, path: tuple[str, ...]) -> tuple[Counter[str], Counter[str]]:
    """The keys that pages have below a path, and the words they have there."""
    return remembered(site, ("frontmatter", path), lambda: _counted(site, path))


def _counted(site: SiteIndex, path: tuple[str, ...]) -> tuple[Counter[str], Counter[str]]:
    found: list[Any] = [entry.facts.frontmatter for entry in site.entries.values() if entry.kind == "page"]
    for key in path:
        found = _flat(each[key] for each in found if isinstance(each, Mapping) and key in each)
    keys = Counter(chain.from_iterable(each for each in found if isinstance(each, Mapping)))
    words = Counter(each for each in found if isinstance(each, str))
    return (
        Counter({key: count for key, count in keys.items() if isinstance(key, str)}),
        Counter({word: count for word, count in words.items() if word.strip() and _is_short(word)}),
    )


def _flat(values: Iterable[Any]) -> list[Any]:
    """Values, each item of a list for itself."""
    return [item for value in values for item in (value if isinstance(value, list) else (value,))]


def _is_short(word: str) -> bool:
    return len(word) <= _LONGEST and "\n" not in word
