"""Content that does not match the content model of its rune."""

from __future__ import annotations

import pytest

from refrakt.rules.page_checker import check

from .checking import check_fix, check_problems, codes, page_of


def test_missing_content() -> None:
    check_problems("""
        {% playlist %}
           ^^^^^^^^ warning[content-missing-field]: `playlist` needs a list
        # Songs

        Only words.
        {% /playlist %}
    """)
    check_fix(
        "{% hero %}\nSmall\n{% /hero %}\n",
        "{% hero %}\nSmall\n\n# Headline\n{% /hero %}\n",
    )
    check_fix(
        "{% playlist %}\n- **One** (2:00)\n{% /playlist %}\n",
        "{% playlist %}\n# Title of the list\n\n- **One** (2:00)\n{% /playlist %}\n",
    )
    check_fix(
        '{% work id="WORK-1" %}\nWords.\n\n## Approach\n\nx\n{% /work %}\n',
        '{% work id="WORK-1" %}\n# Title\n\nWords.\n\n## Approach\n\nx\n{% /work %}\n',
    )


def test_an_optional_programme() -> None:
    check_problems("""
        {% event %}
           ^^^^^ info[content-missing-field]
        # Night of the Open Kilns
        {% /event %}
    """)


def test_unexpected_content() -> None:
    check_problems("""
        {% codegroup %}
        Intro
        ^^^^^ warning[content-unexpected]: `codegroup` expects a code block here

        ```js
        x
        ```
        {% /codegroup %}
    """)
    check_fix(
        "{% codegroup %}\nIntro\n\n```js\nx\n```\n{% /codegroup %}\n",
        "Intro\n\n{% codegroup %}\n```js\nx\n```\n{% /codegroup %}\n",
    )


def test_dropped_content() -> None:
    check_problems("""
        {% tabs %}
        > A quote
        ^^^^^^^^^ warning[content-dropped]: a quote is not rendered: before its first heading `tabs` accepts only

        ## One

        x
        {% /tabs %}

        {% toc %}
        Words
        ^^^^^ warning[content-dropped]

        More
        {% /toc %}
    """)
    check_fix("{% toc %}\nWords\n{% /toc %}\n", "Words\n\n{% toc %}\n{% /toc %}\n")
    check_fix(
        "{% hero %}\n# Title\n\nOne\n\nTwo\n\nThree\n{% /hero %}\n",
        "{% hero %}\n# Title\n\nOne\n\n{% /hero %}\n\nTwo\n\nThree\n",
    )
    check_problems("""
        {% toc %}
        One
        ^^^ warning[content-dropped]: a paragraph is not rendered, nor the block after it: `toc` has no field for it

        Two
        {% /toc %}

        {% work id="WORK-1" %}
        # T

        > lost
        ^^^^^^ warning[content-dropped]: a quote is not rendered: `work` has no field for it before its first section
        {% /work %}
    """)


def test_content_in_the_wrong_order() -> None:
    check_problems("""
        {% hero %}
        # Title

        One

        Two
        ^^^ warning[content-dropped]

        - [Go](/go)
        ^^^^^^^^^^^ warning[content-order]: a bulleted list is not rendered here: in `hero` it belongs before a paragraph
        {% /hero %}
    """)
    check_fix(
        "{% hero %}\n# Title\n\nOne\n\nTwo\n\n- [Go](/go)\n{% /hero %}\n",
        "{% hero %}\n# Title\n\nOne\n\n- [Go](/go)\n\nTwo\n\n{% /hero %}\n",
    )


def test_more_of_what_is_there_already_is_not_late() -> None:
    check_problems("""
        {% hero %}
        # Title

        One

        - [Go](/go)

        Two
        ^^^ warning[content-dropped]

        - [Stop](/stop)
        {% /hero %}
    """)


def test_headings_of_one_level_only() -> None:
    check_problems("""
        {% comparison %}
        ### One
        ^^^^^^^ warning[heading-level-fixed]: `comparison` splits at headings of level 2

        - x
        {% /comparison %}
    """)
    check_fix(
        "{% comparison %}\n### One\n\n- x\n{% /comparison %}\n", "{% comparison %}\n## One\n\n- x\n{% /comparison %}\n"
    )


def test_a_title_with_one_question() -> None:
    check_problems("""
        {% accordion %}
        # FAQ
        ^^^^^ info[heading-level-ambiguous]

        ## Why?

        Because.
        {% /accordion %}
    """)


def test_an_item_without_a_time() -> None:
    check_problems("""
        {% itinerary %}
        ## Monday

        ### 9:00 - Harbour

        x

        ### Hotel
        ^^^^^^^^^ info[heading-pattern-miss]
        {% /itinerary %}
    """)


def test_items_without_required_fields() -> None:
    check_problems("""
        {% playlist %}
        # Songs

        - **One** (2:00)
        - Two (3:00)
        ^^^^^^^^^^^^ info[item-pattern-miss]: `playlist` finds no `name` in this item
        {% /playlist %}
    """)
    (found,) = check(page_of("{% playlist %}\n# Songs\n\n- Two (3:00)\n{% /playlist %}\n"))
    assert found.suggestion == "Write the name in bold."


def test_blank_lines_between_items() -> None:
    check_problems("""
        {% playlist %}
        # Songs

        - **One** (2:00)
        ^^^^^^^^^^^^^^^^ info[item-loose]

        - **Two** (3:00)
        {% /playlist %}
    """)
    check_fix(
        "{% playlist %}\n# S\n\n- **A** (2:00)\n\n- **B** (3:00)\n{% /playlist %}\n",
        "{% playlist %}\n# S\n\n- **A** (2:00)\n- **B** (3:00)\n{% /playlist %}\n",
    )


def test_a_misspelt_section() -> None:
    check_problems("""
        {% work id="WORK-1" %}
        # Title

        ## Aceptance Criteria
        ^^^^^^^^^^^^^^^^^^^^^ hint[unknown-section]

        - [ ] x

        ## Something else
        {% /work %}
    """)
    check_fix(
        '{% work id="W-1" %}\n# T\n\n## Refrences\n{% /work %}\n',
        '{% work id="W-1" %}\n# T\n\n## References\n{% /work %}\n',
    )
    check_problems("""
        {% work id="WORK-1" %}
        # Title

        ## Tetss
        ^^^^^^^^ hint[unknown-section]

        ## Test
        {% /work %}
    """)
    for other in ("Refrences\n\n## References", "Repro"):
        assert codes(f'{{% work id="W-1" %}}\n# T\n\n## {other}\n{{% /work %}}\n') == []


@pytest.mark.parametrize("lost", ['> Ref: {% ref "WORK-2" /%}', "- [ ] it works"])
def test_dropped_content_of_an_entity_stays_in_it(lost: str) -> None:
    """Check boxes and references belong to their entity, whether they are rendered or not."""
    text = f'{{% work id="WORK-1" %}}\n# T\n\n{lost}\n{{% /work %}}\n'
    (found,) = (each for each in check(page_of(text)) if each.code == "content-dropped")
    assert (found.suggestion, found.fix) == ("Put it below a heading.", None)
    check_fix(text, text)


def test_unexpected_content_of_a_milestone_has_no_fix() -> None:
    text = '{% milestone name="v1" %}\n# T\n\n```\ncode\n```\n{% /milestone %}\n'
    (found,) = (each for each in check(page_of(text)) if each.code.startswith("content-"))
    assert (found.suggestion, found.fix) == ("It counts, but is not rendered.", None)


def test_an_empty_rune() -> None:
    check_problems("""
        {% hint type="note" %}
           ^^^^ warning[empty-rune]
        {% /hint %}

        {% tabs /%}
           ^^^^ warning[empty-rune]

        {% embed url="https://example.org/film" /%}

        {% details summary="x" /%}

        {% map /%}
           ^^^ warning[empty-rune]
    """)


def test_too_many_zones() -> None:
    check_problems("""
        {% hero %}
        ![a](b.png)

        ---

        # Title

        ---
        ^^^ warning[too-many-zones]: `hero` has 2 zones (`media`, `content`)

        More
        {% /hero %}
    """)


def test_an_empty_zone() -> None:
    check_problems("""
        {% hero %}
        ---
        ^^^ info[empty-zone]: the zone `media` of `hero` is empty

        # Title
        {% /hero %}
    """)


@pytest.mark.parametrize(
    "page",
    [
        # Unknown content is not reported.
        "{% codegroup %}\n{% if $page.draft %}\nx\n{% /if %}\n{% /codegroup %}\n",
        '{% codegroup %}\n{% partial file="code.md" /%}\n{% /codegroup %}\n',
        '{% codegroup %}\n{% snippet path="a.ts" /%}\n{% snippet path="b.ts" /%}\n{% /codegroup %}\n',
        '{% chart %}\n{% data src="a.csv" /%}\n{% /chart %}\n',
        '{% codegroup %}\n{% tint mode="dark" %}\n{% /tint %}\n\n```js\nx\n```\n{% /codegroup %}\n',
        "text {% hint %}x{% /hint %} more\n",
        "{% nav auto=true /%}\n",
        "{% codegroup %}\n{% hint= %}\n{% /codegroup %}\n",
        "{% codegroup %}\n{% /hint %}\n\n```js\nx\n```\n{% /codegroup %}\n",
        '{% collection type="page" %}\n> anything\n{% /collection %}\n',
        "{% budget %}\n# Trip\n\n## Food\n\n- Bread: 3\n{% /budget %}\n",
    ],
)
def test_no_false_positives(page: str) -> None:
    assert [code for code in codes(page) if code.startswith(("content", "empty", "heading"))] == []


def test_a_list_of_the_other_kind_is_converted() -> None:
    check_problems("""
        {% steps %}
        - One
        ^^^^^ warning[list-kind]: `steps` expects a numbered list: a bulleted list is not rendered
        - Two
        {% /steps %}
    """)
    check_fix(
        "{% steps %}\n- One\n\n  More\n- Two\n{% /steps %}\n",
        "{% steps %}\n1. One\n\n   More\n2. Two\n{% /steps %}\n",
    )


def test_parts_without_headings() -> None:
    check_problems("""
        {% accordion %}
        **What?**
        ^^^^^^^^^ warning[missing-parts]: `accordion` is split at its headings, but has none

        This.
        {% /accordion %}
    """)
    check_fix(
        "{% tabs %}\n**A**\n\nx\n\n**B**\n\ny\n{% /tabs %}\n",
        "{% tabs %}\n## A\n\nx\n\n## B\n\ny\n{% /tabs %}\n",
    )
    assert codes("{% accordion %}\n## What?\n\nThis.\n\n## Why?\n\nSo.\n{% /accordion %}\n") == []


def test_content_in_the_place_of_a_required_field_is_one_problem() -> None:
    check_problems("""
        {% deflist %}
        Term: x
        ^^^^^^^ warning[content-unexpected]: `deflist` expects a list here: a paragraph is not rendered

        Other: y
        {% /deflist %}
    """)
