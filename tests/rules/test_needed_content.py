"""Runes that accept any content but show one kind of it, their zones, and the names that they read from bold text."""

from __future__ import annotations

import pytest

from .checking import check_fix, check_problems, codes


def test_content_that_a_rune_shows_is_missing() -> None:
    check_problems("""
        {% chart type="bar" %}
           ^^^^^ warning[needed-content]: `chart` draws a table, and has none
        - Spring: 4
        - Autumn: 6
        {% /chart %}

        {% diff %}
           ^^^^ warning[needed-content]: `diff` compares two code blocks, and has only one
        ```js
        x
        ```
        {% /diff %}

        {% juxtapose %}
           ^^^^^^^^^ warning[needed-content]: `juxtapose` compares parts with a line of `---` between them, and has only one
        One.
        {% /juxtapose %}
    """)


def test_links_in_the_place_of_images() -> None:
    check_fix(
        "{% gallery %}\n[A boat](/boat.png)\n\n[A house](/house.jpg)\n{% /gallery %}\n",
        "{% gallery %}\n![A boat](/boat.png)\n\n![A house](/house.jpg)\n{% /gallery %}\n",
    )
    check_fix(
        "{% gallery %}\n![A boat](/boat.png)\n\n[A house](/house.jpg)\n{% /gallery %}\n",
        "{% gallery %}\n![A boat](/boat.png)\n\n![A house](/house.jpg)\n{% /gallery %}\n",
    )


def test_headings_without_a_price() -> None:
    check_problems("""
        {% pricing %}
        # Plans

        ## Monthly - €9

        Each month.

        ## Yearly
        ^^^^^^^^^ warning[needed-content]: `pricing` begins an offer at each heading with a name and a price
        Each year.
        {% /pricing %}
    """)


@pytest.mark.parametrize(
    "text",
    [
        '{% gallery %}\n{% icon name="star" /%}\n{% /gallery %}',
        '{% chart %}\n{% data src="x.csv" /%}\n{% /chart %}',
        "{% chart %}\n| A | B |\n| --- | --- |\n| 1 | 2 |\n{% /chart %}",
        "{% compare %}\n```js\na\n```\n\n```js\nb\n```\n{% /compare %}",
        "{% pullquote %}\nWords.\n{% /pullquote %}",
        "{% juxtapose %}\nA\n\n---\n\nB\n{% /juxtapose %}",
        "{% figure %}\n[![A boat](/boat.png)](/boats)\n{% /figure %}",
        "{% gallery %}\n![A boat](/boat.png)\n\n[More](/boats)\n{% /gallery %}",
        "{% steps %}\n1. One\n2. Two\n{% /steps %}",
    ],
)
def test_content_that_is_enough(text: str) -> None:
    assert "needed-content" not in codes(text)


@pytest.mark.parametrize("line", ["--", "—", "–", "===", "——", "+++"])
def test_lines_that_were_meant_to_separate_zones(line: str) -> None:
    check_fix(
        f"{{% hero %}}\n![A boat](/boat.png)\n\n{line}\n\n# Boats\n{{% /hero %}}\n",
        "{% hero %}\n![A boat](/boat.png)\n\n---\n\n# Boats\n{% /hero %}\n",
    )


def test_a_line_of_dashes_in_a_rune_with_all_zones_is_text() -> None:
    text = "{% hero %}\n![A boat](/boat.png)\n\n---\n\n# Boats\n\n===\n\nWords.\n{% /hero %}"
    assert "zone-separator" not in codes(text)
    assert "zone-separator" not in codes("{% hint %}\nA\n\n--\n\nB\n{% /hint %}")


def test_two_lines_between_zones() -> None:
    check_problems("""
        {% grid %}
        One.

        ---

        ---
        ^^^ info[empty-zone]: the part of `grid` above this line is empty

        Two.
        {% /grid %}
    """)


def test_headings_above_the_parts() -> None:
    check_fix(
        "{% tabs %}\n## A\n\nx\n\n# B\n\ny\n\n## C\n\nz\n{% /tabs %}\n",
        "{% tabs %}\n## A\n\nx\n\n## B\n\ny\n\n## C\n\nz\n{% /tabs %}\n",
    )
    check_problems("""
        {% tabs %}
        ## A

        x

        ##
        ^^ warning[heading-above-parts]: this heading begins a part of `tabs`, but has no text

        y
        {% /tabs %}
    """)
    assert codes("{% tabs %}\n## A\n\n### B\n\nx\n\n## C\n\ny\n{% /tabs %}") == []


def test_names_that_are_not_bold() -> None:
    check_fix(
        "{% conversation %}\n> Ada: Hello.\n\n> **Bob:** Hello.\n\n> **Ada:** Well.\n{% /conversation %}\n",
        "{% conversation %}\n> **Ada:** Hello.\n\n> **Bob:** Hello.\n\n> **Ada:** Well.\n{% /conversation %}\n",
    )
    check_fix(
        "{% conversation %}\n> *Ada:* Hello.\n\n> **Bob:** Hello.\n\n> **Ada:** Well.\n{% /conversation %}\n",
        "{% conversation %}\n> **Ada:** Hello.\n\n> **Bob:** Hello.\n\n> **Ada:** Well.\n{% /conversation %}\n",
    )
    check_fix(
        "{% deflist %}\n- Bow: the front of a boat\n- Stern: its back\n{% /deflist %}\n",
        "{% deflist %}\n- **Bow:** the front of a boat\n- **Stern:** its back\n{% /deflist %}\n",
    )


@pytest.mark.parametrize(
    "text",
    [
        "{% deflist %}\n- **Bow:** the front of a boat\n- An item without a term\n{% /deflist %}",
        '{% conversation speakers="Ada, Bob" %}\n> Well: hello.\n\n> Yes: hello.\n{% /conversation %}',
        "{% comparison %}\n## A\n- fast: yes\n- small: no\n{% /comparison %}",
    ],
)
def test_items_without_a_name(text: str) -> None:
    assert "bold-name" not in codes(text)


def test_one_heading_without_the_field_of_the_others() -> None:
    check_problems("""
        {% timeline %}
        ## 2021 - Launch

        x

        ## 2022 - Growth

        y

        ## Sale
        ^^^^^^^ info[heading-pattern-miss]: `timeline` finds no `date` in this heading, which the others have

        z
        {% /timeline %}
    """)
    assert codes("{% timeline %}\n## Launch\n\nx\n\n## 2022 - Growth\n\ny\n{% /timeline %}") == []


def test_text_in_a_comparison() -> None:
    check_problems("""
        {% comparison %}
        ## Oak

        It is hard.
        ^^^^^^^^^^^ warning[content-dropped]: a paragraph is not rendered: below its headings `comparison` accepts only

        - **Price:** high

        ## Pine

        - **Price:** low
        {% /comparison %}
    """)


def test_lines_in_the_place_of_a_list() -> None:
    check_fix(
        "{% nav %}\n[One](/one)\n[Two](/two)\n{% /nav %}\n",
        "{% nav %}\n- [One](/one)\n- [Two](/two)\n{% /nav %}\n",
    )
    check_fix(
        "{% palette %}\nFir: #2f5d50\nClay: #a85a3a\n{% /palette %}\n",
        "{% palette %}\n- Fir: #2f5d50\n- Clay: #a85a3a\n{% /palette %}\n",
    )


def test_a_sandbox_without_a_source() -> None:
    check_problems("""
        {% sandbox framework="tailwind" %}{% /sandbox %}
           ^^^^^^^ warning[empty-rune]: `sandbox` is empty and has no `src`
    """)
    assert codes('{% sandbox src="x" %}{% /sandbox %}') == []


def test_a_condition_that_is_missing() -> None:
    check_problems("""
        {% if %}
           ^^ error[missing-condition]: `if` needs a condition
        Words.
        {% /if %}
    """)
    assert "missing-condition" not in codes("{% if $frontmatter.draft %}\nWords.\n{% /if %}")


def test_a_required_value_with_a_name() -> None:
    check_fix('See {% ref id="SPEC-021" /%}.\n', 'See {% ref "SPEC-021" /%}.\n')
    check_fix('See {% ref to="SPEC-021" /%}.\n', 'See {% ref "SPEC-021" /%}.\n')


def test_closing_tags_that_do_not_match() -> None:
    check_fix(
        "{% preview %}\n{% hint %}\nA\n{% /preview %}\n\n{% /preview %}\n",
        "{% preview %}\n{% hint %}\nA\n{% /hint %}\n\n{% /preview %}\n",
    )
    check_fix("{% hint %}\nA\n{% /callout %}\n", "{% hint %}\nA\n{% /hint %}\n")


def test_colours_without_a_sign() -> None:
    check_fix(
        "{% palette %}\n- Fir: 2f5d50\n- Clay: #f3d9cd, a85a3a\n- Ink: black\n{% /palette %}\n",
        "{% palette %}\n- Fir: #2f5d50\n- Clay: #f3d9cd, #a85a3a\n- Ink: black\n{% /palette %}\n",
    )


def test_steps_that_belong_to_the_list_above() -> None:
    check_fix(
        "{% recipe %}\n# Soup\n\n- Salt\n- Water\n\n- Boil the water.\n- Add the salt.\n{% /recipe %}\n",
        "{% recipe %}\n# Soup\n\n- Salt\n- Water\n\n1. Boil the water.\n2. Add the salt.\n{% /recipe %}\n",
    )
    assert "list-kind" not in codes("{% recipe %}\n# Soup\n\n- Salt\n\n- Water\n\n- Oil\n{% /recipe %}")


def test_a_variable_is_the_text_of_a_heading() -> None:
    assert codes("---\nname: B\n---\n\n{% tabs %}\n## A\n\nx\n\n## {% $frontmatter.name %}\n\ny\n{% /tabs %}\n") == []
