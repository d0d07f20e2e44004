"""Pages with a cursor in them, written `$0`.

    {% hi$0 %}

Offers are put in as an editor would: the stretch they name is replaced, further edits are made, tab stops keep the words they
suggest, and the lines after the first get the white space that the line of the cursor begins with.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from textwrap import dedent

from refrakt.features.answers import Explanation, Offer, Replacement
from refrakt.features.completion import complete
from refrakt.features.hover import explain
from refrakt.features.page import PageContext
from refrakt.features.snippets import plain
from refrakt.markdoc import parse
from refrakt.project.site import SiteContext
from refrakt.runes.vocabulary import vocabulary
from rules.checking import all_runes

CURSOR = "$0"


class Described(SiteContext):
    """A site whose partials are told rather than looked for on a disk."""

    def _partials(self) -> frozenset[str]:
        return frozenset({"footer.md", "legal/terms of use.md", "docs:setup.md"})


@cache
def everything() -> SiteContext:
    """A refrakt site that uses every package."""
    return Described(None, Path("/"), None, all_runes(), variables={"version": "2.1", "team": {"name": "Ada"}})


@cache
def plain_markdoc() -> SiteContext:
    """A Markdoc project that is no refrakt site."""
    return SiteContext(
        None,
        Path("/"),
        None,
        vocabulary([], refrakt=False),
        variables={"product": {"name": "Pump"}},
        functions=frozenset({"shout"}),
    )


def page_of(text: str, site: SiteContext | None = None) -> PageContext:
    site = site or everything()
    return PageContext(parse(text, site.options), site)


def read(fixture: str) -> tuple[str, int]:
    """The text of a page and the place of its cursor."""
    text = dedent(fixture).lstrip("\n") if fixture.startswith("\n") else fixture
    before, cursor, after = text.partition(CURSOR)
    assert cursor, "a page needs a cursor"
    return before + after, len(before)


def offered(fixture: str, site: SiteContext | None = None) -> list[Offer]:
    """All offers at the cursor, in their order."""
    text, offset = read(fixture)
    return list(complete(page_of(text, site), offset).items)


def matching(offers: Iterable[Offer], fixture: str) -> list[Offer]:
    """The offers an editor shows: those that begin with what is typed where they go."""
    text, offset = read(fixture)
    return [each for each in offers if _begins(each, text[each.place.start : offset].lstrip(" "))]


def _begins(offer: Offer, typed: str) -> bool:
    return (offer.filter or offer.label.removeprefix("/")).startswith(typed)


def check_completion(
    fixture: str,
    *,
    offers: list[str] | None = None,
    first: str | None = None,
    without: Iterable[str] = (),
    becomes: str | None = None,
    site: SiteContext | None = None,
) -> None:
    """At the cursor these labels are shown (in this order), this one comes first, and putting that in gives this page."""
    found = offered(fixture, site)
    labels = [each.label for each in matching(found, fixture)]
    if offers is not None:
        assert labels == offers
    if first is not None:
        assert labels[:1] == [first]
    assert not set(without) & {each.label for each in found}
    if becomes is not None:
        text, offset = read(fixture)
        expected = dedent(becomes).lstrip("\n") if becomes.startswith("\n") else becomes
        chosen = matching(found, fixture)[0]
        assert chosen.place.start <= offset <= chosen.place.end
        assert applied(text, chosen) == expected


def check_hover(fixture: str, *words: str, on: str | None = None, site: SiteContext | None = None) -> None:
    """What is told at the cursor has these words in it and is about this stretch; without words, nothing is told."""
    text, offset = read(fixture)
    found = explain(page_of(text, site), offset)
    if not words:
        assert found is None
        return
    assert isinstance(found, Explanation)
    for word in words:
        assert word in found.markdown
    if on is not None:
        assert text[found.place.start : found.place.end] == on


def applied(text: str, offer: Offer, as_snippet: bool = True) -> str:
    """A text with an offer put in."""
    insert = offer.insert if as_snippet or not offer.plain else offer.plain
    if offer.is_snippet and as_snippet:
        insert = plain(insert)
    begin = max(text.rfind("\n", 0, offer.place.start), text.rfind("\r", 0, offer.place.start)) + 1
    line = text[begin : offer.place.start]
    indent = line[: len(line) - len(line.lstrip(" \t"))]
    insert = insert.replace("\n", f"\n{indent}")
    for place, new in sorted([*offer.also, Replacement(offer.place, insert)], reverse=True):
        text = text[: place.start] + new + text[place.end :]
    return text
