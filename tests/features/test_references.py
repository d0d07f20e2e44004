"""All references to a symbol on a site."""

from __future__ import annotations

import json

import pytest

from refrakt.features.page_context import PageContext
from refrakt.features.references import find_references
from refrakt.features.results import Location
from refrakt.features.symbol_at_cursor import occurrence_at
from refrakt.features.symbols.file_text import FileText
from refrakt.features.symbols.occurrences import occurrences_in
from refrakt.markdoc.document import parse
from site_rules.site_checks import site_in

from .checking import page_of, read
from .sites import OpenSite, open_site, page_at

SITE = """
-- content/index.md --
---
title: Home
---
See [setup](/docs/setup), [Linux](docs/setup.md#linux) and [there][s].
{% partial file="foot.md" /%} {% $frontmatter.title %}

[s]: /docs/setup#linux
-- content/docs/setup.md --
# Setup

## Linux

Back [up](#linux). {% xref "Setup" /%}
-- content/docs/nav.md --
{% nav %}
- setup
- /docs/setup
{% /nav %}

{% pagination prev="/docs/setup/" /%}
-- content/old.md --
---
title: Old
redirect: /docs/setup
---
-- content/_partials/foot.md --
[Setup](/docs/setup#linux) ![x](/a.png)
-- content/_layout.md --
{% layout %}
{% region name="header" %}
{% $frontmatter.title %} [Setup](/docs/setup)
{% /region %}
{% /layout %}
-- static/a.png --
x
"""


def check_references(fixture: str, *locations: str, declaration: bool = True) -> None:
    """The references of the symbol under the cursor, `path:line: text`, in this order."""
    with open_site(fixture) as here:
        unknown = find_references(here.page, here.offset, declaration)
        for path in here.index.entries:
            here.index.problems(path)  # as it is after all files have been checked
        found = find_references(here.page, here.offset, declaration)
        shown = [here.shown(each) for each in found]
        expected = by_hand(here)
    assert shown == list(locations)
    assert found == unknown
    if expected is not None and declaration:
        assert {each for each in found if each.span.end} == expected


def by_hand(here: OpenSite) -> set[Location] | None:
    """The same, found by a search of every file; None for symbols that are not compared by equality."""
    occurrence, view = occurrence_at(here.page, here.offset), here.page.view
    assert occurrence is not None
    assert view is not None
    if occurrence.symbol.kind in ("key", "layout"):
        return None
    found: set[Location] = set()
    for path in here.index.entries:
        source = view.source(path)
        assert source is not None
        tracked = view.tracked_with(path, source.facts)
        occurrences = occurrences_in(tracked, source.facts, path, FileText(source.text, here.page.site.options))
        found |= {Location(path, each.span) for each in occurrences if each.symbol == occurrence.symbol}
    return found


def on(path: str, text: str, at: str) -> str:
    """The site with a cursor in a file, somewhere in this text."""
    before, part, after = SITE.partition(f"-- {path} --\n")
    assert text in after
    return before + part + after.replace(text, text.replace(at, f"{at[:1]}$0{at[1:]}"), 1)


PAGE = (
    "content/docs/setup.md:1: ",
    "content/docs/setup.md:5: Setup",
    "content/_layout.md:3: /docs/setup",
    "content/_partials/foot.md:1: /docs/setup",
    "content/docs/nav.md:2: setup",
    "content/docs/nav.md:3: /docs/setup",
    "content/docs/nav.md:6: /docs/setup/",
    "content/index.md:4: /docs/setup",
    "content/index.md:4: docs/setup.md",
    "content/index.md:7: /docs/setup",
    "content/old.md:3: /docs/setup",
)
HEADING = (
    "content/docs/setup.md:3: Linux",
    "content/docs/setup.md:5: linux",
    "content/_partials/foot.md:1: linux",
    "content/index.md:4: linux",
    "content/index.md:7: linux",
)
TITLE = ("content/index.md:2: title", "content/index.md:5: title", "content/_layout.md:3: title")


@pytest.mark.parametrize(
    ("path", "text", "at"),
    [
        ("content/index.md", "(/docs/setup)", "setup"),
        ("content/docs/nav.md", "- setup", "setup"),
        ("content/docs/nav.md", "- /docs/setup", "setup"),
        ("content/old.md", "redirect: /docs/setup", "setup"),
        ("content/_partials/foot.md", "(/docs/setup#", "setup"),
        ("content/docs/setup.md", 'xref "Setup"', "Setup"),
    ],
)
def test_a_page_from_every_occurrence(path: str, text: str, at: str) -> None:
    check_references(on(path, text, at), *PAGE)
    check_references(on(path, text, at), *PAGE[1:], declaration=False)


@pytest.mark.parametrize(
    ("path", "text", "at"),
    [
        ("content/index.md", "setup.md#linux", "linux"),
        ("content/index.md", "[s]: /docs/setup#linux", "linux"),
        ("content/docs/setup.md", "## Linux", "Linux"),
        ("content/docs/setup.md", "[up](#linux)", "linux"),
    ],
)
def test_a_heading_from_every_occurrence(path: str, text: str, at: str) -> None:
    check_references(on(path, text, at), *HEADING)


@pytest.mark.parametrize(("text", "at"), [("title: Home", "title"), ("$frontmatter.title", "title")])
def test_a_key_of_the_frontmatter(text: str, at: str) -> None:
    check_references(on("content/index.md", text, at), *TITLE)


def test_a_key_of_a_layout_is_shared_by_its_pages() -> None:
    locations = (TITLE[2], *TITLE[:2], "content/old.md:2: title")
    check_references(on("content/_layout.md", "$frontmatter.title", "title"), *locations)


def test_the_pages_of_a_layout() -> None:
    pages = ("docs/nav", "docs/setup", "index", "old")
    check_references(
        on("content/_layout.md", "{% layout %}", "layout"),
        "content/_layout.md:1: ",
        *(f"content/{each}.md:1: " for each in pages),
    )


def test_a_partial_a_file_and_a_definition() -> None:
    partial = ("content/_partials/foot.md:1: ", "content/index.md:5: foot.md")
    check_references(on("content/index.md", 'file="foot.md"', "foot.md"), *partial)
    file = ("static/a.png:1: ", "content/_partials/foot.md:1: /a.png")
    check_references(on("content/_partials/foot.md", "/a.png", "a.png"), *file)
    check_references(on("content/index.md", "[there][s]", "s]"), "content/index.md:7: s", "content/index.md:4: s")


@pytest.mark.parametrize(
    "at", ["/docs$0", "/docs/in$0dex.html", "docs/in$0dex.md", "./do$0cs/", "docs/su$0b/..", "/%64o$0cs?a"]
)
def test_all_links_to_a_folder(at: str) -> None:
    fixture = f"""
-- content/index.md --
[x]({at})
-- content/docs/index.md --
[a](/docs) [b](index.md) [c](../docs/) [d](.) [e](./) [f](/docs/index) [g](/docs/index.html) [h](<../docs/index.md>)
-- content/docs/sub/02-page.md --
[a](..) [b](../) [c](../index.md) [d](/docs)
"""
    with open_site(fixture) as here:
        found = find_references(here.page, here.offset)
        expected = by_hand(here)
    assert expected is not None
    assert {each for each in found if each.span.end} == expected
    assert len(expected) >= 10


def test_a_drawer_by_id_and_by_fragment() -> None:
    fixture = """
    -- content/a.md --
    {% drawer id="ke$0ys" %}
    x
    {% /drawer %}

    [x](#drawer-keys) {% xref "keys" /%}
    -- content/b.md --
    [x](/a#drawer-keys)
    """
    check_references(
        fixture, "content/a.md:1: keys", "content/a.md:5: keys", "content/a.md:5: keys", "content/b.md:1: keys"
    )


def test_items_of_a_plan() -> None:
    fixture = """
    -- refrakt.config.json --
    {"plan": {"dir": "plan"}, "site": {"contentDir": "./content", "plugins": ["@refrakt-md/plan"]}}
    -- plan/work/one.md --
    {% work id="WORK-1" status="ready" source="SPEC-1" %}
    # One

    Needs {% ref "WO$0RK-2" /%}.
    {% /work %}
    -- plan/work/two.md --
    {% work id="WORK-2" status="ready" %}
    # Two
    {% /work %}
    -- plan/spec/s.md --
    {% spec id="SPEC-1" %}
    # Spec

    See {% xref "Two" /%}.
    {% /spec %}
    """
    check_references(fixture, "plan/work/two.md:1: WORK-2", "plan/spec/s.md:4: Two", "plan/work/one.md:4: WORK-2")
    check_references(
        fixture.replace("$0", "").replace('source="SPEC-1"', 'source="SP$0EC-1"'),
        "plan/spec/s.md:1: SPEC-1",
        "plan/work/one.md:1: SPEC-1",
    )


def test_equal_ids_on_two_pages_are_two_symbols() -> None:
    fixture = """
    -- content/a.md --
    # A$0

    [x](#a)
    -- content/b.md --
    # A

    [x](#a) [y](/a)
    """
    check_references(fixture, "content/a.md:1: A", "content/a.md:3: a")


def test_unsaved_text_that_is_not_indexed_yet() -> None:
    with open_site(SITE) as here:
        text = here.page.document.text + "\n[new](/docs/setup)\n"
        here.files[here.page.path or ""] = text
        site = here.page.site
        page = PageContext(parse(text, site.options), site, here.page.path, here.page.view)
        found = [here.shown(each) for each in find_references(page, text.index("/docs/setup") + 2)]
    assert "content/index.md:9: /docs/setup" in found


def test_positions_without_a_symbol() -> None:
    text, offset = read("Some wo$0rds\n")
    assert find_references(page_of(text), offset) == []


def test_while_indexing() -> None:
    with open_site(on("content/index.md", "(/docs/setup)", "setup")) as here:
        here.index.complete = False
        found = [here.shown(each) for each in find_references(here.page, here.offset)]
    assert found == list(PAGE)


def test_a_static_page_has_several_urls() -> None:
    fixture = """
    -- content/index.md --
    [a](/su$0b) [b](/sub/index.html) [c](/index)
    -- content/b.md --
    [a](/sub/)
    -- static/sub/index.html --
    x
    """
    check_references(
        fixture,
        "static/sub/index.html:1: ",
        "content/b.md:1: /sub/",
        "content/index.md:1: /sub",
        "content/index.md:1: /sub/index.html",
    )


def test_other_sites_that_share_a_page() -> None:
    config = json.dumps({"sites": {"all": {"contentDir": "c"}, "blog": {"contentDir": "c/blog"}}})
    fixture = f"""
    -- refrakt.config.json --
    {config}
    -- c/index.md --
    [x](/blog/post#one)
    -- c/blog/index.md --
    [x](/post#one)
    -- c/blog/post.md --
    ## O$0ne
    """
    with open_site(fixture, "blog") as here:
        other = page_at(site_in(here.folder, here.files, "all"), here.files, "c/index.md").view
        assert other is not None
        found = find_references(here.page, here.offset, True, [here.page.view, other] if here.page.view else [])
        assert [*map(here.shown, found)] == ["c/blog/post.md:1: One", "c/blog/index.md:1: one", "c/index.md:1: one"]
