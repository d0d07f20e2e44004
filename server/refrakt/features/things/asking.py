"""Things for somebody who has no cursor and says in words what is meant: an address, an id, the name of a partial, a file."""

from __future__ import annotations

from refrakt.project.index.calling import called
from refrakt.project.index.entry import Entry
from refrakt.project.index.look import Look
from refrakt.project.index.targets import target_of
from refrakt.project.index.view import SiteView
from refrakt.project.pages.facts import PageFacts

from .files import below
from .resolving import called_thing, file_thing, fragment_thing, page_thing, record_thing
from .thing import Thing

_NOBODY = Entry("", "plan", "", PageFacts())
"""Somebody who looks at a site from outside."""


def thing_at(view: SiteView, url: str) -> Thing | None:
    """What is served at an address of the site, with a fragment the place on the page."""
    with view.lock:
        look = Look(view.site, _NOBODY)
        target = target_of(url, None, "", view.site.spec.routes.base)
        page = look.page_of(target) if target.kind != "here" else None
        if page is None:
            return None
        if target.fragment:
            return fragment_thing(look, page, target.fragment)
        place = next((each for each in target.places if look.page(each) is page), None)
        return page_thing(look, page, place)


def things_called(view: SiteView, name: str, type: str | None = None) -> list[Thing]:
    """What goes by an id or, where nothing does, by a title."""
    with view.lock:
        look = Look(view.site, _NOBODY)
        if name.startswith("/"):
            found = called_thing(look, name, type)
            return [found] if found is not None else []
        things = (record_thing(look, each) for each in called(look, name, type).things)
        return list(dict.fromkeys(each for each in things if each is not None))


def partial_called(view: SiteView, name: str) -> Thing | None:
    """What pages take in under a name."""
    with view.lock:
        entry = Look(view.site, _NOBODY).partial(name)
        return file_thing(entry) if entry is not None else None


def file_called(view: SiteView, path: str) -> Thing | None:
    """A file by its path below the project's folder."""
    with view.lock:
        look = Look(view.site, _NOBODY)
        entry = look.entry_at(path)
        if entry is not None:
            return file_thing(entry)
        whole = str(view.site.spec.root / path)
        return Thing("file", below(look, whole)) if look.asset(whole) else None


def title_of(view: SiteView, thing: Thing) -> str | None:
    """What a thing is called by people."""
    with view.lock:
        entry = view.site.entries.get(thing.path)
        if entry is None:
            return None
        facts = entry.facts
        if thing.kind == "page":
            return facts.title
        if thing.kind == "heading":
            return next((each.text for each in facts.headings if each.id == thing.name), None)
        return next((each.title for each in facts.entities if each.id == thing.name), None)
