"""Things that are called by their titles. A title is no id: it may follow from a heading, and several things may have one."""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.project.index.calling import called
from refrakt.project.index.view import SiteView
from refrakt.project.pages.facts import PageFacts

from ..answers import Changes, Replacement
from ..things.mentions import mentions_of
from ..things.resolving import record_thing
from ..things.thing import Mention, Thing
from .merging import Gathering
from .paths import readable
from .refusing import in_use, refusal
from .writing import value_text


def retitled(view: SiteView, renamed: Thing, before: PageFacts, after: PageFacts, also: tuple[str, ...]) -> Changes:
    """What follows where something else than the renamed thing itself gets another title along with it."""
    gathered = Gathering()
    for thing, old, new in _other_titles(view, renamed, before, after):
        mentions = [each for each in mentions_of(view, thing, also) if _says(view, each, old)]
        if new is None:
            if mentions:
                raise refusal(f"'{old}' is called by its title, and would have none", "Give it another one.")
            continue
        if new.lower() == old.lower():
            continue
        tell_if_called(view, thing, new, bool(mentions))
        for each in mentions:
            gathered.add(each.path, readable(view, each.path), Replacement(each.place, value_text(new)))
    return Changes(gathered.edits())


def _other_titles(
    view: SiteView, renamed: Thing, before: PageFacts, after: PageFacts
) -> Iterator[tuple[Thing, str, str | None]]:
    """Things of a file whose title changes, with the old and the new one."""
    with view.lock:
        entry = view.site.entries.get(renamed.path)
    if entry is not None and entry.kind == "page" and before.title and before.title != after.title:
        yield Thing("page", renamed.path), before.title, after.title
        # A page that is a thing of a kind is called by the same title.
        for each in before.entities:
            if each.rune is None and each.id:
                yield Thing("entity", renamed.path, each.id, each.type), before.title, after.title
    for old, new in zip(before.entities, after.entities, strict=False):
        if old.title and old.title != new.title and old.id and old.type == new.type and old.id != renamed.name:
            yield Thing("entity", renamed.path, old.id, old.type), old.title, new.title


def _says(view: SiteView, mention: Mention, title: str) -> bool:
    """Whether a place calls a thing by its title."""
    source = readable(view, mention.path)
    said = source.text[mention.place.start : mention.place.end]
    return any(
        each.kind in ("xref", "expand")
        and (each.start, each.end) == mention.place
        and each.name.lower() == title.lower()
        for each in source.facts.references
    ) and bool(said)


def tell_if_called(view: SiteView, thing: Thing, name: str, used: bool = False) -> None:
    """Refuses a name by which pages call something else: they would mean this thing from then on, or nobody could tell which."""
    with view.lock:
        look = view.look(thing.path)
        found = called(look, name).things if look is not None else ()
        others = [each for record in found if look is not None and (each := record_thing(look, record)) is not None]
    for other in others:
        if other == thing:
            continue
        # What a page says of its own drawer is meant so, whoever else has one of this id.
        own = other.path if other.kind == thing.kind == "drawer" else None
        if used or any(_says(view, each, name) for each in mentions_of(view, other) if each.path != own):
            raise in_use(name, f"something in {other.path} is called so")
