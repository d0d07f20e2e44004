"""Workspace symbols: pages, headings, entities, partials and used runes of a site, searched by name.

Each site has an index of its symbols; a changed file replaces only its own part. The search runs over one text with a line for each
symbol, since string search is fast in Python.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from heapq import nsmallest
from itertools import chain, islice
from threading import Lock
from typing import NamedTuple
from weakref import WeakKeyDictionary

from refrakt.features.results import SymbolKind
from refrakt.markdoc.document import parse
from refrakt.markdoc.tree import Span
from refrakt.project.index.indexed_file import IndexedFile
from refrakt.project.index.site_index import SiteIndex
from refrakt.project.index.site_view import SiteView

MAX_SYMBOLS = 200
"""How many symbols a search returns."""
_MAX_RUNES = 20
"""How many of them are uses of runes: a rune's name is a prefix of many words, and every page may use it."""
_MAX_QUERY = 100
"""How many characters of a query count."""
_MAX_COMPARED = 20_000
"""How many matches are ranked; more come from queries of a letter or two."""
_SUBSTRING = 3
"""The lowest rank of a match that contains the whole query."""
_KIND_ORDER: dict[SymbolKind, int] = {"page": 0, "entity": 1, "heading": 2, "partial": 3, "rune": 4, "key": 5}


Rank = tuple[int, int, int]
"""How well a symbol matches: kind of match, kind of symbol, length of its name."""


class IndexedSymbol(NamedTuple):
    """A symbol of a site. Its span counts in the indexed text; that of a rune is computed on demand."""

    name: str
    kind: SymbolKind
    path: str
    span: Span = Span(0, 0)
    container_name: str = ""
    """The URL of a page, or the title of the page that contains the symbol."""

    @property
    def weight(self) -> tuple[int, int]:
        """The order of symbols that match equally well."""
        return _KIND_ORDER[self.kind], len(self.name)

    @property
    def search_text(self) -> str:
        """The searched line: letters in order match in the name only, words also in the container."""
        return f"{' '.join(self.name.split())}\t{' '.join(self.container_name.split())}".lower()


SymbolFilter = Callable[[IndexedSymbol], bool]


def all_symbols(symbol: IndexedSymbol) -> bool:
    """Accepts every symbol."""
    return True


def without_markdown_headings(symbol: IndexedSymbol) -> bool:
    """Rejects headings that an editor's own Markdown support lists."""
    return symbol.kind != "heading" or not symbol.path.endswith(".md")


class SymbolIndex:
    """The symbols of one site."""

    def __init__(self) -> None:
        self._indexed_files: dict[str, tuple[IndexedFile, tuple[IndexedSymbol, ...], str]] = {}
        self._revision: int | None = None
        self._symbols: list[IndexedSymbol] = []
        self._text = ""

    def update(self, revision: int, entries: Iterable[IndexedFile]) -> None:
        """Index the files of a site at a revision."""
        if revision == self._revision:
            return
        indexed: dict[str, tuple[IndexedFile, tuple[IndexedSymbol, ...], str]] = {}
        for entry in entries:
            before = self._indexed_files.get(entry.path)
            if before is None or before[0] is not entry:
                symbols = tuple(_symbols_of(entry))
                before = entry, symbols, "\n".join(each.search_text for each in symbols)
            indexed[entry.path] = before
        self._indexed_files = indexed
        self._symbols = list(chain.from_iterable(symbols for _, symbols, _ in indexed.values()))
        self._text = "\n".join([text for _, symbols, text in indexed.values() if symbols])
        self._revision = revision

    def search(self, query: str, accepts: SymbolFilter = all_symbols) -> list[tuple[Rank, IndexedSymbol]]:
        """The best matches, unordered: substring matches first, then all words, then letters in order."""
        words = query[:_MAX_QUERY].lower().split()
        if not words:
            return self._ranked(dict.fromkeys(range(len(self._symbols)), 0), accepts)
        ranks = self._substring_matches(" ".join(words))
        for step, pattern in enumerate(_patterns(words), _SUBSTRING + 1):
            if len(ranks) < MAX_SYMBOLS:
                ranks |= {number: step for number in self._pattern_matches(pattern) if number not in ranks}
        return self._ranked(ranks, accepts)

    def _substring_matches(self, query: str) -> dict[int, int]:
        """Symbols that contain the query, ranked: whole name, prefix, start of a word, anywhere."""
        text, ranks = self._text, dict[int, int]()
        line = last = 0
        at = text.find(query)
        while at >= 0 and len(ranks) < _MAX_COMPARED:
            line += text.count("\n", last, at)
            last = at
            before, end = text[at - 1 : at], at + len(query)
            if before in ("", "\n"):
                step = 0 if text[end : end + 1] == "\t" else 1
            else:
                step = _SUBSTRING if before.isalnum() else 2
            ranks[line] = min(step, ranks.get(line, step))
            at = text.find(query, end)
        return ranks

    def _pattern_matches(self, pattern: re.Pattern[str]) -> Iterator[int]:
        line = last = 0
        for match in islice(pattern.finditer(self._text), _MAX_COMPARED):
            line += self._text.count("\n", last, match.start())
            last = match.start()
            yield line

    def _ranked(self, ranks: Mapping[int, int], accepts: SymbolFilter) -> list[tuple[Rank, IndexedSymbol]]:
        ranked = (
            (step, *symbol.weight, number) for number, step in ranks.items() if accepts(symbol := self._symbols[number])
        )
        return [
            ((step, kind, size), self._symbols[number]) for step, kind, size, number in nsmallest(MAX_SYMBOLS, ranked)
        ]


def _patterns(words: list[str]) -> Iterator[re.Pattern[str]]:
    """All words anywhere; all letters in order in a name. Neither backtracks, so a long query stays fast."""
    if len(words) > 1:
        yield re.compile("^" + "".join(rf"(?=[^\n]*{re.escape(word)})" for word in words), re.MULTILINE)
    letters = "".join(rf"[^\n\t{char}]*{char}" for char in map(re.escape, "".join(words)))
    yield re.compile(f"^{letters}", re.MULTILINE)


def _symbols_of(entry: IndexedFile) -> Iterator[IndexedSymbol]:
    facts, path = entry.facts, entry.path
    title = facts.title or entry.url or entry.name
    if entry.kind == "page":
        yield IndexedSymbol(title, "page", path, container_name=entry.url or "")
    elif entry.kind == "partial":
        yield IndexedSymbol(entry.name, "partial", path, container_name="partial")
    for heading in facts.headings:
        if heading.text and not (heading.level == 1 and heading.text == facts.title):
            yield IndexedSymbol(heading.text, "heading", path, Span(heading.start, heading.end), title)
    for entity in facts.entities:
        name = entity.title or entity.id
        if entity.rune is not None and name:
            yield IndexedSymbol(name, "entity", path, Span(entity.start, entity.end), f"{entity.type} · {title}")
    for rune in facts.runes:
        yield IndexedSymbol(rune, "rune", path, container_name=title)


_INDEXES: WeakKeyDictionary[SiteIndex, SymbolIndex] = WeakKeyDictionary()
_LOCK = Lock()
"""Editors send the next query before the response to the last one."""


class SymbolMatch(NamedTuple):
    """A symbol and its site."""

    view: SiteView
    symbol: IndexedSymbol


def find_symbols(views: Iterable[SiteView], query: str, accepts: SymbolFilter = all_symbols) -> list[SymbolMatch]:
    """The symbols that match a query, the best first. Slow on a large site: run it in a thread."""
    found: dict[tuple[str, IndexedSymbol], tuple[Rank, SymbolMatch]] = {}
    for view in views:
        with view.lock:
            revision, entries = view.site.revision, list(view.site.entries.values())
        with _LOCK:
            index = _INDEXES.setdefault(view.site, SymbolIndex())
            index.update(revision, entries)
            matches = index.search(query, accepts)
        for rank, symbol in matches:
            # Two sites may share a file.
            found.setdefault((str(view.site.spec.root), symbol), (rank, SymbolMatch(view, symbol)))
    best = [each for _, each in sorted(found.values(), key=lambda each: (each[0], each[1].symbol))]
    return list(_with_few_runes(best))[:MAX_SYMBOLS]


def _with_few_runes(found: Iterable[SymbolMatch]) -> Iterator[SymbolMatch]:
    runes = 0
    for each in found:
        runes += each.symbol.kind == "rune"
        if each.symbol.kind != "rune" or runes <= _MAX_RUNES:
            yield each


def rune_span(view: SiteView, path: str, name: str) -> Span | None:
    """The first use of a rune in a file; None where it is no longer used."""
    source = view.source(path)
    if source is None:
        return None
    document = parse(source.text, view.site.spec.options)
    tag = next((each for each in document.tags() if each.name == name and each.kind in ("open", "void")), None)
    return Span(*document.offsets(tag.name_span)) if tag is not None else None
