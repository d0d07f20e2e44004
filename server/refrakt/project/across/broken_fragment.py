"""A link to a place on a page that has no place of this name.

The reader lands at the top of the page instead. A place is a heading, by the id that is made of its text, or whatever else has an
id; the page's partials and layouts count. What is bold, code or linked in a heading is no part of its id, and signs such as
brackets are, which is not how other programs make ids. The fix puts in the name that must have been meant. Where a page shows
what only a build brings together, nobody knows its places, and nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from refrakt.rules.words import did_you_mean, nearest

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
    names, meant = _guessed(fragment, tuple(look.anchors(page).items()))
    where = "this page" if page is look.entry else f"'{page.url}'"
    yield Told(
        *place_of_fragment(link),
        f"{where} has no place called '#{fragment}'{did_you_mean([f'#{each}' for each in names])}",
        f"Write #{names[0]}." if names else None,
        with_fragment(link, meant) if meant is not None else (),
    )


@lru_cache(maxsize=1024)
def _guessed(fragment: str, places: tuple[tuple[str, str], ...]) -> tuple[list[str], str | None]:
    """The names that may have been meant, and the one that must have been.

    Kept for a while: where a heading is renamed, all who link to it ask the same.
    """
    # Others make ids of all that a heading says, code and bold included: what is said alike is meant.
    said = [id for id, text in places if letters(fragment) in (letters(id), letters(text))]
    if said:
        return said, said[0]
    names = nearest(fragment, [id for id, _ in places])
    return names, likeliest(fragment, names)
