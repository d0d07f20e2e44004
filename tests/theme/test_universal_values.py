"""Density, width, reading, spacing, elevation, prominence and motion."""

from __future__ import annotations

import re

import pytest

from refrakt.runes.rune_theme import RuneTheme
from refrakt.theme.page_html import page_html
from theme.theme_checks import at, el, part, rune, themed


def test_density_of_the_rune_the_parent_or_the_default() -> None:
    inner = RuneTheme("inner", default_density="minimal")
    outer = RuneTheme("outer", child_density="compact")
    result = themed(rune("outer", el("p", rune("inner"))), outer, runes={"inner": inner})
    assert at(result.tag, 0, 0).attributes["data-density"] == "compact"
    assert result["data-density"] == "full"
    assert themed(rune("inner"), inner)["data-density"] == "minimal"
    own = themed(rune("inner", density="full"), inner)
    assert own["data-density"] == "full"
    assert "density" not in own.tag.attributes


def test_width_and_spacing_are_attributes_and_classes_unless_they_are_the_usual_ones() -> None:
    theme = RuneTheme("band", default_width="full")
    result = themed(rune("band", spacing="tight", inset="loose"), theme)
    assert result.classes == ["rf-band", "rf-band--full", "rf-band--spacing-tight", "rf-band--inset-loose"]
    assert (result["data-width"], result["data-spacing"], result["data-inset"]) == ("full", "tight", "loose")
    assert "spacing" not in result.tag.attributes
    usual = themed(rune("band", width="content", spacing="default", inset="default"), theme)
    assert usual.classes == ["rf-band"]


def test_reading_and_initial_are_marked_on_the_body() -> None:
    theme = RuneTheme("essay", sections={"text": "body"})
    result = themed(rune("essay", part("text"), reading="prose", dropcap=True), theme)
    assert result.part("text").attributes["data-reading"] == "prose"
    assert result.part("text").attributes["data-dropcap"] == "true"
    assert {"reading", "dropcap"}.isdisjoint(re.findall(r" (\w+)", page_html(result.tag)))
    plain = themed(rune("essay", part("text"), reading="unknown"), theme)
    assert "data-reading" not in plain.part("text").attributes


def test_an_initial_needs_prose() -> None:
    result = themed(rune("essay", part("text"), dropcap=True), RuneTheme("essay", sections={"text": "body"}))
    assert "data-dropcap" not in result.part("text").attributes
    assert result.codes == ["unsupported-attribute"]


@pytest.mark.parametrize(("old", "new"), [("none", "flat"), ("sm", "raised"), ("md", "raised"), ("lg", "floating")])
def test_old_names_of_elevations(old: str, new: str) -> None:
    result = themed(rune("box", elevation=old), RuneTheme("box", default_elevation="flush"))
    assert result["data-elevation"] == new
    assert result.codes == ["deprecated-value"]


def test_default_elevation_and_measure() -> None:
    result = themed(rune("box"), RuneTheme("box", default_elevation="flush", content_measure="anchored"))
    assert (result["data-elevation"], result["data-content-measure"]) == ("flush", "anchored")


def test_prominence_is_for_runes_with_a_header() -> None:
    assert (
        themed(rune("box", prominence="quiet"), RuneTheme("box", sections={"top": "title"}))["data-prominence"]
        == "quiet"
    )
    without = themed(rune("box", prominence="quiet"), RuneTheme("box", sections={"top": "media"}))
    assert without["data-prominence"] is None
    assert without.codes == ["unsupported-attribute"]


def test_staggered_items_are_numbered() -> None:
    items = [el("li", part("cell"), data_field="cell"), el("ul", el("li", data_field="cell", style="color: red"))]
    theme = RuneTheme("wall", stagger_items="cell")
    result = themed(rune("wall", *items, reveal="fade", stagger=True), theme)
    assert at(result.tag, 0).attributes["style"] == "--rf-reveal-index: 0"
    assert "style" not in at(result.tag, 0, 0).attributes
    assert at(result.tag, 1, 0).attributes["style"] == "color: red; --rf-reveal-index: 1"
    assert (result["data-reveal"], result["data-stagger"]) == ("fade", "")
    still = themed(rune("wall", *items, stagger=False), theme)
    assert "data-stagger" not in still.tag.attributes
