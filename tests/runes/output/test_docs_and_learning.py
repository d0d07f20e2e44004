"""The output of the runes for software and for instructions."""

from __future__ import annotations

import pytest

from .output_checks import check_output, output


def test_api_has_its_fields() -> None:
    check_output(
        """
        {% api path="/tides" %}
        Lists tides.
        {% /api %}
        """,
        """
        <article data-rune="api" data-rune-fields="{'method':'GET','path':'/tides','auth':''}">
        <div data-name="body"><p>Lists tides.</p></div>
        </article>
        """,
    )


@pytest.mark.parametrize(
    ("heading", "version", "date"),
    [
        ("v2.0.0-rc.1 — 1 May", "2.0.0-rc.1", "1 May"),
        ("2.0 - 2031-05-01", "2.0", "2031-05-01"),
        ("Unreleased - soon", "Unreleased - soon", ""),
    ],
)
def test_headings_of_a_changelog_are_releases(heading: str, version: str, date: str) -> None:
    check_output(
        f"""
        {{% changelog project="Tide" %}}
        ## {heading}

        Fixes.
        {{% /changelog %}}
        """,
        f"""
        <section data-field="content-section" data-rune="changelog" data-rune-fields="{{'project':'Tide'}}">
        <div data-name="releases">
        <section data-rune="changelog-release" data-field="release">
        <h3 data-name="version">{version}</h3><time data-field="date">{date}</time>
        <div data-name="body"><p>Fixes.</p></div>
        </section></div></section>
        """,
    )


def test_written_releases_come_before_those_of_headings() -> None:
    found = output(
        '{% changelog %}\n# News\n\n{% changelog-release version="9" %}\n{% /changelog-release %}\n\n'
        "## 2 - May\n\n## 1 - April\n{% /changelog %}"
    )
    assert found.index(">9<") < found.index(">2<") < found.index(">1<")
    assert '<header><h1 id="news" data-name="headline">News</h1></header>' in found


def test_classes_have_groups_and_members() -> None:
    check_output(
        """
        {% symbol kind="class" %}
        ## Pier

        Where boats moor.

        ### Methods

        #### `open`

        Opens it.
        {% /symbol %}
        """,
        """
        <article data-field="content-section" data-rune="symbol" typeof="TechArticle" FIELDS>
        <h2 id="pier" data-name="headline">Pier</h2>
        <p data-name="blurb">Where boats moor.</p>
        <div data-name="body">
        <section data-rune="symbol-group"><h3 data-name="label">Methods</h3><div data-name="body">
        <section data-rune="symbol-member"><h4 data-name="name"><code>open</code></h4>
        <div data-name="body"><p>Opens it.</p></div></section>
        </div></section>
        </div></article>
        """.replace(
            "FIELDS",
            "data-rune-fields=\"{'kind':'class','lang':'typescript','since':'','deprecated':'','source':''}\"",
        ),
    )


def test_items_of_a_list_at_the_end_of_a_group_are_members() -> None:
    found = output('{% symbol kind="class" %}\n## Pier\n\n### Constructor\n\nOpens.\n\n- depth\n{% /symbol %}')
    assert found.endswith(
        '<p>Opens.</p><section data-rune="symbol-member"><h4 data-name="name"></h4>'
        '<div data-name="body">depth</div></section></div></section></div></article>'
    )


def test_functions_have_no_groups() -> None:
    found = output("{% symbol %}\n## dock\n\n```ts\n```\n\n### Notes\n{% /symbol %}")
    assert "symbol-group" not in found
    assert found.endswith('<h3 id="notes">Notes</h3></div></article>')


def test_howto_has_tools_and_steps() -> None:
    check_output(
        """
        {% howto estimatedTime="5 min" %}
        # Splice

        - Rope

        1. Cut
        {% /howto %}
        """,
        """
        <article data-field="content-section" data-rune="how-to" typeof="HowTo" FIELDS>
        <meta content="5 min" property="totalTime">
        <h1 id="splice" data-name="headline" property="name">Splice</h1>
        <ul data-name="tools"><li data-name="tool" typeof="HowToTool" property="tool"><p property="name">Rope</p></li></ul>
        <ol data-name="steps"><li data-name="step" typeof="HowToStep" property="step"><p property="text">Cut</p></li></ol>
        </article>
        """.replace("FIELDS", "data-rune-fields=\"{'estimatedTime':'5 min','difficulty':''}\""),
    )


def test_recipe_publishes_what_search_engines_read() -> None:
    check_output(
        """
        {% recipe cookTime="PT1H" servings=2 %}
        ![Soup](/soup.jpg)

        ---

        # Soup

        - Peas

        1. Boil

        > Salt late.
        {% /recipe %}
        """,
        """
        <article data-field="content-section" data-rune="recipe" typeof="Recipe" FIELDS>
        <meta content="PT1H" property="cookTime"><meta content="2" property="recipeYield">
        <div data-name="media"><img src="/soup.jpg" alt="Soup" property="image"></div>
        <h1 id="soup" data-name="headline" property="name">Soup</h1>
        <ul data-name="ingredients"><li data-name="ingredient" property="recipeIngredient">Peas</li></ul>
        <ol data-name="steps">
        <li data-name="step" typeof="HowToStep" property="recipeInstructions"><p property="text">Boil</p></li>
        </ol>
        <div data-name="tips"><blockquote><p>Salt late.</p></blockquote></div>
        </article>
        """.replace(
            "FIELDS",
            "data-rune-fields=\"{'prepTime':'','cookTime':'PT1H','servings':'2','difficulty':'medium','media-position':'top'}\"",
        ),
    )
