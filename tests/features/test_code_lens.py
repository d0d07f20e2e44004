"""Lenses: `line: title`, lines counted from 1."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from refrakt.features import code_lens
from refrakt.features.code_lens import code_lenses
from refrakt.features.page_context import PageContext
from refrakt.features.symbols.occurrences import occurrences_of
from refrakt.features.symbols.symbol import Symbol
from refrakt.project.index.site_view import SiteView

from .checking import page_of
from .sites import open_site


def check_lenses(fixture: str, *expected: str) -> None:
    with open_site(fixture) as here:
        text = here.page.document.text
        shown = [f"{text.count(chr(10), 0, each.span.start) + 1}: {each.title}" for each in code_lenses(here.page)]
        assert shown == list(expected)


SITE = """
    -- content/docs/setup.md --
    $0# Setup

    ## Linux

    See [above](#setup), [again](#linux).

    ## Mac
    -- content/index.md --
    [a](/docs/setup) [b](/docs/setup#linux) [c](docs/setup.md#linux)
    -- content/other.md --
    [a](/docs/setup) [elsewhere](https://x.y/docs/setup) [broken](/docs/setup#no)
    """


def test_the_url_and_references() -> None:
    check_lenses(SITE, "1: /docs/setup", "1: layout default", "1: 5 references", "1: 1 reference", "3: 3 references")


def test_the_layout() -> None:
    check_lenses(
        """
        -- content/docs/a.md --
        x
        -- refrakt.config.json --
        {"sites": {"main": {"contentDir": "./content", "routeRules": [{"pattern": "docs/**", "layout": "docs"}]}}}
        """,
        "1: /docs/a",
        "1: layout docs",
    )


def test_partials() -> None:
    used = """
    -- content/_partials/a.md --
    $0Text
    -- content/index.md --
    {% partial file="a.md" /%}
    -- content/two.md --
    {% partial file="a.md" /%} {% partial file="a.md" /%}
    """
    check_lenses(used, "1: used by 2 files")
    check_lenses("-- content/_partials/a.md --\n$0Text\n-- content/index.md --\nx", "1: unused")


def test_layouts() -> None:
    check_lenses(
        """
        -- content/docs/_layout.md --
        $0{% region name="nav" %}
        {% /region %}
        -- content/docs/a.md --
        x
        -- content/docs/deep/b.md --
        x
        -- content/index.md --
        x
        """,
        "1: layout of 2 pages",
    )


def test_a_lens_counts_the_references_it_shows() -> None:
    with open_site(SITE) as here:
        view = here.page.view
        assert view is not None
        for each in code_lenses(here.page):
            if each.symbol is not None:
                found = [found for found in occurrences_of(view, each.symbol) if not found.is_declaration]
                assert each.title.split()[0] == str(len(found)), each


def test_concurrent_requests_share_a_count(monkeypatch: pytest.MonkeyPatch) -> None:
    counts: list[Symbol] = []
    begun, go_on = Event(), Event()
    count = code_lens._count

    def slowly(view: SiteView, page: Symbol) -> Counter[Symbol]:
        counts.append(page)
        begun.set()
        go_on.wait(10)
        return count(view, page)

    monkeypatch.setattr(code_lens, "_count", slowly)
    with open_site(SITE) as here, ThreadPoolExecutor(2) as threads:
        first = threads.submit(code_lenses, here.page)
        assert begun.wait(10)
        second = threads.submit(code_lenses, here.page)
        while not (second.running() or second.done()):
            continue
        go_on.set()
        assert first.result(10) == second.result(10)
    assert len(counts) == 1


def test_no_lenses_outside_of_a_site() -> None:
    assert code_lenses(page_of("# A\n")) == []
    with open_site(SITE) as here:
        away = PageContext(here.page.document, here.page.site, "README.md", here.page.view)
        assert code_lenses(away) == []
