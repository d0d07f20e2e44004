"""Labels, the order of parts, wrappers, blocks, and classes of parts."""

from __future__ import annotations

from refrakt.runes.rune_theme import (
    ContentWrapper,
    LayoutEntry,
    MetaField,
    RuneTheme,
    bar,
    container,
    plain,
    root,
)
from theme.theme_checks import at, el, part, rune, themed


def test_elements_are_labelled_by_name_or_field_at_any_depth() -> None:
    theme = RuneTheme("note", auto_label={"summary": "head", "title": "headline"})
    tree = rune("note", el("summary"), el("div", el("h2", data_field="title"), part("own", tag="summary")))
    result = themed(tree, theme)
    assert result.parts() == ["head", "div"]
    assert at(result.tag, 0).attributes["class"] == "rf-note__head"
    # A label is not a class: the element without a name hides what is in it.
    assert at(result.tag, 1, 0).attributes == {"data-field": "title", "data-name": "headline"}
    assert at(result.tag, 1, 1).attributes["data-name"] == "own"


def test_parts_are_ordered_and_the_rest_follows() -> None:
    theme = RuneTheme("card", layout={"root": root("media", "title", "absent")})
    result = themed(rune("card", "text", part("title"), el("p"), part("media")), theme)
    assert result.parts() == ["media", "title", "text", "p"]


def test_wrappers_are_filled_from_the_same_parts() -> None:
    theme = RuneTheme(
        "card",
        layout={
            "root": root("media", "content"),
            "content": container("div", "head", "body", data_zone="text"),
            "head": container("header", "title", "title"),
        },
        sections={"head": "header"},
    )
    result = themed(rune("card", part("body"), part("title"), part("media")), theme)
    assert result.parts() == ["media", "content"]
    content = result.part("content")
    assert content.attributes == {"data-name": "content", "data-zone": "text", "class": "rf-card__content"}
    assert [at(content, 0).attributes["data-name"], at(content, 1).attributes["data-name"]] == ["head", "body"]
    assert at(content, 0).attributes["data-section"] == "header"
    assert len(at(content, 0).children) == 1


def test_an_existing_part_is_reordered_and_blocks_are_placed_in_it() -> None:
    theme = RuneTheme(
        "card",
        modifiers={"kind": plain()},
        meta_fields={"kind": MetaField(meta_type="category")},
        blocks={"facts": bar("kind")},
        layout={"root": root("head"), "head": LayoutEntry(("facts", "title"))},
    )
    tree = rune("card", part("head", part("lead"), part("title"), tag="header"), fields={"kind": "large"})
    head = at(themed(tree, theme).tag, 0)
    assert [at(head, position).attributes["data-name"] for position in range(3)] == ["facts", "title", "lead"]


def test_without_root_the_first_part_of_the_name_is_reordered() -> None:
    theme = RuneTheme("card", layout={"head": LayoutEntry(("b", "a"))})
    tree = rune("card", el("div", part("head", part("a"), part("b"))), part("head", part("a"), part("b")))
    result = themed(tree, theme)
    assert at(result.tag, 0, 0, 0).attributes["data-name"] == "b"
    assert at(result.tag, 1, 0).attributes["data-name"] == "a"


def test_a_wrapper_inside_of_itself_is_reported() -> None:
    theme = RuneTheme("card", layout={"root": root("a"), "a": LayoutEntry(("b",)), "b": LayoutEntry(("a",))})
    result = themed(rune("card", part("a", part("b", part("a")))), theme)
    assert result.codes == ["layout-cycle"]
    assert result.parts() == ["a"]


def test_wrappers_are_nested_up_to_a_limit() -> None:
    nested = {f"w{level}": container("div", f"w{level + 1}") for level in range(5000)}
    result = themed(rune("card", "text"), RuneTheme("card", layout={"root": root("w0"), **nested}))
    assert result.codes == ["layout-cycle"]
    assert result.parts() == ["w0", "text"]


def test_all_content_is_wrapped() -> None:
    theme = RuneTheme("chart", content_wrapper=ContentWrapper("div", "frame"))
    result = themed(rune("chart", "text", el("p")), theme)
    assert result.parts() == ["frame"]
    assert at(result.tag, 0).attributes["class"] == "rf-chart__frame"
    assert at(result.tag, 0).children == ["text", el("p")]


def test_classes_of_parts_reach_only_through_parts() -> None:
    theme = RuneTheme("card", media_slots={"picture": "hero"}, sections={"picture": "media"})
    tree = rune("card", part("body", part("picture", class_="wide"), el("div", part("hidden"))))
    result = themed(tree, theme)
    assert result.part("picture").attributes == {
        "data-name": "picture",
        "class": "rf-card__picture wide",
        "data-section": "media",
        "data-media": "hero",
        "data-guest-fit": "clip",
    }
    assert "class" not in result.part("hidden").attributes


def test_a_rune_inside_of_a_part_gets_both_classes() -> None:
    tree = rune("card", part("body", rune("badge", data_name="mark")))
    result = themed(tree, RuneTheme("card"), runes={"badge": RuneTheme("badge")})
    assert str(result.part("mark").attributes["class"]).split() == ["rf-badge", "rf-card__mark"]
