"""Tags that cannot be read, and tags that do not close each other."""

from __future__ import annotations

import pytest

from refrakt.rules.page_checker import check

from .checking import check_fix, check_problems, codes, page_of


def test_a_bare_attribute_gets_a_value() -> None:
    check_problems("""
        {% details open %}
                   ^^^^ error[bare-attribute]
        x
        {% /details %}
    """)
    check_fix(
        """
        {% details open dropcap %}
        x
        {% /details %}
        """,
        """
        {% details open=true dropcap=true %}
        x
        {% /details %}
        """,
    )
    check_fix("{% embed url=5 km /%}\n", '{% embed url="5 km" /%}\n')
    check_fix("{% embed other=5 km /%}\n", '{% embed other="5 km" /%}\n')
    check_fix('{% embed url="a" km /%}\n', '{% embed url="a" km /%}\n')
    check_fix("{% rocket fast new /%}\n", "{% rocket fast=true new=true /%}\n")


def test_single_quotes_become_double_ones_all_at_once() -> None:
    check_problems("""
        {% hint type='note' %}
                     ^^^^^^ error[single-quotes]
        x
        {% /hint %}
    """)
    check_fix(
        """{% embed url='a "b" c' title='It' /%}\n""",
        """{% embed url="a \\"b\\" c" title="It" /%}\n""",
    )
    check_fix("{% embed url='a' title=b /%}\n", '{% embed url="a" title="b" /%}\n')
    check_fix("{% embed url=' /%}\n", "{% embed url=' /%}\n")


def test_a_string_is_quoted() -> None:
    check_problems("""
        {% hint type=note %}
                     ^^^^ error[unquoted-value]: `note` is a string without quotes
        x
        {% /hint %}
    """)
    check_fix("{% embed url=a.b/c/%}\n", '{% embed url="a.b/c"/%}\n')
    check_fix(
        '{% event date=2026-05-09 url="/x" /%}\n',
        '{% event date="2026-05-09" url="/x" /%}\n',
    )
    check_fix(
        '{% event location=Old Town, Sea\'s End url="/x" /%}\n',
        '{% event location="Old Town, Sea\'s End" url="/x" /%}\n',
    )
    check_fix("{% icon name=star-half /%}\n", '{% icon name="star-half" /%}\n')
    check_fix('{% embed url=a/b/ title="x" /%}\n', '{% embed url="a/b/" title="x" /%}\n')
    check_fix("{% rocket a=yes /%}\n", '{% rocket a="yes" /%}\n')
    check_fix("{% details open=yes %}\na\n{% /details %}\n", "{% details open=true %}\na\n{% /details %}\n")
    check_fix("{% grid columns=three %}\na\n{% /grid %}\n", "{% grid columns=three %}\na\n{% /grid %}\n")


def test_all_strings_of_a_tag_are_quoted_at_once() -> None:
    check_fix("{% rocket a=fast b=new c=1 /%}\n", '{% rocket a="fast" b="new" c=1 /%}\n')
    check_fix(
        "{% grid layout=fast columns=three %}\na\n{% /grid %}\n",
        "{% grid layout=fast columns=three %}\na\n{% /grid %}\n",
    )


@pytest.mark.parametrize(
    "text",
    [
        '{%\nlet [size, total] = measure("all");\n%}\n',
        "{% rocket a=fast b= /%}\n",
        "{% rocket a=fast (b) /%}\n",
        "{% rocket a=fast => {b} /%}\n",
    ],
)
def test_a_tag_that_quotes_do_not_correct_is_not_changed(text: str) -> None:
    assert [each.code for each in check(page_of(text))] == ["syntax-error"]
    check_fix(text, text)


def test_a_correction_that_leaves_the_tag_invalid_is_not_a_fix() -> None:
    check_fix('{% icon name="star"size="md" /%}\n', '{% icon name="star" size="md" /%}\n')
    check_fix('{% icon name="star"size="md" [] /%}\n', '{% icon name="star"size="md" [] /%}\n')


def test_an_unterminated_tag() -> None:
    check_problems("""
        Text

        {% hint
        ^^^^^^^ error[unterminated-tag]: `hint` is not terminated
    """)


def test_an_open_string_is_closed_if_that_helps() -> None:
    check_problems("""
        {% hint type="note %}
                     ^^^^^ error[syntax-error]: the string `note` has no closing quote
        x
        {% /hint %}
    """)
    check_fix(
        '{% hint type="note %}\nx\n{% /hint %}\n',
        '{% hint type="note" %}\nx\n{% /hint %}\n',
    )
    check_fix(
        '{% hint type="note"\nx\n{% /hint %}\n',
        '{% hint type="note" %}\nx\n{% /hint %}\n',
    )


def test_an_entity_is_closed_where_the_page_ends() -> None:
    """A plan reads all of it as the entity, and the fix does not change that."""
    text = '{% work id="WORK-1" %}\n# T\n\n## Acceptance Criteria\n\n- [ ] x\n\n{% hint %}\ny\n{% /hint %}\n'
    check_fix(text, f"{text}{{% /work %}}\n")


def test_an_unclosed_tag_is_closed_after_its_first_block() -> None:
    check_problems("""
        {% hint %}
           ^^^^ error[unclosed-tag]: `hint` is never closed
        text
    """)
    check_fix("{% hint %}\ntext\n\nmore\n", "{% hint %}\ntext\n{% /hint %}\n\nmore\n")
    check_fix('{% icon name="x" %}\n', '{% icon name="x" /%}\n')


def test_an_unclosed_tag_is_closed_after_its_parts() -> None:
    parts = '{% tabs %}\n{% tab name="a" %}\nx\n{% /tab %}\n\n{% tab name="b" %}\ny\n{% /tab %}\n'
    check_fix(f"{parts}\nText\n", f"{parts}{{% /tabs %}}\n\nText\n")


def test_an_unclosed_tag_is_closed_in_its_cell() -> None:
    table = "| A | B |\n|---|---|\n"
    check_fix(f"{table}| {{% badge %}}new | y |\n", f"{table}| {{% badge %}}new{{% /badge %}} | y |\n")
    check_fix(f"{table}| x | {{% badge %}}new |\n", f"{table}| x | {{% badge %}}new{{% /badge %}} |\n")


def test_only_the_tag_that_is_open_is_named() -> None:
    check_problems("""
        {% tabs %}
        {% tab name="a" %}
           ^^^ error[unclosed-tag]: `tab` must be closed before `tabs`
        x
        {% /tabs %}
    """)
    check_fix(
        '{% tabs %}\n{% tab name="a" %}\nx\n{% /tabs %}\n',
        '{% tabs %}\n{% tab name="a" %}\nx\n{% /tab %}\n{% /tabs %}\n',
    )
    check_fix(
        "{% grid %}\n{% card %}\n{% hint %}\nx\n{% /grid %}\n",
        "{% grid %}\n{% card %}\n{% hint %}\nx\n{% /hint %}\n{% /card %}\n{% /grid %}\n",
    )


def test_a_stray_closing_tag_is_removed() -> None:
    check_problems("""
        text

        {% /hint %}
            ^^^^ error[stray-closing-tag]
    """)
    check_fix("a {% /hint %} b\n", "a  b\n")


def test_a_closing_tag_of_another_name_gets_the_right_one() -> None:
    check_problems("""
        {% hint %}
        x
        {% /hnit %}
            ^^^^ error[mismatched-tag]: the open tag is `hint`
    """)
    check_fix("{% hint %}\nx\n{% /card %}\n", "{% hint %}\nx\n{% /hint %}\n")


def test_tags_that_cross_are_put_in_order() -> None:
    check_problems("""
        {% card %}
        {% hint %}
        x
        {% /card %}
            ^^^^ error[mismatched-tag]: `card` is closed while `hint`
        {% /hint %}
    """)
    check_fix(
        "{% card %}\n{% hint %}\nx\n{% /card %}\n{% /hint %}\n",
        "{% card %}\n{% hint %}\nx\n{% /hint %}\n{% /card %}\n",
    )


def test_a_tag_that_is_closed_in_a_list_item_has_one_problem() -> None:
    check_problems("""
        {% tabs %}
        {% tab name="a" %}
        1. one
        2. two
           {% /tab %}
               ^^^ error[misplaced-tag]: `tab` is closed in a list item, but opened outside of it
        {% tab name="b" %}
        x
        {% /tab %}
        {% /tabs %}
    """)
    check_fix("{% hint %}\n- a\n  {% /hint %}\n\nb\n", "{% hint %}\n- a\n{% /hint %}\n\nb\n")
    check_fix("{% hint %}\n> a\n> {% /hint %}\n\nb\n", "{% hint %}\n> a\n{% /hint %}\n\nb\n")
    check_fix("{% hint %}\n\na {% /hint %}\n\nb\n", "{% hint %}\n\na\n{% /hint %}\n\nb\n")


def test_a_tag_that_is_opened_in_a_list_item_has_one_problem() -> None:
    check_problems("""
        {% tabs %}
        - one
          {% tab name="a" %}
          x

        {% /tab %}
            ^^^ error[misplaced-tag]: `tab` is opened in a list item, but closed outside of it
        {% /tabs %}
    """)
    check_problems("""
        - a
          {% hint %}
        - b
          {% /hint %}
              ^^^^ error[misplaced-tag]: `hint` is opened in one list item and closed in another
    """)
    check_problems("""
        > {% hint %}
        > x

        {% /hint %}
            ^^^^ error[misplaced-tag]: `hint` is opened in a quote, but closed outside of it
    """)
    check_problems("""
        | A | B |
        | --- | --- |
        | {% badge %} x | y {% /badge %} |
                                ^^^^^ error[misplaced-tag]: `badge` is opened in one table cell and closed in another
    """)


def test_the_opening_tag_of_a_misplaced_one_is_related() -> None:
    text = "Text.\n\n{% hint %}\n- a\n  {% /hint %}\n"
    (problem,) = check(page_of(text, path="content/a.md"))
    ((path, span, _),) = problem.related
    assert (path, text[span.start : span.end], span.start) == ("content/a.md", "hint", text.index("hint"))


def test_several_misplaced_tags_have_a_problem_each() -> None:
    assert codes("{% hint %}\n- a\n  {% /hint %}\n\n{% hint %}\n- b\n  {% /hint %}\n") == ["misplaced-tag"] * 2


def test_a_second_closing_tag_in_a_list_item_is_a_stray_one() -> None:
    assert codes("{% hint %}\n- a\n  {% /hint %}\n{% /hint %}\n") == ["stray-closing-tag"]
    assert codes("- a\n  {% hint %}\n  x\n  {% /hint %}\n- b\n") == []


def test_consequences_of_an_invalid_tag_are_not_reported() -> None:
    assert codes("{% hint type= %}\nx\n{% /hint %}\n") == ["syntax-error"]
    assert codes("{% hint %}\nx\n{% /hint type=1 %}\n") == ["syntax-error"]
    assert codes("{% hint %}\nx\n{% / hint %}\n") == ["syntax-error"]
    assert codes("{% hint %}\nx\n{% / hint %}\n\n{% /card %}\n") == ["syntax-error", "stray-closing-tag"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("{% hint %}\nx\n{% / hint %}\n", "{% hint %}\nx\n{% /hint %}\n"),
        ('{% hint %}\nx\n{% /hint type="note" %}\n', "{% hint %}\nx\n{% /hint %}\n"),
        ('{% icon name="x"size="md" /%}\n', '{% icon name="x" size="md" /%}\n'),
        ('{% xref "x"  label="y" /%} z\n', '{% xref "x" label="y" /%} z\n'),
        ('{% embed url="C:\\dir" /%}\n', '{% embed url="C:\\\\dir" /%}\n'),
        ("a {% %} b\n", "a  b\n"),
    ],
)
def test_small_mistakes_are_fixed(before: str, after: str) -> None:
    check_fix(before, after)


def test_text_behind_a_long_tag_gets_its_own_line() -> None:
    check_problems("""
        {% hint
           type="note" %} lost
                          ^^^^ warning[text-after-tag]
        x
        {% /hint %}
    """)
    check_fix('{% hint\n   type="note" %} lost\nx\n{% /hint %}\n', '{% hint\n   type="note" %}\nlost\nx\n{% /hint %}\n')


def test_the_earlier_of_two_equal_attributes_is_removed() -> None:
    check_problems("""
        {% hint type="note" type="warning" %}
                ^^^^^^^^^^^ warning[duplicate-attribute]: `type` is set again later; this value is not used
        x
        {% /hint %}
    """)
    check_fix('{% hint type="note" type="warning" /%}\n', '{% hint type="warning" /%}\n')
    check_fix('{% hint type="note" id="a" .b type="check" /%}\n', '{% hint id="a" .b type="check" /%}\n')


def test_an_annotation_moves_to_the_text_above() -> None:
    check_problems("""
        # Title

        {% #top %}
        ^^^^^^^^^^ error[annotation-without-text]
    """)
    check_fix("# Title\n\n{% #top %}\n", "# Title {% #top %}\n\n\n")
    check_fix("- a\n\n{% .wide %}\n", "- a\n\n\n")


def test_content_that_is_not_a_table_row() -> None:
    check_problems("""
        {% table %}
        - a
        - b
        ---
        Text
        ^^^^ error[table-syntax]
        and more
        {% /table %}
    """)


def test_a_page_that_nests_too_deep_has_one_problem_on_one_line() -> None:
    assert "too-deep" in codes("> " * 400 + "x\n")


def test_tags_in_samples_are_not_checked() -> None:
    check_problems("""
        ```md
        {% hnit %}
        ```

        Use `{% hnit %}` here.
    """)
