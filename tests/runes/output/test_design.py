"""The runes of pages about a design."""

from __future__ import annotations

import pytest

from refrakt.runes.design.contrast import contrast, text_color

from .output_checks import check_output, output


def test_a_palette_has_groups_of_single_colours_and_scales() -> None:
    check_output(
        """
        {% palette title="House" columns=4 %}
        - Chalk: #f4f1ea
        - without a colon

        ## Wood

        - Clay: #fff, #111
        {% /palette %}
        """,
        """
        <section data-rune="palette"
         data-rune-fields="{'title':'House','showContrast':'false','showA11y':'false','columns':'4'}">
        <h3 data-name="title">House</h3>
        <div data-name="group"><div data-name="grid" style="--rf-palette-cols: 4"><div data-name="swatch">
        <div data-name="swatch-color" style="background-color: #f4f1ea"></div>
        <span data-name="swatch-name">Chalk</span><span data-name="swatch-value">#f4f1ea</span></div></div></div>
        <div data-name="group"><h4 data-name="group-title">Wood</h4><div data-name="scale">
        <div data-name="scale-stop" style="background-color: #fff; color: #000">#fff</div>
        <div data-name="scale-stop" style="background-color: #111; color: #fff">#111</div></div>
        <span data-name="swatch-name">Clay</span></div></section>
        """.replace("\n         data", " data"),
    )


def test_contrast_is_shown_for_colours_that_can_be_read() -> None:
    found = output(
        "{% palette showContrast=true showA11y=true %}\n- Ink: #767676\n- Sea: hsl(200 50% 50%)\n{% /palette %}"
    )
    assert '<span data-name="swatch-contrast">W: 4.5 · B: 4.6</span>' in found
    assert '<span data-name="swatch-a11y--pass">AA ✓</span><span data-name="swatch-a11y--fail">AAA ✗</span>' in found
    assert found.count("swatch-contrast") == 1
    assert 'style="background-color: hsl(200 50% 50%)"' in found


@pytest.mark.parametrize(
    "color",
    [
        "red; position: fixed",
        "url(https://evil.example/x)",
        "red}*{color:blue",
        "image-set(x)",
        "\\75rl(x)",
        "red/*",
    ],
)
def test_values_that_are_more_than_a_colour_are_not_styles(color: str) -> None:
    assert "background-color" not in output(f"{{% palette %}}\n- Bad: {color}\n{{% /palette %}}")
    assert "background-color" not in output(f'{{% swatch color="{color}" label="Bad" /%}}')


def test_contrast_follows_the_guidelines() -> None:
    assert contrast("#000", "#ffffff") == pytest.approx(21)
    assert contrast("#fff", "#FFFFFF") == pytest.approx(1)
    assert contrast("tomato", "#fff") is None
    assert (text_color("#fff"), text_color("#123"), text_color("tomato")) == ("#000", "#fff", "#000")


def test_a_swatch_shows_a_chip_and_its_label() -> None:
    check_output(
        'Doors: {% swatch color="#2f5d50" label="Fir" showValue=true /%}',
        """
        <p>Doors: <span data-rune="swatch" data-rune-fields="{'color':'#2f5d50','showValue':'true'}">
        <span style="background-color: #2f5d50" data-name="chip"></span><span data-field="label">Fir</span>
        <span data-name="value">#2f5d50</span></span></p>
        """,
    )


def test_a_typeface_is_shown_in_sizes_and_weights() -> None:
    found = output(
        """
        {% typography sample="Rye" %}
        - mono: Fira Code (700, 400)
        {% /typography %}
        """
    )
    assert 'href="https://fonts.googleapis.com/css2?family=Fira+Code:wght@400;700&amp;display=swap"' in found
    style = "font-family: 'Fira Code', monospace; "
    assert f'<div data-name="size-sample" style="{style}font-size: 48px; font-weight: 400">Rye<span' in found
    assert f'style="{style}font-weight: 700"><span data-name="weight-label">700 — Bold</span>' in found
    assert found.index("400 — Regular") < found.index("700 — Bold")
    assert "charset" not in found.replace("showCharset", "")


def test_a_long_sample_is_shortened_in_large_sizes() -> None:
    found = output(
        f'{{% typography sample="{"x" * 40}" showWeights=false showCharset=true %}}\n- body: A\n{{% /typography %}}'
    )
    assert [found.count(f">{'x' * length}<") for length in (17, 26, 35, 40)] == [1, 1, 1, 2]
    assert '<div data-name="charset"' in found


def test_font_names_cannot_end_their_declaration_or_url() -> None:
    found = output("{% typography %}\n- body: x'; color: red&family=y (400)\n{% /typography %}")
    assert "font-family: sans-serif; font-size: 48px" in found
    assert "family=x%27%3B+color%3A+red%26family%3Dy:wght@400&amp;display=swap" in found


def test_spacing_shows_distances_radii_and_shadows() -> None:
    check_output(
        """
        {% spacing %}
        - ignored: 1

        ## Spacing

        - unit: 4px
        - scale: 4, 10px

        ## Radii

        - card: 12px

        ## Shadows

        - low: 0 1px 3px rgba(0, 0, 0, 0.2)
        {% /spacing %}
        """,
        """
        <section data-rune="spacing" data-rune-fields="{'title':''}">
        <div data-name="section"><h4 data-name="section-title">Spacing</h4><div data-name="scale">
        <div data-name="scale-item"><div data-name="scale-bar" style="width: 40%"></div>
        <span data-name="scale-label">4px<span data-name="scale-multiplier">1×</span></span></div>
        <div data-name="scale-item"><div data-name="scale-bar" style="width: 100%"></div>
        <span data-name="scale-label">10px<span data-name="scale-multiplier">2.5×</span></span></div></div></div>
        <div data-name="section"><h4 data-name="section-title">Radius</h4><div data-name="radii">
        <div data-name="radius-item"><div data-name="radius-sample" style="border-radius: 12px"></div>
        <span data-name="radius-label">card</span><span data-name="radius-value">12px</span></div></div></div>
        <div data-name="section"><h4 data-name="section-title">Shadows</h4><div data-name="shadows">
        <div data-name="shadow-item">
        <div data-name="shadow-sample" style="box-shadow: 0 1px 3px rgba(0, 0, 0, 0.2)"></div>
        <span data-name="shadow-label">low</span></div></div></div></section>
        """,
    )


def test_a_design_context_publishes_its_values() -> None:
    found = output(
        """
        {% design-context title="Bakery" scope="bakery" %}
        Text that is left out.

        {% palette %}
        ## Brown

        - Crust: #8a5a2b, #6b3520
        {% /palette %}

        {% typography %}
        - body: Literata (700, 400)
        {% /typography %}

        {% spacing %}
        ## Spacing

        - scale: 4, 8

        ## Radius

        - card: 3px
        {% /spacing %}
        {% /design-context %}
        """
    )
    tokens = (
        "{\\'colors\\':[{\\'name\\':\\'Crust\\',\\'value\\':\\'#8a5a2b\\',\\'group\\':\\'Brown\\'},"
        "{\\'name\\':\\'Crust\\',\\'value\\':\\'#6b3520\\',\\'group\\':\\'Brown\\'}],"
        "\\'fonts\\':[{\\'role\\':\\'body\\',\\'family\\':\\'Literata\\',\\'weights\\':[700,400],\\'category\\':\\'sans-serif\\'}],"
        "\\'spacing\\':{\\'scale\\':[\\'4\\',\\'8\\']},\\'radii\\':[{\\'name\\':\\'card\\',\\'value\\':\\'3px\\'}]}"
    )
    assert f"data-rune-fields=\"{{'titleText':'Bakery','tokens':'{tokens}','scope':'bakery'}}\"" in found
    assert '<h3 data-name="title">Bakery</h3><div data-name="sections"><section data-rune="palette"' in found
    assert "left out" not in found


@pytest.mark.parametrize(
    ("device", "frame"),
    [
        (
            "pixel",
            (
                '<div data-name="bezel"><div data-name="notch" data-notch="punch-hole"></div><div data-name="status-bar">'
                '<span data-name="status-time">9:41</span><span data-name="status-icons"></span></div>{}'
                '<div data-name="home-indicator"></div></div>'
            ),
        ),
        ("ipad", '<div data-name="bezel">{}</div>'),
        ("watch", '<div data-name="bezel">{}</div>'),
        (
            "browser-dark",
            (
                '<div data-name="title-bar">{lights}<div data-name="address-bar"><span data-name="url">example.org</span></div>'
                "</div>{}"
            ),
        ),
        (
            "macbook",
            '<div data-name="title-bar">{lights}</div>{}<div data-name="keyboard"><div data-name="trackpad"></div></div>',
        ),
        ("none", "{}"),
    ],
)
def test_a_mockup_has_the_frame_of_its_device(device: str, frame: str) -> None:
    lights = "".join(f'<span data-name="traffic-light" data-light="{each}"></span>' for each in LIGHTS)
    viewport = '<div data-name="viewport"><p>Tides</p></div>'
    filled = frame.format(viewport, lights=f'<div data-name="traffic-lights">{lights}</div>')
    check_output(
        f'{{% mockup device="{device}" url="example.org" scale=0.8 label="Pier" %}}\nTides\n{{% /mockup %}}',
        f'<div data-rune="mockup" style="--mockup-scale: 0.8"'
        f" data-rune-fields=\"{{'device':'{device}','color':'dark','fit':'auto'}}\">"
        f'<div data-name="frame">{filled}</div><div data-name="label">Pier</div></div>',
    )


LIGHTS = ("close", "minimize", "maximize")


def test_a_status_bar_can_be_hidden() -> None:
    assert "status-bar" not in output('{% mockup device="phone" statusBar=false %}\nTides\n{% /mockup %}')


def test_a_preview_shows_its_body_as_written_and_as_html() -> None:
    found = output("{% preview source=true %}\n  {% hint %}\n  Slow **down**\n  {% /hint %}\n{% /preview %}")
    assert '<code data-language="markdoc">{% hint %}\nSlow **down**\n{% /hint %}</code>' in found
    html = """
<section data-field='content-section' data-rune='hint'>
  <div data-name='body'>
    <p>
      Slow
      <strong marker='**'>down</strong>
    </p>
  </div>
</section>
"""
    shown = html.strip().replace("<", "&lt;").replace(">", "&gt;")
    assert f'<pre data-language="html" data-name="html-source"><code data-language="html">{shown}</code></pre>' in found
    assert found.endswith('<div data-name="body"><p>Slow <strong>down</strong></p></div></section></div>')


def test_the_first_fence_of_a_preview_is_its_source() -> None:
    found = output("{% preview %}\n```css\na {}\n```\n\nShown\n{% /preview %}")
    assert '<pre data-language="css" data-name="source"><code data-language="css">a {}\n</code></pre>' in found
    assert found.endswith("<p>Shown</p></div>")


def test_a_preview_without_source_shows_its_body_only() -> None:
    check_output(
        '{% preview theme="dark" responsive="mobile" %}\nShown\n{% /preview %}',
        "<div data-rune=\"preview\" data-rune-fields=\"{'theme':'dark','responsive':'mobile'}\"><p>Shown</p></div>",
    )
