"""Which files of a site may name a thing.

The index remembers who asked for what, so a page that thousands do not link to is not looked for in thousands of texts. Where no
rule asks, facts are looked through: they are in memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from urllib.parse import unquote

from refrakt.project.across.words import ENDS
from refrakt.project.index.entry import Entry
from refrakt.project.index.given import Key, given
from refrakt.project.index.look import Look
from refrakt.project.index.view import SiteView
from refrakt.project.pages.facts import PageFacts

from .naming import Naming
from .thing import Thing

_NAMES = frozenset({"page", "heading", "anchor", "drawer", "entity"})
"""What rules between pages ask for."""
_TOP = "top"
"""A fragment that no rule asks about, since every page has such a place."""


def is_same(found: Thing, wanted: Thing) -> bool:
    """Whether a mention is of a thing, in a file that can be speaking of it.

    The keys of a page's frontmatter are used by its layouts and partials, which have none themselves.
    """
    return found == wanted or (found.kind == wanted.kind == "key" and found.name == wanted.name)


def searched(view: SiteView, thing: Thing, also: Iterable[str] = ()) -> list[str]:
    """The files that name a thing as far as the index knows, or may do so; the one that declares it first."""
    if thing.kind == "definition":
        return [thing.path]
    ends = last_steps(view, thing)
    with view.lock:
        site = view.site
        entries = dict(site.entries)
        asked = site.askers(_keys(view, thing)) if thing.kind in _NAMES else set()
    if thing.kind in _NAMES:
        asked |= {path for path, each in entries.items() if not site.spec.sure or _is_not_judged(each)}
        if thing.kind == "entity":
            asked |= {path for path, each in entries.items() if _asks_for(each, thing.name)}
        candidates: Iterable[str] = asked
    else:
        may_name = _speaking(view, thing, ends)
        candidates = (path for path, each in entries.items() if may_name(each))
    kept = {*also}
    found = {path for path in candidates if path not in kept and _names(view, path, thing, ends)} | kept
    if thing.path in entries and thing.kind != "file":
        found.add(thing.path)
    return sorted(found, key=lambda path: (path != thing.path, path))


def _keys(view: SiteView, thing: Thing) -> Iterator[Key]:
    """The questions whose answer is this thing."""
    entry = view.site.entries.get(thing.path)
    if entry is None:
        return
    gives = given(entry, view.site.spec)
    if thing.kind == "page" or thing.name.lower() == _TOP:
        yield from (("url", each) for each in gives.urls)
        yield from (("slug", each.lower()) for each in gives.urls)
        yield "asset", str(view.site.spec.root / thing.path)
        if gives.file is not None:
            yield "file", gives.file
        if gives.title is not None:
            yield "named", gives.title.lower()
    if thing.kind in ("heading", "anchor", "entity", "drawer"):
        yield "anchor", thing.path, thing.name
    if thing.kind == "drawer":
        yield "anchor", thing.path, f"drawer-{thing.name}"
    if thing.kind in ("entity", "drawer"):
        yield "id", thing.name
        yield from (("url", each) for each in gives.urls)
        for record in gives.records:
            if record.id == thing.name:
                yield from (("named", each) for each in record.names)
                yield from (("alias", each) for each in record.aliases)


def _is_not_judged(entry: Entry) -> bool:
    """Whether a file has links that no rule asks about: those of a plan, and what is relative to no known place."""
    if entry.kind != "page":
        return True
    first = next(iter(entry.facts.links), None)
    return first is not None and first.written == (first.start, first.end)


def _asks_for(entry: Entry, name: str) -> bool:
    """Whether a query of a file may ask for an id, which no rule looks at."""
    return any(name in each.text for each in entry.facts.filters)


def _speaking(view: SiteView, thing: Thing, ends: frozenset[str]) -> Callable[[Entry], bool]:
    """Tells of a file whether it may name a thing that rules do not ask for by name."""
    if thing.kind == "partial":
        return lambda each: thing.name in each.facts.partials or _leads_to(each, ends)
    if thing.kind == "file":
        return lambda each: _leads_to(each, ends)
    return lambda each: speaks(each.facts, thing.name) and _shares_keys(view, each, thing.path)


def _leads_to(entry: Entry, ends: frozenset[str]) -> bool:
    """Whether a link or a rune of a file has one of these steps in what it names."""
    facts = entry.facts
    targets = (each.target if "%" not in each.target else unquote(each.target) for each in facts.links)
    names = (each.name for each in facts.references if each.kind in ("file", "sandbox"))
    return any(end in each for each in chain(targets, names) for end in ends)


def speaks(facts: PageFacts, key: str) -> bool:
    """Whether a file sets or shows a key of the frontmatter."""
    return key in facts.frontmatter or any(each.kind == "frontmatter" and each.name == key for each in facts.references)


def _shares_keys(view: SiteView, entry: Entry, path: str) -> bool:
    """Whether two files are shown on the same page: one of them is the page, a layout around it or a partial in it."""
    if entry.path == path:
        return True
    with view.lock:
        other = view.site.entries.get(path)
        if other is None:
            return False
        page, part = (entry, other) if entry.kind == "page" else (other, entry)
        return page.kind == "page" and any(each.path == part.path for each in Look(view.site, page).around())


def last_steps(view: SiteView, thing: Thing) -> frozenset[str]:
    """What the paths end with that lead to a thing: of its file, and of the addresses at which it is served."""
    with view.lock:
        entry = view.site.entries.get(thing.path)
        urls = given(entry, view.site.spec).urls
    # A page that is served as it is need not be called by the whole name of its file.
    short = (thing.path.removesuffix(end) for end in ENDS if end and thing.path.endswith(end))
    return frozenset(each.rpartition("/")[2] for each in (thing.path, *short, *urls))


def _names(view: SiteView, path: str, thing: Thing, ends: frozenset[str]) -> bool:
    """Whether a file names a thing, as far as the index knows."""
    if thing.kind == "key":
        return True
    with view.lock:
        look = view.look(path)
        if look is None:
            return False
        return any(is_same(each.thing, thing) for each in Naming(look, look.facts, path, None).all(thing, ends))
