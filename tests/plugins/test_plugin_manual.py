"""The plugin author's page tells what is true: its samples are the example's code, and nothing of the contract is left out."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

from refrakt.plugins import discovery, table
from refrakt.plugins.contract import CliPlugin, Command, CommandContext
from refrakt.plugins.shim import input_to_argv


@pytest.fixture(scope="module")
def page(repository: Path) -> str:
    return (repository / "docs" / "plugins.md").read_text("utf-8")


def test_its_samples_are_the_code_of_the_example(page: str, repository: Path) -> None:
    example = repository / "examples" / "plugins" / "refrakt-garden"
    code = "\n".join(path.read_text("utf-8") for path in [example / "pyproject.toml", *example.rglob("*.py")])
    samples = re.findall(r"```(?:python|toml)\n(.*?)```", page, re.DOTALL)
    assert len(samples) == 6
    assert [sample for sample in samples if sample not in code] == []


@pytest.mark.parametrize("kind", [CliPlugin, Command, CommandContext])
def test_every_field_of_the_contract_is_in_it(page: str, kind: type) -> None:
    assert [each.name for each in fields(kind) if f"`{each.name}`" not in page] == []


def test_every_warning_is_in_it(page: str) -> None:
    sources = [Path(str(module.__file__)).read_text("utf-8") for module in (discovery, table)]
    codes = {code for source in sources for code in re.findall(r'"([A-Z]+_[A-Z_]+)"', source)}
    told = set(re.findall(r"^\| `([A-Z_]+)` \|", page, re.MULTILINE))
    assert told <= codes
    assert codes - told == {"UNKNOWN_TOOL", "NOT_FOUND"}


def test_its_figures_are_those_of_the_code(page: str) -> None:
    assert f"longer than {discovery.LOADING_SECONDS:g} seconds" in page
    assert f"longer than {table.DETECTING_SECONDS:g} seconds" in page
    assert f"{Command('x', 'x', lambda words: None).timeout:g} unless told otherwise" in page


def test_its_words_are_what_becomes_of_an_input() -> None:
    assert input_to_argv({"n": -3, "where": {"a": 1}}) == ["--n=-3", "--where", '{"a":1}']
