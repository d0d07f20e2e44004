"""The walk over the tree: unknown elements, texts, lists, parents of parts, and trees of any depth."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from refrakt.markdoc.html import Renderable, Tag
from refrakt.markdoc.values import UNDEFINED
from refrakt.runes.output.render_context import RenderWarning
from refrakt.runes.rune_theme import InlineStyle, Modifier, RuneTheme, SequenceDirection, plain, root
from refrakt.theme.identity_transform import identity_transform
from refrakt.theme.theme_config import ThemeConfig
from refrakt.theme.theme_html import theme_html
from theme.theme_checks import at, el, meta, part, rune, themed


def test_what_the_theme_does_not_know_is_the_same_object() -> None:
    tree = el("article", el("p", "text", 4, None), rune("unknown", meta("kind", "x")))
    assert identity_transform(tree, ThemeConfig()) is tree
    assert identity_transform("text", ThemeConfig()) == "text"
    assert identity_transform(None, ThemeConfig()) is None


def test_lists_of_elements_are_transformed() -> None:
    site = ThemeConfig(runes={"box": RuneTheme("box")})
    result = identity_transform([rune("box"), [rune("box")]], site)
    assert theme_html(result).count('class="rf-box"') == 2


def test_undefined_attributes_are_left_out() -> None:
    result = themed(rune("box", id=UNDEFINED, typeof=None, title="x"), RuneTheme("box"))
    assert result.tag.attributes == {"class": "rf-box", "title": "x", "data-rune": "box", "data-density": "full"}


def test_the_order_of_attributes() -> None:
    theme = RuneTheme("box", modifiers={"kind": plain("a")}, root_attributes={"role": "note"}, default_elevation="flat")
    result = themed(rune("box", meta("tint", "x"), style="color: red", id="b", title="t"), theme)
    assert list(result.tag.attributes) == [
        *(
            "id",
            "class",
            "style",
            "title",
            "data-kind",
            "data-elevation",
            "data-tint",
            "data-rune",
            "data-density",
            "role",
        ),
    ]


def test_texts_are_translated() -> None:
    tree = el("p", el("span", "Total", data_i18n="core.budget.total", class_="x"))
    assert theme_html(identity_transform(tree, ThemeConfig())) == '<p><span class="x">Total</span></p>'
    german = ThemeConfig(strings={"core.budget.total": "Summe"})
    assert theme_html(identity_transform(tree, german)) == '<p><span class="x">Summe</span></p>'


@pytest.mark.parametrize(
    ("text", "state", "rest"),
    [
        ("[x] done", "checked", "done"),
        ("[X]done", "checked", "done"),
        ("[ ] open", "unchecked", "open"),
        ("[>] now", "active", "now"),
        ("[-] not", "skipped", "not"),
        ("[y] text", None, "[y] text"),
        (" [x] text", None, " [x] text"),
    ],
)
def test_checklists(text: str, state: str | None, rest: str) -> None:
    for item in (el("li", text, el("b", "!")), el("li", el("p", text, el("b", "!")))):
        result = at(identity_transform(el("ul", item), ThemeConfig()), 0)
        assert result.attributes.get("data-checked") == state
        inner = result if isinstance(result.children[0], str) else at(result, 0)
        assert inner.children == [rest, el("b", "!")]
    empty = el("li")
    assert identity_transform(empty, ThemeConfig()) is empty


def test_a_part_outside_of_its_rune_is_reported_once() -> None:
    runes = {"tab": RuneTheme("tab", requires_parent="tabs"), "tabs": RuneTheme("tabs"), "box": RuneTheme("box")}
    warnings: list[RenderWarning] = []
    tree = el("article", rune("tab"), rune("tab"), rune("box", rune("tab")), rune("tabs", el("div", rune("tab"))))
    identity_transform(tree, ThemeConfig(runes=runes), warnings)
    assert [(each.code, each.severity, each.message) for each in warnings] == [
        ("misplaced-part", "error", "`tab` is outside of any rune; it belongs to `tabs`"),
        ("misplaced-part", "error", "`tab` is inside of `box`; it belongs to `tabs`"),
    ]
    assert identity_transform(rune("tab"), ThemeConfig(runes=runes), warnings, parent="tabs")
    assert len(warnings) == 2


def test_any_parent_and_parts_that_make_sense_alone() -> None:
    assert themed(rune("note", el("p")), RuneTheme("note", requires_parent="*")).codes == []
    assert [each.severity for each in themed(rune("note"), RuneTheme("note", requires_parent="x")).warnings] == [
        "warning"
    ]


def test_ordered_lists_are_sequences() -> None:
    theme = RuneTheme("way", sequence="numbered", sequence_direction=SequenceDirection("direction", "vertical"))
    tree = rune("way", el("div", el("ol", el("li", el("ol")))), el("ol"))
    result = themed(tree, theme)
    outer = at(result.tag, 0, 0)
    assert (outer.attributes["data-sequence"], outer.attributes["data-sequence-direction"]) == ("numbered", "vertical")
    assert at(outer, 0, 0).attributes == {}
    assert at(result.tag, 1).attributes["data-sequence"] == "numbered"


def test_inline_styles() -> None:
    theme = RuneTheme(
        "grid",
        modifiers={name: Modifier() for name in ("ratio", "valign", "gap", "min", "sep", "none")},
        styles={
            "ratio": InlineStyle("--ratio", transform="fraction"),
            "valign": InlineStyle("--valign", transform="alignment"),
            "gap": InlineStyle("--gap", transform="gap"),
            "min": InlineStyle("--min"),
            "sep": InlineStyle("--sep", template='"{}"'),
            "none": InlineStyle("--none"),
        },
    )
    fields = {"ratio": "2 1", "valign": "bottom", "gap": "tight", "min": 12, "sep": "/"}
    assert themed(rune("grid", fields=fields, style="margin: 0"), theme).style == (
        'margin: 0; --ratio: 2fr 1fr; --valign: end; --gap: var(--rf-spacing-sm); --min: 12; --sep: "/"'
    )
    assert (
        themed(rune("grid", fields={"valign": "stretch", "gap": "3px"}), theme).style == "--valign: stretch; --gap: 3px"
    )


def test_only_consumed_metas_are_dropped() -> None:
    theme = RuneTheme("box", modifiers={"hintType": Modifier()})
    result = themed(rune("box", meta("hint-type", "x"), meta("other", "y"), Tag("meta", {"property": "name"})), theme)
    assert [at(result.tag, position).attributes for position in range(2)] == [
        {"data-field": "other", "content": "y"},
        {"property": "name"},
    ]


DEPTH = 10_000


@pytest.mark.parametrize("innermost", [el("b", "end"), rune("box", part("picture"), part("link"))])
def test_deep_trees(innermost: Tag) -> None:
    tree: Renderable = innermost
    for level in range(DEPTH):
        tree = el("div", tree, **({"data_name": "layer"} if level % 2 else {}))
    theme = RuneTheme(
        "box",
        sections={"picture": "media"},
        auto_label={"b": "mark"},
        sequence="numbered",
        layout={"absent": root("a", "b")},
        stagger_items="mark",
    )
    site = ThemeConfig(runes={"box": theme})
    for _ in range(2):
        tree = rune("box", tree, stagger=True)
    assert theme_html(identity_transform(tree, site)).count("</div>") >= DEPTH


_VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=6), st.lists(st.text(max_size=3), max_size=2)
)
ATTRIBUTES = """
    data-name data-field data-section data-rune-fields class style width spacing inset elevation prominence reveal stagger reading
    dropcap density content data-i18n data-bg-guest href
"""
METAS = """
    tint tint-mode tint-bg bg-preset bg-src bg-gradient bg-from bg-to bg-overlay scrim scrim-type frame frame-offset frame-place
    frame-displace substrate substrate-target media-position content-place kind
"""
_NAMES = st.sampled_from(ATTRIBUTES.split())
_METAS = st.sampled_from(METAS.split())


def _tags(children: st.SearchStrategy[Any]) -> st.SearchStrategy[Tag]:
    plain_tags = st.builds(
        Tag,
        st.sampled_from(["div", "li", "ol", "p", "rf-sandbox"]),
        st.dictionaries(_NAMES, _VALUES, max_size=4),
        st.lists(children, max_size=4),
    )
    runes = st.builds(
        lambda name, attributes, fields, items: Tag(
            "section", {**attributes, "data-rune": name, "data-rune-fields": json.dumps(fields, default=str)}, items
        ),
        st.sampled_from(["full", "small", "nav-item", "preview"]),
        st.dictionaries(_NAMES, _VALUES, max_size=4),
        st.dictionaries(_METAS, _VALUES, max_size=3),
        st.lists(children, max_size=5),
    )
    return st.one_of(plain_tags, runes)


_LEAVES = st.one_of(_VALUES, st.builds(meta, _METAS, _VALUES))
_SITE = ThemeConfig(
    runes={
        "full": RuneTheme(
            "full",
            modifiers={"kind": Modifier(), "media-position": plain("top"), "content-place": plain()},
            sections={"a": "media", "b": "title", "c": "body"},
            auto_label={"p": "a", "li": "b"},
            frame_target="media",
            sequence="numbered",
            stagger_items="a",
            variants={"media-position": {"cover": {"static_modifiers": ("cover",)}}},
        ),
        "small": RuneTheme("small", requires_parent="full"),
        "nav-item": RuneTheme("nav-item", post="nav-item"),
        "preview": RuneTheme("preview", post="preview"),
    },
    backgrounds={"x": {"extends": "x", "style": 3}},
)


@pytest.mark.parametrize("name", sorted({*METAS.split(), *ATTRIBUTES.split()}))
def test_no_value_raises(name: str) -> None:
    for value in (["a"], {"a": 1}, 7, 1.5, True, "", "text"):
        wrong = Tag("p", {name: value}, [])
        tree = Tag(
            "section", {"data-rune": "full", name: value}, [meta(name, value), Tag("meta", {name: value}), wrong]
        )
        assert theme_html(identity_transform(tree, _SITE))
        tree = rune("full", part("a"), part("content"), fields={"media-position": "cover", name: value})
        assert theme_html(identity_transform(tree, _SITE))


@given(st.recursive(_LEAVES, _tags, max_leaves=20))
def test_no_tree_raises(tree: Any) -> None:
    warnings: list[RenderWarning] = []
    theme_html(identity_transform(tree, _SITE, warnings), pretty=True)
    assert len({(each.code, each.message) for each in warnings}) == len(warnings)
