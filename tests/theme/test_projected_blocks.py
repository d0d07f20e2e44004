"""Blocks of metadata: which fields are shown, and how."""

from __future__ import annotations

from typing import Any

import pytest

from refrakt.markdoc.html import Tag
from refrakt.runes.rune_theme import MetaField, Modifier, RuneTheme, bar, definitions, plain, root
from refrakt.theme.passes.field_values import duration
from refrakt.theme.theme_html import theme_html
from theme.theme_checks import rune, themed


def block(field: MetaField, fields: dict[str, Any], *, listed: bool = False, **more: Any) -> str:
    """The HTML of a block with the field `value`."""
    names = ("value", "limit", "link", "other")
    theme = RuneTheme(
        "fact",
        modifiers={name: plain() for name in names},
        meta_fields={"value": field},
        blocks={"facts": definitions("value") if listed else bar("value")},
        layout={"root": root("facts")},
        **more,
    )
    result = themed(rune("fact", fields=fields), theme)
    if not result.tag.children:
        return ""
    shown = result.tag.children[0]
    assert isinstance(shown, Tag)
    assert shown.attributes["class"] == "rf-fact__facts"
    return theme_html(list(shown.children))


def test_badges_have_a_type_and_a_sentiment() -> None:
    field = MetaField("status", sentiments={"open": "positive"})
    assert block(field, {"value": "open"}) == (
        '<span class="rf-badge" data-meta-type="status" data-meta-sentiment="positive">open</span>'
    )
    assert block(field, {"value": "shut"}) == '<span class="rf-badge" data-meta-type="status">shut</span>'


def test_other_values_are_text() -> None:
    assert block(MetaField("id"), {"value": "W-1"}) == '<span data-meta-type="id">W-1</span>'
    assert block(MetaField(), {"value": 4}) == "<span>4</span>"
    assert block(MetaField(tag="time"), {"value": "2026-01-05"}) == '<time datetime="2026-01-05">2026-01-05</time>'


def test_links_ratings_and_icons() -> None:
    link = MetaField(label="Source", href="link")
    assert block(link, {"value": "x", "link": "/src"}) == '<a href="/src" data-meta-type="link">Source</a>'
    assert block(link, {"value": "x"}) == ""
    rating = MetaField(rating="limit")
    assert block(rating, {"value": 1, "limit": "2"}) == (
        '<span data-meta-type="rating"><span data-filled="true"></span><span data-filled="false"></span></span>'
    )
    assert block(rating, {"value": "3"}).count("data-filled") == 5
    assert block(rating, {"value": "3", "limit": "1000000"}).count("data-filled") == 100
    icon = MetaField(icon="mood")
    assert block(icon, {"value": "calm"}) == (
        '<span><span data-icon-group="mood" data-icon="calm"></span><span data-meta-value="">calm</span></span>'
    )


def test_conditions() -> None:
    assert block(MetaField(condition="other"), {"value": "a"}) == ""
    assert block(MetaField(condition="other"), {"value": "a", "other": "b"}) == "<span>a</span>"
    assert block(MetaField(condition="value"), {"value": ""}) == ""
    assert block(MetaField(condition="value", render_when_empty=True), {"value": ""}) == "<span></span>"
    assert block(MetaField(condition="value", render_when_empty=True), {}) == ""
    assert block(MetaField(), {}) == "<span></span>"


def test_lists_of_values() -> None:
    tags = MetaField("tag", label="Tags", split_on=",")
    assert block(tags, {"value": "a, b,,"}) == (
        '<span class="rf-badge" data-meta-type="tag">a</span><span class="rf-badge" data-meta-type="tag">b</span>'
    )
    assert block(tags, {"value": "a"}, listed=True) == (
        '<div data-name="row" data-field="value" class="rf-fact__row"><dt data-meta-label="">Tags</dt>'
        '<dd data-multi-value=""><span class="rf-badge" data-meta-type="tag">a</span></dd></div>'
    )


def test_definition_lists_have_labels() -> None:
    assert block(MetaField("temporal", tag="time"), {"value": "2026"}, listed=True) == (
        '<div data-name="row" data-field="value" class="rf-fact__row"><dt data-meta-label="">value</dt>'
        '<dd data-meta-type="temporal"><time datetime="2026">2026</time></dd></div>'
    )
    assert '<dd><span class="rf-badge" data-meta-type="category">x</span></dd>' in block(
        MetaField("category", label="Kind"), {"value": "x"}, listed=True
    )


def test_the_end_of_a_bar_and_a_bar_in_one_line() -> None:
    theme = RuneTheme(
        "fact",
        modifiers={"a": Modifier(default="1"), "b": Modifier(default="2")},
        meta_fields={"a": MetaField(), "b": MetaField()},
        blocks={"facts": bar("a", end="b", wrap=False)},
        layout={"root": root("facts")},
    )
    shown = themed(rune("fact"), theme).part("facts")
    assert theme_html(shown) == (
        '<div data-name="facts" data-zone="facts" data-zone-layout="bar" data-wrap="false" class="rf-fact__facts">'
        '<span>1</span><span data-align="end">2</span></div>'
    )


@pytest.mark.parametrize(
    ("written", "shown"),
    [("PT1H30M", "1h 30m"), ("PT45S", "45s"), ("P1D", "P1D"), ("PT", "PT"), ("about an hour", "about an hour")],
)
def test_durations(written: str, shown: str) -> None:
    assert duration(written) == shown
    assert block(MetaField(transform="duration"), {"value": written}) == f"<span>{shown}</span>"


def test_transformed_texts() -> None:
    assert block(MetaField(transform="uppercase"), {"value": "get"}) == "<span>GET</span>"
    assert block(MetaField(transform="capitalize"), {"value": "élan"}) == "<span>Élan</span>"
    assert block(MetaField(transform="uppercase"), {"value": 5}) == "<span>5</span>"
