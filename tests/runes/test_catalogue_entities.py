"""What a rune of a catalogue declares."""

from __future__ import annotations

import json
from typing import Any

import pytest

from refrakt.runes.catalogue.reading import load
from refrakt.runes.catalogue.writing import dumps
from refrakt.runes.model import HEADING, EntityForm, Package, Rune


def read(entity: Any) -> tuple[EntityForm | None, list[str]]:
    catalogue = {"version": 1, "package": {"name": "boats"}, "runes": [{"name": "boat", "entity": entity}]}
    package, problems = load(json.dumps(catalogue))
    assert package is not None
    return package.runes["boat"].entity, [f"{each.path}: {each.message}" for each in problems]


def test_a_form_survives_being_written_down() -> None:
    form = EntityForm(
        *("boat", "{name}", "", "page"),
        fields={"type": "boatType"},
        usual={"afloat": True, "crew": 0, "home": None},
        ties={"owner": ("owned-by", "owns")},
        section_ties={"Waits for": ("after", "before")},
        mentions=("related", "related"),
    )
    package, problems = load(dumps(Package("boats", "boats", runes={"boat": Rune("boat", "", entity=form)})))
    assert problems == []
    assert package is not None
    assert package.runes["boat"].entity == form


def test_little_has_to_be_said() -> None:
    assert read({"type": "boat"}) == (EntityForm("boat", "{id}", HEADING), [])
    assert read(None) == (None, [])


@pytest.mark.parametrize(
    ("entity", "problem"),
    [
        (3, "$.runes[0].entity: this must be an object, not a number"),
        ({}, "$.runes[0].entity: `type` is missing"),
        ({"type": "boat", "scope": "sea"}, "$.runes[0].entity.scope: 'sea' is no scope; there are site and page"),
        ({"type": "boat", "usual": {"a": []}}, "$.runes[0].entity.usual.a: this must be text, a number"),
        ({"type": "boat", "ties": []}, "$.runes[0].entity.ties: this must be an object, not a list"),
        ({"type": "boat", "ties": {"a": ["one"]}}, "$.runes[0].entity.ties.a: this must be two words"),
        ({"type": "boat", "mentions": "one"}, "$.runes[0].entity.mentions: this must be two words"),
    ],
)
def test_a_form_that_makes_no_sense_leaves_the_rune(entity: Any, problem: str) -> None:
    form, (told,) = read(entity)
    assert form is None
    assert told.startswith(problem)
    assert told.endswith("`boat` declares nothing")
