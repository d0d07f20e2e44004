"""The five layouts of a navigation, its groups and its items."""

from __future__ import annotations

import pytest

from refrakt.runes.output.render_context import RenderContext

from .output_checks import check_output, output


def item(content: str, field: str = "item") -> str:
    return f'<li data-rune="nav-item" data-field="{field}">{content}</li>'


def slug(text: str) -> str:
    return f'<span data-field="slug">{text}</span>'


def group(title: str, panel: str, attributes: str = "") -> str:
    heading = f'<h2 id="{title.lower()}" data-field="title">{title}</h2>'
    return f'<section data-field="group" data-rune="nav-group"{attributes}>{heading}<div data-name="panel">{panel}</div></section>'


def description(content: str) -> str:
    return (
        '<span class="rf-nav-item__description" data-field="description" data-name="description">'
        + slug(content)
        + "</span>"
    )


def items(*contents: str) -> str:
    return f"<ul>{''.join(map(item, contents))}</ul>"


def link(url: str, content: str) -> str:
    return f'<a href="{url}">{content}</a>'


def nav(content: str, attributes: str = "") -> str:
    return f'<nav data-rune="nav"{attributes}>{content}</nav>'


def test_lists_before_the_first_heading_are_the_top_level() -> None:
    start = items(link("/garden", slug("Start")))
    check_output(
        """
        {% nav %}
        - [Start](/garden)

        ## Beds

        - soil
        {% /nav %}
        """,
        nav(f'<div data-name="top-level">{start}</div>' + group("Beds", items(slug("soil")))),
    )


def test_a_navigation_without_headings_is_one_list_with_nested_items() -> None:
    nested = items(slug("clay"))
    check_output(
        """
        {% nav %}
        - soil
          - clay
        {% /nav %}
        """,
        nav(items(slug("soil") + nested)),
    )


def test_nested_items_of_a_group_are_children() -> None:
    nested = f"<ul>{item(slug('clay'), 'children')}</ul>"
    check_output(
        """
        {% nav %}
        ## Beds

        - soil
          - clay
        {% /nav %}
        """,
        nav(group("Beds", items(slug("soil") + nested))),
    )


def test_paragraphs_of_an_item_describe_its_link() -> None:
    spades = link("/spade", slug("Spades") + description("Keep them sharp"))
    check_output(
        """
        {% nav %}
        - [Spades](/spade)

          Keep them sharp
        - rakes

          For leaves
        {% /nav %}
        """,
        nav(items(spades, slug("rakes") + description("For leaves"))),
    )


@pytest.mark.parametrize(
    ("body", "panel"),
    [
        ("Before\n\n- soil\n\nAfter", "<div {intro}><p>Before</p></div>{list}<div {footer}><p>After</p></div>"),
        (
            "One\n\nTwo\n\n- soil\n\nThree\n\nFour",
            "<div {intro}><p>One</p></div><p>Two</p>{list}<p>Three</p><div {footer}><p>Four</p></div>",
        ),
        ("Alone", "<div {intro}><p>Alone</p></div>"),
        ("First\n\nLast", "<div {intro}><p>First</p></div><div {footer}><p>Last</p></div>"),
    ],
)
def test_text_around_the_list_of_a_group_is_its_introduction_and_footer(body: str, panel: str) -> None:
    filled = panel.format(intro='data-name="intro"', footer='data-name="footer"', list=items(slug("soil")))
    check_output(f"{{% nav %}}\n## Beds\n\n{body}\n{{% /nav %}}", f'<nav data-rune="nav">{group("Beds", filled)}</nav>')


def test_thematic_breaks_separate_columns() -> None:
    one, two = (f'<div data-name="column">{items(slug(name))}</div>' for name in ("soil", "tools"))
    check_output(
        """
        {% nav layout="columns" %}
        - soil

        ---

        - tools
        {% /nav %}
        """,
        nav(one + two, ' layout="columns"'),
    )
    beds, old, new = (
        group(*each)
        for each in zip(("Beds", "Old", "New"), (items(slug(name)) for name in ("soil", "spade", "rake")), strict=True)
    )
    check_output(
        """
        {% nav layout="columns" %}
        ## Beds

        - soil

        ---

        ## Old

        - spade

        ## New

        - rake
        {% /nav %}
        """,
        nav(
            f'<div data-name="column">{beds}</div><div data-name="column">{old}{new}</div>',
            ' layout="columns"',
        ),
    )


def test_a_strip_has_no_groups() -> None:
    check_output(
        """
        {% nav layout="strip" %}
        ## Beds

        - soil
        {% /nav %}
        """,
        nav('<h2 id="beds">Beds</h2>' + items(slug("soil")), ' layout="strip"'),
    )


def test_a_menubar_starts_with_a_button_for_small_screens() -> None:
    assert output('{% nav layout="menubar" %}\n- soil\n{% /nav %}').startswith(
        '<nav data-rune="nav" layout="menubar"><button data-name="trigger" type="button" aria-label="Toggle navigation"'
        ' aria-expanded="false"></button><ul>'
    )


def test_a_collapsible_navigation_marks_its_groups() -> None:
    check_output(
        """
        {% nav collapsible=true defaultOpen=" Beds " ordered=true %}
        ## Beds

        - soil
        {% /nav %}
        """,
        nav(
            group("Beds", items(slug("soil")), ' data-collapsed="auto"'),
            ' class="ordered rf-nav--collapsible" data-collapsible="true" data-default-open="Beds"',
        ),
    )


def test_an_automatic_navigation_waits_for_the_other_pages() -> None:
    check_output(
        '{% nav auto=true layout="cards" %}{% /nav %}',
        """
        <p><nav data-rune="nav" layout="cards" data-auto="true"><meta data-field="__nav-auto" content="true"></nav></p>
        """,
    )


def test_slugs_are_relative_to_the_file_of_the_page() -> None:
    page = "{% nav %}\n- soil\n{% /nav %}"
    assert 'data-source-path="site/garden/index.md"' in output(page, RenderContext(path="site/garden/index.md"))
    variables = {"page": {"path": "garden/index.md"}}
    context = RenderContext(path="site/garden/index.md")
    assert 'data-source-path="garden/index.md"' in output(page, context, variables)


def test_headings_of_the_first_level_are_groups_too() -> None:
    found = output("{% nav %}\n# Beds\n\n- soil\n{% /nav %}")
    assert '<h1 id="beds" data-field="title">Beds</h1>' in found


def test_quotes_of_any_depth_do_not_exhaust_the_stack() -> None:
    assert output("{% nav %}\n# Beds\n\n" + ">" * 80 + " deep\n{% /nav %}").count("<blockquote>") == 80
