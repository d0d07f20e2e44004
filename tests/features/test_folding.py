"""Folding ranges, written as the first and the last line of each fold, counted from 1, and its kind."""

from __future__ import annotations

from textwrap import dedent

from refrakt.features.folding import FoldingRange, folding_ranges, outermost
from refrakt.markdoc.document import parse
from refrakt.markdoc.parse_options import ParseOptions
from refrakt.markdoc.tree import Span

from .checking import site_with_all_runes


def check_folds(text: str, *expected: str) -> None:
    text = dedent(text).lstrip("\n")
    document = parse(text, site_with_all_runes().options)
    shown = []
    for fold in folding_ranges(document):
        start, end = (document.position(each)[0] + 1 for each in fold.span.bounds)
        if end - start > fold.has_closing_line:
            shown.append(f"{start}-{end - fold.has_closing_line}{f' {fold.kind}' if fold.kind else ''}")
    assert shown == list(expected)


def test_a_rune_folds_up_to_its_closing_tag() -> None:
    check_folds("{% hint %}\na\n\nb\n{% /hint %}\n", "1-4")


def test_runes_in_runes() -> None:
    check_folds(
        """
        {% tabs %}
        {% tab name="a" %}
        x
        {% /tab %}
        {% /tabs %}
        """,
        "1-4",
        "2-3",
    )


def test_sections_end_with_their_last_line() -> None:
    check_folds(
        """
        # Top

        ## One

        a

        ## Two

        b

        """,
        "1-9",
        "3-5",
        "7-9",
    )


def test_sections_in_a_rune_end_with_it() -> None:
    check_folds(
        """
        {% hint %}
        ## One
        a
        {% /hint %}

        b
        """,
        "1-3",
        "2-3",
    )


def test_frontmatter_code_tables_lists_quotes_and_comments() -> None:
    check_folds(
        """
        ---
        title: A
        ---

        ```js
        let a
        ```

        | a |
        |---|
        | b |

        - one
          more
        - two

        > a
        > b
        """,
        "1-3 region",
        "5-7",
        "9-11",
        "13-14",
        "17-18",
    )


def test_comments() -> None:
    check_folds("{% comment %}\na\nb\n{% /comment %}\n", "1-3 comment")
    (fold,) = folding_ranges(parse("<!-- so\nmuch -->\n", ParseOptions(comments=True)))
    assert fold == FoldingRange(Span(0, 16), 0, "comment")


def test_the_attributes_of_a_tag_fold_by_themselves() -> None:
    check_folds('{% hint\n  type="note"\n  title="a"\n%}\nbody\n{% /hint %}\n', "1-3", "4-5")


def test_an_unclosed_rune_folds_its_children() -> None:
    check_folds("{% hint %}\n\na\n\nb\n", "1-5")


def test_odd_line_ends_and_quotes() -> None:
    check_folds("> {% hint %}\r\n> a\r\n> {% /hint %}\r\n", "1-3", "1-2")


def test_one_line_does_not_fold() -> None:
    check_folds("# A\n\n{% badge %}x{% /badge %}\n", "1-3")
    check_folds("")


def test_a_limit_keeps_the_outermost_ranges() -> None:
    found = folding_ranges(parse("# A\n\n## B\n\n{% hint %}\n\n- a\n  b\n\n{% /hint %}\n"))
    assert [each.depth for each in outermost(found, 2)] == [0, 0]
    assert max(each.depth for each in found) > 1
    assert outermost(found, 100) is found
    assert [*map(_start, outermost(found, 3))] == sorted(map(_start, outermost(found, 3)))


def _start(fold: FoldingRange) -> int:
    return fold.span.start
