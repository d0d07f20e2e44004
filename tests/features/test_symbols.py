"""The occurrences in a file: exactly the characters of each name, in any syntax."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from refrakt.features.symbol_at_cursor import occurrence_at
from refrakt.features.symbols.file_text import file_text
from refrakt.features.symbols.occurrences import declaration, occurrences_in, occurrences_of
from refrakt.features.symbols.symbol import Occurrence, Symbol
from refrakt.markdoc.tree import Span
from refrakt.project.index.site_view import PageText

from .sites import OpenSite, open_site

OTHERS = """
-- content/docs/set up.md --
---
title: Setting up
slug: /docs/set up
---

## Über ᾳ & Co

## Linux {% #lin %}

{% hint id="note" %}
x
{% /hint %}
-- content/q&a.md --
# Q
-- static/a(1).png --
x
"""


def named(here: OpenSite) -> list[str]:
    """Every occurrence on the page, as `kind name: text`."""
    page = here.page
    assert page.view is not None
    with page.view.lock:
        found = list(occurrences_in(page.tracked, page.facts, page.path or "", file_text(page.document)))
    return [shown(each, page.document.text) for each in sorted(found, key=lambda each: each.span)]


def shown(each: Occurrence, text: str) -> str:
    name = each.symbol.name or each.symbol.path.rpartition("/")[2]
    return f"{each.symbol.kind} {name}: {text[slice(*each.span.bounds)]}{' (declared)' if each.is_declaration else ''}"


@pytest.mark.parametrize(
    ("page", "texts"),
    [
        ("[x](</docs/set up#lin>)", ["page set up.md: /docs/set up", "heading lin: lin"]),
        ("[x](/docs/set%20up#lin)", ["page set up.md: /docs/set%20up", "heading lin: lin"]),
        ("[x](/docs/set%20up?a=%23b#note)", ["page set up.md: /docs/set%20up", "anchor note: note"]),
        (r"[x](/docs/set%20up\#lin)", ["page set up.md: /docs/set%20up", "heading lin: lin"]),
        ("[x](/docs/set%20up&#35;lin)", ["page set up.md: /docs/set%20up", "heading lin: lin"]),
        ("[x](/q&amp;a)", ["page q&a.md: /q&amp;a"]),
        (r"[x](/q\&a)", [r"page q&a.md: /q\&a"]),
        ("[x](</docs/set up#über-ᾳ-&-co>)", ["page set up.md: /docs/set up", "heading über-ᾳ-&-co: über-ᾳ-&-co"]),
        ("[x](/docs/set%20up#%C3%BCber-ᾳ-&-co)", ["page set up.md: /docs/set%20up", "heading über-ᾳ-&-co: %C3%BCber-ᾳ-&-co"]),
        ("![x](/a\\(1\\).png)", ["file a(1).png: /a\\(1\\).png"]),
        ("![x](/a(1).png 'T')", ["file a(1).png: /a(1).png"]),
        ("> [x](\n> /q&a\n> 'T')", ["page q&a.md: /q&a"]),
        ("- a\n\n  > [x](/q&a) 😀 [y](/q&a)", ["page q&a.md: /q&a", "page q&a.md: /q&a"]),
        ("[x][a b]\n\n[A\n  B]: /q&a", ["definition A B: a b", "definition A B: A\n  B (declared)", "page q&a.md: /q&a"]),
        ("[a\\]b]\n\n[a\\]b]: </q&a>", ["definition A\\]B: a\\]b", "definition A\\]B: a\\]b (declared)", "page q&a.md: /q&a"]),
        ("[x][]\n\n> [x]: /q&a", ["definition X: x", "definition X: x (declared)", "page q&a.md: /q&a"]),
        ('{% hint #at href="/q&a#q" %}\nx\n{% /hint %}', ["anchor at: at (declared)", "page q&a.md: /q&a", "heading q: q"]),
        ("## One `two` {% #three .x %}", ["heading three: three (declared)"]),
        ('## One {% id="three" %}', ["heading three: three (declared)"]),
        ("## One **two** ##", ["heading one-: One **two** (declared)"]),
        ("- # In a list\n", ["heading in-a-list: In a list (declared)"]),
        ("> # A 😀\r\n>\r\n> [x](#a-😀)\r\n", ["heading a-😀: A 😀 (declared)", "heading a-😀: a-😀"]),
        ("# Twice\n\n# Twice\n", ["heading twice: Twice (declared)"]),
        ('---\n"a b": 1\nc: 2\n---\n{% $frontmatter.c %}', ["key a b: a b (declared)", "key c: c (declared)", "key c: c"]),
        ("[x](https://example.com/q&a) [y](mailto:a@b.c) [z](//q&a)", []),
        ("[x](/q&a", []),
        ("`[x](/q&a)` \n\n```\n[x](/q&a)\n```", []),
    ],
)  # fmt: skip
def test_spans_are_exact(page: str, texts: list[str]) -> None:
    with open_site(f"-- content/index.md --\n$0{page}{OTHERS}") as here:
        assert named(here) == texts


@settings(max_examples=30, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            ["[a](/q&a#q)", "[b](<docs/set up.md>)", "😀", "\n\n", "> ", "- ", "[l]", "\n[l]: /q&a\n", "{% hint #h %}\n",
             "{% /hint %}\n", "# H\n", "`x`", "{% xref \"Q\" /%}", "\r\n", "{% hint href=\"/q&a", "**", "](", "[x](#h)"]
        ),
        max_size=20,
    )
)  # fmt: skip
def test_spans_are_nested_and_found_by_the_cursor(pieces: list[str]) -> None:
    """Each span is within its full span, and a cursor in it finds it or an occurrence inside of it."""
    with open_site(f"-- content/index.md --\n$0{''.join(pieces)}{OTHERS}") as here:
        page = here.page
        assert page.view is not None
        with page.view.lock:
            found = list(occurrences_in(page.tracked, page.facts, page.path or "", file_text(page.document)))
        size = len(page.document.text)
        for each in found:
            assert 0 <= each.span.start <= each.span.end <= size
            if each.full_span is not None:
                assert each.full_span.start <= each.span.start <= each.span.end <= each.full_span.end
            at = occurrence_at(page, each.span.start)
            assert at is not None
            assert at.span.end - at.span.start <= max(each.span.end - each.span.start, 1)


def test_declaration_and_reference_have_the_same_symbol() -> None:
    fixture = "-- content/index.md --\n[x](/docs/set%20up#li$0n)" + OTHERS
    with open_site(fixture) as here:
        occurrence = occurrence_at(here.page, here.offset)
        assert occurrence is not None
        assert occurrence.symbol == Symbol("heading", "content/docs/set up.md", "lin")
        view = here.page.view
        assert view is not None
        found = declaration(view, occurrence.symbol)
        assert found is not None
        assert found.is_declaration
        assert next(occurrences_of(view, found.symbol)) == found


def test_missing_symbols() -> None:
    with open_site("-- content/index.md --\n# A$0" + OTHERS) as here:
        view = here.page.view
        assert view is not None
        for symbol in (
            Symbol("page", "content/gone.md"),
            Symbol("heading", "content/index.md", "b"),
            Symbol("key", "x.md", "k"),
        ):
            assert declaration(view, symbol) is None
            assert list(occurrences_of(view, symbol)) == []


def test_the_generated_page_of_an_entity_is_the_entity() -> None:
    fixture = """
    -- refrakt.config.json --
    {"plan": {"dir": "plan"}, "site": {"contentDir": "./content", "plugins": ["@refrakt-md/plan"],
     "entityRoutes": [{"type": "work", "url": "/tasks/{id}", "render": "x"}]}}
    -- content/index.md --
    [x](/tasks/WO$0RK-1) {% xref "WORK-1" /%}
    -- plan/work/one.md --
    {% work id="WORK-1" status="ready" %}
    # One
    {% /work %}
    """
    with open_site(fixture) as here:
        symbol = Symbol("entity", "plan/work/one.md", "WORK-1", "work")
        occurrence = occurrence_at(here.page, here.offset)
        assert occurrence is not None
        assert occurrence.symbol == symbol
        view = here.page.view
        assert view is not None
        assert [each.path for each in occurrences_of(view, symbol)] == ["plan/work/one.md", *["content/index.md"] * 2]


def test_only_dependent_files_are_searched() -> None:
    pages = "\n".join(f"-- content/p{n}.md --\n[a](/p{n + 1}) [b](/none)" for n in range(300))
    with open_site(f"-- content/index.md --\n[x](/p$07)\n{pages}") as here:
        for path in here.index.entries:
            here.index.problems(path)
        view = here.page.view
        assert view is not None
        read: list[str] = []
        source = view.source

        def counting(path: str) -> PageText | None:
            read.append(path)
            return source(path)

        counted = replace(view, source=counting)
        found = [each.path for each in occurrences_of(counted, Symbol("page", "content/p7.md"))]
        assert found == ["content/p7.md", "content/index.md", "content/p6.md"]
        assert set(read) == {*found}


def test_a_cursor_on_a_long_page_is_quick() -> None:
    body = "\n\n".join(f"## H{n}\n\nSee [x](#h{n}) and [y](/q&a)." for n in range(1500))
    with open_site(f"-- content/index.md --\n[x](#h7$0)\n\n{body}{OTHERS}") as here:
        assert len(here.page.facts.headings) > 1000  # facts are read once for all questions about a text
        began = perf_counter()
        found = occurrence_at(here.page, here.offset)
        assert perf_counter() - began < 0.1
    assert found is not None
    assert found.span == Span(5, 7)
