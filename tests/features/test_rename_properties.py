"""After any rename or move every link, reference and partial has the same target, and nothing else changed.

Targets are resolved by an index of the files after the edit, through `symbols`, which is independent of `rename`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st

from refrakt.errors import RefraktError
from refrakt.features.rename.move_files import link_updates
from refrakt.features.rename.moved_paths import MovedPaths, is_below
from refrakt.features.rename.rename import rename_symbol
from refrakt.features.symbols.file_occurrences import OccurrenceFinder
from refrakt.features.symbols.file_text import FileText
from refrakt.features.symbols.occurrences import occurrences_in
from refrakt.features.symbols.symbol import Occurrence, Symbol
from refrakt.markdoc.document import parse
from refrakt.markdoc.tree import Span
from refrakt.project.index.name_resolution import resolve_name
from refrakt.project.index.site_index import SiteIndex
from refrakt.project.index.tracked_site import TrackedSite
from refrakt.project.pages.fact_extraction import facts_of
from refrakt.project.pages.page_facts import Link, Reference
from refrakt.project.workspace_edit import WorkspaceEdit
from site_rules.site_checks import site_in

from .sites import done, page_at

CONFIG = {
    "site": {
        "contentDir": "./content",
        "plugins": ["@refrakt-md/storytelling", "@refrakt-md/plan"],
        "routeRules": [{"pattern": "tales/**", "layout": "docs", "entity": "tale"}],
        "entityRoutes": [{"type": "work", "url": "/items/{id}", "title": "{title}"}],
    },
}
PAGES = (
    "content/index.md",
    "content/a.md",
    "content/02-b.md",
    "content/tales/index.md",
    "content/tales/hero.md",
    "content/tales/long tale.md",
    "content/_layout.md",
    "content/_partials/one.md",
    "content/_partials/deep/two.md",
    "plan/work/WORK-001.md",
)
FILES = {
    "static/img/pic.png": "x",
    "static/old.html": "x",
    "static/sub/index.html": "x",
    "content/tales/pic.png": "x",
    "src/code.py": "x",
}
PIECES = (
    "# One\n",
    "## Two\n",
    "## Two {% #other %}\n",
    "See [it](/a), [that](/a#two 'T') and [more](/tales/hero#one), [x](/a?q=1#two).\n",
    "Also [b](./b), [file](02-b.md#two), [tales](tales/), [lost](/nowhere) and [here](#two).\n",
    "Far [a](../a.md) [b](../02-b.md) [hero](hero.md#two) [long](<long tale.md>) [html](/tales/hero.html) [index](/tales/index)\n",
    "[enc](/tales/long%20tale#one) [brk](</tales/long tale>) [esc](/tales/lo\\ng%20tale) [up](../) [self](tales/hero)\n",
    "> - [quoted\n>   twice](\n>   /tales/hero#two\n>   'title')\n",
    "| 😀 | b |\n| --- | --- |\n| [a](/a) | [f](tales/hero.md#one) |\n",
    "[ref], [text][ref] and ![img][pic]\n\n[ref]: </tales/hero#two> 'T'\n[pic]: /img/pic.png\n",
    '{% ref "Hero" /%}, {% ref "WORK-001" /%}, {% ref "/a" /%}, {% ref "/a#two" /%} and {% ref "nobody" /%}.\n',
    '{% partial file="one.md" /%}\n',
    '{% partial file="deep/two.md" /%}\n',
    "{% nav %}\n- a\n- tales/hero\n- /tales/\n- nowhere\n{% /nav %}\n",
    "Written for {% $frontmatter.reader %}.\n",
    '{% ref "Do it" /%} {% ref "one" /%} {% ref "tale" /%}\n',
    '{% bond from="Hero" to="Hero" %}\nText.\n{% /bond %}\n',
    "![shown](/img/pic.png) ![beside](pic.png)\n",
    '{% drawer id="d" title="Hero" %}\nText.\n{% /drawer %}\n\n[drawer](#drawer-d) {% ref "d" /%}\n',
    '{% file-ref "content/a.md" /%} {% snippet path="src/code.py" /%} {% card href="/a#two" %}x{% /card %}\n',
    "Text. {% #two %}\n",
    "[deep](/items/WORK-001)\n",
    '{% backlog filter="id:WORK-001 status:ready" /%}\n',
    "[old](/old) [old](/old.html#x) [sub](/sub) [sub](/sub/)\n",
)
HEADS = ("", "---\ntitle: Tale\n---\n", "---\nreader: you\n---\n", "---\ntitle: Gone\nredirect: /a\n---\n")
OWN = {
    "content/a.md": ("---\nslug: /else\n---\n", "---\nslug: tales/else\nreader: you\n---\n"),
    "content/02-b.md": ("---\ntype: tale\nid: T-1\n---\n",),
    "content/tales/hero.md": (
        '{% character name="Hero" role="protagonist" %}\n# Hero\n\nText.\n{% /character %}\n',
        '{% character name="Hero" %}\n## Two\n\nText.\n{% /character %}\n',
    ),
    "plan/work/WORK-001.md": (
        '{% work id="WORK-001" status="ready" %}\n# Do it\n\n[up](../../content/a.md)\n{% /work %}\n',
    ),
}
"""Declarations in only one file: an id or a URL of two files is ambiguous."""
MOVES = (
    ("content/a.md", "content/tales/a.md"),
    ("content/a.md", "content/new/index.md"),
    ("content/tales", "content/stories"),
    ("content/tales", "content/x/y/tales"),
    ("content/tales/hero.md", "content/tales/01-hero.md"),
    ("content/tales/hero.md", "content/the hero (new) 100%.md"),
    ("content/tales/hero.md", "content/02-b/é.md"),
    ("content/02-b.md", "content/tales/b.md"),
    ("content/tales/long tale.md", "content/tales/short.md"),
    ("content/tales/index.md", "content/stories.md"),
    ("content/_partials/one.md", "content/_partials/deep/one.md"),
    ("content/_partials/deep", "content/_partials/shallow"),
    ("static/img", "static/pictures"),
    ("static/old.html", "static/new/older.html"),
    ("static/sub", "static/other"),
    ("content/tales/pic.png", "content/img/pic.png"),
    ("src", "lib/src"),
    ("plan/work/WORK-001.md", "plan/done/WORK-001.md"),
)
NAMES = (
    "Fresh",
    "fresh-1",
    "two",
    "Hero",
    "/fresh/page",
    "A new: name",
    "WORK-009",
    "x(y)z",
    "100%",
    "a#b",
    "tale",
    "é ü",
)

sites = st.fixed_dictionaries(
    {
        path: st.builds(
            lambda head, body: head + "\n".join(body),
            st.sampled_from(HEADS + OWN.get(path, ())),
            st.lists(st.sampled_from(PIECES), min_size=1, max_size=5),
        )
        for path in PAGES
    }
)
# Shrinking takes minutes, and a smaller site shows no more than the first one.
PHASES = (Phase.explicit, Phase.reuse, Phase.generate)
renames = settings(phases=PHASES, max_examples=60, suppress_health_check=[HealthCheck.too_slow], deadline=None)


_SLUG = re.compile(r"(?<=^slug: ).+$", re.MULTILINE)
"""The URL of a page with a slug."""


class FactTargets(NamedTuple):
    """The target symbols of one fact of a file, and the spans of their names."""

    symbols: tuple[Symbol, ...]
    spans: tuple[Span, ...]


@renames
@given(pages=sites, move=st.lists(st.sampled_from(MOVES), min_size=1, max_size=2, unique_by=lambda each: each[0]))
def test_every_target_is_the_same_after_a_move(pages: dict[str, str], move: list[tuple[str, str]]) -> None:
    one, other = move[0], move[-1]
    assume(one == other or not any(is_below(path, one[0]) or is_below(one[0], path) for path in other))
    pairs = move if not any(is_below(path, other[0]) for path in one) else move[:1]
    with site(pages) as before:
        changes = link_updates(before.view, pairs)
        changes = WorkspaceEdit(changes.edits, moved=tuple(pairs))
        check(before, changes, lambda symbol: symbol)


@renames
@given(pages=sites, data=st.data(), name=st.sampled_from(NAMES))
def test_every_target_is_the_same_after_a_rename(pages: dict[str, str], data: st.DataObject, name: str) -> None:
    with site(pages) as before:
        symbols = sorted({each.symbol for each in before.occurrences() if each.symbol.kind != "layout"}, key=str)
        symbols = [each for each in symbols if each.kind != "definition"]
        assume(symbols)
        symbol = data.draw(st.sampled_from(symbols))
        try:
            changes = rename_symbol(before.view, symbol, name)
        except RefraktError:
            return
        new = before.new_id(changes, symbol) if symbol.kind == "heading" else name.strip()
        named = symbol.kind not in ("page", "partial", "file")
        edited = {each.path for each in changes.edits}

        def is_it(each: Symbol) -> bool:
            # A key is that of the files that are shown together; others may have one of the same name.
            return each == symbol or (
                each.kind == symbol.kind == "key" and each.name == symbol.name and each.path in edited
            )

        check(before, changes, lambda each: each._replace(name=new) if named and is_it(each) else each)


class Site:
    """The files of a site and their targets."""

    def __init__(self, folder: Path, files: dict[str, str]) -> None:
        self.files = files
        self.index: SiteIndex = site_in(folder, files)
        view = page_at(self.index, files, min(self.index.entries)).view
        assert view is not None
        self.view = view

    def new_id(self, changes: WorkspaceEdit, symbol: Symbol) -> str:
        """The id of a heading after an edit."""
        context = self.index.spec.context
        document = parse(done(self.files, WorkspaceEdit(changes.edits))[symbol.path], context.options)
        ids = [each.id for each in facts_of(document, context.vocabulary).headings]
        before = [each.id for each in self.index.entries[symbol.path].facts.headings]
        return ids[before.index(symbol.name)] or ""

    def _text(self, path: str) -> FileText:
        return FileText(self.files[path], self.index.spec.options)

    def occurrences(self) -> Iterator[Occurrence]:
        for path, entry in sorted(self.index.entries.items()):
            yield from occurrences_in(TrackedSite(self.index, entry), entry.facts, path, self._text(path))

    def declared(self, path: str) -> set[Span]:
        """The declarations in a file, including headings with a duplicate id."""
        entry = self.index.entries[path]
        found = occurrences_in(TrackedSite(self.index, entry), entry.facts, path, self._text(path))
        headings = {Span(each.start, each.end) for each in entry.facts.headings}
        return headings | {each.span for each in found if each.is_declaration}

    def queried(self, path: str) -> set[Span]:
        """The ids in queries of a file."""
        entry = self.index.entries[path]
        found = occurrences_in(TrackedSite(self.index, entry), entry.facts, path, self._text(path))
        queries = [(each.start, each.end) for each in entry.facts.filters]
        return {each.span for each in found if any(a <= each.span.start < b for a, b in queries)}

    def targets(self, path: str) -> list[FactTargets]:
        """The targets of each link and each reference of a file, in order."""
        entry = self.index.entries[path]
        tracked = TrackedSite(self.index, entry)
        finder = OccurrenceFinder(tracked, entry.facts, path, self._text(path))
        found = []
        for link in entry.facts.links:
            occurrences = [*finder.link(link)] if _is_checked(tracked, link) else []
            found.append(
                FactTargets(tuple(each.symbol for each in occurrences), tuple(each.span for each in occurrences))
            )
        for reference in entry.facts.references:
            if not _is_unambiguous(tracked, reference):
                found.append(FactTargets((), (Span(reference.start, reference.end),)))
                continue
            occurrences = [*finder.reference(reference)]
            found.append(
                FactTargets(tuple(each.symbol for each in occurrences), tuple(each.span for each in occurrences))
            )
        return found


def _is_checked(tracked: TrackedSite, link: Link) -> bool:
    """Relative links resolve only in pages and plans, and an image is not a page."""
    target = tracked.target(link)
    kind = tracked.entry.kind
    if link.kind != "link" and tracked.page_of(target) is not None:
        return False
    if kind == "plan":
        return False
    return kind == "page" or not target.relative


def _is_unambiguous(tracked: TrackedSite, reference: Reference) -> bool:
    """A title or id that several entities have is ambiguous."""
    entry = tracked.entry
    if reference.kind in ("xref", "expand"):
        found = resolve_name(tracked, reference.name, reference.hint)
        paths = {each.path for each in found.entities}
        return len(paths) == 1 or (entry.path in paths and not found.by_title)
    return reference.kind not in ("layout", "folder") and not (entry.kind == "plan" and reference.kind == "nav")


class site:
    """Files on disk."""

    def __init__(self, pages: dict[str, str]) -> None:
        self._pages = pages

    def __enter__(self) -> Site:
        self._folder = TemporaryDirectory()
        files = {"refrakt.config.json": json.dumps(CONFIG), **FILES, **self._pages}
        return Site(Path(self._folder.name).resolve(), files)

    def __exit__(self, *_: object) -> None:
        self._folder.cleanup()


def check(before: Site, changes: WorkspaceEdit, renamed: Callable[[Symbol], Symbol]) -> None:
    moves = MovedPaths(changes.moved)
    with TemporaryDirectory() as folder:
        after = Site(Path(folder).resolve(), done(before.files, changes))
        for path in sorted(before.index.entries):
            new_path = moves.new_path(path)
            old, new = before.targets(path), after.targets(new_path)
            assert len(old) == len(new), f"{path} has other facts"
            expected = [tuple(_moved(moves, renamed(each)) for each in fact.symbols) for fact in old]
            # A broken link may resolve after the change.
            found = [fact.symbols[: len(symbols)] for symbols, fact in zip(expected, new, strict=True)]
            shown = [tuple(_shown(each) for each in some) for some in found]
            assert shown == [tuple(_shown(each) for each in some) for some in expected], path
            spans = {span for fact in old for span in fact.spans}
            new_spans = {span for fact, was in zip(new, old, strict=True) for span in fact.spans[: len(was.spans)]}
            if new_path.startswith("plan/") or path not in {each.path for each in changes.edits}:
                continue
            sides = (before.declared(path) | before.queried(path), after.declared(new_path) | after.queried(new_path))
            assert _cut(before.files[path], spans | sides[0]) == _cut(after.files[new_path], new_spans | sides[1])


def _moved(moves: MovedPaths, symbol: Symbol) -> Symbol:
    return symbol._replace(path=moves.new_path(symbol.path))


def _shown(symbol: Symbol) -> Symbol:
    """A symbol without the name of a partial, which depends on its path."""
    return symbol._replace(name="") if symbol.kind == "partial" else symbol


def _cut(text: str, spans: set[Span]) -> str:
    """A text without these spans."""
    slug = _SLUG.search(text)
    if slug is not None:
        spans = {*spans, Span(*slug.span())}
    pieces, end = [], 0
    for start, stop, _ in sorted(spans):
        if start >= end:
            pieces.append(text[end:start])
        end = max(end, stop)
    # An id in the frontmatter may need quotes that the old one did without.
    return "|".join([*pieces, text[end:]]).replace(': "|"', ": |")


pytestmark = pytest.mark.slow


def test_a_drawer_of_a_layout_cannot_get_the_id_of_an_anchor_on_its_pages() -> None:
    """Found by the property above: a link to the anchor would have resolved to the drawer."""
    layout = '{% drawer id="d" title="Hero" %}\nText.\n{% /drawer %}\n'
    with site({"content/_layout.md": layout, "content/a.md": "Text. {% #two %}\n\n[here](#two)\n"}) as before:
        drawer = Symbol("drawer", "content/_layout.md", "d")
        with pytest.raises(RefraktError, match="`two` is already in use"):
            rename_symbol(before.view, drawer, "two")
        assert rename_symbol(before.view, drawer, "three").edits
