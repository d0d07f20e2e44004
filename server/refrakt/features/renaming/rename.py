"""Another name for what the cursor is on, wherever it is named: at a heading or at a link to it, in a navigation or at an id."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache

from refrakt.errors import RefraktError
from refrakt.project.index.view import SiteView

from ..answers import Changes, Prepared
from ..page import PageContext
from ..things.thing import Thing
from .asking import asked, known_view, name_of
from .keys import key_changed, tell_if_ours
from .labels import label_changed
from .merging import merged
from .moving import moved
from .names import name_changed
from .paths import facts_after, file_renamed, page_renamed, partial_renamed
from .refusing import refusal, still_read


def prepare(page: PageContext, offset: int) -> Prepared | None:
    """What would be renamed at the cursor; None where nothing has a name. Refused, with the reason, where it cannot be."""
    found = asked(page, offset)
    if found is None or found.place.start == found.place.end:
        return None
    if found.thing.kind == "key":
        tell_if_ours(found.thing.name)
    return Prepared(found.place, name_of(page, found))


def rename(
    page: PageContext, offset: int, new: str, others: Iterable[SiteView] = (), also: Iterable[str] = ()
) -> Changes:
    """All that has to be changed for what is under the cursor to have another name.

    `others` are the other sites of the project, `also` are files that are looked at as they are now: they are open in the editor.
    """
    found = asked(page, offset)
    if found is None:
        known_view(page)
        raise RefraktError(
            "NOT_FOUND", "there is nothing here that has a name", "Put the cursor on a link, a heading or an id."
        )
    if found.thing.kind == "definition":
        source = page.view.source(page.path) if page.view is not None and page.path is not None else None
        return label_changed(page, found.thing, new, source.version if source is not None else None)
    view = known_view(page)
    typed = (*((page.path,) if page.path is not None else ()), *also)
    return renamed(view, found.thing, new, tuple(dict.fromkeys(typed)), others)


def renamed(
    view: SiteView, thing: Thing, new: str, also: tuple[str, ...] = (), others: Iterable[SiteView] = ()
) -> Changes:
    """The same for a thing of a site. Files in `also` are looked at as they are now: somebody types in them.

    `others` are the other sites of the project: a plan, a folder of pages and an image may be used by several of them.
    """
    changes = _renamed(view, thing, new, also)
    for other in others:
        if other.site is not view.site:
            if not other.site.complete:
                raise still_read()
            changes = merged(changes, _followed(other, thing, new, changes, also))
    return changes


def _followed(other: SiteView, thing: Thing, new: str, changes: Changes, also: tuple[str, ...]) -> Changes:
    """What another site has to do with it. What a page is served at may be another address there, so it follows the file."""
    with other.lock:
        shared = thing.path in other.site.entries
    if shared and thing.kind != "page":
        return _renamed(other, thing, new, also)
    own = next((each for each in changes.edits if shared and each.path == thing.path), None)
    return moved(other, changes.moved, {own.path: facts_after(other, own)} if own is not None else None, also)


def _renamed(view: SiteView, thing: Thing, new: str, also: tuple[str, ...]) -> Changes:
    view = replace(view, source=cache(view.source))  # one text of each file, read once
    match thing.kind:
        case "page":
            return page_renamed(view, thing, new, also)
        case "partial":
            return partial_renamed(view, thing, new, also)
        case "file":
            return file_renamed(view, thing, new, also)
        case "key":
            return key_changed(view, thing, new)
        case "heading" | "anchor" | "drawer" | "entity":
            return name_changed(view, thing, new, also)
        case _:
            raise refusal("a layout is found by its name, _layout.md", "Move the file to another folder instead.")
