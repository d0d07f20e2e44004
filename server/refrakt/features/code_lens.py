"""What stands above a page and its headings in an editor: where it is served, how many links lead there, who uses a partial.

How many mention a page is counted in one pass over the files that the index knows to speak of it, for all of its headings at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from threading import Lock
from typing import NamedTuple
from weakref import WeakKeyDictionary

from refrakt.project.index.entry import Entry
from refrakt.project.index.site_index import SiteIndex
from refrakt.project.index.view import SiteView

from .answers import Range
from .page import PageContext
from .things.mentions import mentions_in
from .things.searching import searched
from .things.thing import Thing

TOP = Range(0, 0)


class Lens(NamedTuple):
    """A few words above a line; where they count mentions of a thing, the thing."""

    place: Range
    title: str
    thing: Thing | None = None


def lenses(page: PageContext) -> list[Lens]:
    """The lenses of a page, in the order of the text. Takes a while where many pages link here: for a thread of its own."""
    view, path = page.view, page.path
    if view is None or path is None:
        return []
    with view.lock:
        entry = view.site.entries.get(path)
    if entry is None:
        return []
    if entry.kind == "page":
        return [*_page(page, view, entry)]
    if entry.kind == "partial":
        thing = Thing("partial", path, entry.name)
        with view.lock:
            count = view.site.used[entry.name]
        return [Lens(TOP, f"used by {_number(count, 'file')}" if count else "used nowhere", thing if count else None)]
    if entry.kind == "layout":
        return [Lens(TOP, f"around {_number(_pages_in(view, entry.name), 'page')}")]
    return []


def _page(page: PageContext, view: SiteView, entry: Entry) -> Iterator[Lens]:
    if entry.url is not None:
        yield Lens(TOP, entry.url)
    if entry.layout is not None:
        yield Lens(TOP, f"layout {entry.layout}")
    thing = Thing("page", entry.path)
    counts = mention_counts(view, thing)
    if counts[thing]:
        yield Lens(TOP, _references(counts[thing]), thing)
    told: set[str] = set()
    for heading in page.facts.headings:
        # Of two with the same id a link finds the first.
        if heading.id is None or heading.id in told:
            continue
        told.add(heading.id)
        named = Thing("heading", entry.path, heading.id)
        if counts[named]:
            yield Lens(Range(heading.start, heading.end), _references(counts[named]), named)


_COUNTED: WeakKeyDictionary[SiteIndex, tuple[int, dict[Thing, Counter[Thing]]]] = WeakKeyDictionary()
"""For each site the counts of its pages, which are true as long as it is what it was."""


_COUNTING = Lock()
"""An editor that asks again before the last answer is there gets the same answer, not a second count."""


def mention_counts(view: SiteView, page: Thing) -> Counter[Thing]:
    """How often a page, and everything on it, is spoken of."""
    with _COUNTING:
        revision = view.site.revision
        known = _COUNTED.get(view.site)
        if known is None or known[0] != revision:
            known = _COUNTED[view.site] = revision, {}
        if page not in known[1]:
            known[1][page] = _count(view, page)
        return known[1][page]


def _count(view: SiteView, page: Thing) -> Counter[Thing]:
    # Whoever names a heading names its page, so nobody else has to be looked at.
    counts: Counter[Thing] = Counter()
    for path in searched(view, page):
        with view.lock:
            look = view.look(path)
            if look is not None:
                found = [each for each in mentions_in(look, look.facts, path) if each.thing.path == page.path]
                counts.update(each.thing for each in found if not each.declares)
    return counts


def _pages_in(view: SiteView, folder: str) -> int:
    start = f"{folder}/" if folder else ""
    with view.lock:
        return sum(each.kind == "page" and each.name.startswith(start) for each in view.site.entries.values())


def _references(count: int) -> str:
    return _number(count, "reference")


def _number(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"
