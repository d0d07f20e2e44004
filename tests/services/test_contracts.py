"""Structure contracts: one rune, all runes, and a file that is up to date or not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from refrakt.errors import RefraktError
from refrakt.services.context import Context
from refrakt.services.contracts import ContractsInput, contracts
from refrakt.services.contracts_check import ContractsCheckInput, contracts_check
from refrakt.services.short_answers import fits


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "refrakt.config.json").write_text('{"site": {"contentDir": "content"}}')
    return tmp_path


def test_all_runes_in_short_and_in_full(root: Path) -> None:
    short = contracts(Context.at(root), ContractsInput())
    assert fits(short)
    assert short["roots"]["Hint"] == ".rf-hint"
    full = contracts(Context.at(root), ContractsInput(detail="full"))
    assert list(full) == ["$schema", "description", "prefix", "runes"]
    assert short["total"] == len(full["runes"]) > 50
    assert contracts(Context.at(root, paged=False), ContractsInput()) == full


@pytest.mark.parametrize("name", ["hint", "Hint", "callout"])
def test_one_rune(root: Path, name: str) -> None:
    found = contracts(Context.at(root), ContractsInput(name))
    assert list(found["runes"]) == ["Hint"]
    assert found["runes"]["Hint"]["root"] == ".rf-hint"


def test_every_contract_of_a_rune_is_short(root: Path) -> None:
    context = Context.at(root)
    for name in contracts(context, ContractsInput())["roots"]:
        assert fits(contracts(context, ContractsInput(name)))


@pytest.mark.parametrize(("name", "message"), [("hnit", "did you mean 'hint'?"), ("xref", "has no contract")])
def test_no_contract(root: Path, name: str, message: str) -> None:
    with pytest.raises(RefraktError) as caught:
        contracts(Context.at(root), ContractsInput(name))
    assert caught.value.code == "NOT_FOUND"
    assert message in caught.value.message


def written(root: Path, document: Any) -> str:
    (root / "contracts.json").write_text(document if isinstance(document, str) else json.dumps(document))
    return "contracts.json"


def test_a_file_that_is_up_to_date(root: Path) -> None:
    context = Context.at(root)
    document = contracts(context, ContractsInput(detail="full"))
    path = written(root, {**dict(reversed(document.items())), "description": "another"})
    found = contracts_check(context, ContractsCheckInput(path))
    assert (found.up_to_date, found.path, found.first_difference) == (True, path, None)
    assert found.rune_count == len(document["runes"])


@pytest.mark.parametrize(
    ("change", "difference"),
    [
        (lambda runes: runes["Hint"].update(block="note"), 'runes.Hint.block: "note" in the file, "hint" in the theme'),
        (lambda runes: runes.pop("Hint"), "runes.Hint: missing in the file"),
        (lambda runes: runes.update(Mine={}), "runes.Mine: not in the theme"),
        (lambda runes: runes["Hint"]["childOrder"].append("x"), "runes.Hint.childOrder:"),
    ],
)
def test_a_file_that_differs(root: Path, change: Any, difference: str) -> None:
    context = Context.at(root)
    document = json.loads(json.dumps(contracts(context, ContractsInput(detail="full"))))
    change(document["runes"])
    found = contracts_check(context, ContractsCheckInput(written(root, document)))
    assert not found.up_to_date
    assert (found.first_difference or "").startswith(difference)


@pytest.mark.parametrize("text", ["{", "[]", '{"prefix": "rf"}', ""])
def test_a_file_that_is_no_contracts_file(root: Path, text: str) -> None:
    found = contracts_check(Context.at(root), ContractsCheckInput(written(root, text)))
    assert not found.up_to_date
    assert found.first_difference


def test_a_missing_file_is_not_up_to_date(root: Path) -> None:
    found = contracts_check(Context.at(root), ContractsCheckInput("missing.json"))
    assert (found.up_to_date, found.first_difference) == (False, "no file missing.json")
    with pytest.raises(RefraktError, match="outside the project"):
        contracts_check(Context.at(root), ContractsCheckInput("../contracts.json"))
