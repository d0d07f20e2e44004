"""The formatter: one normal form, and an equal tree."""

from __future__ import annotations

from textwrap import dedent

import pytest

from refrakt.markdoc.document import Document, parse
from refrakt.markdoc.format import format_document, format_node, format_range, format_value
from refrakt.markdoc.parse_options import ParseOptions
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Node, Span
from refrakt.markdoc.tree_equality import same_tree, same_value
from refrakt.markdoc.values import Function, Variable

EVERYTHING = ParseOptions(comments=True, indentation=True, slots=True)


def check_format(source: str, expected: str, options: ParseOptions | None = None) -> None:
    """`source` is formatted to `expected`, which has an equal tree and is stable."""
    source, expected = dedent(source), dedent(expected)
    document = parse(source, options)
    assert format_document(document) == expected
    again = parse(expected, options)
    assert same_tree(document.tree, again.tree)
    assert format_document(again) == expected


def check_unchanged(source: str, options: ParseOptions | None = None) -> None:
    """`source` is in its normal form already."""
    check_format(source, source, options)


# The normal form -------------------------------------------------------------------------------------------------------


def test_blocks_are_separated_by_an_empty_line() -> None:
    check_format("# Garden\nWater it.\n\n\n\n***\n> soon\n", "# Garden\n\nWater it.\n\n---\n\n> soon\n")


def test_no_empty_lines_between_tags_and_content() -> None:
    check_format(
        """\
        {% note  type="tip"   #here %}

        One.


        Two.

        {% /note %}
        """,
        """\
        {% note type="tip" #here %}
        One.

        Two.
        {% /note %}
        """,
    )


def test_empty_tag_becomes_self_closing() -> None:
    check_format("{% note %}\n\n{% /note %}\n", "{% note /%}\n")


def test_wide_tag_has_one_attribute_per_line() -> None:
    check_format(
        '{% card title="A title that needs some room" subtitle="and another one that does" wide=true /%}',
        """\
        {% card
           title="A title that needs some room"
           subtitle="and another one that does"
           wide=true /%}
        """,
    )


def test_primary_value_and_first_attribute_share_a_line() -> None:
    # Markdoc allows only one white space there.
    check_format(
        '{% include "a/rather/long/path/to/some/page.md" heading="A heading" depth=2 sections=["one", "two"] /%}',
        """\
        {% include
           "a/rather/long/path/to/some/page.md" heading="A heading"
           depth=2
           sections=["one", "two"] /%}
        """,
    )


def test_lists_keep_their_marker_and_number() -> None:
    check_format("*   a\n*   b\n\n3) c\n4) d\n", "* a\n* b\n\n3) c\n1) d\n")


def test_checkboxes_are_not_escaped() -> None:
    check_format('- [x] one\n- [ ] two {% ref \\"A\\" /%}\n', '- [x] one\n- [ ] two \\{% ref "A" /%}\n')


def test_tables_are_lined_up() -> None:
    check_format("|Tool|Price|\n|-|-|\n|rake|9 😀|", "| Tool | Price |\n| ---- | ----- |\n| rake | 9 😀  |\n")


def test_list_tables_have_rules_between_their_rows() -> None:
    check_format(
        """\
        {% table %}
        * Plant
        * Water
        ---
        * Basil
        * daily
        {% if $herbs %}
        * Thyme
        * weekly
        {% /if %}
        {% /table %}
        """,
        """\
        {% table %}
        - Plant
        - Water
        ---
        - Basil
        - daily
        {% if $herbs %}
        ---
        - Thyme
        - weekly
        {% /if %}
        {% /table %}
        """,
    )


def test_frontmatter_is_kept_as_it_is() -> None:
    check_format("---\nb:   2\na: [1,2]\n---\n# Title", "---\nb:   2\na: [1,2]\n---\n\n# Title\n")
    check_format("---\n---\nx", "---\n---\n\nx\n")


def test_reference_links_and_their_definitions_stay() -> None:
    check_unchanged('See [setup][s], [s] and ![a picture][s].\n\n[s]: /setup "Set up"\n')
    check_unchanged("[a]: /a\n[b]: /b\n\nNobody asks for either.\n")


def test_comment_definition_stays_above_its_line() -> None:
    check_unchanged("[//]: # (refrakt-disable-next-line unknown-rune)\n{% mine /%}\n")


def test_fence_keeps_its_info_string() -> None:
    check_unchanged('```js title="a.js"\nx\n```\n')


def test_empty_page_stays_empty() -> None:
    assert format_document(parse("")) == ""
    assert format_document(parse("  \n\n")) == ""


# Where a formatter can go wrong ----------------------------------------------------------------------------------------


def test_loose_and_tight_lists_stay_so() -> None:
    check_unchanged("- a\n- b\n")
    check_unchanged("- a\n\n- b\n")
    check_format("-\n\n- a\n", "- \n\n- a\n")
    check_format("- # h\n  ```\n  x\n  ```\n- a\n", "- # h\n  ```\n  x\n  ```\n- a\n")
    check_format("- {% a /%}\n  {% b /%}\n- c\n", "- {% a /%}\n  {% b /%}\n- c\n")


def test_a_table_in_a_list_is_indented() -> None:
    check_format("- a\n\n  |x|\n  |-|\n\n  b\n", "- a\n\n  | x |\n  | - |\n\n  b\n")


def test_a_rule_in_a_list_does_not_end_it() -> None:
    check_format("- ***\n- a\n", "- ***\n- a\n")


def test_thematic_break_at_the_top_does_not_become_frontmatter() -> None:
    check_format("***\n\na\n\n***\n", "***\n\na\n\n---\n")
    check_format("***\n\na\n", "---\n\na\n")


def test_columns_keep_their_alignment_and_pipes() -> None:
    check_format(
        "|a|b|c|\n|:-|:-:|-:|\n|`x\\|y`|1|2|", "| a      | b   | c  |\n| :----- | :-: | -: |\n| `x\\|y` | 1   | 2  |\n"
    )


def test_a_table_tag_with_a_pipe_table_keeps_what_lists_cannot_say() -> None:
    check_format("{% table %}\n|a|\n|-:|\n|1|\n{% /table %}", "{% table %}\n| a  |\n| -: |\n| 1  |\n{% /table %}\n")


def test_fences_are_longer_than_fences_in_their_content() -> None:
    check_unchanged("````md\n```\ncode\n```\n````\n")
    check_unchanged('~~~js {% title="a `b`" %}\ncode\n~~~\n')
    check_format("```\n```\n", "```\n```\n")
    check_unchanged("```js {% snippet %}\n1\n```\n")


def test_code_spans_keep_their_spaces_and_backticks() -> None:
    check_unchanged("Type `` `x` `` or `[x] ` or ``a`b``.\n")


@pytest.mark.parametrize(
    "text",
    [
        "\\`not code\\`",
        "\\[not\\](/a-link)",
        "\\*\\*not strong\\*\\*",
        "\\<http://not.a.link>",
        "\\&amp; is an ampersand",
        "not a \\{% tag %}",
        "a\n\\- no item",
        "\\+ no item",
        "1986\\. A great year",
        "a\n\\---",
        "| a |\n\\|---|",
        "\\~\\~\\~\nno fence",
        "&#32;indented",
        "a&#10;b",
        "a backslash \\\\\\\nand a break",
        "\\![no image](/x)",
    ],
)
def test_text_stays_text(text: str) -> None:
    check_unchanged(f"{text}\n")


def test_a_closing_row_of_hashes_stays_in_the_heading() -> None:
    check_unchanged("# C \\#\n")


def test_escapes_are_written_only_where_needed() -> None:
    check_format("2 \\* 3, snake\\_case, a \\< b, \\[x\\], \\# 1", "2 * 3, snake_case, a < b, [x], \\# 1\n")


def test_only_ambiguous_blocks_are_fully_escaped() -> None:
    check_format("2 \\* 3 \\[x\\]\n\nnot \\*so\\*\n", "2 * 3 [x]\n\nnot \\*so\\*\n")


def test_autolinks() -> None:
    check_unchanged("<https://example.org/a>\n")
    check_unchanged("[/docs](/docs)\n")
    check_unchanged("[http://x.test/%C3%A4](http://x.test/%C3%A4)\n")
    check_format("[]()\n", "[]()\n")


def test_annotations_that_separate_texts_stay() -> None:
    check_unchanged("One {% .a %} two{% .b %}\n")
    check_unchanged("{% .a %} indented\n")
    check_format("One{% .a %}{% #b %}\n", "One{% .a #b %}\n")


def test_attributes_keep_their_order_and_their_duplicates() -> None:
    check_unchanged("{% a .x b=1 .y b=2 /%}\n")
    check_unchanged("{% a b=1 primary=2 /%}\n")
    check_unchanged("{% a primary=false /%}\n")
    check_unchanged("{% a class={wide: true} /%}\n")
    check_unchanged("{% f(1, a=2) %}")


def test_an_inline_tag_alone_on_its_line_stays_inline() -> None:
    check_unchanged("{% badge %}{% /badge %}\n")


def test_inline_comments_do_not_break_the_line() -> None:
    check_unchanged("a <!-- c --> b\n", EVERYTHING)


def test_slots_stay_where_they_are() -> None:
    check_unchanged(
        '{% card %}\nOne.\n\n{% slot "foot" %}\nTwo.\n{% /slot %}\n\nThree.\n{% /card %}\n', ParseOptions(slots=True)
    )


# Unfinished pages ------------------------------------------------------------------------------------------------------


def test_an_unclosed_tag_is_not_closed() -> None:
    check_format("{% note %}\n\na\n", "{% note %}\na\n")
    check_unchanged("a {% mark %} b\n\nc\n")
    check_unchanged("{% note %}\na\n{% /card %}\n")


def test_blocks_after_an_open_tag_in_a_fence_are_kept() -> None:
    check_format("```\n{% note %}\n```\na\n\n* b\n", "```\n{% note %}\n```\n\na\n\n* b\n")


def test_broken_tags_are_left_alone() -> None:
    check_format("a   {% note x= %}\n\n{% note y= %}\n*  b\n", "a   {% note x= %}\n\n{% note y= %}\n\n* b\n")


def test_unterminated_tag_is_text() -> None:
    check_format("{% note ty\n\n*  a\n", "{% note ty\n\n* a\n")


def test_text_outside_of_the_tree_is_kept() -> None:
    check_unchanged("{% note\n   a=1 /%} after\n\nb\n")
    check_unchanged("{% table %}\n* a\n{% comment %}\nwhy\n{% /comment %}\n* b\n{% /table %}\n")
    deep = "> " * 120 + "deep\n"
    assert "deep" in format_document(parse(deep))


def test_an_open_fence_at_the_end_stays_open() -> None:
    check_unchanged("a\n\n```\nb")


def test_line_ends_are_uniform() -> None:
    check_format("a\r\nb\r\r{% x= %}\r\n", "a\nb\n\n{% x= %}\n")


# Parts of a page -------------------------------------------------------------------------------------------------------


def apply(text: str, edits: list[TextEdit]) -> str:
    for edit in reversed(edits):
        text = text[: edit.span.start] + edit.new + text[edit.span.end :]
    return text


def test_a_range_formats_the_blocks_it_touches() -> None:
    text = "*   a\n\n\n\n*   b\n\n***\n\n+   c\n"
    document = parse(text)
    at = text.index("***")
    assert format_range(document, at, at) == [TextEdit(Span(at, at + 3), "---")]
    assert apply(text, format_range(document, 0, at)) == "* a\n\n* b\n\n---\n\n+   c\n"


def test_a_formatted_range_needs_no_edit() -> None:
    assert format_range(parse("a\n\n*   b\n"), 0, 1) == []


def test_a_range_leaves_frontmatter_and_link_definitions_alone() -> None:
    text = "---\na:   1\n---\n[x]: /x\n\n*   a\n\n[y][x]\n"
    assert apply(text, format_range(parse(text), 0, text.index("a\n\n"))) == text.replace("*   a", "* a")


def test_a_range_keeps_the_line_ends_of_its_file() -> None:
    text = "a\r\n\r\n*   b\r\n*   c  \r\n\r\nd\r\n"
    assert apply(text, format_range(parse(text), 6, 7)) == "a\r\n\r\n* b\r\n* c\r\n\r\nd\r\n"


# Trees and values ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "null"),
        (True, "true"),
        (1, "1"),
        (-0.5, "-0.5"),
        (1e-7, "0.0000001"),
        (1e21, "1000000000000000000000"),
        ('a "b"\\\n', '"a \\"b\\"\\\\\\n"'),
        ([1, ["x"], []], '[1, ["x"], []]'),
        ({"a": 1, "b c": {"d": None}}, '{a: 1, "b c": {d: null}}'),
        (Variable(("page", "a-b", 0, "c d", "é")), '$page.a-b[0]["c d"]["é"]'),
        (Function("f", {0: 1, "a": Variable(("x",)), 2: "y"}), 'f(1, a=$x, "y")'),
    ],
)
def test_values(value: object, text: str) -> None:
    assert format_value(value) == text
    tag = parse(f"{{% t a={text} /%}}").tree.children[0]
    assert same_value(tag.attributes["a"], value)


def test_infinite_numbers_round_trip() -> None:
    digits = "9" * 400
    value = parse(f"{{% t a={digits} /%}}").tree.children[0].attributes["a"]
    assert parse(f"{{% t a={format_value(value)} /%}}").tree.children[0].attributes["a"] == value


def test_tree_built_in_code() -> None:
    text = Node("text", {"content": " now "})
    strong = Node("strong", children=[text])
    paragraph = Node("paragraph", children=[Node("inline", children=[strong])])
    tag = Node("tag", {"class": {"wide": True}, "title": "T", "primary": "p"}, [paragraph], tag="card")
    assert format_node(tag) == '{% card "p" .wide title="T" %}\n**now**\n{% /card %}\n'
    assert format_node(Node("document", {"frontmatter": "a: 1"}, [Node("hr")])) == "---\na: 1\n---\n\n---\n"


def test_parsed_tree_is_formatted_like_its_page() -> None:
    source = "# A {% #a %}\n\n{% b %}\n- c\n{% /b %}\n"
    assert format_node(parse(source).tree) == source


def test_deep_trees() -> None:
    deep = 3000
    text = "{% a %}\n" * deep + "x\n" + "{% /a %}\n" * deep
    document = parse(text)
    assert format_document(document).count("{% a %}") == deep
    assert format_node(document.tree).startswith("{% a %}\n{% a %}\n")
    value: list[object] = []
    for _ in range(deep):
        value = [value]
    assert format_value(value).count("[") == deep + 1


# Sameness --------------------------------------------------------------------------------------------------------------


def trees(*texts: str) -> list[Document]:
    return [parse(text) for text in texts]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("{% a x=1 /%}", "{% a x=true /%}"),
        ("{% a x=1 y=2 /%}", "{% a y=2 x=1 /%}"),
        ("{% a x=$b /%}", '{% a x=["b"] /%}'),
        ("{% a x=f(1) /%}", "{% a x=f(a=1) /%}"),
        ("{% a x={k: [1]} /%}", "{% a x={k: [2]} /%}"),
        ("- a\n- b", "- a\n\n- b"),
        ("a", "a\n\nb"),
        ("{% a %}", "{% a /%}"),
        ("*a*", "_a_"),
    ],
)
def test_different_trees(one: str, other: str) -> None:
    first, second = trees(one, other)
    assert not same_tree(first.tree, second.tree)
    assert same_tree(first.tree, trees(f"\n{one}\n")[0].tree)


def test_slots_are_part_of_a_tree() -> None:
    one, other = (
        parse(f'{{% a %}}\n{{% slot "{name}" /%}}\n{{% /a %}}', ParseOptions(slots=True)).tree for name in "xy"
    )
    assert not same_tree(one, other)
    assert same_tree(one, one)
