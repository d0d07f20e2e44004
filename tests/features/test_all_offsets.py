"""Features return a result at every offset of any page, and an inserted completion breaks no tag."""

from __future__ import annotations

import time
from dataclasses import replace
from random import Random

import pytest

from generate import PAGES, many
from generate.html import many_html
from generate.text_rules import many_typed
from refrakt.features.completion import complete
from refrakt.features.document_colors import document_colors
from refrakt.features.hover import hover_at
from refrakt.features.inlay_hints import inlay_hints
from refrakt.features.inspect_rune import inspect
from refrakt.features.page_context import PageContext
from refrakt.features.signature_help import signature_at
from refrakt.markdoc.document import Document, parse
from refrakt.markdoc.tree import Span
from refrakt.project.editor_settings import InlayHints
from refrakt.project.index.indexed_file import index_file
from refrakt.project.pages.page_facts import PageFacts
from refrakt.project.site import SiteContext

from .checking import applied, page_of, plain_markdoc, site_with_all_runes
from .sites import open_site

LONGEST = 600
PACKAGE = '{"name": "site", "dependencies": {"next": "15", "@markdoc/markdoc": "0.5.10", "@markdoc/next.js": "0.5.0"}}'


def check_offset(page: PageContext, text: str, offset: int) -> None:
    for offer in complete(page, offset).items:
        start, end = offer.span.bounds
        assert 0 <= start <= offset <= end <= len(text)
        assert not {"\n", "\r"} & set(text[start:end])
        assert all(each.span.end <= start or each.span.start >= end for each in offer.additional_edits)
        assert offer.label
        assert offer.insert_text
    hover = hover_at(page, offset)
    assert hover is None or (hover.markdown and hover.span.start <= offset <= hover.span.end)


@pytest.mark.parametrize("site", [site_with_all_runes(), plain_markdoc()], ids=["refrakt", "plain"])
def test_features_at_every_offset_of_sensible_pages(site: SiteContext) -> None:
    for text in PAGES:
        page = page_of(text, site)
        for offset in range(len(text) + 1):
            check_offset(page, text, offset)


@pytest.mark.parametrize("seed", range(3))
def test_features_at_every_offset_of_any_page(seed: int) -> None:
    for text in many(seed, 5):
        text = text[:LONGEST]
        page = page_of(text)
        for offset in range(len(text) + 1):
            check_offset(page, text, offset)


@pytest.mark.parametrize("option", ["allowHTML", "linkify", "typographer"])
def test_features_at_every_offset_with_options_of_the_tokenizer(option: str) -> None:
    texts = [*many_html(1, 4), *many_typed(1, 4)]
    config = f'-- markdoc.config.json --\n[{{"path": "pages", "markdoc": {{"{option}": true}}}}]'
    with open_site(f"-- package.json --\n{PACKAGE}\n{config}\n-- pages/index.md --\n# A\n") as here:
        for text in texts:
            text = text[:LONGEST]
            page = replace(here.page, document=parse(text, here.page.site.options))
            for offset in range(len(text) + 1):
                check_offset(page, text, offset)


TYPED = """---
title: "A 😀"
tags: [a, b]
author: {name: x}
lay
---
# Title

[x](/docs#a "t") ![y](</a b.png>) [z](./a.md [l]: <x

[l]: /docs "t"

> - [a](/b
>   {% xref "a" type="b" /%}

{% nav %}
- docs
- [a](/b)
{% /nav %}

hint:

| a | [b](/c |
| - | - |
| {% collection type="page" filter="a:b c" sort="-d" /%} | x |

{% hint %}
"""


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_features_at_every_offset_of_a_page_of_a_site(line_end: str) -> None:
    site = "-- content/docs.md --\n# A\n-- content/here.md --\nx\n"
    rng = Random(7)
    text = TYPED.replace("\n", line_end)
    with open_site(site) as here:

        def page_with(text: str) -> PageContext:
            return replace(here.page, document=parse(text, here.page.site.options), path="content/here.md")

        for offset in range(len(text) + 1):
            typed = text if rng.random() < 0.5 else cut(text, offset)
            page = page_with(typed)
            check_offset(page, typed, offset)
            offers = complete(page, offset).items
            for offer in rng.sample(offers, min(2, len(offers))):
                after = page_with(applied(typed, offer)).document
                assert unreadable(after) <= unreadable(page.document), (typed[:offset], offer)


@pytest.mark.parametrize("text", ['{% hint type="$0note" %}', "{% grid columns=$02 %}", "Some $0words", "{% hi$0nt %}"])
def test_values_without_references_need_no_facts(text: str) -> None:
    """Extracting the facts of a long page takes most of the time."""
    with open_site(f"-- content/here.md --\n{text}") as here:
        for feature in (complete, hover_at):
            page = replace(here.page)
            feature(page, here.offset)
            assert "facts" not in vars(page)


SIGNS = [
    "{% ",
    "%}",
    "{%",
    "/%}",
    "{% /",
    *"\"'$=()[]{}\\:.,#<`\t\n\r 😀\ufeff\u2028\x0b",
    "\r\n",
    "- ",
    "> ",
    "| ",
    "# ",
    "```\n",
]
FRAGMENTS = [
    "hint",
    "/hint",
    "xref ",
    "nav",
    "palette",
    "- a: #fff",
    "rgb(1,2,3)",
    'swatch color="#',
    "type=",
    'filter="',
    "a:",
]
FRAGMENTS += [
    "if ",
    "equals(",
    "frontmatter.",
    "page",
    'id="',
    'partial file="',
    "[x](",
    "[x][",
    "[a]: ",
    "![",
    "/docs",
]
FRAGMENTS += ["---\n", "title: ", "tags: ["]


@pytest.mark.parametrize("seed", range(3))
def test_features_after_every_keystroke(seed: int) -> None:
    rng = Random(seed)
    all_hints = InlayHints(fields=True, titles=True, defaults=True)
    with open_site("-- content/docs.md --\n# A\n-- content/here.md --\nx\n") as here:
        for _ in range(60):
            text = "".join(rng.choices(SIGNS + FRAGMENTS, k=rng.randrange(1, 40)))
            text = f"---\n{text}" if rng.random() < 0.3 else text
            page = replace(here.page, document=parse(text, here.page.site.options), path="content/here.md")
            for offset in {len(text), *(rng.randrange(len(text) + 1) for _ in range(4))}:
                check_offset(page, text, offset)
                help = signature_at(page, offset)
                assert help is None or help.active_parameter is None or help.active_parameter < len(help.parameters)
                assert all(each.offset <= offset for each in inlay_hints(page, Span(0, offset), all_hints))
                inspect(page, offset)
            assert all(0 <= start < end <= len(text) for (start, end, _), _ in document_colors(page))


@pytest.mark.slow
def test_features_at_every_offset_of_many_pages() -> None:
    for text in many(99, 300):
        page = page_of(text)
        for offset in range(len(text) + 1):
            check_offset(page, text, offset)


def unreadable(document: Document) -> int:
    """How many tags of a page cannot be read."""
    return sum(problem.id in ("parse-error", "unterminated-tag") for problem in document.problems)


def check_insertion(text: str, offset: int, rng: Random, most: int) -> int:
    """Insert some completions at an offset: no tag becomes unreadable. Returns their number."""
    page = page_of(text)
    before = unreadable(page.document)
    offers = complete(page, offset).items
    chosen = rng.sample(offers, min(most, len(offers)))
    for offer in chosen:
        for as_snippet in (True, False):
            after = page_of(applied(text, offer, as_snippet))
            assert unreadable(after.document) <= before, (text[:offset], text[offset:], offer)
    return len(chosen)


def cut(text: str, offset: int) -> str:
    """A text as it is while a line is being typed: no text follows the cursor in its line."""
    end = text.find("\n", offset)
    return text[:offset] + (text[end:] if end >= 0 else "")


def test_inserting_an_item_keeps_tags_parseable() -> None:
    rng = Random(5)
    taken = 0
    for text in PAGES:
        for offset in rng.sample(range(len(text) + 1), min(10, len(text))):
            taken += check_insertion(text, offset, rng, 2)
            taken += check_insertion(cut(text, offset), offset, rng, 2)
    assert taken > 100


@pytest.mark.slow
def test_inserting_any_item_keeps_tags_parseable() -> None:
    rng = Random(6)
    for text in PAGES:
        for offset in range(len(text) + 1):
            check_insertion(text, offset, rng, 8)
            check_insertion(cut(text, offset), offset, rng, 8)


@pytest.mark.parametrize(
    "text",
    ["{% ", "> {% ", "- a\n\n  {% ", "Text {% ", "{% grid %}\n{% ", "{% steps %}\n{% \n\n{% /steps %}\n", "# {% "],
)
def test_every_rune_can_be_inserted(text: str) -> None:
    """Open and closed tags stay balanced: a rune is inserted with both tags."""
    offset = text.rindex("{% ") + 3
    page = page_of(text)
    errors = sum(problem.level == "error" for problem in page.document.problems)
    for offer in complete(page, offset).items:
        after = page_of(applied(text, offer)).document
        assert sum(problem.level == "error" for problem in after.problems) <= errors, offer.label
        assert "unterminated-tag" not in {problem.id for problem in after.problems}, offer.label


def test_renaming_a_tag_renames_its_closing_tag() -> None:
    text = "{% grid %}\n\n{% hint %}\nText\n{% /hint %}\n\n{% /grid %}\n"
    offset = text.index("hint") + 2
    (card,) = [each for each in complete(page_of(text), offset).items if each.label == "card"]
    assert applied(text, card) == text.replace("hint", "card")


@pytest.mark.bench
def test_a_long_page_is_fast() -> None:
    part = '# Part\n\n{% hint type="note" %}\nSome **text** and {% badge %}more{% /badge %}.\n{% /hint %}\n\n'
    text = part * 416 + "{% hin\n\n" + part * 416
    page = page_of(text)
    offset = text.index("{% hin\n") + 6
    complete(page, offset)
    times = []
    for _ in range(20):
        begun = time.perf_counter()
        complete(page, offset)
        times.append(time.perf_counter() - begun)
    assert text.count("\n") > 4_900
    assert min(times) < 0.005


@pytest.mark.bench
def test_a_link_on_a_large_site_is_fast() -> None:
    with open_site("-- content/here.md --\nSee [x](/blog/$0)\n") as here:
        spec = here.index.spec
        for number in range(10_000):
            name = f"blog/{number % 40}/post-{number}.md" if number % 2 else f"blog/post-{number}.md"
            here.index.put(index_file(spec, f"content/{name}", "page", name, PageFacts(f"Post {number}")))
        complete(here.page, here.offset)
        times = []
        for _ in range(20):
            begun = time.perf_counter()
            complete(here.page, here.offset)
            times.append(time.perf_counter() - begun)
    assert min(times) < 0.015
