"""Runes with small outputs: gallery, progress, pullquote, sidenote, textblock, toc, xref, pagination, relationships, icon."""

from __future__ import annotations

import pytest

from refrakt.runes.output.render_context import RenderContext, RenderedHeading

from .output_checks import check_output, output


def test_a_gallery_shows_images_with_their_alternative_text() -> None:
    check_output(
        """
        {% gallery columns=4 caption="The clock" %}
        Some text ![Dial](/a.jpg)

        ![](/b.jpg)
        {% /gallery %}
        """,
        """
        <figure data-rune="gallery" typeof="ImageGallery"
         data-rune-fields="{'layout':'grid','lightbox':'true','columns':'4'}"><div data-name="items">
        <figure data-name="item"><img src="/a.jpg" alt="Dial"><figcaption>Dial</figcaption></figure>
        <figure data-name="item"><img src="/b.jpg" alt=""></figure></div>
        <figcaption data-field="caption">The clock</figcaption></figure>
        """.replace("\n         data", " data"),
    )


@pytest.mark.parametrize(
    ("attributes", "shown", "bar"),
    [
        ("value=1 max=3", "1/3", 'aria-valuenow="1" aria-valuemax="3" style="--rf-progress: 33%"'),
        ('value=5 max=8 display="percent"', "63%", 'aria-valuenow="5" aria-valuemax="8" style="--rf-progress: 63%"'),
        ("percent=12.5", "12.5%", 'aria-valuenow="12.5" aria-valuemax="100" style="--rf-progress: 12.5%"'),
        ("percent=140", "100%", 'aria-valuenow="100" aria-valuemax="100" style="--rf-progress: 100%"'),
        ("value=9 max=3", "9/3", 'aria-valuenow="9" aria-valuemax="3" style="--rf-progress: 100%"'),
        ("value=2", "0%", 'aria-valuenow="0" aria-valuemax="100" style="--rf-progress: 0%"'),
        ('value=1 max=2 display="none"', "", 'aria-valuenow="1" aria-valuemax="2" style="--rf-progress: 50%"'),
    ],
)
def test_progress_is_a_fraction_or_a_percentage(attributes: str, shown: str, bar: str) -> None:
    value = f'<span data-name="value">{shown}</span>' if shown else ""
    check_output(
        f"{{% progress {attributes} /%}}",
        f'<div data-rune="progress" role="progressbar" aria-valuemin="0" {bar}>{value}'
        '<span data-name="track"><span data-name="fill"></span></span></div>',
    )


def test_the_body_of_a_progress_is_its_label() -> None:
    found = output('{% progress percent=5 sentiment="caution" %}\nPlanks *left*\n{% /progress %}')
    assert 'aria-label="Planks left"' in found
    assert "data-rune-fields=\"{'sentiment':'caution'}\"" in found
    assert '<span data-name="label"><p>Planks <em>left</em></p></span>' in found


def test_a_pullquote_shows_a_quote_or_else_paragraphs() -> None:
    fields = "data-rune-fields=\"{'align':'center','variant':'default'}\""
    check_output(
        "{% pullquote %}\nBefore\n\n> One\n\n> Two\n{% /pullquote %}",
        f'<blockquote data-rune="pull-quote" {fields}><blockquote><p>One</p></blockquote></blockquote>',
    )
    check_output(
        "{% pullquote %}\nOne\n\n- item\n\nTwo\n{% /pullquote %}",
        f'<blockquote data-rune="pull-quote" {fields}><p>One</p><p>Two</p></blockquote>',
    )


def test_sidenotes_and_text_blocks_wrap_their_body() -> None:
    check_output(
        '{% sidenote variant="footnote" %}\nEight\n{% /sidenote %}',
        "<aside data-rune=\"sidenote\" data-rune-fields=\"{'variant':'footnote'}\">"
        '<div data-name="body"><p>Eight</p></div></aside>',
    )
    check_output(
        '{% textblock columns=1 lead=true align="left" %}\nEight\n{% /textblock %}',
        '<div data-rune="text-block" data-rune-fields="{\'lead\':\'lead\'}"><div data-name="body"><p>Eight</p></div></div>',
    )


def test_a_table_of_contents_lists_headings_below_the_title() -> None:
    headings = [RenderedHeading(level, f"Level {level}", f"level-{level}") for level in (1, 2, 3, 4)]
    check_output(
        "{% toc depth=2 /%}",
        """
        <nav data-rune="table-of-contents" data-rune-fields="{'depth':2,'ordered':false}"><ul data-name="list">
        <li data-level="2"><a href="#level-2">Level 2</a></li><li data-level="3"><a href="#level-3">Level 3</a></li></ul></nav>
        """,
        RenderContext(headings=headings),
    )


def test_an_xref_waits_for_the_other_pages() -> None:
    check_output(
        'See {% xref "rules" label="the rules" type="page" /%}',
        '<p>See <span data-rune="xref" data-xref-id="rules" data-xref-label="the rules" data-xref-type="page">'
        "the rules</span></p>",
    )


def test_a_pagination_links_to_urls_and_slugs() -> None:
    check_output(
        '{% pagination prev="knots" next="/splices" next-label="Splices" /%}',
        """
        <nav data-rune="pagination">
        <a href="__slug:knots" data-direction="prev" data-name="prev">
        <span data-name="marker">←</span><span data-name="label">knots</span></a>
        <a href="/splices" data-direction="next" data-name="next">
        <span data-name="label">Splices</span><span data-name="marker">→</span></a></nav>
        """,
    )


def test_an_automatic_pagination_waits_for_the_other_pages() -> None:
    check_output(
        '{% pagination auto=true scope="section" prev-label="Back" /%}',
        """
        <nav data-rune="pagination"><meta data-field="__pagination-auto" content="true">
        <meta data-field="scope" content="section"><meta data-field="prev-label" content="Back"></nav>
        """,
    )


def test_relationships_keep_their_template_as_source() -> None:
    found = output('{% relationships of=$item kind="needs" %}\n- {% $item.id %}\n{% /relationships %}', variables=_ITEM)
    assert '<meta data-field="relationships-of" content="pier">' in found
    assert '<meta data-field="relationships-kind" content="needs">' in found
    assert '<meta data-field="relationships-body" content="- {% $item.id %}\n"><div data-name="items"></div>' in found


_ITEM = {"item": {"id": "pier"}}


def test_an_icon_is_a_drawing_of_the_theme() -> None:
    context = RenderContext(icons={"global": {"anchor": '<svg viewBox="0 0 9 9"><path d="M0 0"/></svg>'}})
    check_output(
        '{% icon name="anchor" size="1em" /%}',
        """
        <svg viewbox="0 0 9 9" class="rf-icon" data-icon="anchor" width="1em" height="1em"><path d="M0 0"></path></svg>
        """,
        context,
    )
