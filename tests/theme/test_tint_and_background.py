"""Tints, and the background layer."""

from __future__ import annotations

from typing import Any

import pytest

from refrakt.markdoc.html import Renderable, Tag
from refrakt.runes.rune_theme import RuneTheme
from refrakt.theme.passes.gradients import color, gradient
from refrakt.theme.theme_merge import Tint
from theme.theme_checks import Themed, at, el, meta, part, rune, themed

BOX = RuneTheme("box")


def box(*children: Renderable, **site: Any) -> Themed:
    return themed(rune("box", *children), BOX, **site)


def test_a_tint_of_the_theme() -> None:
    dusk = Tint({"bg": "#fed", "text": "#123"}, {"bg": "#210"}, "dark")
    result = box(meta("tint", "dusk"), tints={"dusk": dusk})
    assert (result["data-tint"], result["data-color-scheme"], result["data-tint-dark"]) == ("dusk", "dark", "")
    assert result.style == "--tint-bg: #fed; --tint-text: #123; --tint-dark-bg: #210"
    assert result.classes == ["rf-box", "rf-box--tinted"]
    assert result.tag.children == []


def test_colours_of_the_page_override_those_of_the_tint() -> None:
    metas = [
        meta("tint", "dusk"),
        meta("tint-mode", "light"),
        meta("tint-bg", "#fff"),
        meta("tint-dark-border", "#000"),
    ]
    result = box(*metas, tints={"dusk": Tint({"bg": "#fed"}, {})})
    assert result.style == "--tint-bg: #fff; --tint-dark-border: #000"
    assert result["data-color-scheme"] == "light"


def test_the_names_of_the_tint_rune_are_accepted() -> None:
    result = box(meta("tint", "custom"), meta("tint-background", "#eee"), meta("tint-accent", "#0a0"))
    assert result.style == "--tint-bg: #eee; --tint-accent: #0a0"
    assert result.tag.children == []


def test_a_mode_alone_is_no_tint() -> None:
    result = box(meta("tint-mode", "dark"))
    assert result["data-color-scheme"] == "dark"
    assert "data-tint" not in result.tag.attributes
    assert box(meta("tint-mode", "auto"))["data-color-scheme"] is None


def test_an_unknown_tint_is_named_but_not_applied() -> None:
    result = box(meta("tint", "noon"))
    assert result["data-tint"] == "noon"
    assert result.classes == ["rf-box"]


def layer(*children: Renderable, **site: Any) -> tuple[Themed, Tag]:
    result = box(*children, part("text"), **site)
    assert result.parts() == ["bg", "text"]
    return result, result.part("bg")


def test_an_image_in_the_background() -> None:
    result, bg = layer(
        meta("bg-src", "/sea.jpg"), meta("bg-blur", "md"), meta("bg-fit", "cover"), meta("bg-fixed", "true")
    )
    assert bg.attributes["style"] == "--bg-image: url(/sea.jpg); --bg-blur: 8px; --bg-fit: cover"
    assert bg.attributes["data-bg-fixed"] == ""
    assert bg.attributes["class"] == "rf-box__bg"
    assert result["data-bg"] == ""
    assert result.classes == ["rf-box", "rf-box--has-bg"]


def test_a_video_has_the_styles_of_the_layer_without_its_image() -> None:
    _, bg = layer(meta("bg-video", "/sea.mp4"), meta("bg-src", "/sea.jpg"), meta("bg-opacity", 0.5))
    assert at(bg, 0).attributes["src"] == "/sea.mp4"
    assert at(bg, 0).attributes["style"] == "--bg-opacity: 0.5"


def test_a_named_background_extends_another_one() -> None:
    backgrounds = {
        "paper": {"style": {"border": "none", "color": "red"}, "gradient": {"stops": ["bg", "surface"]}},
        "card": {"extends": "paper", "style": {"color": "blue"}},
    }
    _, bg = layer(meta("bg-preset", "card"), backgrounds=backgrounds)
    image = "linear-gradient(to bottom, var(--rf-color-bg), var(--rf-color-surface))"
    assert bg.attributes["style"] == f"border: none; color: blue; --bg-image: {image}"
    assert bg.attributes["data-bg-preset"] == "card"


@pytest.mark.parametrize(
    ("overlay", "attributes", "codes"),
    [
        ("dark", {"data-bg-overlay": "dark", "style": "opacity: 0.4"}, []),
        ("primary", {"style": "background: var(--rf-color-primary); opacity: 0.4"}, []),
        ("rgb(0 0 0)", {"style": "background: rgb(0 0 0)"}, ["raw-overlay"]),
    ],
)
def test_overlays(overlay: str, attributes: dict[str, str], codes: list[str]) -> None:
    result, bg = layer(meta("bg-overlay", overlay), meta("bg-overlay-opacity", "0.4"))
    assert at(bg, 0).attributes == {"data-name": "bg-overlay", "class": "rf-box__bg-overlay", **attributes}
    assert result.codes == codes


def test_a_scrim_sets_the_colour_scheme() -> None:
    result, bg = layer(
        meta("scrim", "bottom"), meta("scrim-type", "frost"), meta("scrim-blur", "lg"), meta("scrim-tone", "light")
    )
    assert at(bg, 0).attributes["data-scrim"] == "frost"
    assert at(bg, 0).attributes["style"] == "--scrim-blur: 16px"
    assert result["data-color-scheme"] == "light"
    tinted, _ = layer(meta("tint-mode", "dark"), meta("scrim", "top"), meta("scrim-tone", "light"))
    assert tinted["data-color-scheme"] == "dark"
    assert box(meta("scrim", "none")).parts() == ["meta"]


def test_an_element_can_be_the_background() -> None:
    guest = el("rf-sandbox", data_bg_guest="")
    result, bg = layer(guest)
    assert bg.children == [guest]
    assert result.parts() == ["bg", "text"]


def test_gradients() -> None:
    assert gradient(None, None, ["primary"]) is None
    assert gradient("radial", "to-t", ["a", "", "b"]) == "radial-gradient(var(--rf-color-a), var(--rf-color-b))"
    assert gradient(None, "to-tr", ["a", "b"]) == "linear-gradient(to top right, var(--rf-color-a), var(--rf-color-b))"
    assert color("transparent") == "transparent"
    assert color("ink/50") == "color-mix(in srgb, var(--rf-color-ink) 50%, transparent)"
    assert color("ink/0.25%") == "color-mix(in srgb, var(--rf-color-ink) 25%, transparent)"
    assert color("ink/x") == "var(--rf-color-ink/x)"
    assert color("ink/400") == "var(--rf-color-ink/400)"
