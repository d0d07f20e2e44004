"""Files and folders that are moved: every link that led somewhere leads to the same thing afterwards.

That concerns other pages, which link to what is moved, and the moved pages themselves, whose relative links are seen from
elsewhere. Links that still lead to the same thing are not touched, and neither are those that were broken before.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import chain

from refrakt.project.index.entry import Entry
from refrakt.project.index.view import SiteView
from refrakt.project.pages.facts import Link, PageFacts, Reference

from ..answers import Changes, FileEdit, Range, Replacement
from .filters import Filters
from .ground import Ground
from .leads import led_to, target_on
from .moves import Moves, Pair
from .references import folder_renamed, named, renamed
from .respelling import respelled


def moved(
    view: SiteView, pairs: Iterable[Pair], facts: Mapping[str, PageFacts] | None = None, also: Collection[str] = ()
) -> Changes:
    """What has to be changed in texts when files get other paths. The texts are those before anything is moved.

    `facts` are those of files that get another text at the same time, from which another address may follow. Files in `also` are
    looked at as they are now, whatever the index knows of them: somebody types in them.
    """
    moves = Moves(pairs)
    content = view.site.spec.content_path.rstrip("/")
    if not (moves or facts) or (content and moves.after(content) != content):
        return Changes()  # a content folder that moves takes everything along, and the config must be told
    with view.lock:
        both = Ground(view.site), Ground(view.site, moves, facts)
        paths = sorted(view.site.entries)
    filters = Filters(*both)
    edits = (_edit(view, *both, filters, path, path in also) for path in paths)
    return Changes(tuple(each for each in edits if each is not None))


def _edit(view: SiteView, before: Ground, after: Ground, filters: Filters, path: str, typed: bool) -> FileEdit | None:
    with view.lock:
        entry = before.entry(path)
        there = after.entry(after.moves.after(path))
        if entry is None or there is None:
            return None
        astray = _astray(before, after, entry, there, entry.facts)
        if not typed and next(chain(astray, filters.edits(entry.facts.filters)), None) is None:
            return None
    # Read without the lock: that may take a while, and is seldom necessary.
    source = view.source(path)
    if source is None:
        return None
    found: dict[Range, str] = {}
    with view.lock:
        for what, wanted in _astray(before, after, entry, there, source.facts):
            new = _replaced(source.text, what, (before, entry), (after, there), wanted)
            if new is not None:
                found.setdefault(*new)  # several links may share one definition
        found.update(filters.edits(source.facts.filters))
    edits = tuple(Replacement(place, found[place]) for place in sorted(found))
    return FileEdit(path, source.text, edits, source.version) if edits else None


def _replaced(
    text: str, what: Link | Reference, old: tuple[Ground, Entry], new: tuple[Ground, Entry], wanted: str
) -> Replacement | None:
    if isinstance(what, Link):
        return respelled(text, what, old, new, wanted)
    if what.kind == "folder":
        return folder_renamed(old[0], new[0], what)
    return renamed(*new, what, wanted)


def _astray(
    before: Ground, after: Ground, entry: Entry, there: Entry, facts: PageFacts
) -> Iterator[tuple[Link | Reference, str]]:
    """What would lead to something else than now, and where it should lead."""
    moves = after.moves
    touched = after.touched
    stays = entry.path == there.path and entry.url == there.url
    for link in facts.links:
        if stays and entry.kind != "plan" and not touched.concerns(target_on(before, entry, link)):
            continue
        path = led_to(before, entry, link)
        if path is not None and led_to(after, there, link) != moves.after(path):
            yield link, moves.after(path)
    for reference in facts.references:
        if reference.kind == "folder":
            if folder_renamed(before, after, reference) is not None:
                yield reference, ""
            continue
        path = named(before, entry, reference)
        if path is not None and named(after, there, reference) != moves.after(path):
            yield reference, moves.after(path)
