"""What a name on a page stands for: the thing with this id, the page at this address, or whatever has this title.

A site tries them in this order, and only what nothing answers to is left to the patterns of its config.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from .entities import HEADING, PAGE, EntityRecord, page_entity
from .entry import Entry
from .look import Look


@dataclass(frozen=True)
class Called:
    """What goes by a name. All files that use the name share it, so what follows from it is computed once."""

    things: tuple[EntityRecord, ...] = ()
    by_title: bool = False
    """Whether only a title says so, which several things may have."""
    sure: bool = True
    """False where only a build can tell whether there is such a thing."""

    @cached_property
    def types(self) -> frozenset[str]:
        return frozenset(each.type for each in self.things)

    @cached_property
    def linked_types(self) -> frozenset[str]:
        """The types of the things in `hrefs`."""
        return frozenset(each.type for each in self.hrefs.values())

    @cached_property
    def hrefs(self) -> dict[str, EntityRecord]:
        """The places a reference could lead to, each with the first thing that is there."""
        found: dict[str, EntityRecord] = {}
        for each in self.things:
            if each.href is not None:
                found.setdefault(each.href, each)
        return found


def called(look: Look, name: str, type: str | None = None) -> Called:
    """The things a name may mean; those of one type, where one is given."""
    return look.tracked(("called", name, type), lambda look: _called(look, name, type))


def expanded_file(look: Look, name: str, type: str | None) -> Entry | None:
    """The file of the plan that `expand` shows for a name."""

    def first(look: Look) -> Entry | None:
        return next(
            (file for each in called(look, name, type).things if (file := look.declaring(each)).kind == "plan"), None
        )

    return look.tracked(("expanded", name, type), first)


def _called(look: Look, name: str, type: str | None) -> Called:
    found = look.entities(name, type)
    if found:
        return Called(tuple(found))
    if name.startswith("/"):
        at = _at_address(look, name, type)
        if at is not None:
            return at
    titled = [*look.named(name, type), *(_pages(look, name) if type in (None, PAGE) else ())]
    return Called(tuple(titled), by_title=True)


def _at_address(look: Look, name: str, type: str | None) -> Called | None:
    url, mark, fragment = name.partition("#")
    page = look.page(url)
    if page is None or page.url is None or (type is not None and type != (HEADING if mark else PAGE)):
        return None
    thing = page_entity(page)
    if thing is None or not mark:
        return Called((thing,)) if thing is not None and page.url == url else None
    there = look.has_anchor(page, fragment)
    return Called((thing,), sure=there is not None) if there is not False and page.url == url else None


def _pages(look: Look, title: str) -> Iterable[EntityRecord]:
    return (thing for each in look.titled(title) if (thing := page_entity(each)) is not None)
