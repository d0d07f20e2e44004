"""What a file names and declares: exactly the characters, however they are written."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from refrakt.features.answers import Range
from refrakt.features.things.mentions import declaration, mention_at, mentions_in, mentions_of
from refrakt.features.things.text import text_of
from refrakt.features.things.thing import Mention, Thing
from refrakt.project.index.view import Source

from .sites import Standing, standing

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


def named(here: Standing) -> list[str]:
    """Everything the page names, as `kind name: words`."""
    page = here.page
    assert page.view is not None
    with page.view.lock:
        found = list(mentions_in(page.look, page.facts, page.path or "", text_of(page.document)))
    return [shown(each, page.document.text) for each in sorted(found, key=lambda each: each.place)]


def shown(each: Mention, text: str) -> str:
    name = each.thing.name or each.thing.path.rpartition("/")[2]
    return f"{each.thing.kind} {name}: {text[slice(*each.place)]}{' (declared)' if each.declares else ''}"


@pytest.mark.parametrize(
    ("page", "words"),
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
def test_exactly_what_is_written(page: str, words: list[str]) -> None:
    with standing(f"-- content/index.md --\n$0{page}{OTHERS}") as here:
        assert named(here) == words


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
def test_places_hold_and_the_cursor_finds_them(pieces: list[str]) -> None:
    """Each mention stands within its whole, and a cursor in it is on it or on something within it."""
    with standing(f"-- content/index.md --\n$0{''.join(pieces)}{OTHERS}") as here:
        page = here.page
        assert page.view is not None
        with page.view.lock:
            found = list(mentions_in(page.look, page.facts, page.path or "", text_of(page.document)))
        size = len(page.document.text)
        for each in found:
            assert 0 <= each.place.start <= each.place.end <= size
            if each.whole is not None:
                assert each.whole.start <= each.place.start <= each.place.end <= each.whole.end
            at = mention_at(page, each.place.start)
            assert at is not None
            assert at.place.end - at.place.start <= max(each.place.end - each.place.start, 1)


def test_both_ends_name_one_thing() -> None:
    fixture = "-- content/index.md --\n[x](/docs/set%20up#li$0n)" + OTHERS
    with standing(fixture) as here:
        mention = mention_at(here.page, here.offset)
        assert mention is not None
        assert mention.thing == Thing("heading", "content/docs/set up.md", "lin")
        view = here.page.view
        assert view is not None
        found = declaration(view, mention.thing)
        assert found is not None
        assert found.declares
        assert next(mentions_of(view, found.thing)) == found


def test_things_that_are_not_there() -> None:
    with standing("-- content/index.md --\n# A$0" + OTHERS) as here:
        view = here.page.view
        assert view is not None
        for thing in (
            Thing("page", "content/gone.md"),
            Thing("heading", "content/index.md", "b"),
            Thing("key", "x.md", "k"),
        ):
            assert declaration(view, thing) is None
            assert list(mentions_of(view, thing)) == []


def test_the_page_of_a_made_thing_is_the_thing() -> None:
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
    with standing(fixture) as here:
        thing = Thing("entity", "plan/work/one.md", "WORK-1", "work")
        mention = mention_at(here.page, here.offset)
        assert mention is not None
        assert mention.thing == thing
        view = here.page.view
        assert view is not None
        assert [each.path for each in mentions_of(view, thing)] == ["plan/work/one.md", *["content/index.md"] * 2]


def test_only_those_who_ask_are_looked_at() -> None:
    pages = "\n".join(f"-- content/p{n}.md --\n[a](/p{n + 1}) [b](/none)" for n in range(300))
    with standing(f"-- content/index.md --\n[x](/p$07)\n{pages}") as here:
        for path in here.index.entries:
            here.index.problems(path)
        view = here.page.view
        assert view is not None
        read: list[str] = []
        source = view.source

        def counting(path: str) -> Source | None:
            read.append(path)
            return source(path)

        counted = replace(view, source=counting)
        found = [each.path for each in mentions_of(counted, Thing("page", "content/p7.md"))]
        assert found == ["content/p7.md", "content/index.md", "content/p6.md"]
        assert set(read) == {*found}


def test_a_cursor_on_a_long_page_is_quick() -> None:
    body = "\n\n".join(f"## H{n}\n\nSee [x](#h{n}) and [y](/q&a)." for n in range(1500))
    with standing(f"-- content/index.md --\n[x](#h7$0)\n\n{body}{OTHERS}") as here:
        assert len(here.page.facts.headings) > 1000  # facts are read once for all questions about a text
        began = perf_counter()
        found = mention_at(here.page, here.offset)
        assert perf_counter() - began < 0.1
    assert found is not None
    assert found.place == Range(5, 7)
