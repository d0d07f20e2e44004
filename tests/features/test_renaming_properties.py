"""After any rename and any move every link, reference and partial leads to the same thing as before, and nothing else changed.

What they lead to is asked of the index of the files as they are then, by `things`, which knows nothing of renaming.
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

from across.checking import site_in
from refrakt.errors import RefraktError
from refrakt.features.answers import Changes, Range
from refrakt.features.renaming.moves import Moves, is_below
from refrakt.features.renaming.moving import moved
from refrakt.features.renaming.rename import renamed
from refrakt.features.things.mentions import mentions_in
from refrakt.features.things.naming import Naming
from refrakt.features.things.text import FileText
from refrakt.features.things.thing import Mention, Thing
from refrakt.markdoc import parse
from refrakt.project.index.calling import called
from refrakt.project.index.look import Look
from refrakt.project.index.site_index import SiteIndex
from refrakt.project.pages.facts import Link, Reference
from refrakt.project.pages.reading import facts_of

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
"""What only one file says: an id or an address that two have is nobody's."""
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
# A smaller site would be found in minutes, and tells no more than the one that was drawn.
PHASES = (Phase.explicit, Phase.reuse, Phase.generate)
renames = settings(phases=PHASES, max_examples=60, suppress_health_check=[HealthCheck.too_slow], deadline=None)


_SLUG = re.compile(r"(?<=^slug: ).+$", re.MULTILINE)
"""The address of a page that says itself where it is served."""


class Leads(NamedTuple):
    """What one fact of a file leads to, and where it says so."""

    things: tuple[Thing, ...]
    places: tuple[Range, ...]


@renames
@given(pages=sites, move=st.lists(st.sampled_from(MOVES), min_size=1, max_size=2, unique_by=lambda each: each[0]))
def test_everything_leads_to_the_same_after_a_move(pages: dict[str, str], move: list[tuple[str, str]]) -> None:
    one, other = move[0], move[-1]
    assume(one == other or not any(is_below(path, one[0]) or is_below(one[0], path) for path in other))
    pairs = move if not any(is_below(path, other[0]) for path in one) else move[:1]
    with site(pages) as before:
        changes = moved(before.view, pairs)
        changes = Changes(changes.edits, moved=tuple(pairs))
        check(before, changes, lambda thing: thing)


@renames
@given(pages=sites, data=st.data(), name=st.sampled_from(NAMES))
def test_everything_leads_to_the_same_after_a_rename(pages: dict[str, str], data: st.DataObject, name: str) -> None:
    with site(pages) as before:
        things = sorted({each.thing for each in before.mentions() if each.thing.kind != "layout"}, key=str)
        things = [each for each in things if each.kind != "definition"]
        assume(things)
        thing = data.draw(st.sampled_from(things))
        try:
            changes = renamed(before.view, thing, name)
        except RefraktError:
            return
        new = before.new_id(changes, thing) if thing.kind == "heading" else name.strip()
        named = thing.kind not in ("page", "partial", "file")
        edited = {each.path for each in changes.edits}

        def is_it(each: Thing) -> bool:
            # A key is that of the files that are shown together; others may have one of the same name.
            return each == thing or (
                each.kind == thing.kind == "key" and each.name == thing.name and each.path in edited
            )

        check(before, changes, lambda each: each._replace(name=new) if named and is_it(each) else each)


def _is(each: Thing, thing: Thing) -> bool:
    return each == thing or (each.kind == thing.kind == "key" and each.name == thing.name)


class Site:
    """The files of a site, and what they lead to."""

    def __init__(self, folder: Path, files: dict[str, str]) -> None:
        self.files = files
        self.index: SiteIndex = site_in(folder, files)
        view = page_at(self.index, files, min(self.index.entries)).view
        assert view is not None
        self.view = view

    def new_id(self, changes: Changes, thing: Thing) -> str:
        """The id that a heading has after changes."""
        context = self.index.spec.context
        document = parse(done(self.files, Changes(changes.edits))[thing.path], context.options)
        ids = [each.id for each in facts_of(document, context.vocabulary).headings]
        before = [each.id for each in self.index.entries[thing.path].facts.headings]
        return ids[before.index(thing.name)] or ""

    def _text(self, path: str) -> FileText:
        return FileText(self.files[path], self.index.spec.options)

    def mentions(self) -> Iterator[Mention]:
        for path, entry in sorted(self.index.entries.items()):
            yield from mentions_in(Look(self.index, entry), entry.facts, path, self._text(path))

    def declared(self, path: str) -> set[Range]:
        """Where a file declares something. Of two headings with one id the second counts, too."""
        entry = self.index.entries[path]
        found = mentions_in(Look(self.index, entry), entry.facts, path, self._text(path))
        headings = {Range(each.start, each.end) for each in entry.facts.headings}
        return headings | {each.place for each in found if each.declares}

    def queried(self, path: str) -> set[Range]:
        """Where a query of a file asks for something by its id."""
        entry = self.index.entries[path]
        found = mentions_in(Look(self.index, entry), entry.facts, path, self._text(path))
        queries = [(each.start, each.end) for each in entry.facts.filters]
        return {each.place for each in found if any(a <= each.place.start < b for a, b in queries)}

    def leads(self, path: str) -> list[Leads]:
        """What each link and each reference of a file leads to, in their order."""
        entry = self.index.entries[path]
        look = Look(self.index, entry)
        naming = Naming(look, entry.facts, path, self._text(path))
        found = []
        for link in entry.facts.links:
            mentions = [*naming.link(link)] if _is_judged(look, link) else []
            found.append(Leads(tuple(each.thing for each in mentions), tuple(each.place for each in mentions)))
        for reference in entry.facts.references:
            if not _is_followed(look, reference):
                found.append(Leads((), (Range(reference.start, reference.end),)))
                continue
            mentions = [*naming.reference(reference)]
            found.append(Leads(tuple(each.thing for each in mentions), tuple(each.place for each in mentions)))
        return found


def _is_judged(look: Look, link: Link) -> bool:
    """What is relative means something in pages and plans only, and an image is no page."""
    target = look.target(link)
    kind = look.entry.kind
    if link.kind != "link" and look.page_of(target) is not None:
        return False
    if kind == "plan":
        return False
    return kind == "page" or not target.relative


def _is_followed(look: Look, reference: Reference) -> bool:
    """Which of several things with one title or id is meant, nobody can tell."""
    entry = look.entry
    if reference.kind in ("xref", "expand"):
        found = called(look, reference.name, reference.hint)
        paths = {each.path for each in found.things}
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


def check(before: Site, changes: Changes, renamed: Callable[[Thing], Thing]) -> None:
    moves = Moves(changes.moved)
    with TemporaryDirectory() as folder:
        after = Site(Path(folder).resolve(), done(before.files, changes))
        for path in sorted(before.index.entries):
            there = moves.after(path)
            old, new = before.leads(path), after.leads(there)
            assert len(old) == len(new), f"{path} says something else"
            wanted = [tuple(_moved(moves, renamed(each)) for each in lead.things) for lead in old]
            # What led nowhere may lead somewhere by now.
            found = [lead.things[: len(things)] for things, lead in zip(wanted, new, strict=True)]
            shown = [tuple(_shown(each) for each in some) for some in found]
            assert shown == [tuple(_shown(each) for each in some) for some in wanted], path
            places = {place for lead in old for place in lead.places}
            kept = {place for lead, was in zip(new, old, strict=True) for place in lead.places[: len(was.places)]}
            if there.startswith("plan/") or path not in {each.path for each in changes.edits}:
                continue
            sides = (before.declared(path) | before.queried(path), after.declared(there) | after.queried(there))
            assert _cut(before.files[path], places | sides[0]) == _cut(after.files[there], kept | sides[1])


def _moved(moves: Moves, thing: Thing) -> Thing:
    return thing._replace(path=moves.after(thing.path))


def _shown(thing: Thing) -> Thing:
    """A thing by what it is: how a partial is called follows from its path."""
    return thing._replace(name="") if thing.kind == "partial" else thing


def _cut(text: str, places: set[Range]) -> str:
    """A text without what names something."""
    slug = _SLUG.search(text)
    if slug is not None:
        places = {*places, Range(*slug.span())}
    pieces, end = [], 0
    for start, stop in sorted(places):
        if start >= end:
            pieces.append(text[end:start])
        end = max(end, stop)
    # An id in the frontmatter may need quotes that the old one did without.
    return "|".join([*pieces, text[end:]]).replace(': "|"', ": |")


pytestmark = pytest.mark.slow


def test_a_drawer_of_a_layout_does_not_take_the_name_of_an_anchor_on_its_pages() -> None:
    """Found by the property above: a link to the anchor would have led to the drawer afterwards."""
    layout = '{% drawer id="d" title="Hero" %}\nText.\n{% /drawer %}\n'
    with site({"content/_layout.md": layout, "content/a.md": "Text. {% #two %}\n\n[here](#two)\n"}) as before:
        drawer = Thing("drawer", "content/_layout.md", "d")
        with pytest.raises(RefraktError, match="'two' is in use already"):
            renamed(before.view, drawer, "two")
        assert renamed(before.view, drawer, "three").edits
