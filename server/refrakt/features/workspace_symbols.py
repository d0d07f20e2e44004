"""Everything on a site that somebody may want to go to by its name: pages, headings, things, partials, runes that are used.

A list of all of them is kept for each site. A file that has not changed keeps its part of it, so after a keystroke one page is
looked at and not ten thousand. The search itself runs over one long text, a line for each symbol, which Python does fast.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from heapq import nsmallest
from itertools import chain, islice
from threading import Lock
from typing import NamedTuple
from weakref import WeakKeyDictionary

from refrakt.markdoc import parse
from refrakt.project.index.entry import Entry
from refrakt.project.index.site_index import SiteIndex
from refrakt.project.index.view import SiteView

from .answers import Range
from .outline import SymbolKind

MOST = 200
"""So many are told. Who sees two hundred types on."""
_MOST_RUNES = 20
"""Of the places where runes are used: a name of a rune is also the beginning of many words, and every page may use it."""
_LONGEST = 100
"""How many characters of a query count."""
_MANY = 20_000
"""So many are compared. Whoever gets more has typed a letter, and will type another."""
_LEAST = 3
"""The least of the ways to have a query as it is."""
_ORDER: dict[SymbolKind, int] = {"page": 0, "entity": 1, "heading": 2, "partial": 3, "rune": 4, "key": 5}


Rank = tuple[int, int, int]
"""How well a symbol fits: in which way, what it is, how long its name is."""


class Named(NamedTuple):
    """Something on a site. Its place is counted in the text that the index knows; that of a rune is looked for when needed."""

    name: str
    kind: SymbolKind
    path: str
    place: Range = Range(0, 0)
    around: str = ""
    """What it is part of, as a person would say: the address of a page, the title of the page a heading is on."""

    @property
    def weight(self) -> tuple[int, int]:
        """What comes first of several that fit alike."""
        return _ORDER[self.kind], len(self.name)

    @property
    def line(self) -> str:
        """What is searched: letters in their order are looked for in the name alone, words also in what is around it."""
        return f"{' '.join(self.name.split())}\t{' '.join(self.around.split())}".lower()


Wanted = Callable[[Named], bool]


def all_symbols(symbol: Named) -> bool:
    """Nothing is left out."""
    return True


def not_in_markdown(symbol: Named) -> bool:
    """What an editor that shows the headings of Markdown by itself still wants to hear of."""
    return symbol.kind != "heading" or not symbol.path.endswith(".md")


class Names:
    """The symbols of one site."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[Entry, tuple[Named, ...], str]] = {}
        self._revision: int | None = None
        self._symbols: list[Named] = []
        self._text = ""

    def renew(self, revision: int, entries: Iterable[Entry]) -> None:
        """Take the files of a site as they are now."""
        if revision == self._revision:
            return
        known: dict[str, tuple[Entry, tuple[Named, ...], str]] = {}
        for entry in entries:
            before = self._known.get(entry.path)
            if before is None or before[0] is not entry:
                symbols = tuple(_symbols(entry))
                before = entry, symbols, "\n".join(each.line for each in symbols)
            known[entry.path] = before
        self._known = known
        self._symbols = list(chain.from_iterable(symbols for _, symbols, _ in known.values()))
        self._text = "\n".join([text for _, symbols, text in known.values() if symbols])
        self._revision = revision

    def find(self, query: str, wanted: Wanted = all_symbols) -> list[tuple[Rank, Named]]:
        """What fits a query best, in any order: first what has it as it is, then what has its words, or its letters in order."""
        words = query[:_LONGEST].lower().split()
        if not words:
            return self._best(dict.fromkeys(range(len(self._symbols)), 0), wanted)
        fits = self._as_it_is(" ".join(words))
        for step, pattern in enumerate(_patterns(words), _LEAST + 1):
            if len(fits) < MOST:
                fits |= {number: step for number in self._lines(pattern) if number not in fits}
        return self._best(fits, wanted)

    def _as_it_is(self, asked: str) -> dict[int, int]:
        """The symbols that have some words in them: as all of their name, at its start, at the start of a word, anywhere."""
        text, fits = self._text, dict[int, int]()
        line = last = 0
        at = text.find(asked)
        while at >= 0 and len(fits) < _MANY:
            line += text.count("\n", last, at)
            last = at
            before, behind = text[at - 1 : at], at + len(asked)
            if before in ("", "\n"):
                step = 0 if text[behind : behind + 1] == "\t" else 1
            else:
                step = _LEAST if before.isalnum() else 2
            fits[line] = min(step, fits.get(line, step))
            at = text.find(asked, behind)
        return fits

    def _lines(self, pattern: re.Pattern[str]) -> Iterator[int]:
        line = last = 0
        for match in islice(pattern.finditer(self._text), _MANY):
            line += self._text.count("\n", last, match.start())
            last = match.start()
            yield line

    def _best(self, fits: Mapping[int, int], wanted: Wanted) -> list[tuple[Rank, Named]]:
        ranked = (
            (step, *symbol.weight, number) for number, step in fits.items() if wanted(symbol := self._symbols[number])
        )
        return [((step, kind, size), self._symbols[number]) for step, kind, size, number in nsmallest(MOST, ranked)]


def _patterns(words: list[str]) -> Iterator[re.Pattern[str]]:
    """All words anywhere; all letters in a name. Neither goes back and forth: a long query must not take long."""
    if len(words) > 1:
        yield re.compile("^" + "".join(rf"(?=[^\n]*{re.escape(word)})" for word in words), re.MULTILINE)
    letters = "".join(rf"[^\n\t{char}]*{char}" for char in map(re.escape, "".join(words)))
    yield re.compile(f"^{letters}", re.MULTILINE)


def _symbols(entry: Entry) -> Iterator[Named]:
    facts, path = entry.facts, entry.path
    title = facts.title or entry.url or entry.name
    if entry.kind == "page":
        yield Named(title, "page", path, around=entry.url or "")
    elif entry.kind == "partial":
        yield Named(entry.name, "partial", path, around="partial")
    for heading in facts.headings:
        if heading.text and not (heading.level == 1 and heading.text == facts.title):
            yield Named(heading.text, "heading", path, Range(heading.start, heading.end), title)
    for thing in facts.entities:
        name = thing.title or thing.id
        if thing.rune is not None and name:
            yield Named(name, "entity", path, Range(thing.start, thing.end), f"{thing.type} · {title}")
    for rune in facts.runes:
        yield Named(rune, "rune", path, around=title)


_SITES: WeakKeyDictionary[SiteIndex, Names] = WeakKeyDictionary()
_ASKING = Lock()
"""Somebody who types asks again before the last answer is there."""


class Found(NamedTuple):
    """A symbol and the site it is on."""

    view: SiteView
    symbol: Named


def find_symbols(views: Iterable[SiteView], query: str, wanted: Wanted = all_symbols) -> list[Found]:
    """The symbols of sites that fit a query, the best first. Takes a while on a large site: for a thread of its own."""
    found: dict[tuple[str, Named], tuple[Rank, Found]] = {}
    for view in views:
        with view.lock:
            revision, entries = view.site.revision, list(view.site.entries.values())
        with _ASKING:
            names = _SITES.setdefault(view.site, Names())
            names.renew(revision, entries)
            fitting = names.find(query, wanted)
        for rank, symbol in fitting:
            # Two sites may have a file in common.
            found.setdefault((str(view.site.spec.root), symbol), (rank, Found(view, symbol)))
    best = [each for _, each in sorted(found.values(), key=lambda each: (each[0], each[1].symbol))]
    return list(_with_few_runes(best))[:MOST]


def _with_few_runes(found: Iterable[Found]) -> Iterator[Found]:
    runes = 0
    for each in found:
        runes += each.symbol.kind == "rune"
        if each.symbol.kind != "rune" or runes <= _MOST_RUNES:
            yield each


def rune_place(view: SiteView, path: str, name: str) -> Range | None:
    """Where a file uses a rune first; None where it does so no more."""
    source = view.source(path)
    if source is None:
        return None
    document = parse(source.text, view.site.spec.options)
    tag = next((each for each in document.tags() if each.name == name and each.kind in ("open", "void")), None)
    return Range(*document.offsets(tag.name_span)) if tag is not None else None
