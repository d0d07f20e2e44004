"""A link to a place on a page that has no place of this name.

The reader lands at the top of the page instead. A place is a heading, by the id that is made of its text, or whatever else has an
id; the page's partials and layouts count. What is bold, code or linked in a heading is no part of its id, and signs such as
brackets are, which is not how other programs make ids. The fix puts in the name that must have been meant. Where a page shows
what only a build brings together, nobody knows its places, and nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from refrakt.rules.words import did_you_mean

from ..index.entry import Entry
from ..index.look import Look
from ..index.targets import Target
from ..pages.facts import Link
from .registry import Told, link_rule
from .words import is_judged, letters, likeliest, place_of_fragment, with_fragment, written_page

_TOP = "top"
"""A place that every page has."""
_NO_PLACES = (":~:", "/", "!")
"""What the fragment begins with where it names no place: a text to look for, or the state of a program on the page."""


@link_rule("broken-fragment", "warning", fixable=True)
def broken_fragment(look: Look, link: Link, target: Target) -> Iterator[Told]:
    fragment = target.fragment
    if not fragment or link.kind != "link" or fragment.lower() == _TOP or fragment.startswith(_NO_PLACES):
        return
    if not look.spec.sure or not is_judged(look, link, target):
        return
    page = written_page(look, target)
    if page is None or look.has_anchor(page, fragment) is not False:
        return
    names, meant = _guessed(look, page, fragment)
    where = "this page" if page is look.entry else f"'{page.url}'"
    yield Told(
        *place_of_fragment(link),
        f"{where} has no place called '#{fragment}'{did_you_mean([f'#{each}' for each in names])}",
        f"Write #{names[0]}." if names else None,
        with_fragment(link, meant) if meant is not None else (),
    )


def _guessed(look: Look, page: Entry, fragment: str) -> tuple[list[str], str | None]:
    """The names that may have been meant, and the one that must have been."""
    # Others make ids of all that a heading says, code and bold included: what is said alike is meant.
    places = look.anchors(page)
    said = look.once_of(page, "places by letters", lambda: _by_letters(places)).get(letters(fragment))
    if said:
        return said, said[0]
    names = look.near_anchors(page, fragment)
    return names, likeliest(fragment, names)


def _by_letters(places: Mapping[str, str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for id, text in places.items():
        for each in {letters(id), letters(text)}:
            found.setdefault(each, []).append(id)
    return found
