"""Values that name something outside the page: things, types, files, icons, tints, backgrounds, fields.

Which attributes do, `project.pages.references` says, for the index and for this.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from refrakt.project.across.unknown_type import possible_types
from refrakt.project.index.look import Look
from refrakt.project.pages.references import (
    ANYWHERE,
    FILTERS,
    HINTED,
    HINTS,
    HREF,
    LINKS,
    LISTS,
    REFERENCES,
    ReferenceKind,
)

from ..answers import Kind, Offer, Offers, Range
from ..page import PageContext
from ..place import Place
from . import files, filters, links, things
from .given import given
from .remembered import in_order
from .steps import MOST
from .target import in_value
from .values import written

_BETWEEN = re.compile(r"[-_/ ]")


def offers(page: PageContext, place: Place, attribute: str | None = None) -> Offers:
    """What an attribute of a rune may name; nothing where it names nothing."""
    words = page.site.vocabulary
    rune = words.names.get(place.name, place.name)
    key = attribute or place.attribute or ""
    if page.view is None or place.cursor is None or place.cursor.within or rune not in words.runes:
        return Offers()
    link = "link" if key == HREF else LINKS.get((rune, key))
    if link is not None:
        target = in_value(place, link)
        return links.offers(page, target) if target is not None else Offers()
    kind = REFERENCES.get((rune, key)) or ANYWHERE.get(key)
    if kind is None and (rune, key) not in FILTERS:
        return Offers()  # most name nothing, and to look around takes a while on a long page
    with page.view.lock:
        look = page.look
        if look is None:
            return Offers()
        if (rune, key) in FILTERS:
            return filters.offers(page.view, look, place, rune, key)
        assert kind is not None
        if key in LISTS:
            place = one_of_list(place)
        if kind in ("xref", "expand", "bond"):
            return things.offers(page, look, place, _types(page, place, rune, key, kind))
        return _plain(place, _named(page, look, place, rune, kind))


def _types(page: PageContext, place: Place, rune: str, key: str, kind: ReferenceKind) -> Collection[str]:
    """The types of things that may be meant; none where any may."""
    if kind == "bond":
        return _of_the_same_package(page, rune)
    hint = given(place, "type") if rune in HINTED else HINTS.get((rune, key))
    return (hint,) if hint else ()


def _of_the_same_package(page: PageContext, rune: str) -> frozenset[str]:
    """What the runes of a package declare: a bond ties whatever its story knows."""
    runes = page.site.vocabulary.runes
    own = runes[rune]
    others = (each for each in runes.values() if each.package == own.package and each is not own)
    return frozenset(each.entity.type for each in others if each.entity is not None)


def _named(page: PageContext, look: Look, place: Place, rune: str, kind: ReferenceKind) -> Iterator[tuple[str, str]]:
    """Names, and what each is."""
    spec, typed = look.spec, place.text[: place.offset - place.word.start]
    match kind:
        case "type":
            assert page.view is not None
            types = page.view.site.types
            for each in sorted({*possible_types(look), *types}):
                yield each, f"{types[each]} on this site" if types[each] else ""
        case "icon":
            yield from _all(spec.names.icons, "icon")
        case "tint":
            yield from _all(spec.names.tints, "tint")
        case "background":
            yield from _all(spec.names.backgrounds, "background")
        case "layout":
            yield from _all(spec.names.layouts, "layout")
        case "folder":
            yield from _folders(page)
        case "file":
            tops = [spec.root, spec.repository] if rune == "file-ref" else [spec.root]
            yield from _paths(files.read(look, map(str, tops), typed))
        case "sandbox":
            tops = [spec.examples] if spec.examples is not None else []
            found = files.read(look, map(str, tops), typed, folders_only=True)
            yield from ((each.name.rstrip("/"), "example") for each in found)


def _all(names: Iterable[str] | None, what: str) -> Iterator[tuple[str, str]]:
    yield from ((each, what) for each in sorted(names or ()))


def _paths(found: Iterable[files.File]) -> Iterator[tuple[str, str]]:
    yield from ((each.name, "folder" if each.is_folder else "file") for each in found)


def _folders(page: PageContext) -> Iterator[tuple[str, str]]:
    """The addresses below which pages are served."""
    assert page.view is not None
    site = page.view.site
    for each in in_order(site, "folders"):
        yield each, f"{site.folders[each]} pages"


def _plain(place: Place, named: Iterable[tuple[str, str]]) -> Offers:
    found: list[Offer] = []
    typed = place.text[: place.offset - place.word.start].lower()
    for name, detail in named:
        if not _begins(name.lower(), typed):
            continue
        if len(found) == MOST:
            return Offers(tuple(found), complete=False)
        found.append(_offer(place, name, detail))
    return Offers(tuple(found))


def _begins(name: str, typed: str) -> bool:
    """Whether a name, or a word of it, begins like this."""
    return name.startswith(typed) or any(name.startswith(typed, each.end()) for each in _BETWEEN.finditer(name))


def _offer(place: Place, name: str, detail: str) -> Offer:
    if detail != "folder":
        kind: Kind = "file" if detail == "file" else "value"
        return Offer(name, kind, *written(place, name), detail=detail, sort=f"0{name}")
    # Behind a folder more is to be typed: its string stays open.
    range, text = written(replace(place, closed=True), name)
    return Offer(name, "folder", range, text, detail=detail, sort=f"1{name}", goes_on=True)


def one_of_list(place: Place) -> Place:
    """The same place with no more than the word the cursor is in, of several with commas between them."""
    if not place.quote:
        return place
    at = place.offset - place.word.start
    before, after = place.text[:at], place.text[at:]
    start = before.rfind(",") + 1
    start += len(before[start:]) - len(before[start:].lstrip())
    end = at + len(after.partition(",")[0])
    word = Range(place.word.start + start, place.word.start + end)
    # Where others follow, what closes the string is further on.
    closed = place.closed or "," in after
    return replace(place, word=word, text=place.text[start:end], closed=closed)
