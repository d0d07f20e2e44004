"""Frames, substrates, and media that is covered by a link or by the content."""

from __future__ import annotations

import pytest

from refrakt.markdoc.html import Tag
from refrakt.runes.rune_theme import RuneTheme, container, plain, root
from refrakt.theme.passes.frame import placement
from theme.theme_checks import Themed, el, meta, part, rune, themed

PLATE = RuneTheme(
    "plate", sections={"picture": "media"}, modifiers={"media-position": plain("top"), "content-place": plain()}
)
FRAMED = RuneTheme("framed", frame_target="self")


def plate(*children: Tag, theme: RuneTheme = PLATE, **site: object) -> Themed:
    return themed(rune("plate", part("picture", el("img")), *children), theme, **site)


def test_a_frame_is_around_the_media() -> None:
    result = plate(meta("frame-shadow", "md"), meta("frame-offset", "lg"), meta("frame-place", "top right"))
    picture = result.part("picture")
    assert picture.attributes["data-frame-shadow"] == "md"
    assert picture.attributes["style"] == (
        "--frame-offset: var(--rf-spacing-lg); --frame-place-x: end; --frame-place-y: start"
    )
    assert result.parts() == ["picture"]
    assert "data-frame-shadow" not in result.tag.attributes


def test_a_frame_around_the_element_itself() -> None:
    result = themed(rune("framed", meta("frame", "photo"), meta("frame-aspect", "4/3")), FRAMED)
    assert result["data-frame"] == "photo"
    assert result.style == "--frame-aspect: 4/3"


def test_a_named_frame_extends_another_one() -> None:
    frames = {"base": {"shadow": "lg", "displace": "top"}, "photo": {"extends": "base", "shadow": "sm"}}
    result = themed(rune("framed", meta("frame", "photo"), meta("frame-displace", "end")), FRAMED, frames=frames)
    assert (result["data-frame-shadow"], result["data-displace"]) == ("sm", "end")


def test_guests_of_a_bleeding_host_bleed() -> None:
    bleeding = RuneTheme("plate", sections={"picture": "media"}, guest_fit="bleed")
    result = plate(meta("frame-displace", "bottom"), meta("frame-overflow", "bleed"), theme=bleeding)
    picture = result.part("picture").attributes
    assert (picture["data-displace-mode"], picture["data-frame-overflow"]) == ("bleed", "bleed")
    assert picture["data-guest-fit"] == "bleed"
    cropped = plate(meta("frame-overflow", "bleed"))
    assert "data-frame-overflow" not in cropped.part("picture").attributes
    assert cropped.codes == ["no-effect"]


def test_a_frame_without_media_is_ignored_with_a_warning() -> None:
    result = themed(rune("plain", meta("frame-shadow", "md")), RuneTheme("plain"))
    assert "data-frame-shadow" not in result.tag.attributes
    assert result.tag.children == []
    assert result.codes == ["no-media"]
    empty = themed(rune("plate", meta("frame-shadow", "md")), PLATE)
    assert empty.codes == ["no-media"]


def test_an_unknown_offset_is_none() -> None:
    result = themed(rune("framed", meta("frame-offset", "9em")), FRAMED)
    assert result.style == "--frame-offset: 0"
    assert result.codes == ["unknown-value"]


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        ("left", ("start", "center")),
        ("center", ("center", "center")),
        ("bottom", ("center", "end")),
        ("top center", ("center", "start")),
        ("bottom left", ("start", "end")),
        ("middle", ("center", "center")),
        ("left top", ("center", "center")),
    ],
)
def test_placement(place: str, expected: tuple[str, str]) -> None:
    assert placement(place) == expected


def test_a_substrate_is_behind_the_element_or_its_media() -> None:
    metas = [meta("substrate", "dots"), meta("substrate-size", "sm"), meta("substrate-fill", "inset")]
    result = plate(*metas)
    assert (result["data-substrate"], result["data-substrate-fill"]) == ("dots", "inset")
    assert result.style == "--substrate-cell: 12px"
    on_media = plate(*metas, meta("substrate-target", "media"))
    assert on_media.part("picture").attributes["data-substrate"] == "dots"
    assert "data-substrate" not in on_media.tag.attributes
    without = themed(rune("plain", *metas, meta("substrate-target", "media")), RuneTheme("plain"))
    assert without.codes == ["no-media"]


def test_facets_without_a_pattern_stay() -> None:
    assert plate(meta("substrate-size", "sm")).parts() == ["picture", "meta"]


def test_media_under_a_link_is_presentational() -> None:
    result = plate(part("link", tag="a"))
    assert result.part("picture").attributes["data-guest-posture"] == "presentational"
    assert "data-guest-posture" not in plate().part("picture").attributes


def test_an_interactive_guest_under_a_link_is_reported() -> None:
    tree = rune("plate", part("picture", rune("player")), part("link", tag="a"))
    result = themed(tree, PLATE, runes={"player": RuneTheme("player", interactive=True)})
    assert result.codes == ["no-effect"]


COVERED = RuneTheme(
    "plate",
    sections={"picture": "media"},
    modifiers={"media-position": plain("cover"), "content-place": plain()},
    layout={"root": root("picture", "content"), "content": container("div", "title")},
)


def test_content_over_media() -> None:
    tree = rune(
        "plate",
        part("picture", el("rf-sandbox", data_activation="click")),
        part("title"),
        meta("scrim", "left"),
        fields={"content-place": "center end"},
    )
    result = themed(tree, COVERED)
    assert result.style.startswith("--cover-place-block: center; --cover-place-inline: end; --cover-scrim-image: ")
    assert result.style.endswith("--cover-scrim-dir: to left")
    assert result.part("content").attributes["data-color-scheme"] == "dark"
    sandbox = result.part("picture").children[0]
    assert isinstance(sandbox, Tag)
    assert sandbox.attributes["data-height"] == "fill"
    assert result.codes == ["no-effect"]
    assert result.parts() == ["picture", "content"]


def test_a_covered_element_without_a_scrim() -> None:
    tree = rune("plate", part("picture"), part("title"), meta("scrim", "none"), meta("scrim-type", "frost"))
    result = themed(tree, COVERED)
    assert result["data-scrim"] == "none"
    assert "data-scrim-type" not in result.tag.attributes
    assert "data-color-scheme" not in result.part("content").attributes


def test_a_frosted_scrim_and_its_tone() -> None:
    metas = [meta("scrim-type", "frost"), meta("scrim-blur", "sm"), meta("scrim-tone", "light")]
    result = themed(rune("plate", part("picture"), part("title"), *metas), COVERED)
    assert (result["data-scrim-type"], result["data-scrim-blur"]) == ("frost", "sm")
    assert result.part("content").attributes["data-color-scheme"] == "light"


def test_a_place_needs_content_over_media() -> None:
    result = themed(rune("plate", fields={"content-place": "start"}), PLATE)
    assert result.style == ""
    assert result.codes == ["no-effect"]
