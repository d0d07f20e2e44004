"""Structure contracts, computed from config alone."""

from __future__ import annotations

from refrakt.runes.rune_theme import (
    ContentWrapper,
    InlineStyle,
    LayoutEntry,
    Modifier,
    RuneTheme,
    bar,
    container,
    definitions,
    plain,
    root,
)
from refrakt.runes.structure_theme import PartGroup, Projection, Relocation, Repeat, StructureEntry
from refrakt.theme.contracts import rune_contract, structure_contracts
from refrakt.theme.theme_config import ThemeConfig


def test_the_document_names_runes_as_theme_configs_do() -> None:
    document = structure_contracts(ThemeConfig(prefix="my", runes={"bento-cell": RuneTheme("cell", parent="bento")}))
    assert document["prefix"] == "my"
    assert document["runes"] == {
        "BentoCell": {
            "block": "cell",
            "root": ".my-cell",
            "dataRune": "bento-cell",
            "parent": "Bento",
            "childOrder": ["{content}"],
        }
    }


def test_modifiers_and_classes() -> None:
    theme = RuneTheme(
        "note",
        modifiers={"noteKind": Modifier(default="tip", value_map={"a": "b"}, map_target="data-x"), "size": plain()},
        context_modifiers={"hero": "in-hero"},
        static_modifiers=("big",),
        styles={
            "size": InlineStyle("--size"),
            "gap": InlineStyle("--gap", transform="gap"),
            "s": InlineStyle("--s", "'{}'"),
        },
        child_density="compact",
    )
    contract = rune_contract("note", theme, "rf")
    assert contract["modifiers"] == {
        "noteKind": {
            "source": "meta",
            "default": "tip",
            "classPattern": ".rf-note--{value}",
            "dataAttribute": "data-note-kind",
            "valueMap": {"a": "b"},
            "mapTarget": "data-x",
        },
        "size": {"source": "meta", "dataAttribute": "data-size"},
    }
    assert contract["contextModifiers"] == {"hero": {"suffix": "in-hero", "selector": ".rf-note--in-hero"}}
    assert contract["staticModifiers"] == [{"name": "big", "selector": ".rf-note--big"}]
    assert contract["inlineStyles"] == {
        "size": "--size",
        "gap": {"prop": "--gap"},
        "s": {"prop": "--s", "template": "'{}'"},
    }
    assert contract["childDensity"] == "compact"


def test_elements_by_source() -> None:
    theme = RuneTheme(
        "card",
        blocks={"head": bar("a", end="b"), "facts": definitions("c")},
        layout={
            "root": root("head", "text"),
            "text": container("div", "title", data_x="y"),
            "order": LayoutEntry(("a",)),
        },
        auto_label={"header": "top"},
        content_wrapper=ContentWrapper("div", "inner"),
    )
    contract = rune_contract("card", theme, "rf")
    assert contract["childOrder"] == ["head", "text", "{content}"]
    elements = contract["elements"]
    assert list(elements) == ["head", "facts", "inner", "top", "text"]
    assert elements["head"] == {
        "tag": "div",
        "selector": ".rf-card__head",
        "source": "block",
        "layout": "bar",
        "fields": ["a", "b"],
    }
    assert elements["facts"]["tag"] == "dl"
    assert elements["top"] == {"tag": "header", "selector": ".rf-card__top", "source": "autoLabel"}
    assert elements["text"]["attrs"] == {"data-x": "y"}


def test_structure_entries() -> None:
    star = StructureEntry("i", part="star")
    theme = RuneTheme(
        "card",
        structure={
            "head": StructureEntry("header", before=True, condition="a", children=(star, "text")),
            "stars": StructureEntry(
                "p", part="rating", any_condition=("a", "b"), repeat=Repeat("n", StructureEntry("b", part="dot"))
            ),
        },
        content_wrapper=ContentWrapper("div", "inner"),
    )
    contract = rune_contract("card", theme, "rf")
    assert contract["childOrder"] == ["head", "{content:inner}", "rating"]
    elements = contract["elements"]
    assert elements["head"]["condition"] == "a"
    assert elements["star"] == {"tag": "i", "selector": ".rf-card__star", "source": "structure", "parent": "head"}
    assert elements["rating"]["conditionAny"] == ["a", "b"]
    assert elements["dot"]["parent"] == "rating"


def test_variants_are_whole_contracts() -> None:
    theme = RuneTheme(
        "card",
        modifiers={"size": plain()},
        layout={"root": root("a")},
        variants={"size": {"big": {"static_modifiers": ("big",), "layout": {"root": root("b")}}}},
    )
    contract = rune_contract("card", theme, "rf")
    big = contract["variants"]["size"]["big"]
    assert big["childOrder"] == ["b", "{content}"]
    assert big["modifiers"] == contract["modifiers"]
    assert "variants" not in big


def test_projections_and_their_unknown_parts() -> None:
    theme = RuneTheme(
        "card",
        auto_label={"h2": "title"},
        projection=Projection(
            hide=("title", "gone"),
            group={"pair": PartGroup("div", ("title", "lost"))},
            relocate={"title": Relocation("pair", "append"), "away": Relocation("nowhere")},
        ),
    )
    contract = rune_contract("card", theme, "rf")
    assert contract["projection"]["relocate"] == {
        "title": {"into": "pair", "position": "append"},
        "away": {"into": "nowhere"},
    }
    assert contract["elements"]["pair"]["source"] == "projection.group"
    unknown = [each for each in contract["warnings"] if "unknown" in each]
    assert unknown == [
        'projection.hide references unknown data-name "gone"',
        'projection.group "pair" references unknown member "lost"',
        'projection.relocate source "away" is unknown',
        'projection.relocate target "nowhere" is unknown',
    ]
