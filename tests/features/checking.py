"""Pages with a cursor in them, written `$0`.

    {% hi$0 %}

Completion items are inserted as an editor would: their span is replaced, additional edits are applied, tab stops keep their
placeholders, and further lines get the indentation of the cursor's line.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path
from textwrap import dedent

from refrakt.features.completion import complete
from refrakt.features.hover import hover_at
from refrakt.features.page_context import PageContext
from refrakt.features.results import CompletionItem, Hover
from refrakt.features.rune_snippets import without_tab_stops
from refrakt.markdoc.document import parse
from refrakt.markdoc.text_edit import TextEdit
from refrakt.project.frameworks.markdoc_site import MarkdocSite
from refrakt.project.frameworks.page_sources import ContentFolder
from refrakt.project.frameworks.route_model import RouteModel
from refrakt.project.site import SiteContext
from refrakt.runes.vocabulary import vocabulary
from rules.checking import all_runes

CURSOR = "$0"


class SiteWithPartials(SiteContext):
    """A site with fixed partials instead of those on a disk."""

    def _partials(self) -> frozenset[str]:
        return frozenset({"footer.md", "legal/terms of use.md", "docs:setup.md"})


@cache
def site_with_all_runes() -> SiteContext:
    """A refrakt site that uses every package."""
    return SiteWithPartials(None, Path("/"), None, all_runes(), variables={"version": "2.1", "team": {"name": "Ada"}})


@cache
def plain_markdoc() -> SiteContext:
    """A Markdoc project without refrakt."""
    return SiteContext(
        None,
        Path("/"),
        None,
        vocabulary([], refrakt=False),
        variables={"product": {"name": "Pump"}},
        functions=frozenset({"shout"}),
    )


def recognised_markdoc() -> SiteContext:
    """The same, recognised from its files: formatting keeps the style of its pages."""
    routes = RouteModel(sources=(ContentFolder(""),))
    site = MarkdocSite("site", Path("/"), "markdoc", "none", ("a test",), routes, (".md",))
    return replace(plain_markdoc(), markdoc=site)


def page_of(text: str, site: SiteContext | None = None) -> PageContext:
    site = site or site_with_all_runes()
    return PageContext(parse(text, site.options), site)


def read(fixture: str) -> tuple[str, int]:
    """The text of a page and the offset of its cursor."""
    text = dedent(fixture).lstrip("\n") if fixture.startswith("\n") else fixture
    before, cursor, after = text.partition(CURSOR)
    assert cursor, "a page needs a cursor"
    return before + after, len(before)


def completions_at(fixture: str, site: SiteContext | None = None) -> list[CompletionItem]:
    """All completions at the cursor, in order."""
    text, offset = read(fixture)
    return list(complete(page_of(text, site), offset).items)


def matching(items: Iterable[CompletionItem], fixture: str) -> list[CompletionItem]:
    """The items an editor shows: those that start with the typed text."""
    text, offset = read(fixture)
    return [each for each in items if _begins(each, text[each.span.start : offset].lstrip(" "))]


def _begins(item: CompletionItem, typed: str) -> bool:
    return (item.filter_text or item.label.removeprefix("/")).startswith(typed)


def check_completion(
    fixture: str,
    *,
    offers: list[str] | None = None,
    first: str | None = None,
    without: Iterable[str] = (),
    becomes: str | None = None,
    site: SiteContext | None = None,
) -> None:
    """Check the labels shown at the cursor, in order, the first of them, and the page after inserting that."""
    found = completions_at(fixture, site)
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
        assert chosen.span.start <= offset <= chosen.span.end
        assert applied(text, chosen) == expected


def check_hover(fixture: str, *texts: str, on: str | None = None, site: SiteContext | None = None) -> None:
    """Check that the hover contains these texts and covers `on`; without texts, that there is none."""
    text, offset = read(fixture)
    found = hover_at(page_of(text, site), offset)
    if not texts:
        assert found is None
        return
    assert isinstance(found, Hover)
    for part in texts:
        assert part in found.markdown
    if on is not None:
        assert text[found.span.start : found.span.end] == on


def applied(text: str, item: CompletionItem, as_snippet: bool = True) -> str:
    """A text with an item inserted."""
    insert = item.insert_text if as_snippet or not item.plain_text else item.plain_text
    if item.is_snippet and as_snippet:
        insert = without_tab_stops(insert)
    begin = max(text.rfind("\n", 0, item.span.start), text.rfind("\r", 0, item.span.start)) + 1
    line = text[begin : item.span.start]
    indent = line[: len(line) - len(line.lstrip(" \t"))]
    insert = insert.replace("\n", f"\n{indent}")
    for span, new in sorted([*item.additional_edits, TextEdit(item.span, insert)], reverse=True):
        text = text[: span.start] + new + text[span.end :]
    return text
