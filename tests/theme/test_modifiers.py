"""Variants, modifiers and classes by context."""

from __future__ import annotations

from refrakt.runes.rune_theme import LayoutEntry, Modifier, RuneTheme, plain
from theme.theme_checks import at, el, meta, part, rune, themed


def test_values_of_fields_and_metas_become_attributes_and_classes() -> None:
    theme = RuneTheme("notice", modifiers={"noticeKind": Modifier(default="info"), "size": plain()})
    result = themed(rune("notice", meta("size", "lg"), fields={"noticeKind": "storm"}), theme)
    assert result["data-notice-kind"] == "storm"
    assert result["data-size"] == "lg"
    assert result.classes == ["rf-notice", "rf-notice--storm"]
    assert result.tag.children == []


def test_a_field_is_read_before_a_meta_and_the_default() -> None:
    theme = RuneTheme("notice", modifiers={"kind": Modifier(default="info")})
    assert themed(rune("notice", meta("kind", "calm"), fields={"kind": "storm"}), theme)["data-kind"] == "storm"
    assert themed(rune("notice", meta("kind", "calm"), fields={"kind": ["storm"]}), theme)["data-kind"] == "calm"
    assert themed(rune("notice"), theme)["data-kind"] == "info"


def test_numbers_keep_their_type_and_false_is_no_value() -> None:
    theme = RuneTheme("dial", modifiers={"count": Modifier(), "open": Modifier(), "zero": Modifier()})
    result = themed(rune("dial", fields={"count": 4, "open": False, "zero": 0}), theme)
    assert result["data-count"] == 4
    assert result.classes == ["rf-dial", "rf-dial--4"]
    assert "data-open" not in result.tag.attributes
    assert "data-zero" not in result.tag.attributes


def test_an_empty_text_is_an_attribute_without_a_class() -> None:
    result = themed(rune("dial", fields={"title": ""}), RuneTheme("dial", modifiers={"title": Modifier()}))
    assert result["data-title"] == ""
    assert result.classes == ["rf-dial"]


def test_values_of_attributes_are_not_passed_on() -> None:
    theme = RuneTheme("menu", modifiers={"layout": Modifier("attribute")})
    result = themed(rune("menu", layout="bar"), theme)
    assert result["data-layout"] == "bar"
    assert "layout" not in result.tag.attributes


def test_mapped_values_replace_the_value_or_set_another_attribute() -> None:
    marks = {"done": "checked"}
    theme = RuneTheme(
        "row",
        modifiers={
            "state": Modifier(value_map=marks),
            "mark": Modifier(value_map=marks, map_target="data-checked"),
            "tone": Modifier(value_map={"a": "b"}, map_target="tone-mapped"),
        },
    )
    result = themed(rune("row", fields={"state": "done", "mark": "done", "tone": "other"}), theme)
    assert (result["data-state"], result["data-mark"], result["data-checked"]) == ("checked", "done", "checked")
    assert result["data-tone-mapped"] == "other"
    assert "rf-row--done" in result.classes


def test_classes_by_parent_and_fixed_classes() -> None:
    theme = RuneTheme("notice", context_modifiers={"stage": "on-stage"}, static_modifiers=("fixed",))
    inner = rune("notice")
    outer = themed(rune("stage", el("div", inner)), RuneTheme("stage"), runes={"notice": theme})
    assert at(outer.tag, 0, 0).attributes["class"] == "rf-notice rf-notice--on-stage rf-notice--fixed"
    assert themed(inner, theme).classes == ["rf-notice", "rf-notice--fixed"]


def test_the_classes_of_the_page_are_kept() -> None:
    result = themed(rune("notice", class_="own", id="n1"), RuneTheme("notice"))
    assert result["class"] == "rf-notice own"
    assert list(result.tag.attributes)[:2] == ["id", "class"]


def test_a_variant_overrides_fields_and_merges_layout_entries() -> None:
    theme = RuneTheme(
        "plate",
        modifiers={"position": plain("top")},
        layout={"root": LayoutEntry(("picture", "text")), "text": LayoutEntry(("title",), "div")},
        variants={
            "position": {
                "cover": {
                    "static_modifiers": ("cover",),
                    "root_attributes": {"data-scope": "all"},
                    "layout": {"root": LayoutEntry(("text", "picture"))},
                }
            }
        },
    )
    children = (part("picture"), part("title"))
    assert themed(rune("plate", *children), theme).parts() == ["picture", "text"]
    covered = themed(rune("plate", *children, fields={"position": "cover"}), theme)
    assert covered.parts() == ["text", "picture"]
    assert covered.classes == ["rf-plate", "rf-plate--cover"]
    assert covered["data-scope"] == "all"


def test_wrong_fields_are_ignored() -> None:
    theme = RuneTheme("notice", modifiers={"kind": Modifier(default="info")})
    for wrong in ("{", "[1]", '"text"', 3):
        assert themed(rune("notice", data_rune_fields=wrong), theme)["data-kind"] == "info"
