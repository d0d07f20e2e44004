"""Providers: queried for the files they handle, never affecting our own results."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Iterable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from refrakt.errors import RefraktError
from refrakt.features.results import CodeAction, CodeLens, CompletionItem, CompletionList, Definition, Hover, Location
from refrakt.hosts.lsp.providers import Providers
from refrakt.hosts.lsp.providers.plugin_scheduler import PluginScheduler
from refrakt.markdoc.tree import Span
from refrakt.plugins import CliPlugin, CommandContext, Problem, SourceFile
from refrakt.plugins.discovery import DiscoveredPlugin, Discovery
from refrakt.plugins.plugin_table import PluginTable
from refrakt.project.snapshot import Buffer
from refrakt.project.workspace import Workspace

from .conftest import SITE, write


class Helpful:
    """Handles YAML files."""

    def handles(self, path: Path, context: CommandContext) -> bool:
        return path.suffix == ".yaml"

    def problems(self, file: SourceFile, context: CommandContext) -> Iterable[Problem]:
        assert file.yaml is not None
        yield Problem(Span(0, 3), f"{context.files.read(file.path).version}", severity="warning", code="yaml-odd")

    def complete(self, file: SourceFile, offset: int, context: CommandContext) -> CompletionList:
        return CompletionList((CompletionItem("key", "value", Span(offset, offset), "key: "),), complete=False)

    def hover(self, file: SourceFile, offset: int, context: CommandContext) -> Hover:
        return Hover(Span(offset, offset + 1), "about it")


class Clumsy:
    """Raises in every method."""

    def handles(self, path: Path, context: CommandContext) -> bool:
        return True

    def problems(self, file: SourceFile, context: CommandContext) -> Any:
        raise RuntimeError("oh")

    complete = hover = problems

    def rename(self, file: SourceFile, offset: int, new: str, context: CommandContext) -> Any:
        raise RuntimeError("oh")


@pytest.fixture
async def open_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Providers, Buffer]:
    """An open YAML file in a project with a failing and a working plugin."""
    plugins = [CliPlugin("clumsy", (), providers=(Clumsy(),)), CliPlugin("helpful", (), providers=(Helpful(),))]
    found = [
        DiscoveredPlugin(each.namespace, each.namespace, "1", "entry-point", "python", plugin=each) for each in plugins
    ]

    def for_root(root: Path, config: object) -> PluginTable:
        return PluginTable(root, {}, Discovery(tuple(found)), {}, ())

    monkeypatch.setattr("refrakt.plugins.plugin_table.for_root", for_root)
    folder = write(tmp_path, SITE)
    workspace = Workspace()
    providers = Providers(workspace)
    known = asyncio.Event()
    providers.listeners.append(known.set)
    path = folder / "data.yaml"
    buffer = workspace.open(path.as_uri(), path, "a: 1\n", 7, "yaml")
    assert not providers.client_for(buffer).is_loaded, "nobody waits for plugins to be found"
    assert await providers.client_for(buffer).hover(1) is None
    await asyncio.wait_for(known.wait(), 10)
    return providers, buffer


async def test_providers_of_a_file_are_queried(open_file: tuple[Providers, Buffer]) -> None:
    providers, buffer = open_file
    about = providers.client_for(buffer)
    found = await about.problems()
    assert found is not None
    assert [(each.code, each.message) for each in found] == [("yaml-odd", "7")]
    offers = await about.complete(2)
    assert [each.label for each in offers.items] == ["key"]
    assert not offers.complete
    assert await about.hover(1) == Hover(Span(1, 2), "about it")
    assert await about.definition(1) is None
    assert not about.has("definition")


async def test_complete_results_wait_for_plugins(open_file: tuple[Providers, Buffer]) -> None:
    workspace = open_file[0]._workspace
    assert (await Providers(workspace).wait_client_for(open_file[1])).has("hover")


async def test_failure_is_logged_once(open_file: tuple[Providers, Buffer], caplog: pytest.LogCaptureFixture) -> None:
    providers, buffer = open_file
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            assert await providers.client_for(buffer).problems()
    assert len([each for each in caplog.records if "clumsy" in each.getMessage()]) == 1


async def test_rename_failure_is_an_error(open_file: tuple[Providers, Buffer]) -> None:
    providers, buffer = open_file
    with pytest.raises(RefraktError, match="clumsy rename failed: RuntimeError: oh"):
        await providers.client_for(buffer).rename(1, "new")


async def test_busy_plugin_is_not_called_again(
    open_file: tuple[Providers, Buffer], monkeypatch: pytest.MonkeyPatch
) -> None:
    providers, buffer = open_file
    request = []
    enough = threading.Event()

    def slow(self: object, file: SourceFile, offset: int, context: CommandContext) -> Hover:
        request.append(1)
        enough.wait(30)
        return Hover(Span(0, 1), "at last")

    monkeypatch.setattr(Helpful, "hover", slow)
    monkeypatch.setattr(Helpful, "rename", Clumsy.rename, raising=False)
    monkeypatch.delattr(Clumsy, "rename")
    monkeypatch.setattr("refrakt.hosts.lsp.providers.call_timeouts.TIMEOUT", 0.01)
    about = providers.client_for(buffer)
    for _ in range(3):
        assert await about.hover(1) is None
    assert request == [1], "it is not asked while it is busy"
    assert await about.problems() is None, "nothing is known, which is not the same as nothing being wrong"
    with pytest.raises(RefraktError, match="takes too long"):
        await about.rename(1, "new")
    enough.set()
    async with asyncio.timeout(10):
        while (found := await about.hover(1)) is None:
            await asyncio.sleep(0.01)
    assert found.markdown == "at last"


class Careless:
    """Returns invalid results."""

    answer: Any = None

    def handles(self, path: Path, context: CommandContext) -> bool:
        return True

    def say(self, *argv: Any) -> Any:
        return type(self).answer

    hover = definition = complete = rename = prepare_rename = say
    problems = references = code_lenses = code_actions = workspace_symbols = say


BROKEN: dict[str, list[Any]] = {
    "hover": [5, Hover(Span(3, 1), "x"), Hover(Span(0, 99), "x"), Hover(Span(0, 1), None)],  # type: ignore[arg-type]
    "definition": [Definition(Span(0, 1), (Location("a", Span(-1, 2)),)), Definition(Span(0, 1), ("a",))],  # type: ignore[arg-type]
    "complete": [CompletionList((CompletionItem("a", "value", Span(0, 99), "a"),)), CompletionList((None,))],  # type: ignore[arg-type]
    "problems": [
        [Problem(Span(0, 1), "m", severity="dreadful", code="c")],  # type: ignore[arg-type]
        [Problem(Span(4, 90), "m", severity="error", code="c")],
        [Problem(Span(0, 1), "m", fix=(("x",),), severity="error", code="c")],  # type: ignore[arg-type]
        [Problem(Span(0, 1), "m", related=(5,), severity="error", code="c")],  # type: ignore[arg-type]
        5,
        "text",
    ],
    "references": [[Location("a", None)], [None]],  # type: ignore[arg-type]
    "code_lenses": [[CodeLens(Span(0, 1), 5)]],  # type: ignore[arg-type]
    "code_actions": [["do it"], [CodeAction(1, 2, lambda: None)]],  # type: ignore[arg-type]
}


@pytest.mark.parametrize(("name", "answer"), [(name, each) for name, some in BROKEN.items() for each in some])
async def test_invalid_results_are_dropped(
    name: str, answer: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    plugin = CliPlugin("careless", (), providers=(Careless(),))
    found = (DiscoveredPlugin("careless", "careless", "1", "entry-point", "python", plugin=plugin),)
    monkeypatch.setattr(
        "refrakt.plugins.plugin_table.for_root", lambda root, config: PluginTable(root, {}, Discovery(found), {}, ())
    )
    monkeypatch.setattr(Careless, "answer", answer)
    workspace = Workspace()
    path = write(tmp_path, {"a.txt": "text"}) / "a.txt"
    about = await Providers(workspace).wait_client_for(workspace.open(path.as_uri(), path, "text", 1, "plaintext"))
    argv: dict[str, tuple[Any, ...]] = {
        "problems": (),
        "code_lenses": (),
        "code_actions": (Span(0, 0),),
        "references": (1, True),
    }
    with caplog.at_level(logging.WARNING):
        results = await getattr(about, name)(*argv.get(name, (1,)))
    assert not (results.items if isinstance(results, CompletionList) else results)
    assert "careless" in caplog.text


async def test_other_files_are_checked_after_typing(
    open_file: tuple[Providers, Buffer], monkeypatch: pytest.MonkeyPatch
) -> None:
    providers, typed = open_file
    workspace, loop = providers._workspace, asyncio.get_running_loop()
    assert typed.path is not None
    other = typed.path.with_name("other.yaml")
    request: list[str] = []
    done = asyncio.Event()

    def problems(self: object, file: SourceFile, context: CommandContext) -> list[Problem]:
        request.append(file.path.name)
        if len(request) == 1:
            loop.call_soon_threadsafe(workspace.change, typed.uri, 8, [(0, 0, "b")])
        elif file.path == other:
            loop.call_soon_threadsafe(done.set)
        return []

    monkeypatch.setattr(Helpful, "problems", problems)

    def buffer(uri: str) -> Buffer | None:
        return workspace.snapshot.buffers.get(uri)

    client = SimpleNamespace(related_information=False)
    session: Any = SimpleNamespace(workspace=workspace, start_task=loop.create_task, buffer=buffer, client=client)
    PluginScheduler(session, providers, lambda uris: None)
    workspace.open(other.as_uri(), other, "a: 1\n", 1, "yaml")
    workspace.change(typed.uri, 7, [(0, 0, "b")])
    await asyncio.wait_for(done.wait(), 10)
    assert request == ["data.yaml", "data.yaml", "other.yaml"]


async def test_project_change_searches_plugins_again(open_file: tuple[Providers, Buffer]) -> None:
    providers, buffer = open_file
    known = asyncio.Event()
    providers.listeners.append(known.set)
    providers.refresh()
    await asyncio.sleep(0)
    assert not known.is_set()
    assert buffer.path is not None
    (buffer.path.parent / "refrakt.config.json").write_text("{}")
    providers._workspace.refresh_all()
    providers.refresh()
    await asyncio.wait_for(known.wait(), 10)
