"""Edits on typing. The typed character is before the cursor, `$0`."""

from __future__ import annotations

from textwrap import dedent

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generate import PAGES, documents
from refrakt.features.on_type import on_type_edits
from refrakt.markdoc.document import parse
from refrakt.markdoc.text_edit import TextEdit

from .checking import page_of, plain_markdoc, read, recognised_markdoc


def applied(text: str, changes: list[TextEdit]) -> str:
    end = len(text)
    for span, new in reversed(changes):
        assert span.start <= span.end <= end
        end = span.start
        text = text[: span.start] + new + text[span.end :]
    return text


def typed(fixture: str) -> tuple[str, str]:
    """The text before and after the edits."""
    text, offset = read(fixture)
    before = text[:offset].rstrip(" \t")
    sign = "\n" if before.endswith(("\n", "\r")) else before[-1:]
    return text, applied(text, on_type_edits(page_of(text), offset, sign))


def check_typed(fixture: str, becomes: str) -> None:
    """Check the page after the character before the cursor was typed."""
    assert typed(fixture)[1] == (dedent(becomes).lstrip("\n") if becomes.startswith("\n") else becomes)


def check_unchanged(fixture: str) -> None:
    before, after = typed(fixture)
    assert after == before


# Closing tags -----------------------------------------------------------------------------------------------------------


def test_a_rune_on_its_own_line_is_closed_on_the_next() -> None:
    check_typed('{% hint type="note" %}$0\n', '{% hint type="note" %}\n{% /hint %}\n')
    check_typed("{% hint %}$0\n\nText.\n", "{% hint %}\n{% /hint %}\n\nText.\n")
    check_typed("{% hint %}$0\r\n\r\nText 😀.\r\n", "{% hint %}\r\n{% /hint %}\r\n\r\nText 😀.\r\n")


def test_a_nested_rune_is_closed_inside() -> None:
    check_typed(
        """
        {% grid %}
        {% hint %}$0

        {% /grid %}
        """,
        """
        {% grid %}
        {% hint %}
        {% /hint %}

        {% /grid %}
        """,
    )


def test_the_closing_tag_of_the_enclosing_rune_is_kept() -> None:
    check_typed(
        "{% grid %}\n{% grid %}$0\n\n{% /grid %}\n",
        "{% grid %}\n{% grid %}\n{% /grid %}\n\n{% /grid %}\n",
    )


def test_a_rune_in_an_item_or_a_quote_is_closed_there() -> None:
    check_typed("- {% hint %}$0\n", "- {% hint %}\n  {% /hint %}\n")
    check_typed("> {% hint %}$0\n", "> {% hint %}\n> {% /hint %}\n")


def test_a_tag_of_several_lines() -> None:
    check_typed(
        '{% hint\n   type="note"\n   title="A" %}$0\n', '{% hint\n   type="note"\n   title="A" %}\n{% /hint %}\n'
    )


@pytest.mark.parametrize(
    "fixture",
    [
        "{% hint %}$0\n{% /hint %}\n",
        "{% hint %}$0\n\nText.\n\n{% /hint %}\n",
        "{% hint %}$0\nAlready its body.\n",
        "{% icon name=1 /%}$0\n",
        "{% /hint %}$0\n",
        "Text {% hint %}$0\n",
        "{% hint %}$0 text\n",
        "# Title {% #a %}$0\n",
        "{% $version %}$0\n",
        "{% hnit %}$0\n",
        "```\n{% hint %}$0\n```\n",
        "`{% hint %}$0\n",
        "---\ntitle: '{% hint %}$0\n---\n",
        "| {% hint %}$0 |\n| --- |\n",
        '{% hint title="%}$0\n',
        "}$0\n",
        "$0",
        "{% hint %}$0",
    ],
)
def test_no_closing_tag_is_inserted(fixture: str) -> None:
    check_unchanged(fixture)


def test_once_is_enough() -> None:
    _, after = typed("{% hint %}$0\n")
    check_unchanged(after.replace("{% hint %}", "{% hint %}$0"))


def test_markdoc_s_own_tags_are_closed_everywhere() -> None:
    text, offset = read("{% if $a %}$0\n")
    assert applied(text, on_type_edits(page_of(text, plain_markdoc()), offset, "}")) == "{% if $a %}\n{% /if %}\n"


# Lines ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fixture", "becomes"),
    [
        ("- a\n$0", "- a\n- "),
        ("*   a\n$0\n", "*   a\n*   \n"),
        ("- a\r\n$0\r\n", "- a\r\n- \r\n"),
        ("- a\n$0b\n", "- a\n- b\n"),
        ("- a 😀\n  $0\n", "- a 😀\n- \n"),
        ("- a\n  - b\n$0", "- a\n  - b\n  - "),
        ("1. a\n$0", "1. a\n2. "),
        ("9) a\n$0", "9) a\n10) "),
        ("1. a\n1. b\n$0", "1. a\n1. b\n1. "),
        ("1. a\n2. b\n$0", "1. a\n2. b\n3. "),
        ("- [x] done\n$0", "- [x] done\n- [ ] "),
        ("> a\n$0", "> a\n> "),
        ("> a\n> b\n$0", "> a\n> b\n> "),
        (">> a\n$0", ">> a\n>> "),
        ("> - a\n$0", "> - a\n> - "),
        ("- > a\n$0", "- > a\n  > "),
        ("- `a`\n$0", "- `a`\n- "),
        ("{% hint %}\n- a\n$0\n{% /hint %}\n", "{% hint %}\n- a\n- \n{% /hint %}\n"),
    ],
)
def test_a_list_or_a_quote_continues(fixture: str, becomes: str) -> None:
    check_typed(fixture, becomes)


@pytest.mark.parametrize(
    ("fixture", "becomes"),
    [
        ("- a\n- \n$0", "- a\n\n"),
        ("- a\n-\n$0", "- a\n\n"),
        ("1. a\n2. \n$0", "1. a\n\n"),
        ("- a\n  - b\n  - \n$0", "- a\n  - b\n\n"),
        ("> a\n> \n$0", "> a\n\n"),
        ("> - a\n> - \n$0", "> - a\n>\n"),
        ("- a\n- [ ] \n$0", "- a\n\n"),
    ],
)
def test_an_empty_marker_ends_the_list_or_quote(fixture: str, becomes: str) -> None:
    check_typed(fixture, becomes)


@pytest.mark.parametrize(
    "fixture",
    [
        "- a\n- $0",
        "- a\n$0- b\n",
        "> a\n> $0",
        "- a\n  b\n$0",
        "```\n- a\n$0\n```\n",
        "- ```\n$0",
        "- {% hint\n$0",
        "---\nlist:\n  - a\n$0\n---\n",
        "a\n$0",
        "$0",
        "# a\n$0",
        "- $0",
    ],
)
def test_a_line_is_left_alone(fixture: str) -> None:
    text, offset = read(fixture)
    assert on_type_edits(page_of(text), offset, "\n") == []


def test_a_line_in_a_rune_is_indented_like_the_one_above() -> None:
    check_typed("- {% hint %}\n$0\n  {% /hint %}\n", "- {% hint %}\n  \n  {% /hint %}\n")
    check_typed("{% hint %}\n  Text.\n$0\n{% /hint %}\n", "{% hint %}\n  Text.\n  \n{% /hint %}\n")
    check_unchanged("{% hint %}\n  Text.\n  $0\n{% /hint %}\n")


# Tables -----------------------------------------------------------------------------------------------------------------


def test_a_delimiter_row_follows_a_heading_row() -> None:
    check_typed("| a | b |\n$0", "| a | b |\n| --- | --- |\n| ")
    check_typed("> | a | b |\n$0", "> | a | b |\n> | --- | --- |\n> | ")
    check_unchanged("Text.\n| a | b |\n$0")
    check_unchanged("| a\n$0")


def test_a_new_row_starts_with_a_pipe_and_aligns_the_columns() -> None:
    check_typed(
        "| a | b |\n|-|-|\n| one | 2 |\n$0\n",
        "| a   | b |\n| --- | - |\n| one | 2 |\n| \n",
    )


def test_an_empty_row_ends_the_table() -> None:
    check_typed("| a | b |\n| --- | --- |\n| c | d |\n| | |\n$0", "| a | b |\n| --- | --- |\n| c | d |\n\n")


def test_the_last_pipe_of_a_row_aligns_the_columns() -> None:
    check_typed(
        "Text 😀.\n\n| a | b |\n| - | - |\n| longer | *c* |$0\n\nMore.\n",
        "Text 😀.\n\n| a      | b   |\n| ------ | --- |\n| longer | *c* |\n\nMore.\n",
    )
    check_unchanged("| a | b |\n| - | - |\n| longer |$0\n")
    check_unchanged("a |$0\n")


def test_alignment_changes_only_spaces_and_dashes() -> None:
    check_unchanged("| a | b |\n| - | - |\n| longer | c\\! |$0\n")
    check_typed(
        "[x]: /x\n\n| a | b |\n| - | - |\n| l | [c][x] |$0\n",
        "[x]: /x\n\n| a | b      |\n| - | ------ |\n| l | [c][x] |\n",
    )


def check_typed_on_a_plain_site(fixture: str, becomes: str | None = None) -> None:
    text, offset = read(fixture)
    sign = text[offset - 1]
    page = page_of(text, recognised_markdoc())
    assert applied(text, on_type_edits(page, offset, sign)) == (text if becomes is None else becomes)


def test_a_plain_site_keeps_tables_that_are_not_aligned() -> None:
    check_typed_on_a_plain_site("| a | b |\n|---|---|\n| one | 2 |\n| longer | 3 |$0\n")
    check_typed_on_a_plain_site("| a | b |\n| --- | --- |\n| longer | 3 |$0\n")
    check_typed_on_a_plain_site("| a | b |\r\n|-|-|\r\n| one | 2 |\r\n$0", "| a | b |\r\n|-|-|\r\n| one | 2 |\r\n| ")


ALIGNED = "| city   | people |\n| ------ | ------ |\n| Paris  | many   |\n"


def test_a_plain_site_aligns_a_table_that_is_aligned() -> None:
    check_typed_on_a_plain_site(
        f"{ALIGNED}| Amsterdam | few |$0\n",
        "| city      | people |\n| --------- | ------ |\n| Paris     | many   |\n| Amsterdam | few    |\n",
    )
    check_typed_on_a_plain_site(
        f"{ALIGNED}| Amsterdam | few |\n$0",
        "| city      | people |\n| --------- | ------ |\n| Paris     | many   |\n| Amsterdam | few    |\n| ",
    )
    check_typed_on_a_plain_site(
        "| city or town | people |$0\n| ------ | ------ |\n| Paris  | many   |\n| London | many   |\n",
        "| city or town | people |\n| ------------ | ------ |\n| Paris        | many   |\n| London       | many   |\n",
    )


def test_a_new_table_of_a_plain_site_follows_the_others_of_its_page() -> None:
    new = "| a | b |\n| --- | --- |\n| longer | 3 |"
    aligned = "| a      | b   |\n| ------ | --- |\n| longer | 3   |"
    check_typed_on_a_plain_site(f"{ALIGNED}\n{new}$0\n", f"{ALIGNED}\n{aligned}\n")
    loose = "| city | people |\n|---|---|\n| Paris | many |\n"
    check_typed_on_a_plain_site(f"{ALIGNED}\n{loose}\n{new}$0\n")


# Anywhere ---------------------------------------------------------------------------------------------------------------


@settings(max_examples=150)
@given(documents() | st.sampled_from(PAGES), st.data())
def test_on_type_edits_add_no_problem(text: str, data: st.DataObject) -> None:
    """At any offset of any page, with any character: edits fit the text, and add no problem."""
    offset = data.draw(st.integers(0, len(text)))
    sign = data.draw(st.sampled_from("}|\n"))
    text = text[:offset] + sign + text[offset:]
    page = page_of(text)
    changes = on_type_edits(page, offset + 1, sign)
    after = parse(applied(text, changes), page.site.options)
    assert len(after.problems) <= len(page.document.problems)
