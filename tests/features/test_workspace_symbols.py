"""Workspace symbols by name."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from refrakt.features.workspace_symbols import (
    MAX_SYMBOLS,
    IndexedSymbol,
    SymbolIndex,
    find_symbols,
    rune_span,
    without_markdown_headings,
)
from refrakt.project.index.indexed_file import IndexedFile
from refrakt.project.pages.page_facts import Heading, PageFacts

from .sites import open_site

SITE = """
    -- content/index.md --
    # Home

    See [setup](/docs/setup).
    -- content/docs/setup.md --
    ---
    title: Setting up
    ---
    # Setup

    ## Linux

    ## Line ends

    {% hint %}
    x
    {% /hint %}
    -- content/people.md --
    # People

    {% character name="Veshra" %}
    ## Backstory
    {% /character %}
    -- content/_partials/legal/terms.md --
    Terms {% hint %}y{% /hint %}
    -- refrakt.config.json --
    {"sites": {"main": {"contentDir": "./content", "plugins": ["@refrakt-md/storytelling"]}}}
    """


def check_symbols(query: str, *expected: str) -> None:
    """These are found first, in this order; nothing else, if the last one is not `…`."""
    with open_site(SITE) as here:
        assert here.page.view is not None
        found = [
            f"{each.kind} {each.name} ({each.container_name})" for _, each in find_symbols([here.page.view], query)
        ]
    if expected[-1:] == ("…",):
        assert found[: len(expected) - 1] == list(expected[:-1])
    else:
        assert found == list(expected)


def test_pages_by_title_and_url() -> None:
    check_symbols(
        "setting", "page Setting up (/docs/setup)", "heading Linux (Setting up)", "heading Setup (Setting up)", "…"
    )
    check_symbols("/docs/se", "page Setting up (/docs/setup)")


def test_prefix_matches_come_first() -> None:
    check_symbols("lin", "heading Linux (Setting up)", "heading Line ends (Setting up)")
    check_symbols("ends", "heading Line ends (Setting up)")


def test_letters_in_order() -> None:
    check_symbols("bkstry", "heading Backstory (People)")
    check_symbols("stup", "page Setting up (/docs/setup)", "…")


def test_several_words() -> None:
    check_symbols("set up", "page Setting up (/docs/setup)", "…")


def test_entities_partials_and_runes() -> None:
    check_symbols("veshra", "entity Veshra (character · People)")
    check_symbols("terms", "partial legal/terms.md (partial)", "…")
    check_symbols("hint", "rune hint (legal/terms.md)", "rune hint (Setting up)")


def test_an_empty_query_matches_everything() -> None:
    check_symbols(
        "",
        "page Home (/)",
        "page People (/people)",
        "page Setting up (/docs/setup)",
        "entity Veshra (character · People)",
        "…",
    )


def test_no_matches() -> None:
    check_symbols("zzz")


def test_regular_expression_characters_are_literal() -> None:
    check_symbols("(.*")


def test_locations() -> None:
    with open_site(SITE) as here:
        view = here.page.view
        assert view is not None
        (found,) = find_symbols([view, view], "linux")
        assert here.files[found.symbol.path][slice(*found.symbol.span.bounds)] == "## Linux"
        span = rune_span(view, "content/docs/setup.md", "hint")
        assert span is not None
        assert here.files["content/docs/setup.md"][slice(*span.bounds)] == "hint"
        assert rune_span(view, "content/docs/setup.md", "grid") is None
        assert rune_span(view, "content/nowhere.md", "hint") is None


def test_changes_are_indexed() -> None:
    with open_site(SITE) as here:
        view = here.page.view
        assert view is not None
        assert find_symbols([view], "linux")
        entry = here.index.entries["content/docs/setup.md"]
        here.index.put(replace(entry, facts=PageFacts(title="Plan 9")))
        assert not find_symbols([view], "linux")
        assert [each.symbol.name for each in find_symbols([view], "plan")] == ["Plan 9"]
        here.index.remove("content/docs/setup.md")
        assert not find_symbols([view], "plan")


def many(pages: int) -> list[IndexedFile]:
    headings = tuple(Heading(2, f"Heading number {number}", f"h{number}", number, number) for number in range(8))
    return [
        IndexedFile(
            f"c/{each}.md",
            "page",
            f"{each}.md",
            PageFacts(f"Page {each:05}", runes=("hint",), headings=headings),
            f"/{each}",
        )
        for each in range(pages)
    ]


def test_the_number_of_symbols_and_runes_is_limited() -> None:
    with open_site("-- content/index.md --\nx") as here:
        for each in many(400):
            here.index.put(each)
        view = here.page.view
        assert view is not None
        assert len(find_symbols([view], "page")) == MAX_SYMBOLS
        found = find_symbols([view], "hint")
    assert len(found) == 20
    assert {each.symbol.kind for each in found} == {"rune"}


@pytest.mark.slow
def test_ten_thousand_pages() -> None:
    entries = many(10_000)
    names = SymbolIndex()
    names.update(1, entries)

    def least(query: str) -> float:
        times = []
        for _ in range(5):
            start = time.process_time()
            names.search(query)
            times.append(time.process_time() - start)
        return min(times)

    for query in ("", "p", "page 09", "number 7", "pg9", "zzzz"):
        assert least(query) < 0.3, query
    start = time.process_time()
    names.update(2, [*entries[:-1], replace(entries[-1], url="/new")])
    assert time.process_time() - start < 0.3


def test_markdown_headings_can_be_left_out() -> None:
    """Only those: no editor shows the headings of Markdoc, or a page's title, by itself."""
    assert not without_markdown_headings(IndexedSymbol("A", "heading", "content/a.md"))
    assert without_markdown_headings(IndexedSymbol("A", "heading", "content/a.mdoc"))
    assert without_markdown_headings(IndexedSymbol("A", "page", "content/a.md"))
