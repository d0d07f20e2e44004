"""The identity transform, contracts and layouts, compared with recordings of the reference and its theme config."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from parity.theme_recordings import canonical, recorded_theme, recorded_trees
from refrakt.theme.contracts import structure_contracts
from refrakt.theme.identity_transform import identity_transform
from refrakt.theme.layout_config import Chrome, Computed, FromPage, LayoutConfig, LayoutSlot
from refrakt.theme.layouts import LAYOUTS
from refrakt.theme.rune_names import kebab_case
from refrakt.theme.theme_config import SHIPPED_THEME, ThemeConfig, overridden_theme
from refrakt.theme.theme_export import rune_theme_to_json
from refrakt.theme.theme_json import site_overrides_from_json


@pytest.mark.parametrize("name", ["fixtures", "variants"])
def test_samples_of_runes(shared: Path, name: str) -> None:
    oracle = shared / "oracle"
    theme = recorded_theme(oracle, "theme-config")
    different = [
        (record["rune"], record.get("attr"), record.get("value"))
        for record, before, after in recorded_trees(oracle, f"fixtures/{name}")
        if canonical(identity_transform(before, theme)) != canonical(after)
    ]
    assert different == []


INTENDED = {
    "/runes/aggregate": "the position of a class in the HTML that a preview shows",
    "/runes/tint": "the names of the tint rune are accepted",
}


@pytest.mark.parametrize("name", ["main", "plan"])
def test_pages(shared: Path, name: str) -> None:
    oracle = shared / "oracle"
    theme = recorded_theme(oracle, "theme-config-lumina")
    different = {
        record["url"]
        for record, before, after in recorded_trees(oracle, f"pages/{name}")
        if canonical(identity_transform(before, theme)) != canonical(after)
    }
    assert different == (set(INTENDED) if name == "main" else set())


def test_contracts(shared: Path) -> None:
    oracle = shared / "oracle"
    expected = json.loads((oracle / "contracts.json").read_text("utf-8"))
    found = structure_contracts(recorded_theme(oracle, "theme-config"))
    assert found["prefix"] == expected["prefix"]
    assert found["runes"].keys() == expected["runes"].keys()
    for rune, contract in expected["runes"].items():
        assert found["runes"][rune] == contract, rune


def test_themes_are_written_as_they_are_read(shared: Path) -> None:
    oracle = shared / "oracle"
    theme = recorded_theme(oracle, "theme-config")
    for name, written in json.loads((oracle / "theme-config.json").read_text("utf-8"))["config"]["runes"].items():
        post = {"postTransform": kebab_case(name)} if "postTransform" in written else {}
        assert rune_theme_to_json(theme.runes[kebab_case(name)]) == {**written, **post}, name


def test_tints_of_the_default_theme_and_of_a_site(shared: Path) -> None:
    site = json.loads((shared / "corpus/refrakt/refrakt.config.json").read_text("utf-8"))["sites"]["main"]
    overrides, problems = site_overrides_from_json(site)
    assembled = overridden_theme(ThemeConfig(), [SHIPPED_THEME, overrides])
    expected = recorded_theme(shared / "oracle", "theme-config-lumina")
    assert (problems, assembled.problems) == ([], ())
    assert assembled.config.tints == expected.tints
    assert assembled.config.backgrounds == expected.backgrounds


def test_layouts(shared: Path) -> None:
    recorded = json.loads((shared / "oracle/layouts.json").read_text("utf-8"))
    assert {name: _layout(layout) for name, layout in LAYOUTS.items()} == _without_drawings(recorded)


def _without_drawings(value: Any) -> Any:
    """Drawings are no contract: only whether there is one."""
    if isinstance(value, dict):
        return {key: bool(each) if key == "svg" else _without_drawings(each) for key, each in value.items()}
    return [_without_drawings(each) for each in value] if isinstance(value, list) else value


def _layout(layout: LayoutConfig) -> dict[str, Any]:
    return _present(
        block=layout.block,
        behaviors=[*layout.behaviors],
        computed={name: _computed(each) for name, each in layout.computed.items()},
        chrome={name: _chrome(each) for name, each in layout.chrome.items()},
        slots={name: _slot(each) for name, each in layout.slots.items()},
    )


def _computed(computed: Computed) -> dict[str, Any]:
    sources = {"toc": "headings", "version-switcher": "frontmatter"}
    levels = {"minLevel": computed.min_level, "maxLevel": computed.max_level} if computed.kind == "toc" else {}
    return _present(
        type=computed.kind,
        source=sources.get(computed.kind) or f"region:{computed.region}",
        options=_present(**levels, knownSectionsOnly=computed.known_sections_only),
        visibility=_present(minCount=computed.min_count, frontmatterToggle=computed.toggle),
    )


def _slot(slot: LayoutSlot) -> dict[str, Any]:
    modifier, wrapper = slot.region_modifier, slot.wrapper
    return _present(
        **{"class": slot.class_name},
        tag=slot.tag,
        source=slot.source,
        conditionalRegion=slot.region,
        frontmatterCondition=slot.frontmatter,
        conditional=slot.conditional,
        conditionalModifier={"region": modifier.depends_on, "modifier": modifier.modifier} if modifier else None,
        wrapper=_present(
            **{"class": wrapper.class_name},
            tag=wrapper.tag,
            conditionalModifier={
                "computed": wrapper.computed_modifier.depends_on,
                "modifier": wrapper.computed_modifier.modifier,
            }
            if wrapper.computed_modifier
            else None,
        )
        if wrapper
        else None,
        attrs=dict(slot.attributes),
        reading=slot.reading,
        children=[
            each if isinstance(each, str) else _slot(each) if isinstance(each, LayoutSlot) else _chrome(each)
            for each in slot.children
        ],
    )


def _chrome(chrome: Chrome) -> dict[str, Any]:
    iterate = chrome.iterate
    return _present(
        tag=chrome.tag,
        ref=chrome.part,
        svg=bool(chrome.svg),
        attrs={
            name: {"fromPageData": value.path} if isinstance(value, FromPage) else value
            for name, value in chrome.attributes.items()
        },
        pageText=chrome.text,
        pageCondition=chrome.condition,
        dateFormat={"year": "numeric", "month": "long", "day": "numeric"} if chrome.long_date else None,
        iterate=_present(**{"class": iterate.class_name}, source=iterate.source, tag=iterate.tag) if iterate else None,
        children=[each if isinstance(each, str) else _chrome(each) for each in chrome.children],
    )


def _present(**values: Any) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value}
