"""What a rune becomes: attributes, variants, items, themes, and wrong input."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from refrakt.compact_text import compact_text
from refrakt.errors import RefraktError
from refrakt.services.context import Context
from refrakt.services.inspect import InspectInput, inspect
from refrakt.services.short_answers import LIMIT, fits

ROOT = Path(__file__).resolve().parents[2]
CONTEXT = Context.at(ROOT / "examples" / "site", paged=False)


def inspected(rune: str, attributes: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    return inspect(CONTEXT, InspectInput(rune, attributes, **more))


def test_a_rune_with_an_attribute() -> None:
    found = inspected("callout", {"type": "warning"})
    assert (found["rune"], found["theme"], found["block"]) == ("hint", "base", "rf-hint")
    assert found["input"].startswith('{% hint type="warning" %}\n')
    assert '<section data-field="content-section" class="rf-hint rf-hint--warning"' in found["html"]
    assert found["modifiers"] == {
        "hintType": {"value": "warning", "dataAttribute": "data-hint-type", "selector": ".rf-hint--warning"}
    }
    assert found["dataAttributes"]["data-hint-type"] == "warning"
    assert found["elements"]["body"] == {"tag": "div", "selector": ".rf-hint__body", "count": 1}
    assert found["selectors"][:4] == [".rf-hint", ".rf-hint--warning", ".rf-hint__body", ".rf-hint__header"]
    assert '[data-hint-type="warning"]' in found["selectors"]
    assert found["config"]["modifiers"] == {"hintType": {"source": "meta", "default": "note"}}
    assert found["config"]["contentWrapper"] is None
    assert found["warnings"] == []


def test_without_attributes_a_rune_has_its_defaults() -> None:
    """The sample may show another variant."""
    found = inspected("hint")
    assert found["input"].startswith("{% hint %}\n")
    assert "rf-hint--note" in found["html"]


def test_edit_hints() -> None:
    found = inspected("accordion")
    assert found["editHints"] == found["config"]["editHints"]
    assert found["editHints"]["headline"] == "inline"


def test_attributes_of_the_content_stay() -> None:
    assert 'name="' in inspected("accordion-item")["input"]


def test_all_values_of_an_attribute() -> None:
    found = inspected("hint", {"type": "all"})["results"]
    assert [each["dataAttributes"]["data-hint-type"] for each in found] == ["caution", "check", "note", "warning"]
    assert len(inspected("hint", {"type": "all", "tint-mode": "all"})["results"]) == 12
    assert len(inspected("accordion", {"multiple": "all"})["results"]) == 2


@pytest.mark.parametrize(
    ("rune", "part", "count"),
    [
        ("accordion", "accordion-item", 1),
        ("accordion", "accordion-item", 5),
        ("tabs", "tab", 4),
        ("nav", "nav-item", 7),
    ],
)
def test_the_number_of_items(rune: str, part: str, count: int) -> None:
    found = inspected(rune, items=count)
    assert found["html"].count(f'data-rune="{part}"') >= count
    if part == "accordion-item":
        assert found["html"].count(f'data-rune="{part}"') == count
    assert not any(each["code"] == "sample" for each in found["warnings"])


def test_a_rune_without_items_is_a_warning() -> None:
    (warning,) = inspected("hint", items=3)["warnings"]
    assert "no repeated items" in warning["message"]


def test_texts_become_values_of_the_type() -> None:
    assert "{% accordion multiple=true %}" in inspected("accordion", {"multiple": "true"})["input"]
    assert "{% accordion multiple=true %}" in inspected("accordion", {"multiple": ""})["input"]


def test_values_that_could_end_the_tag_stay_values() -> None:
    hostile = 'x" %} {% /hint %} <script>alert(1)</script>'
    found = inspected("hint", {"type": hostile})
    assert "<script" not in found["html"]
    assert found["html"].count('data-rune="hint"') == 1


def test_a_wrong_value_is_a_warning_and_rendered() -> None:
    found = inspected("hint", {"type": "blue"})
    assert "rf-hint--blue" in found["html"]
    assert found["warnings"][0]["message"].startswith('"blue" is not a value of "type"; values: "caution"')


@pytest.mark.parametrize(
    ("query", "code", "message"),
    [
        (InspectInput("hnit"), "NOT_FOUND", "unknown rune 'hnit'; did you mean 'hint'?"),
        (InspectInput("hint", {"tipe": "x"}), "INVALID_ARGS", "has no attribute 'tipe'; did you mean 'type'?"),
        (InspectInput("hint", {"type": "all", "width": "all", "inset": "all"}), "INVALID_ARGS", "combinations"),
        (InspectInput("hint", theme="nope"), "NOT_FOUND", "unknown theme 'nope'"),
        (InspectInput("hint", theme="../x.json"), "INVALID_ARGS", "outside the project"),
        (InspectInput("hint", theme="missing.json"), "NOT_FOUND", "no file missing.json"),
        (InspectInput("accordion", items=1000), "INVALID_ARGS", "more than 100"),
        (InspectInput("hint", site="maim"), "SITE_NOT_FOUND", "maim"),
    ],
)
def test_wrong_input(query: InspectInput, code: str, message: str) -> None:
    with pytest.raises(RefraktError) as caught:
        inspect(CONTEXT, query)
    assert caught.value.code == code
    assert message in caught.value.message


def test_another_theme(tmp_path: Path) -> None:
    config = {"site": {"contentDir": "content", "theme": "@refrakt-md/lumina"}}
    (tmp_path / "refrakt.config.json").write_text(json.dumps(config))
    (tmp_path / "mine.json").write_text(json.dumps({"prefix": "my", "runes": {"Hint": {"block": "note"}}}))
    context = Context.at(tmp_path)
    assert inspect(context, InspectInput("hint"))["theme"] == "@refrakt-md/lumina"
    assert inspect(context, InspectInput("hint", theme="base"))["theme"] == "base"
    found = inspect(context, InspectInput("hint", theme="mine.json"))
    assert (found["block"], found["elements"]["body"]["selector"]) == ("my-note", ".my-note__body")


@pytest.mark.parametrize("rune", sorted(each.name for each in CONTEXT.site().vocabulary))
def test_every_rune_with_and_without_items(rune: str) -> None:
    found = inspected(rune)
    assert found["html"]
    assert found["input"]
    assert inspected(rune, items=3)["html"]
    short = inspect(Context.at(ROOT / "examples" / "site"), InspectInput(rune))
    assert fits(short), len(compact_text(short))
    assert short.keys() - {"cut", "truncated"} == found.keys()
    assert LIMIT < 8_000


def test_a_short_answer_says_what_it_cut() -> None:
    found = inspect(Context.at(ROOT / "examples" / "site"), InspectInput("hint", {"type": "all", "tint-mode": "all"}))
    assert fits(found)
    assert 'detail: "full"' in found["cut"]
    assert found["results"][0]["dataAttributes"]["data-hint-type"] == "caution"
