"""Names of tags that are typed together: the cursor is `$0`, carets below a line show what is linked."""

from __future__ import annotations

import pytest

from refrakt.features.linked_editing import linked_names
from refrakt.markdoc.document import parse

from .checking import plain_markdoc, read, site_with_all_runes


def check_linked(fixture: str, expected: str | None) -> None:
    """The page with both names in brackets."""
    text, offset = read(fixture)
    found = linked_names(parse(text, site_with_all_runes().options), offset)
    if expected is None:
        assert found is None
        return
    assert found is not None
    for start, end, _ in sorted(found, reverse=True):
        text = f"{text[:start]}[{text[start:end]}]{text[end:]}"
    assert text == expected


@pytest.mark.parametrize("fixture", ["{% hi$0nt %}\nx\n{% /hint %}\n", "{% hint %}\nx\n{% /hint$0 %}\n"])
def test_from_either_end(fixture: str) -> None:
    check_linked(fixture, "{% [hint] %}\nx\n{% /[hint] %}\n")


def test_nested_tags_of_the_same_name() -> None:
    check_linked(
        "{% grid %}\n{% $0grid %}\nx\n{% /grid %}\n{% /grid %}\n",
        "{% grid %}\n{% [grid] %}\nx\n{% /[grid] %}\n{% /grid %}\n",
    )
    check_linked(
        "{% grid %}\n{% grid %}\nx\n{% /grid %}\n{% /$0grid %}\n",
        "{% [grid] %}\n{% grid %}\nx\n{% /grid %}\n{% /[grid] %}\n",
    )


def test_in_text_in_tables_in_quotes_and_over_lines() -> None:
    check_linked("a {% bad$0ge %}b{% /badge %} c\n", "a {% [badge] %}b{% /[badge] %} c\n")
    check_linked("| a |\n|---|\n| {% badge %}😀{% /b$0adge %} |\n", "| a |\n|---|\n| {% [badge] %}😀{% /[badge] %} |\n")
    check_linked(
        '> {% hin$0t\n>   type="x"\n> %}\n> a\n> {% /hint %}\n',
        '> {% [hint]\n>   type="x"\n> %}\n> a\n> {% /[hint] %}\n',
    )
    check_linked("{% h$0int %}\r\nx\r\n{% /hint %}\r\n", "{% [hint] %}\r\nx\r\n{% /[hint] %}\r\n")


@pytest.mark.parametrize(
    "fixture",
    [
        "{% hintx$0 %}\nx\n{% /hint %}\n",
        "{% hi$0 %}\nx\n{% /hint %}\n",
        "{% hint %}\nx\n{% /hi$0 %}\n",
        "{% hint %}\nx\n{% /$0 %}\n",
        "{% $0 %}\nx\n{% /hint %}\n",
        '{% $0 type="note" %}\nx\n{% /hint %}\n',
        "{% tabs %}\n{% ta$0 %}\nx\n{% /tab %}\n{% /tabs %}\n",
        "{% ca$0rd %}\nx\n{% /hint %}\n",
    ],
)
def test_names_that_differ_are_not_linked(fixture: str) -> None:
    """An editor would write one over the other with the next change, wherever it is made."""
    check_linked(fixture, None)


def test_while_both_names_are_empty() -> None:
    check_linked("{% $0 %}\nx\n{% / %}\n", "{% [] %}\nx\n{% /[] %}\n")
    check_linked("{% %}\nx\n{% /$0 %}\n", "{% []%}\nx\n{% /[] %}\n")
    check_linked('{% $0 type="note" %}\nx\n{% / %}\n', '{% [] type="note" %}\nx\n{% /[] %}\n')


def test_while_something_else_in_the_tag_is_unfinished() -> None:
    check_linked("{% hi$0nt type= %}\nx\n{% /hint %}\n", "{% [hint] type= %}\nx\n{% /[hint] %}\n")
    check_linked("{% hint type= %}\nx\n{% /hi$0nt %}\n", "{% [hint] type= %}\nx\n{% /[hint] %}\n")
    check_linked(
        "{% grid a= %}\n{% gr$0id b= %}\nx\n{% /grid %}\n{% /grid %}\n",
        "{% grid a= %}\n{% [grid] b= %}\nx\n{% /[grid] %}\n{% /grid %}\n",
    )


def test_a_closing_tag_that_belongs_to_another_is_left_alone() -> None:
    check_linked("{% section %}\n{% $0 %}\nx\n{% /section %}\n", None)
    check_linked("{% section %}\n{% sect$0 %}\nx\n{% /section %}\n", None)
    check_linked("{% hint %}\nx\n{% /hint %}\n{% hi$0 %}\n", None)


def test_an_annotation_is_not_linked() -> None:
    check_linked("# A {% $0#top %}\n\n{% hint %}\nx\n{% /hint %}\n", None)


def test_tags_without_an_end_and_code() -> None:
    check_linked('{% ic$0on name="x" /%}\n', None)
    check_linked("`{% hi$0nt %}` and `{% /hint %}`\n", None)
    check_linked("```\n{% hi$0nt %}\nx\n{% /hint %}\n```\n", None)
    check_linked("{% hint ty$0pe %}\nx\n{% /hint %}\n", None)
    check_linked("plain te$0xt\n", None)


def test_live_code_of_plain_markdoc_is_code() -> None:
    text, offset = read("```\n{% hi$0nt %}\nx\n{% /hint %}\n```\n")
    assert linked_names(parse(text, plain_markdoc().options), offset) is None
