"""The plugin manual matches the code: its samples are those of the example, and the API is complete."""

from __future__ import annotations

import re
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

import pytest

import refrakt.plugins
from refrakt.plugins import declared_commands, discovery, plain_data, plugin_table, plugin_validation, tool_content
from refrakt.plugins.command_line_tools import input_to_argv
from refrakt.plugins.contract import CliPlugin, Command, CommandContext
from refrakt.plugins.discovery import DiscoveredPlugin
from refrakt.plugins.persistent_cache import PersistentCache


@pytest.fixture(scope="module")
def page(repository: Path) -> str:
    return (repository / "docs" / "plugins.md").read_text("utf-8")


def test_its_samples_are_the_code_of_the_example(page: str, repository: Path) -> None:
    example = repository / "examples" / "plugins" / "refrakt-garden"
    code = "\n".join(path.read_text("utf-8") for path in [example / "pyproject.toml", *example.rglob("*.py")])
    samples = re.findall(r"```(?:python|toml)\n(.*?)```", page, re.DOTALL)
    assert len(samples) == 6
    assert [sample for sample in samples if sample not in code] == []


@pytest.mark.parametrize("kind", [CliPlugin, Command, CommandContext, DiscoveredPlugin])
def test_every_field_of_the_contract_is_in_it(page: str, kind: type) -> None:
    assert [each.name for each in fields(kind) if f"`{each.name}`" not in page] == []


SHAPES = """
Resource ResourceContent Prompt PromptArgument
Span TextEdit Location Problem Fix Related CompletionList CompletionItem
Hover Definition RenameTarget FileEdit CodeAction CodeLens WorkspaceSymbol
ToolResult ImageContent AudioContent BinaryContent EmbeddedResource
"""


@pytest.mark.parametrize("name", SHAPES.split())
def test_every_field_of_what_a_plugin_gives_is_in_the_row_of_its_shape(page: str, name: str) -> None:
    kind = getattr(refrakt.plugins, name)
    (row,) = re.findall(rf"^\| `{name}` \| (.*) \|$", page, re.MULTILINE)
    names = kind._fields if issubclass(kind, tuple) else [each.name for each in fields(kind)]
    assert [each for each in names if f"`{each}`" not in row and f"`{each}(" not in row] == []
    needed = row.partition(";")[0] if name != "Resource" else row.rpartition(";")[0]
    assert all(f"`{each}" in needed for each in names if each not in _defaults(kind))


def _defaults(kind: Any) -> set[str]:
    if issubclass(kind, tuple):
        return set(kind._field_defaults)
    return {each.name for each in fields(kind) if each.default is not MISSING or each.default_factory is not MISSING}


def test_every_name_of_the_contract_is_in_it(page: str) -> None:
    protocols = {
        "CodeActionProvider",
        "CodeLensProvider",
        "CompletionProvider",
        "DefinitionProvider",
        "HoverProvider",
        "ProblemProvider",
        "Provider",
        "ReferencesProvider",
        "RenameProvider",
        "WorkspaceSymbolProvider",
    }
    result = set(re.findall(r"`(\w+)", page))
    assert set(refrakt.plugins.__all__) - result == protocols | {"Disk"}


def test_its_cache_sample_works(page: str) -> None:
    (sample,) = re.findall(r"```python [^\n]*\n(CACHE = .*?)```", page, re.DOTALL)
    names: dict[str, Any] = {"PersistentCache": PersistentCache, "Path": Path, "__file__": __file__}
    exec(sample, names)
    assert names["words"](["a b", "c"]) == {"a b": 2, "c": 1}
    assert names["CACHE"].get(["a b", "never seen"]) == {"a b": "2"}


def test_every_warning_is_in_it(page: str) -> None:
    sources = [Path(str(module.__file__)).read_text("utf-8") for module in (discovery, plugin_table)]
    codes = {code for source in sources for code in re.findall(r'"([A-Z]+_[A-Z_]+)"', source)}
    result = set(re.findall(r"^\| `([A-Z_]+)` \|", page, re.MULTILINE))
    assert result <= codes
    assert codes - result == {"UNKNOWN_TOOL", "NOT_FOUND"}


def test_its_figures_are_those_of_the_code(page: str) -> None:
    assert f"at most {tool_content.MAX_BLOCKS} of them, with at most {tool_content.MAX_CONTENT:,} bytes" in page
    assert f"at most {plain_data.MAX_DEPTH} levels deep and with at most {plain_data.MAX_DATA:,} characters" in page
    assert f"at most {declared_commands.MAX_DESCRIPTION:,} characters" in page
    assert f"`instructions` {plugin_validation.MAX_INSTRUCTIONS:,}, a list {plain_data.MAX_ITEMS:,} items" in page
    assert f"commands together {plugin_validation.MAX_LISTED:,}." in page
    assert f"at most {plugin_table.MAX_DETECTED:,} characters" in page
    assert f"longer than {discovery.LOAD_TIMEOUT:g} seconds" in page
    assert f"longer than {plugin_table.DETECTOR_TIMEOUT:g} seconds" in page
    assert f"{Command('x', 'x', lambda argv: None).timeout:g} by default" in page


def test_its_arguments_are_those_of_an_input() -> None:
    assert input_to_argv({"n": -3, "where": {"a": 1}}) == ["--n=-3", "--where", '{"a":1}']
