"""Texts in the language of a site."""

from __future__ import annotations

import pytest

from refrakt.runes.rune_theme import MetaField, Modifier, RuneTheme, bar, definitions, root
from refrakt.runes.structure_theme import StructureEntry
from refrakt.theme.strings import LAYOUT_TEXTS, i18n_keys, layout_text, locale_chain, strings_of_locale
from refrakt.theme.theme_html import theme_html
from theme.theme_checks import rune, themed

RECIPE = RuneTheme(
    "recipe",
    scope="kitchen",
    modifiers={"time": Modifier(default="PT1H"), "level": Modifier(default="easy")},
    meta_fields={
        "time": MetaField("temporal", label="Time", transform="duration"),
        "level": MetaField("category", label="Level", text_key="shared.level"),
    },
    blocks={"facts": definitions("time", "level")},
    layout={"root": root("facts")},
    enum_labels={"easy": "Easy"},
    structure={"foot": StructureEntry("p", children=(StructureEntry("b", part="hint", label="Hint"),))},
)


def test_labels_and_values_are_translated() -> None:
    strings = {"kitchen.recipe.time": "Zeit", "shared.level": "Stufe", "kitchen.recipe.easy": "leicht"}
    html = theme_html(themed(rune("recipe"), RECIPE, strings=strings).part("facts"))
    assert '<dt data-meta-label="">Zeit</dt>' in html
    assert '<dt data-meta-label="">Stufe</dt>' in html
    assert ">leicht</span>" in html
    assert ">1h<" in html


def test_the_attribute_keeps_the_value() -> None:
    result = themed(rune("recipe"), RECIPE, strings={"kitchen.recipe.easy": "leicht"})
    assert result["data-level"] == "easy"
    assert "rf-recipe--easy" in result.classes


def test_a_rune_of_core_has_keys_of_core() -> None:
    theme = RuneTheme(
        "note",
        modifiers={"kind": Modifier(default="tip")},
        meta_fields={"kind": MetaField(icon="note")},
        blocks={"head": bar("kind")},
        layout={"root": root("head")},
        enum_labels={"tip": "Tip"},
    )
    assert ">Rat</span>" in theme_html(themed(rune("note"), theme, strings={"core.note.tip": "Rat"}).tag)
    assert ">tip</span>" in theme_html(themed(rune("note"), theme, strings={"core.note.tip": {"one": "Rat"}}).tag)


def test_the_keys_of_a_theme() -> None:
    keys = i18n_keys([RECIPE])
    assert list(keys) == sorted(keys)
    assert keys["kitchen.recipe.time"] == "Time"
    assert keys["shared.level"] == "Level"
    assert keys["kitchen.recipe.easy"] == "Easy"
    assert keys["kitchen.recipe.hint"] == "Hint"
    assert keys["layout.search"] == "Search"
    assert "kitchen.recipe.level" not in keys


@pytest.mark.parametrize(
    ("locale", "chain"),
    [("de-CH-1996", ["de-CH-1996", "de-CH", "de"]), (" fr ", ["fr"]), ("", ["en"]), ("../x", ["en"])],
)
def test_locales(locale: str, chain: list[str]) -> None:
    assert locale_chain(locale) == chain


def test_the_bundle_of_a_locale() -> None:
    bundles = {"de": {"a": "de"}, "de-CH": {"a": "ch"}}
    assert strings_of_locale(bundles, "de-CH-x") == {"a": "ch"}
    assert strings_of_locale(bundles, "de-AT") == {"a": "de"}
    assert strings_of_locale(bundles, "fr") == {}


def test_texts_of_layouts_have_different_english_texts() -> None:
    assert len(set(LAYOUT_TEXTS.values())) == len(LAYOUT_TEXTS)
    assert layout_text({"layout.search": "Suche"}, "Search") == "Suche"
    assert layout_text({"layout.search": "Suche"}, "search") == "search"
