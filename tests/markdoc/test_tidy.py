"""Formatting in the style of the author: only white space without a meaning changes."""

from __future__ import annotations

from textwrap import dedent

import pytest
from hypothesis import given, settings

from generate import documents
from generate.invariants import MODES, meaning
from refrakt.markdoc.document import parse
from refrakt.markdoc.format import tidy_document, tidy_page
from refrakt.markdoc.parse_options import ParseOptions

COMMENTS = ParseOptions(comments=True)
HTML = ParseOptions(comments=True, indentation=True, html=True)


def check_tidied(source: str, expected: str, options: ParseOptions | None = None) -> None:
    source, expected = dedent(source), dedent(expected)
    assert tidy_document(parse(source, options)) == expected
    assert tidy_document(parse(expected, options)) == expected


def check_kept(source: str, options: ParseOptions | None = None) -> None:
    check_tidied(source, source, options)


def test_spaces_in_tags() -> None:
    check_tidied('{%note  type="a"   #x%}\nText.\n{%/note%}\n', '{% note type="a" #x %}\nText.\n{% /note %}\n')
    check_tidied("A {%$x%}, a {%  f(1)%} and {% icon/%}.\n", "A {% $x %}, a {% f(1) %} and {% icon /%}.\n")
    check_tidied("# Title {%#top%}\n", "# Title {% #top %}\n")


def test_line_breaks_in_tags_stay() -> None:
    check_tidied("{%card\n    a=1\n  b=2\n%}\nx\n{% /card %}\n", "{% card\n    a=1\n  b=2\n%}\nx\n{% /card %}\n")
    check_kept('{% card title="A title that is long" subtitle="and this makes the tag wider than eighty columns" /%}\n')


def test_white_space_at_the_end_of_lines_and_empty_lines() -> None:
    check_tidied("# A  \n\n\n\nText \nmore.\t\n \n\n- b \n\n\n", "# A\n\nText\nmore.\n\n- b\n\n")
    check_tidied("a\r\n\r\n\r\nb  \r\n", "a\r\n\r\nb\r\n")
    check_tidied("##  A\n", "## A\n")


@pytest.mark.parametrize(
    "page",
    [
        "* a\n* b\n\n+ c\n\n- d\n",
        "1. a\n1. b\n1. c\n",
        "1. a\n2. b\n4. c\n",
        "-   a\n\n    b\n",
        "_a_ *b* __c__ **d**\n",
        "|a|b|\n|-|:-:|\n|long cell|x|\n",
        "***\n\n___\n\n- - -\n",
        "~~~js\nx  \n\n\n\ny\n~~~\n",
        "One  \ntwo\\\nthree\n",
        "\\* a \\_ 2 * 3\n",
        "[a](/über-uns#größe) ![b](bild-ä.png 'Titel') <https://a.b>\n",
        ">quote\n>\n> more\n",
        "# A #\nText right below.\n{% note %}\n\nText.\n\n{% /note %}\n{% note %}{% /note %}\n",
        "---\ntitle:  A  \n---  \n# A\n",
        "A line that is much longer than anything that a formatter would leave alone, " * 3 + "and is not wrapped.\n",
        "No line end at the end",
        "`code  \nspan`\n",
    ],
)
def test_choices_of_the_author_stay(page: str) -> None:
    check_kept(page)


def test_comments_and_html_stay() -> None:
    check_kept("<!-- a  \n\n\n  {%b%}   -->\n", COMMENTS)
    check_kept("<pre>\n  a  \n</pre>\n\n<div>\n    {% note %}\n    x\n    {% /note %}\n</div>\n", HTML)


def test_indentation_stays_where_it_is_allowed() -> None:
    check_tidied(
        """\
        {% a %}
            {%b%}
                Text.
            {% /b %}
        {% /a %}
        """,
        """\
        {% a %}
            {% b %}
                Text.
            {% /b %}
        {% /a %}
        """,
        ParseOptions(indentation=True),
    )


def test_a_habit_of_the_page_stays() -> None:
    spaced = "{% a  %}\nx\n{% /a  %}\n"
    check_kept(spaced * 3)
    check_tidied(spaced + "{% a %}\nx\n{% /a %}\n" * 2, "{% a %}\nx\n{% /a %}\n" * 3)
    gaps = "# A\n\na\n\n\n# B\n\nb\n\n\n# C\n\nc\n\n\n# D\n"
    check_kept(gaps)
    check_tidied(gaps + "\n\n\n\n# E\n\n\nText.\n", gaps + "\n# E\n\nText.\n")


def test_a_slash_before_white_space_stays() -> None:
    check_kept('{% tile\ntitle="a"\nlink="b"\n/ %}\n')
    check_kept('{% tile title="a" / %}\n\nText.\n')
    check_kept('{% tile\n  title="a" /\n%}\n')
    check_tidied('{% tile title="a"/ %}\n', '{% tile title="a" / %}\n')


def test_text_of_samples_stays() -> None:
    check_kept("```\n{%a%}  \n```\n", ParseOptions(fences="escaped"))
    check_kept("Write `{%a%}` or \\{%a%}.\n", ParseOptions(fences="escaped"))


def test_a_change_of_the_tree_is_dropped() -> None:
    # In Markdoc, whether text may follow a tag depends on the white space at the start of the page.
    check_kept("\n\n  {% a /%} b\n")


def test_only_the_selected_blocks() -> None:
    document = parse("{%a/%}\n\n{%b/%}\n\nc  \n")
    assert [each.span.bounds for each in tidy_page(document, [(9, 9)])] == [(10, 10), (11, 11)]
    assert tidy_page(document, [(17, 18)]) == tidy_page(document)[-1:]


@pytest.mark.parametrize("options", MODES)
@given(text=documents())
@settings(max_examples=150, deadline=None)
def test_tidying_preserves_the_tree_and_is_stable(options: ParseOptions, text: str) -> None:
    before = parse(text, options)
    tidied = parse(tidy_document(before), options)
    assert meaning(before.to_json()) == meaning(tidied.to_json())
    assert tidy_document(tidied) == tidied.text
