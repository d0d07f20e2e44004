"""Tags and Markdown extensions of other tools."""

from __future__ import annotations

from dataclasses import replace

import pytest

from refrakt.markdoc.document import parse
from refrakt.markdoc.parse_options import ParseOptions
from refrakt.rules.page import Page
from refrakt.rules.page_checker import check

from .checking import check_fix, check_problems, codes, page_of, plain, site_with_all_runes

NOTE = '{% hint type="note" %}\nSave it.\n{% /hint %}\n'


@pytest.mark.parametrize(
    "text",
    [
        ":::note\nSave it.\n:::\n",
        "::: note\nSave it.\n:::\n",
        "> [!NOTE]\n> Save it.\n",
        "> [!note]\nSave it.\n",
        "!!! note\n    Save it.\n",
        '{{< hint type="note" >}}\nSave it.\n{{< /hint >}}\n',
        '{{% hint type="note" %}}\nSave it.\n{{% /hint %}}\n',
        "{{#note}}\nSave it.\n{{/note}}\n",
        "[note]\nSave it.\n[/note]\n",
        '<Hint type="note">\nSave it.\n</Hint>\n',
        '<Hint type="note">Save it.</Hint>\n',
        "<hint type='note'>\nSave it.\n</hint>\n",
    ],
)
def test_a_note_in_another_dialect_is_written_as_a_hint(text: str) -> None:
    assert codes(text) == ["foreign-syntax"]
    check_fix(text, NOTE)


def test_attributes_are_written_as_markdoc_does() -> None:
    check_fix(
        "<Details summary={'More'} open>\nText\n</Details>\n",
        '{% details summary="More" open=true %}\nText\n{% /details %}\n',
    )
    check_fix(':::details{summary="More"}\nText\n:::\n', '{% details summary="More" %}\nText\n{% /details %}\n')
    check_fix(":::details[More]\nText\n:::\n", '{% details summary="More" %}\nText\n{% /details %}\n')
    check_fix('{{ toc depth="2" }}\n', "{% toc depth=2 /%}\n")


def test_a_title_without_a_place_makes_the_fix_unsafe() -> None:
    (problem,) = check(page_of(":::note Remember\nSave it.\n:::\n"))
    assert problem.fix is not None
    assert problem.fix.applicability == "unsafe"


def test_an_admonition_contains_several_blocks() -> None:
    check_fix(
        "!!! warning\n    One.\n\n    - two\n    - three\n\nAfter.\n",
        '{% hint type="warning" %}\nOne.\n\n- two\n- three\n{% /hint %}\n\nAfter.\n',
    )


@pytest.mark.parametrize(
    "text",
    [
        "```md\n:::note\nx\n:::\n```\n",
        "`<Hint>` and `{{< hint >}}` and `> [!NOTE]`\n",
        "The workflow has ${{ secrets.TOKEN }} and {{ name }}.\n",
        "A Promise<hint> or a <Widget>x</Widget>.\n",
        "As [note] says.\n",
        '{% sandbox %}\n<details summary="x">a</details>\n**b\n{% /sandbox %}\n',
    ],
)
def test_samples_and_other_names_are_not_reported(text: str) -> None:
    assert codes(text) == []


def test_html_is_not_reported_where_the_site_allows_it() -> None:
    text = "<details>\nText\n</details>\n\n<b>x</b>\n"
    page = Page(parse(text, ParseOptions(fences="escaped", html=True)), site_with_all_runes())
    assert not {each.code for each in check(page)} & {"foreign-syntax", "html-as-text"}


def test_plain_sites_with_an_open_schema_are_not_reported() -> None:
    site = plain()
    unknown = replace(site, vocabulary=replace(site.vocabulary, unknown=("a schema",)))
    assert codes(":::note\nx\n:::\n\n{{< table >}}\n", unknown) == []


def test_consequences_of_a_tag_in_another_dialect_are_not_reported() -> None:
    check_problems("""
        {% map height="small" %}
        {{< map-pin name="Boathouse" lat="59.3" lng="18.0" />}}
        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning[foreign-syntax]
        {% /map %}
    """)


@pytest.mark.parametrize(
    ("text", "fixed"),
    [
        ("## Start {#start}\n", "## Start {% #start %}\n"),
        ("## Start {: .wide #start}\n", "## Start {% .wide #start %}\n"),
        ("[TOC]\n", "{% toc /%}\n"),
        ("See [[/docs/setup|the setup]].\n", "See [the setup](/docs/setup).\n"),
        ("See [[WORK-12]].\n", 'See {% ref "WORK-12" /%}.\n'),
        ("It is ==new== here.\n", "It is **new** here.\n"),
    ],
)
def test_extensions_of_other_tools(text: str, fixed: str) -> None:
    assert codes(text) == ["foreign-markdown"]
    check_fix(text, fixed)


@pytest.mark.parametrize("text", ["[^1]: alone\n", "a == b, b == c\n", "[[1, 2], [3, 4]]\n", "The import tax rises.\n"])
def test_text_is_not_an_extension(text: str) -> None:
    assert "foreign-markdown" not in codes(text)


def test_tags_of_liquid() -> None:
    text = "{% include 'note.md' %}\n"
    assert set(codes(text)) == {"liquid-syntax"}
    check_fix(text, '{% partial file="note.md" /%}\n')
