"""Runes that arrange content: grid, juxtapose, mediatext, section, reveal, showcase, tabs, layout and region."""

from __future__ import annotations

from refrakt.runes.output.render_context import RenderContext

from .output_checks import check_output, output


def test_the_cells_of_a_grid_are_separated_by_breaks() -> None:
    check_output(
        """
        {% grid columns=2 gap="default" ratio="2 1" %}
        Boats

        ---

        Sails
        {% /grid %}
        """,
        """
        <section data-rune="grid" data-rune-fields="{'ratio':'2 1'}"><div data-layout="grid" data-columns="2">
        <div data-colspan="1" data-name="cell"><p>Boats</p></div>
        <div data-colspan="1" data-name="cell"><p>Sails</p></div></div></section>
        """,
    )


def test_spans_of_a_grid_are_columns_and_rows() -> None:
    context = RenderContext()
    found = output('{% grid spans="2:3 x" %}\nA\n\n---\n\nB\n\n---\n\nC\n{% /grid %}', context)
    assert (
        '<div data-colspan="2" data-rowspan="3" data-name="cell"><p>A</p></div><div data-name="cell"><p>B</p>' in found
    )
    assert [warning.code for warning in context.warnings] == ["dropped-content"]


def test_spans_may_be_a_list_or_a_number() -> None:
    for spans in ('["2", 1]', "2"):
        assert '<div data-colspan="2" data-name="cell"><p>A</p></div>' in output(
            f"{{% grid spans={spans} %}}\nA\n\n---\n\nB\n{{% /grid %}}"
        )


def test_the_former_layout_of_a_grid_is_its_spans() -> None:
    assert 'data-colspan="2"' in output('{% grid layout="2 1" %}\nA\n\n---\n\nB\n{% /grid %}')


def test_the_parts_of_a_juxtapose_have_labels() -> None:
    check_output(
        """
        {% juxtapose labels="1920" position=40 %}
        ![Quay](/quay.jpg)

        ---

        Today
        {% /juxtapose %}
        """,
        """
        <section data-rune="juxtapose"
         data-rune-fields="{'variant':'slider','orientation':'vertical','position':'40','duration':'1000'}">
        <div data-name="panels">
        <div data-field="panel" data-rune="juxtapose-panel"><span data-name="name">1920</span>
        <div data-name="body"><img src="/quay.jpg" alt="Quay"></div></div>
        <div data-field="panel" data-rune="juxtapose-panel"><div data-name="body"><p>Today</p></div></div>
        </div></section>
        """.replace("\n         data", " data"),
    )


def test_images_of_a_mediatext_are_beside_the_text() -> None:
    check_output(
        """
        {% mediatext wrap=true %}
        ![Rope](/rope.jpg)

        See ![it](/b.jpg) here
        {% /mediatext %}
        """,
        """
        <div data-rune="media-text" data-rune-fields="{'align':'left','ratio':'1:1','wrap':'true'}">
        <div data-name="media"><img src="/rope.jpg" alt="Rope"></div>
        <div data-name="body"><p>See <img src="/b.jpg" alt="it"> here</p></div></div>
        """,
    )


def test_a_section_has_a_header_and_a_body() -> None:
    check_output(
        """
        {% section align="center" %}
        Hours

        ## Come in

        Daily.

        - Ten to five
        {% /section %}
        """,
        """
        <section data-field="content-section" data-rune="section" data-rune-fields="{'align':'center'}">
        <header><p data-name="eyebrow">Hours</p><h2 id="come-in" data-name="headline">Come in</h2>
        <p data-name="blurb">Daily.</p></header>
        <div data-name="body"><ul><li>Ten to five</li></ul></div></section>
        """,
    )


def test_headings_of_a_reveal_are_steps() -> None:
    check_output(
        """
        {% reveal %}
        {% reveal-step name="Bark" %}
        White
        {% /reveal-step %}

        ## Leaf

        Small
        {% /reveal %}
        """,
        """
        <section data-field="content-section" data-rune="reveal"><meta content="click"><div data-name="steps">
        <div data-rune="reveal-step" data-field="step"><span data-field="name">Bark</span>
        <div data-name="body"><p>White</p></div></div>
        <div data-rune="reveal-step" data-field="step"><span data-field="name">Leaf</span>
        <div data-name="body"><p>Small</p></div></div></div></section>
        """,
    )


def test_older_attributes_of_a_showcase_are_fields() -> None:
    check_output(
        """
        {% showcase shadow="hard" bleed="none" frame-aspect="16/9" %}
        Ship
        {% /showcase %}
        """,
        """
        <div data-rune="showcase" data-rune-fields="{'frame-shadow':'md'}">
        <div data-name="viewport"><p>Ship</p></div><meta data-field="frame-aspect" content="16/9"></div>
        """,
    )


def tabs(header: str, *named: tuple[str, str]) -> str:
    buttons = "".join(f'<button data-rune="tab">{name}</button>' for name, _ in named)
    panels = "".join(f'<div data-rune="tab-panel">{panel}</div>' for _, panel in named)
    return (
        f'<section data-field="content-section" data-rune="tab-group">{header}<div role="tablist" data-name="tabs">{buttons}</div>'
        f'<div data-name="panels">{panels}</div></section>'
    )


def named(text: str) -> str:
    return f'<span data-name="name">{text}</span>'


def test_headings_are_tabs_with_their_image() -> None:
    check_output(
        """
        {% tabs %}
        Which stove?

        ## Gas ![](/gas.svg)

        Low

        ## Wood

        High
        {% /tabs %}
        """,
        tabs(
            '<header><p data-name="blurb">Which stove?</p></header>',
            ('<img src="/gas.svg" alt="">' + named("Gas "), "<p>Low</p>"),
            (named("Wood"), "<p>High</p>"),
        ),
    )


def test_without_headings_a_last_list_or_tab_tags_are_tabs() -> None:
    check_output(
        "{% tabs %}\n- Gas\n\n  Low\n- Wood\n{% /tabs %}", tabs("", (named("Gas"), "<p>Low</p>"), (named("Wood"), ""))
    )
    check_output(
        '{% tabs %}\n{% tab name="Gas" %}\nLow\n{% /tab %}\n{% /tabs %}', tabs("", (named("Gas"), "<p>Low</p>"))
    )


def test_a_layout_contains_regions() -> None:
    check_output(
        """
        {% layout %}
        {% region name="footer" mode="append" %}
        Open daily
        {% /region %}
        {% /layout %}
        """,
        """
        <div data-layout-def="true" data-extends="parent">
        <div data-region="footer" data-mode="append"><p>Open daily</p></div></div>
        """,
    )
