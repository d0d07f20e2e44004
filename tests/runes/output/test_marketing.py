"""The output of the runes for landing pages."""

from __future__ import annotations

from .output_checks import check_output, output


def section(rune: str, fields: str) -> str:
    return f'<section data-field="content-section" data-rune="{rune}" data-rune-fields="{{{fields}}}">'


def test_hero_has_header_actions_and_media() -> None:
    check_output(
        """
        {% hero media-position="end" media-ratio="1/3" %}
        ![Ferry](/ferry.jpg)

        ---

        Since 1931

        # Across the sound

        Every hour.

        - [Timetable](/times)

        ```shell
        ```
        {% /hero %}
        """,
        f"""
        {section("hero", "'align':'center','media-position':'end','media-ratio':'1/3'")}
        <div data-name="content">
        <header>
        <p data-name="eyebrow">Since 1931</p>
        <h1 id="across-the-sound" data-name="headline">Across the sound</h1>
        <p data-name="blurb">Every hour.</p>
        </header>
        <div data-name="actions">
        <ul><li data-name="action"><a href="/times"><span>Timetable</span></a></li></ul>
        <div data-name="command"><div class="rf-codeblock" data-name="command">
        <pre data-language="shell"><code data-language="shell"></code></pre>
        </div></div>
        </div>
        </div>
        <div data-name="media"><img src="/ferry.jpg" alt="Ferry"></div>
        </section>
        """,
    )


def test_ratio_and_alignment_are_left_out_unless_the_media_is_beside_the_text() -> None:
    assert "{'align':'center','media-position':'top','collapse':'md'}" in output(
        '{% hero media-position="top" media-ratio="1/3" valign="top" collapse="md" %}\n# Sound\n{% /hero %}'
    )


def test_cover_shows_only_the_first_picture() -> None:
    found = output('{% hero media-position="cover" %}\n![A](/a.jpg) and ![B](/b.jpg)\n\n---\n\n# Sound\n{% /hero %}')
    assert '<div data-name="media"><img src="/a.jpg" alt="A"></div>' in found


def test_feature_points_have_title_icon_and_description() -> None:
    check_output(
        """
        {% feature media-position="start" %}
        - ![Sail](/sail.svg)

          **Quiet**

          No engine.
        {% /feature %}
        """,
        f"""
        {section("feature", "'media-position':'start','layout':'list','align':'center'")}
        <div data-name="content"><dl data-columns="1"><div data-name="feature-item">
        <dt><img src="/sail.svg" alt="Sail" data-name="icon"><span data-name="title">Quiet</span></dt>
        <dd data-name="description">No engine.</dd>
        </div></dl></div>
        </section>
        """,
    )


def test_steps_are_headings() -> None:
    check_output(
        """
        {% steps %}
        # Leaving

        ## Cast off

        Bow line first.

        ## Set sail
        {% /steps %}
        """,
        """
        <section data-field="content-section" data-rune="steps">
        <h1 id="leaving" data-name="headline">Leaving</h1>
        <ol>
        <li data-rune="step" data-rune-fields="{'media-position':'bottom'}" data-field="step"><div data-name="content">
        <h2 id="cast-off" data-field="name">Cast off</h2><p>Bow line first.</p>
        </div></li>
        <li data-rune="step" data-rune-fields="{'media-position':'bottom'}" data-field="step"><div data-name="content">
        <h2 id="set-sail" data-field="name">Set sail</h2>
        </div></li>
        </ol></section>
        """,
    )


def test_steps_are_items_with_media() -> None:
    found = output("{% steps %}\nFirst:\n\n1. ![Rope](/rope.jpg)\n\n   ---\n\n   Cast off\n{% /steps %}")
    assert '<p data-name="blurb">First:</p><ol><li data-field="step" data-rune="step"' in found
    assert '<div data-name="content"><p>Cast off</p></div><div data-name="media"><img src="/rope.jpg"' in found


def test_pricing_reads_offers_from_headings() -> None:
    found = output(
        """
        {% pricing %}
        # Berths

        ## Night - €12.50

        One [mooring](/moor).

        ## Terms

        Pay at the pier.
        {% /pricing %}
        """
    )
    assert (
        '<h1 id="berths" data-name="eyebrow">Berths</h1><h2 id="terms" data-name="headline" property="name">' in found
    )
    assert '<ul data-layout="grid" data-columns="1" data-name="tiers">' in found
    assert '<meta content="12.50" property="price"><meta content="EUR" property="priceCurrency">' in found
    assert '<p data-field="description">One <a href="/moor" data-field="url">mooring</a>.</p>' in found


def test_featured_tier_has_its_own_theme() -> None:
    found = output(
        '{% pricing %}\n{% tier name="Year" price="400" featured=true currency="NOK" %}\n{% /tier %}\n{% /pricing %}'
    )
    assert 'data-rune="featured-tier" typeof="Offer" data-rune-fields="{\'currency\':\'NOK\'}"' in found


def test_testimonial_names_quote_author_and_portrait() -> None:
    check_output(
        """
        {% testimonial rating=4 %}
        > Calm seas.

        **Ada Holm** – pilot

        ![Ada](/ada.jpg)
        {% /testimonial %}
        """,
        """
        <article data-rune="testimonial" typeof="Review" data-rune-fields="{'rating':4}">
        <blockquote data-name="quote" property="reviewBody"><p>Calm seas.</p></blockquote>
        <span data-name="author-name">Ada Holm</span><span data-name="author-role">pilot</span>
        <meta content="card">
        <img src="/ada.jpg" alt="Ada" data-name="avatar">
        <span typeof="Person" property="author">
        <meta content="Ada Holm" property="name"><meta content="pilot" property="jobTitle"></span>
        <span typeof="Rating" property="reviewRating"><meta content="4" property="ratingValue"></span>
        </article>
        """,
    )


def test_comparison_aligns_rows_by_label() -> None:
    found = output(
        """
        {% comparison highlighted="Oak" %}
        ## Oak

        - **Weight**: heavy
        - [x] **Tar**

        ## Pine

        - **Weight** - light
        {% /comparison %}
        """
    )
    assert (
        '<tr><th class="rf-comparison__row-label" scope="row">Tar</th>'
        '<td class="rf-comparison__cell rf-comparison__cell--highlighted">'
        '<span class="rf-comparison__row-icon rf-comparison__row-icon--check" aria-label="Supported">✓</span></td>'
        '<td class="rf-comparison__cell rf-comparison__cell--empty">'
        '<span class="rf-comparison__cell--empty" aria-label="Not applicable">—</span></td></tr>'
    ) in found
    assert '<td class="rf-comparison__cell"><p>light</p></td>' in found


def test_comparison_cards_show_rows_without_label() -> None:
    found = output('{% comparison layout="cards" %}\n## Oak\n\n- ~~Floats~~\n\n> Best for keels\n{% /comparison %}')
    assert (
        '<li class="rf-comparison-card__row rf-comparison-card__row--negative">'
        '<span class="rf-comparison__negative"><s>Floats</s></span></li>'
        '<li class="rf-comparison-card__row rf-comparison-card__row--callout">'
        '<div class="rf-comparison__callout-badge"><p>Best for keels</p></div></li>'
    ) in found


def test_bento_sizes_follow_heading_levels() -> None:
    found = output("{% bento columns=5 %}\nLead\n\n## Deck\n\nWide\n\n### Hold\n{% /bento %}")
    assert found.startswith(
        "<section data-rune=\"bento\" data-rune-fields=\"{'gap':'1rem','columns':'5','row-height':'',"
        "'content-height':'','media-ratio':'','collapse':''}\"><p>Lead</p><div data-name=\"grid\">"
    )
    assert "{'size':'large','cols':'3','rows':'2'," in found
    assert "{'size':'medium','cols':'3','rows':'1'," in found
    assert '<h3 id="deck" data-name="title">Deck</h3>' in found


def test_bento_levels_and_defaults_reach_the_tiles() -> None:
    found = output(
        '{% bento levels="4x2, 3" elevation="raised" media-position="end" %}\n# Deck\n\n#### Hold\n{% /bento %}'
    )
    assert "{'size':'','cols':'4','rows':'2'," in found
    assert "{'size':'','cols':'3','rows':'1'," in found
    assert found.count('elevation="raised"') == 2
    assert found.count('data-media-position="end"') == 2
