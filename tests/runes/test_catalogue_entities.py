"""Entity definitions in catalogues."""

from __future__ import annotations

import json
from typing import Any

import pytest

from refrakt.runes.catalogue import Catalogue, as_text, dump_catalogue, read
from refrakt.runes.rune import HEADING, EntityDefinition, Package, Rune


def read_entity(entity: Any) -> tuple[EntityDefinition | None, list[str]]:
    catalogue = {"version": 1, "package": {"name": "boats"}, "runes": [{"name": "boat", "entity": entity}]}
    found = read(json.dumps(catalogue))
    package, problems = found.package, found.problems
    assert package is not None
    return package.runes["boat"].entity, [message for _, message in problems]


def test_entity_definition_round_trips() -> None:
    form = EntityDefinition(
        *("boat", "{name}", "", "page"),
        fields={"type": "boatType"},
        defaults={"afloat": True, "crew": 0, "home": None},
        relations={"owner": ("owned-by", "owns")},
        section_relations={"Waits for": ("after", "before")},
        reference_relation=("related", "related"),
    )
    boats = Package("boats", "boats", runes={"boat": Rune("boat", "", entity=form)})
    found = read(as_text(dump_catalogue(Catalogue(boats))))
    package, problems = found.package, found.problems
    assert problems == ()
    assert package is not None
    assert package.runes["boat"].entity == form


def test_minimal_entity_definition() -> None:
    assert read_entity({"type": "boat"}) == (EntityDefinition("boat", "{id}", HEADING), [])
    assert read_entity(None) == (None, [])


@pytest.mark.parametrize(
    ("entity", "problem"),
    [
        (3, "$.runes[0].entity: this must be an object, not a number"),
        ({}, "$.runes[0].entity: `type` is missing"),
        ({"type": "boat", "scope": "sea"}, "$.runes[0].entity.scope: 'sea' is not a scope; use site or page"),
        ({"type": "boat", "usual": {"a": []}}, "$.runes[0].entity.usual.a: this must be text, a number"),
        ({"type": "boat", "ties": []}, "$.runes[0].entity.ties: this must be an object, not a list"),
        ({"type": "boat", "ties": {"a": ["one"]}}, "$.runes[0].entity.ties.a: this must be a list of two names"),
        ({"type": "boat", "mentions": "one"}, "$.runes[0].entity.mentions: this must be a list of two names"),
    ],
)
def test_invalid_entity_definition_keeps_the_rune(entity: Any, problem: str) -> None:
    form, (message,) = read_entity(entity)
    assert form is None
    assert message.startswith(problem)
    assert message.endswith("`boat` declares no entity")
