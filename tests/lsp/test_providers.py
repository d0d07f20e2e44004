"""Help from plugins: asked for where they know a file, and never a reason for less of ours."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from refrakt.features.answers import Explanation, Offer, Offers, Range
from refrakt.hosts.lsp.providers import Providers
from refrakt.plugins import CliPlugin, CommandContext, FileProblem, SourceFile
from refrakt.plugins.discovery import DiscoveredPlugin, Discovery
from refrakt.plugins.table import Plugins
from refrakt.project.workspace import Buffer, Workspace

from .conftest import SITE, write


class Helpful:
    """Knows YAML files."""

    def handles(self, path: Path, context: CommandContext) -> bool:
        return path.suffix == ".yaml"

    def problems(self, file: SourceFile, context: CommandContext) -> Iterable[FileProblem]:
        assert file.yaml is not None
        yield FileProblem("yaml-odd", "warning", Range(0, 3), f"{context.files.read(file.path).version}")

    def complete(self, file: SourceFile, offset: int, context: CommandContext) -> Offers:
        return Offers((Offer("key", "value", Range(offset, offset), "key: "),), complete=False)

    def hover(self, file: SourceFile, offset: int, context: CommandContext) -> Explanation:
        return Explanation(Range(offset, offset + 1), "about it")


class Clumsy:
    """Breaks whatever it is asked."""

    def handles(self, path: Path, context: CommandContext) -> bool:
        return True

    def problems(self, file: SourceFile, context: CommandContext) -> Any:
        raise RuntimeError("oh")

    complete = hover = problems


@pytest.fixture
async def open_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Providers, Buffer]:
    """A YAML file that is open, in a project with a clumsy plugin and a helpful one."""
    plugins = [CliPlugin("clumsy", (), providers=(Clumsy(),)), CliPlugin("helpful", (), providers=(Helpful(),))]
    found = [
        DiscoveredPlugin(each.namespace, each.namespace, "1", "entry-point", "python", plugin=each) for each in plugins
    ]

    def for_root(root: Path, config: object) -> Plugins:
        return Plugins(root, {}, Discovery(tuple(found)), {}, ())

    monkeypatch.setattr("refrakt.plugins.table.for_root", for_root)
    folder = write(tmp_path, SITE)
    workspace = Workspace()
    providers = Providers(workspace)
    known = asyncio.Event()
    providers.on_change = known.set
    path = folder / "data.yaml"
    buffer = workspace.open(path.as_uri(), path, "a: 1\n", 7, "yaml")
    assert providers.problems(buffer) == []
    await asyncio.wait_for(known.wait(), 10)
    return providers, buffer


async def test_those_who_know_a_file_are_asked(open_file: tuple[Providers, Buffer]) -> None:
    providers, buffer = open_file
    assert [(each.code, each.message) for each in providers.problems(buffer)] == [("yaml-odd", "7")]
    offers = providers.complete(buffer, 2)
    assert [each.label for each in offers.items] == ["key"]
    assert not offers.complete
    assert providers.hover(buffer, 1) == Explanation(Range(1, 2), "about it")


async def test_one_that_fails_is_told_of_once(
    open_file: tuple[Providers, Buffer], caplog: pytest.LogCaptureFixture
) -> None:
    providers, buffer = open_file
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            assert providers.problems(buffer)
    assert len([each for each in caplog.records if "clumsy" in each.getMessage()]) == 1


async def test_one_that_hangs_is_not_asked_again(
    open_file: tuple[Providers, Buffer], monkeypatch: pytest.MonkeyPatch
) -> None:
    providers, buffer = open_file
    asked = []
    forever = threading.Event()

    def hang(self: object, file: SourceFile, offset: int, context: CommandContext) -> None:
        asked.append(1)
        forever.wait()

    monkeypatch.setattr(Helpful, "hover", hang)
    monkeypatch.setattr("refrakt.hosts.lsp.providers._PATIENCE", 0.01)
    monkeypatch.setattr("refrakt.plugins.running._switched_off", {})
    try:
        for _ in range(3):
            assert providers.hover(buffer, 1) is None
        assert asked == [1]
        assert providers.problems(buffer) == []
    finally:
        forever.set()


async def test_plugins_are_looked_for_again_when_a_project_changes(open_file: tuple[Providers, Buffer]) -> None:
    providers, buffer = open_file
    known = asyncio.Event()
    providers.on_change = known.set
    providers.look_again()
    await asyncio.sleep(0)
    assert not known.is_set()
    assert buffer.path is not None
    (buffer.path.parent / "refrakt.config.json").write_text("{}")
    providers._workspace.refresh_all()
    providers.look_again()
    await asyncio.wait_for(known.wait(), 10)
