"""The output of cards, figures and embedded media."""

from __future__ import annotations

import pytest

from refrakt.runes.output.embed_providers import embedded_media

from .output_checks import check_output, output


def test_a_card_has_media_an_eyebrow_a_title_and_a_footer() -> None:
    check_output(
        """
        {% card href="/tern" media-position="start" height="md" %}
        Some text ![A boat](/tern.jpg)

        ---

        Two berths

        ### Tern

        Light.

        ---

        Pier 4
        {% /card %}
        """,
        """
        <div data-rune="card" data-rune-fields="{'media-position':'start','height':'md'}">
        <div data-section="media" data-name="media"><img src="/tern.jpg" alt="A boat"></div>
        <p data-name="eyebrow">Two berths</p>
        <div data-name="body"><h3 id="tern" data-name="title">Tern</h3><p>Light.</p></div>
        <footer data-name="footer"><p>Pier 4</p></footer>
        <a href="/tern" aria-hidden="true" tabindex="-1" data-name="link"></a></div>
        """,
    )


def test_a_card_without_breaks_is_text() -> None:
    check_output(
        "{% card %}\nOne\n\nTwo\n{% /card %}",
        """
        <div data-rune="card" data-rune-fields="{'media-position':'top'}">
        <div data-name="body"><p>One</p><p>Two</p></div></div>
        """,
    )


def test_the_caption_of_a_figure_is_its_first_text() -> None:
    check_output(
        '{% figure size="large" %}\n![A tower](/a.jpg)\n\nThe *old* tower.\n\nNot shown.\n{% /figure %}',
        """
        <figure data-rune="figure" typeof="ImageObject" data-rune-fields="{'size':'large'}">
        <img src="/a.jpg" alt="A tower" property="contentUrl">
        <figcaption property="caption" data-name="caption"><p>The <em>old</em> tower.</p></figcaption></figure>
        """,
    )


def test_a_written_caption_replaces_the_text_of_a_figure() -> None:
    html = output('{% figure caption="1884" %}\n![](placeholder:cover)\n\nNot shown.\n{% /figure %}')
    assert ">1884</figcaption>" in html
    assert 'data-shape="cover"' in html
    assert "Not shown" not in html


def test_media_is_embedded_with_its_aspect_ratio_and_a_fallback() -> None:
    html = output('{% embed url="https://youtu.be/abc" aspect="4:3" title="Bells" %}\n[Watch](/w)\n{% /embed %}')
    assert '<meta content="https://youtu.be/abc" property="contentUrl"><meta content="Bells" property="name">' in html
    assert '<div style="padding-bottom: 75%" data-name="wrapper"><iframe src="https://www.youtube-nocookie.com/' in html
    assert html.endswith('<div data-name="fallback"><p><a href="/w">Watch</a></p></div></figure>')


@pytest.mark.parametrize(
    ("aspect", "height"), [("16:9", "56.25"), ("1:1", "100"), ("auto", "56.25"), ("3:2", "66.66666666666666")]
)
def test_an_unknown_aspect_ratio_is_that_of_films(aspect: str, height: str) -> None:
    assert f"padding-bottom: {height}%" in output(f'{{% embed url="https://a.example" aspect="{aspect}" /%}}')


@pytest.mark.parametrize(
    ("url", "provider", "player"),
    [
        (
            "https://www.youtube.com/watch?list=1&v=abc",
            "youtube",
            "https://www.youtube-nocookie.com/embed/abc",
        ),
        ("https://www.youtube.com/about", "youtube", "https://www.youtube.com/about"),
        ("https://vimeo.com/12", "vimeo", "https://player.vimeo.com/video/12"),
        ("https://x.com/a/status/1", "twitter", "https://x.com/a/status/1"),
        ("https://codepen.io/a/pen/b", "codepen", "https://codepen.io/a/embed/b"),
        ("https://open.spotify.com/track/1", "spotify", "https://open.spotify.com/embed/track/1"),
        ("https://a.example/youtube.com", "generic", "https://a.example/youtube.com"),
        ("vimeo.com/12", "generic", "vimeo.com/12"),
        ("https://[", "generic", "https://["),
    ],
)
def test_players(url: str, provider: str, player: str) -> None:
    media = embedded_media(url)
    assert (media.provider, media.url) == (provider, player)
