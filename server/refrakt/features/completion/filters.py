"""Words that pick, sort or group things: fields the things have, and behind a colon the values they have there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from typing import Any

from refrakt.markdoc.javascript import js_str
from refrakt.project.across.filter_syntax import PICKING
from refrakt.project.across.unknown_field import EVERYWHERE, FIXED
from refrakt.project.across.unknown_type import possible_types
from refrakt.project.index.entities import PAGE, UNASKED, parent_url
from refrakt.project.index.entry import Entry
from refrakt.project.index.fieldmatch import field_of, parse
from refrakt.project.index.look import Look
from refrakt.project.index.site_index import SiteIndex
from refrakt.project.index.view import SiteView

from ..answers import Offer, Offers, Range
from ..place import Place
from .given import given
from .remembered import remembered
from .steps import MOST

_FILES = "data"
"""The rune that picks lines of a file, whose fields nobody here knows."""
_LONGEST = 60
_UNFIT = frozenset('"\\\r\n')
"""What a value in a query cannot hold."""


def offers(view: SiteView, look: Look, place: Place, rune: str, key: str) -> Offers:
    if not place.quote or rune == _FILES or "\\" in place.text:
        return Offers()
    at = place.offset - place.word.start
    before = place.text[:at]
    types = _types(place, rune, place.text if key in PICKING else "")
    if key not in PICKING:
        return _fields(look, _narrowed(place, int(before.startswith("-"))), types, "")
    clause = next((each for each in parse(before).clauses if each.end == at and before[-1:].strip()), None)
    if clause is None:
        words = before.split(" ")
        return _fields(look, _narrowed(place, at - len(words[-1])), types, ":")
    return _values(view, look, _narrowed(place, clause.value_start), types, clause.field)


def _types(place: Place, rune: str, query: str) -> tuple[str, ...]:
    """The types the rune picks from."""
    if rune in FIXED:
        return FIXED[rune]
    named = tuple(filter(None, map(str.strip, (given(place, "type") or "").split(","))))
    return named or parse(query).values("type")


def _narrowed(place: Place, start: int) -> Place:
    """The same place with no more than the word that begins here."""
    at = place.offset - place.word.start
    after = place.text[at:]
    stop = min((n for n in (after.find(" "), after.find(":")) if n >= 0), default=len(after))
    word = Range(place.word.start + start, place.offset + stop)
    return replace(place, word=word, text=place.text[start : at + stop], closed=True)


def _fields(look: Look, place: Place, types: Iterable[str], colon: str) -> Offers:
    own = {field for type in types for field in (*look.fields(type), *look.spec.declarable.get(type, ()))}
    behind = "" if place.behind == ":" else colon
    found = [
        Offer(name, "attribute", place.word, f"{name}{behind}", detail="field", sort=f"{rank}{name}")
        for rank, names in ((0, own), (1, EVERYWHERE - own))
        for name in sorted(names)
    ]
    return Offers(tuple(found))


def _values(view: SiteView, look: Look, place: Place, types: tuple[str, ...], field: str) -> Offers:
    site = view.site
    if field == "type":
        used = Counter({each: site.types[each] for each in (*site.types, *sorted(possible_types(look)))})
    else:
        used = remembered(site, ("values", types, field), lambda: _used(site, types, field))
    typed = place.text[: place.offset - place.word.start].lower()
    known = [each for each, _ in used.most_common()]
    known += [each for each in _allowed(look, types, field) if each not in used]
    names = [each for each in known if each.lower().startswith(typed)]
    found = [
        Offer(name, "value", place.word, _written(name), detail=_detail(used[name]), sort=f"0{number:04}")
        for number, name in enumerate(names[:MOST])
    ]
    return Offers(tuple(found), complete=len(names) <= MOST)


def _detail(count: int) -> str:
    return f"{count} of them" if count else ""


def _allowed(look: Look, types: Collection[str], field: str) -> Iterator[str]:
    """The values that an attribute allows from which things get the field."""
    for rune in look.spec.context.vocabulary.runes.values():
        form = rune.entity
        if form is not None and form.type in types:
            for each in rune.attributes:
                if form.fields.get(each.name, each.name) == field:
                    yield from (value for value in each.values if isinstance(value, str))


def _written(value: str) -> str:
    """A value in a query that stands in a string: quotes keep its spaces together."""
    return f'\\"{value}\\"' if " " in value else value


def _used(site: SiteIndex, types: tuple[str, ...], field: str) -> Counter[str]:
    """The values that things have in a field, with how many have each."""
    words: Counter[str] = Counter()
    for value in _said(site, types, field):
        for each in value if isinstance(value, list | tuple) else (value,):
            if isinstance(each, str):
                words[each] += 1
            elif isinstance(each, int | float):
                words[js_str(each)] += 1
    return Counter({each: count for each, count in words.items() if _is_fit(each)})


def _is_fit(text: str) -> bool:
    return bool(text.strip()) and len(text) <= _LONGEST and not _UNFIT & {*text}


def _said(site: SiteIndex, types: tuple[str, ...], field: str) -> Iterator[Any]:
    for records in site.records.values():
        yield from (field_of(each, field) for each in records if not types or each.type in types)
    if PAGE in types:
        yield from (_of_page(each, field) for each in site.entries.values() if each.kind == "page")


def _of_page(entry: Entry, field: str) -> Any:
    """What a page says under a field, as `page_data` has it; that would put together all others as well."""
    said = entry.facts.frontmatter
    match field:
        case "title":
            return entry.facts.title
        case "url" | "id" | "sourceUrl":
            return entry.url
        case "parentUrl":
            return parent_url(entry.url or "/")
        case "draft":
            return said.get(field, False)
    return said.get(field) if field not in UNASKED else None
