"""Every place that names a thing: in one file, under the cursor, on the whole site."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from refrakt.project.index.look import Look
from refrakt.project.index.view import SiteView
from refrakt.project.pages.facts import Link, PageFacts

from ..answers import Range
from ..page import PageContext
from .definitions import definition_mentions, unused_definitions
from .keys import key_mentions
from .naming import Naming
from .queries import wanted_in
from .searching import is_same, last_steps, searched
from .text import FileText, text_of
from .thing import Mention, Thing
from .unfinished import typed_at

_FILES = frozenset({"page", "partial", "layout", "file"})
"""Things that a file is as a whole."""
_INDEX = "index.html"


def mentions_in(look: Look | None, facts: PageFacts, path: str, text: FileText | None = None) -> Iterator[Mention]:
    """Every thing that one file names or declares.

    Without its text, targets of links are not taken apart into path and fragment, a heading is its whole line, and the keys of
    the frontmatter and the definitions of links are left out. Whoever gives a look holds the lock of the site; without one,
    the file is all that is known.
    """
    return Naming(look, facts, path, text).all()


def mention_at(page: PageContext, offset: int) -> Mention | None:
    """What the cursor is on: the innermost place that names something; where there is none, the link, or the heading it is in."""
    facts = page.facts  # before anybody has to wait for the lock: to read them may take a while
    if page.view is None:
        return _mention_at(page, facts, None, offset)
    with page.view.lock:
        return _mention_at(page, facts, page.look, offset)


def _mention_at(page: PageContext, facts: PageFacts, look: Look | None, offset: int) -> Mention | None:
    text, lost = page.document.text, any(_is_in_target(each, offset) for each in facts.links)
    best: tuple[tuple[int, ...], Mention] | None = None
    for each in _around(page, facts, look, offset):
        # An id may be put together of several attributes, which name other things themselves.
        order: tuple[int, ...]
        if _covers(each.place, offset):
            order = _size(each.place), 0, int(each.declares and not _is_written(each, text))
        elif each.whole is not None and _covers(each.whole, offset) and not lost:
            # A link leads to its last part: to the heading of a page, not to the page.
            order = _size(each.whole), 1, -each.place.start
        else:
            continue
        if best is None or order < best[0]:
            best = order, each
    return best[1] if best is not None else None


def _around(page: PageContext, facts: PageFacts, look: Look | None, offset: int) -> Iterator[Mention]:
    """The mentions of the facts that an offset is in."""
    text = text_of(page.document)
    naming = Naming(look, facts, page.path or "", text)
    frontmatter = page.document.frontmatter
    if frontmatter is not None and _covers(Range(*page.document.offsets(frontmatter.span)), offset):
        yield from key_mentions(naming.path, text)
    for entity in facts.entities:
        if entity.start <= offset <= entity.end:
            yield from naming.entity(entity)
    for anchor in facts.anchors:
        if anchor.start <= offset <= anchor.end:
            yield from naming.anchor(anchor)
    for reference in facts.references:
        if reference.start <= offset <= reference.end:
            yield from naming.reference(reference)
    for wanted in wanted_in(each for each in facts.filters if each.start <= offset <= each.end):
        yield from naming.query(wanted)
    links = [each for each in facts.links if _covers_link(each, offset)]
    for link in links:
        yield from naming.link(link)
    heading = next((each for each in facts.headings if each.start <= offset <= each.end), None)
    if heading is not None and heading == next(each for each in facts.headings if each.id == heading.id):
        yield from naming.heading(heading)  # of several with one id a link finds the first
    if look is not None and look.entry.kind == "layout":
        yield from naming.layout(page.document, offset)
    typed = typed_at(page, offset)
    if typed is not None:
        yield from naming.link(typed) if isinstance(typed, Link) else naming.reference(typed)
    blocks = page.document.blocks
    if blocks and blocks[page.document.block_at(offset)].definitions:
        unused = unused_definitions(page.document, facts.links)
        for link in unused:
            if _is_in_target(link, offset):
                yield from naming.link(link)
        links = [*facts.links, *unused]
    yield from definition_mentions(links, page.path or "", text.text)


def _covers(place: Range, offset: int) -> bool:
    return place.start <= offset <= place.end


def _covers_link(link: Link, offset: int) -> bool:
    return link.start <= offset <= link.end or _is_in_target(link, offset)


def _is_in_target(link: Link, offset: int) -> bool:
    return link.written is not None and link.written[0] <= offset <= link.written[1]


def _is_written(mention: Mention, text: str) -> bool:
    place = mention.place
    return mention.thing.kind != "entity" or text[place.start : place.end] == mention.thing.name


def _size(place: Range) -> int:
    return place.end - place.start


def mentions_on(page: PageContext, thing: Thing) -> list[Mention]:
    """The places of one page that name a thing, in its text as it is now."""
    naming = Naming(None, page.facts, page.path or "", text_of(page.document))
    if page.view is None:
        return [each for each in naming.all(thing) if is_same(each.thing, thing)]
    ends = last_steps(page.view, thing)
    with page.view.lock:
        naming.look = page.look
        return [each for each in naming.all(thing, ends) if is_same(each.thing, thing)]


def declared_on(page: PageContext, thing: Thing) -> Mention | None:
    """Where a page declares a thing itself, in its text as it is now."""
    naming = Naming(None, page.facts, page.path or "", text_of(page.document))
    return next((each for each in naming.declarations(thing) if each.thing == thing), None)


def mentions_of(view: SiteView, thing: Thing, also: tuple[str, ...] = ()) -> Iterator[Mention]:
    """Every place of the site that names a thing, its declaration first; the places are those of the texts as they are now.

    Files of which the index cannot tell whether they name it are read anyway, and so are those in `also`: pages that somebody
    types in. The lock of the site is taken for one file at a time, so whoever asks does not hold it.
    """
    if thing.kind in _FILES:
        known = declaration(view, thing)
        if known is not None:
            yield known
    if thing.kind == "layout":
        yield from _held_by(view, thing)
        return
    ends = last_steps(view, thing)
    for path in searched(view, thing, also):
        found = _named_in(view, thing, path, ends)
        yield from sorted(found, key=lambda each: (not each.declares, each.place))


def mentions_everywhere(
    view: SiteView, others: Iterable[SiteView], thing: Thing, also: tuple[str, ...] = ()
) -> Iterator[Mention]:
    """The same on all sites of a project, each place once: several may share a plan, a folder of pages, or a picture."""
    told: set[tuple[str, Range]] = set()
    for each in (view, *others):
        with each.lock:
            shared = each.site is view.site or thing.kind == "file" or thing.path in each.site.entries
        if not shared or (each.site is view.site and each is not view):
            continue
        for mention in mentions_of(each, thing, also if each is view else ()):
            if (mention.path, mention.place) not in told:
                told.add((mention.path, mention.place))
                yield mention


def _held_by(view: SiteView, layout: Thing) -> list[Mention]:
    """The pages that a layout is around. They need not name it, so the place is where a page begins."""
    with view.lock:
        entries = view.site.entries
        folder = entries[layout.path].name if layout.path in entries else None
        if folder is None:
            return []
        above = f"{folder}/" if folder else ""
        pages = sorted(each.path for each in entries.values() if each.kind == "page" and each.name.startswith(above))
    return [Mention(layout, path, Range(0, 0)) for path in pages]


def declaration(view: SiteView, thing: Thing) -> Mention | None:
    """Where a thing is declared; a page, a partial or another file is so by its beginning. None where it is not there."""
    if thing.kind in _FILES:
        with view.lock:
            site = view.site
            path: str | None = thing.path
            if thing.kind != "file":
                path = path if path in site.entries else None
            elif site.spec.is_folder(str(site.spec.root / thing.path)):
                # An editor opens files, so the folder of an example is its page.
                path = f"{thing.path}/{_INDEX}"
                path = path if site.spec.is_file(str(site.spec.root / path)) else None
        return Mention(thing, path, Range(0, 0), True) if path is not None else None
    return next((each for each in _named_in(view, thing, thing.path) if each.declares), None)


def _named_in(view: SiteView, thing: Thing, path: str, ends: frozenset[str] | None = None) -> list[Mention]:
    """The places of one file that name a thing."""
    source = view.source(path)
    if source is None:
        return []
    text = FileText(source.text, view.site.spec.options)
    with view.lock:
        look = view.look_with(path, source.facts)
        found = Naming(look, source.facts, path, text).all(thing, ends)
        return [each._replace(thing=thing) for each in found if is_same(each.thing, thing)]
