"""The vocabulary is consistent, also with the runes."""

from __future__ import annotations

import importlib
from typing import get_args

import pytest

from refrakt.runes.content_model import Sections
from refrakt.runes.rune import Rune
from refrakt_plan.vocabulary import (
    COMPLEXITY,
    NUMBERED,
    PRIORITY,
    PULL_REQUEST,
    READ_ONLY_ATTRIBUTES,
    RELEASE,
    SEVERITY,
    TYPES,
    EntityType,
    Sentiment,
    StatusCategory,
    split_list,
)

every_type = pytest.mark.parametrize("kind", TYPES.values(), ids=list(TYPES))


def rune_of(kind: EntityType) -> Rune:
    found = getattr(importlib.import_module(f"refrakt_plan.runes.{kind.name}"), kind.name)
    assert isinstance(found, Rune)
    return found


@every_type
def test_every_status_has_a_category_a_sentiment_a_label_and_a_position(kind: EntityType) -> None:
    for name, status in kind.statuses.items():
        assert status.name == name
        assert status.category in get_args(StatusCategory)
        assert status.sentiment in get_args(Sentiment)
        assert status.label[0].isupper()
        assert "-" not in status.label
    assert sorted(kind.display) == sorted(kind.statuses)


@every_type
def test_every_type_can_be_achieved_and_starts_unfinished(kind: EntityType) -> None:
    categories = [status.category for status in kind.statuses.values()]
    assert "achieved" in categories
    assert not kind.is_terminal(next(iter(kind.statuses)))
    for name, status in kind.statuses.items():
        assert kind.is_terminal(name) == (status.category in ("achieved", "retired"))
    assert kind.category("no such status") == kind.category(None) == "open"


@every_type
def test_a_heading_opens_one_section_in_any_case(kind: EntityType) -> None:
    names = [each for name, others in kind.sections.items() for each in (name, *others)]
    assert len({name.lower() for name in names}) == len(names)
    for name, others in kind.sections.items():
        assert {kind.section(f" {each.upper()} ") for each in (name, *others)} == {name}
    assert kind.section("Something else") is None


@every_type
def test_the_rune_has_the_same_attributes_and_values(kind: EntityType) -> None:
    attributes = {each.name: each for each in rune_of(kind).attributes}
    assert {kind.key, *kind.settable, *READ_ONLY_ATTRIBUTES} == attributes.keys()
    assert list(attributes["status"].values) == list(kind.statuses)
    for name, scale in (("priority", PRIORITY), ("complexity", COMPLEXITY), ("severity", SEVERITY)):
        if name in attributes:
            assert attributes[name].values == scale.values


@every_type
def test_the_rune_has_the_same_sections(kind: EntityType) -> None:
    content = rune_of(kind).content
    known = content.known if isinstance(content, Sections) else ()
    assert {each.name: each.aliases for each in known} == kind.sections


def test_only_milestones_have_no_prefix() -> None:
    assert set(TYPES) - set(NUMBERED) == {"milestone"}
    assert len({TYPES[name].prefix for name in NUMBERED}) == len(NUMBERED)
    assert [kind.name for kind in TYPES.values() if kind.is_task] == ["work", "bug"]


def test_an_unknown_value_ranks_like_the_default() -> None:
    assert PRIORITY.rank("critical") < PRIORITY.rank("high") < PRIORITY.rank(None) < PRIORITY.rank("low")
    assert PRIORITY.rank("urgent!") == PRIORITY.rank("medium") == PRIORITY.rank(None)
    assert COMPLEXITY.rank(None) == COMPLEXITY.rank("unknown") == len(COMPLEXITY.values) - 1


@pytest.mark.parametrize(("text", "fits"), [("o/r#1", True), ("a.b/c_d-e#42", True), ("#1", False), ("o/r#x", False)])
def test_a_pull_request_names_its_repository(text: str, fits: bool) -> None:
    assert bool(PULL_REQUEST.fullmatch(text)) is fits


@pytest.mark.parametrize(("text", "fits"), [("v1.2.3", True), ("1.2.3-rc.1", True), ("v1.2", False), ("1.2.3 ", False)])
def test_a_release_is_a_whole_version(text: str, fits: bool) -> None:
    assert bool(RELEASE.fullmatch(text)) is fits


def test_a_list_is_trimmed_and_has_no_empty_items() -> None:
    assert split_list(" a, b ,,c ") == ["a", "b", "c"]
    assert split_list(None) == split_list("") == []
