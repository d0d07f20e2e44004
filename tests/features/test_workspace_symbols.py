"""Looking for things on a site by their names."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from refrakt.features.workspace_symbols import MOST, Named, Names, find_symbols, not_in_markdown, rune_place
from refrakt.project.index.entry import Entry
from refrakt.project.pages.facts import Heading, PageFacts

from .sites import standing

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
    with standing(SITE) as here:
        assert here.page.view is not None
        found = [f"{each.kind} {each.name} ({each.around})" for _, each in find_symbols([here.page.view], query)]
    if expected[-1:] == ("…",):
        assert found[: len(expected) - 1] == list(expected[:-1])
    else:
        assert found == list(expected)


def test_pages_by_title_and_address() -> None:
    check_symbols(
        "setting", "page Setting up (/docs/setup)", "heading Linux (Setting up)", "heading Setup (Setting up)", "…"
    )
    check_symbols("/docs/se", "page Setting up (/docs/setup)")


def test_what_begins_with_the_query_comes_first() -> None:
    check_symbols("lin", "heading Linux (Setting up)", "heading Line ends (Setting up)")
    check_symbols("ends", "heading Line ends (Setting up)")


def test_letters_in_their_order() -> None:
    check_symbols("bkstry", "heading Backstory (People)")
    check_symbols("stup", "page Setting up (/docs/setup)", "…")


def test_several_words() -> None:
    check_symbols("set up", "page Setting up (/docs/setup)", "…")


def test_things_partials_and_runes() -> None:
    check_symbols("veshra", "entity Veshra (character · People)")
    check_symbols("terms", "partial legal/terms.md (partial)", "…")
    check_symbols("hint", "rune hint (legal/terms.md)", "rune hint (Setting up)")


def test_everything_for_nothing() -> None:
    check_symbols(
        "",
        "page Home (/)",
        "page People (/people)",
        "page Setting up (/docs/setup)",
        "entity Veshra (character · People)",
        "…",
    )


def test_nothing() -> None:
    check_symbols("zzz")


def test_the_signs_of_patterns_are_letters() -> None:
    check_symbols("(.*")


def test_places() -> None:
    with standing(SITE) as here:
        view = here.page.view
        assert view is not None
        (found,) = find_symbols([view, view], "linux")
        assert here.files[found.symbol.path][slice(*found.symbol.place)] == "## Linux"
        place = rune_place(view, "content/docs/setup.md", "hint")
        assert place is not None
        assert here.files["content/docs/setup.md"][slice(*place)] == "hint"
        assert rune_place(view, "content/docs/setup.md", "grid") is None
        assert rune_place(view, "content/nowhere.md", "hint") is None


def test_changes_are_seen() -> None:
    with standing(SITE) as here:
        view = here.page.view
        assert view is not None
        assert find_symbols([view], "linux")
        entry = here.index.entries["content/docs/setup.md"]
        here.index.put(replace(entry, facts=PageFacts(title="Plan 9")))
        assert not find_symbols([view], "linux")
        assert [each.symbol.name for each in find_symbols([view], "plan")] == ["Plan 9"]
        here.index.remove("content/docs/setup.md")
        assert not find_symbols([view], "plan")


def many(pages: int) -> list[Entry]:
    headings = tuple(Heading(2, f"Heading number {number}", f"h{number}", number, number) for number in range(8))
    return [
        Entry(
            f"c/{each}.md",
            "page",
            f"{each}.md",
            PageFacts(f"Page {each:05}", runes=("hint",), headings=headings),
            f"/{each}",
        )
        for each in range(pages)
    ]


def test_no_more_than_anybody_reads_and_few_runes() -> None:
    with standing("-- content/index.md --\nx") as here:
        for each in many(400):
            here.index.put(each)
        view = here.page.view
        assert view is not None
        assert len(find_symbols([view], "page")) == MOST
        found = find_symbols([view], "hint")
    assert len(found) == 20
    assert {each.symbol.kind for each in found} == {"rune"}


@pytest.mark.slow
def test_ten_thousand_pages() -> None:
    entries = many(10_000)
    names = Names()
    names.renew(1, entries)

    def least(query: str) -> float:
        times = []
        for _ in range(5):
            start = time.process_time()
            names.find(query)
            times.append(time.process_time() - start)
        return min(times)

    for query in ("", "p", "page 09", "number 7", "pg9", "zzzz"):
        assert least(query) < 0.3, query
    start = time.process_time()
    names.renew(2, [*entries[:-1], replace(entries[-1], url="/new")])
    assert time.process_time() - start < 0.3


def test_headings_of_markdown_can_be_left_out() -> None:
    """Only those: no editor shows the headings of Markdoc, or a page's title, by itself."""
    assert not not_in_markdown(Named("A", "heading", "content/a.md"))
    assert not_in_markdown(Named("A", "heading", "content/a.mdoc"))
    assert not_in_markdown(Named("A", "page", "content/a.md"))
