"""Another name for a key of the frontmatter: on its page, and in the layouts and partials that show its value.

A layout stands around many pages, so they share its keys: where one of them gets another name, it does so on all of them.
"""

from __future__ import annotations

from refrakt.markdoc import parse
from refrakt.markdoc.format.value import is_identifier
from refrakt.project.index.entry import Entry
from refrakt.project.index.look import Look
from refrakt.project.index.view import SiteView
from refrakt.rules.frontmatter_type import KNOWN_KEYS

from ..answers import Changes, Replacement
from ..things.mentions import mentions_in
from ..things.searching import speaks
from ..things.text import FileText
from ..things.thing import Thing
from .merging import Gathering
from .paths import readable
from .refusing import in_use, refusal

_OURS = frozenset({*KNOWN_KEYS, "refrakt"})


def key_changed(view: SiteView, thing: Thing, new: str) -> Changes:
    """A key and all that shows its value."""
    new = new.strip()
    tell_if_ours(thing.name)
    if new == thing.name:
        return Changes()
    if not is_identifier(new):
        raise refusal(f"'{new}' cannot be written behind $frontmatter.", "Use letters, digits, dashes and underscores.")
    if new in _OURS:
        raise refusal(f"'{new}' means something to every site", "Choose a key of your own.")
    sharing = _sharing(view, thing)
    _tell_if_spoken_of(view, sharing, new)
    gathered = Gathering()
    for path in sorted(sharing):
        source = readable(view, path)
        if speaks(source.facts, new):  # typed a moment ago
            raise in_use(new, f"{path} speaks of such a key")
        text = FileText(source.text, view.site.spec.options, parse(source.text, view.site.spec.options))
        for each in mentions_in(None, source.facts, path, text):
            if each.thing.kind == "key" and each.thing.name == thing.name:
                if source.text[each.place.start : each.place.end] != thing.name:
                    raise refusal(f"{path} names '{thing.name}' in another way", "Change it there by hand first.")
                gathered.add(path, source, Replacement(each.place, new))
    return Changes(gathered.edits())


def tell_if_ours(key: str) -> None:
    if key in _OURS:
        raise refusal(
            f"'{key}' is the name by which every site knows this key", "Only keys of your own can be renamed."
        )


def _sharing(view: SiteView, thing: Thing) -> set[str]:
    """The files that speak of the key and are shown together, directly or through another of them."""
    shown = [
        {page.path, *(each.path for each in _around(view, page) if speaks(each.facts, thing.name))}
        for page in _pages(view)
        if speaks(page.facts, thing.name) or page.path == thing.path
    ]
    found = {thing.path}
    grown = True
    while grown:
        size = len(found)
        for together in shown:
            if not found.isdisjoint(together):
                found |= together
        grown = len(found) > size
    return found


def _tell_if_spoken_of(view: SiteView, sharing: set[str], key: str) -> None:
    """Refuses a key that a file speaks of which is shown together with one of these: it would mean both from then on."""
    for page in _pages(view):
        parts = _around(view, page)
        if page.path in sharing or any(each.path in sharing for each in parts):
            there = next((each for each in (page, *parts) if speaks(each.facts, key)), None)
            if there is not None:
                raise in_use(key, f"{there.path} speaks of such a key")


def _pages(view: SiteView) -> list[Entry]:
    with view.lock:
        return [each for each in view.site.entries.values() if each.kind == "page"]


def _around(view: SiteView, page: Entry) -> list[Entry]:
    """The layouts and partials that are shown with a page. The lock is held for one page at a time: there may be many."""
    with view.lock:
        return Look(view.site, page).around()
