"""The outline of a page, written as a list: what it is, its name, and behind a colon its detail."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from textwrap import dedent

import pytest

from refrakt.features.outline import outline
from refrakt.features.results import DocumentSymbol

from .checking import page_of, plain_markdoc


def check_outline(text: str, expected: str) -> None:
    text = dedent(text).lstrip("\n")
    page = page_of(text)
    found = outline(page)
    assert "\n".join(_shown(found)) == dedent(expected).strip("\n")
    check_spans(found, 0, len(text))


def _shown(symbols: Iterable[DocumentSymbol], depth: int = 0) -> Iterator[str]:
    for each in symbols:
        yield f"{'  ' * depth}{each.kind} {each.name}{f': {each.detail}' if each.detail else ''}"
        yield from _shown(each.children, depth + 1)


def check_spans(symbols: Iterable[DocumentSymbol], start: int, end: int) -> None:
    """Children are inside of their parents; siblings do not overlap."""
    for each in symbols:
        assert start <= each.span.start <= each.selection_span.start <= each.selection_span.end <= each.span.end <= end
        assert each.name.strip()
        check_spans(each.children, each.span.start, each.span.end)
        start = each.span.start


def test_headings_nest_by_their_levels() -> None:
    check_outline(
        """
        # Top

        ## One

        ### Deep

        ## Two

        # Next
        """,
        """
        heading Top
          heading One
            heading Deep
          heading Two
        heading Next
        """,
    )


def test_a_section_ends_at_the_next_heading_of_its_level() -> None:
    text = "# Top\n\n## One\n\nText.\n\n## Two\n\nMore.\n"
    (top,) = outline(page_of(text))
    assert text[slice(*top.children[0].span.bounds)] == "## One\n\nText."
    assert text[slice(*top.span.bounds)] == text.rstrip("\n")


def test_frontmatter_runes_and_partials() -> None:
    check_outline(
        """
        ---
        title: Setting up
        tags: [a, b]
        ---

        # Setup

        {% hint type="note" %}
        ## Mind this
        Text with {% icon name="star" /%}.
        {% /hint %}

        {% partial file="footer.md" /%}

        {% character name="Veshra" %}
        {% /character %}
        """,
        """
        page frontmatter: Setting up
          key title: Setting up
          key tags: 2 items
        heading Setup
          rune hint: Mind this
            heading Mind this
          partial footer.md: partial
          entity character: Veshra
        """,
    )


def test_runes_in_lists_and_quotes_and_conditions() -> None:
    check_outline(
        """
        - one

          {% hint %}
          a
          {% /hint %}

        > {% card title="Inside" %}
        > b
        > {% /card %}

        {% if $draft %}
        ## Only sometimes
        {% /if %}

        {% comment %}
        ## Never
        {% /comment %}
        """,
        """
        rune hint
        rune card: Inside
        heading Only sometimes
        """,
    )


def test_half_typed_tags_and_headings_without_text() -> None:
    check_outline(
        """
        ##

        {% hint %}

        {% tab

        ## After
        """,
        """
        heading ##
          rune hint: After
            heading After
        """,
    )


def test_odd_line_ends_and_wide_characters() -> None:
    text = "# 😀 A\r\n\r\ntext\r\n\r\n## B\r\n"
    (top,) = outline(page_of(text))
    assert top.name == "😀 A"
    assert text[slice(*top.children[0].selection_span.bounds)] == "## B"


def test_the_outline_of_a_plain_markdoc_page() -> None:
    found = outline(page_of("# A\n\n{% callout %}\nx\n{% /callout %}\n", plain_markdoc()))
    assert [*_shown(found)] == ["heading A", "  rune callout"]


def test_an_empty_page_has_none() -> None:
    assert outline(page_of("")) == ()


@pytest.mark.slow
def test_seventeen_thousand_lines() -> None:
    """Twice the page takes about twice the time."""

    def seconds(sections: int) -> float:
        page = page_of(
            "".join(f"## Part {number}\n\n{{% hint %}}\nText\n{{% /hint %}}\n\n" for number in range(sections))
        )
        times = []
        for _ in range(3):
            start = time.process_time()
            assert len(outline(page)) == sections
            times.append(time.process_time() - start)
        return min(times)

    assert seconds(2_800) < 8 * seconds(700) + 0.05
