"""Help from plugins: asked for where they know a file, and never a reason for less of ours."""

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
from refrakt.features.answers import Action, Definition, Explanation, Location, Note, Offer, Offers, Range
from refrakt.hosts.lsp.providers import Providers
from refrakt.hosts.lsp.providers.rounds import Rounds
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

    def rename(self, file: SourceFile, offset: int, new: str, context: CommandContext) -> Any:
        raise RuntimeError("oh")


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
    providers.listeners.append(known.set)
    path = folder / "data.yaml"
    buffer = workspace.open(path.as_uri(), path, "a: 1\n", 7, "yaml")
    assert not providers.about(buffer).is_known, "nobody waits for plugins to be found"
    assert await providers.about(buffer).hover(1) is None
    await asyncio.wait_for(known.wait(), 10)
    return providers, buffer


async def test_those_who_know_a_file_are_asked(open_file: tuple[Providers, Buffer]) -> None:
    providers, buffer = open_file
    about = providers.about(buffer)
    found = await about.problems()
    assert found is not None
    assert [(each.code, each.message) for each in found] == [("yaml-odd", "7")]
    offers = await about.complete(2)
    assert [each.label for each in offers.items] == ["key"]
    assert not offers.complete
    assert await about.hover(1) == Explanation(Range(1, 2), "about it")
    assert await about.define(1) is None
    assert not about.has("define")


async def test_who_can_wait_waits_for_plugins(open_file: tuple[Providers, Buffer]) -> None:
    workspace = open_file[0]._workspace
    assert (await Providers(workspace).all_about(open_file[1])).has("hover")


async def test_one_that_fails_is_told_of_once(
    open_file: tuple[Providers, Buffer], caplog: pytest.LogCaptureFixture
) -> None:
    providers, buffer = open_file
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            assert await providers.about(buffer).problems()
    assert len([each for each in caplog.records if "clumsy" in each.getMessage()]) == 1


async def test_one_that_fails_to_rename_says_so(open_file: tuple[Providers, Buffer]) -> None:
    providers, buffer = open_file
    with pytest.raises(RefraktError, match="clumsy rename failed: RuntimeError: oh"):
        await providers.about(buffer).rename(1, "new")


async def test_one_that_is_late_is_asked_again_when_it_has_come_to_an_end(
    open_file: tuple[Providers, Buffer], monkeypatch: pytest.MonkeyPatch
) -> None:
    providers, buffer = open_file
    asked = []
    enough = threading.Event()

    def slow(self: object, file: SourceFile, offset: int, context: CommandContext) -> Explanation:
        asked.append(1)
        enough.wait(30)
        return Explanation(Range(0, 1), "at last")

    monkeypatch.setattr(Helpful, "hover", slow)
    monkeypatch.setattr(Helpful, "rename", Clumsy.rename, raising=False)
    monkeypatch.delattr(Clumsy, "rename")
    monkeypatch.setattr("refrakt.hosts.lsp.providers.calls.PATIENCE", 0.01)
    about = providers.about(buffer)
    for _ in range(3):
        assert await about.hover(1) is None
    assert asked == [1], "it is not asked while it is busy"
    assert await about.problems() is None, "nothing is known, which is not the same as nothing being wrong"
    with pytest.raises(RefraktError, match="takes too long"):
        await about.rename(1, "new")
    enough.set()
    async with asyncio.timeout(10):
        while (found := await about.hover(1)) is None:
            await asyncio.sleep(0.01)
    assert found.markdown == "at last"


class Careless:
    """Answers what nobody can be told."""

    answer: Any = None

    def handles(self, path: Path, context: CommandContext) -> bool:
        return True

    def say(self, *words: Any) -> Any:
        return type(self).answer

    hover = define = complete = rename = prepare_rename = say
    problems = references = notes = actions = landmarks = say


BROKEN: dict[str, list[Any]] = {
    "hover": [5, Explanation(Range(3, 1), "x"), Explanation(Range(0, 99), "x"), Explanation(Range(0, 1), None)],  # type: ignore[arg-type]
    "define": [Definition(Range(0, 1), (Location("a", Range(-1, 2)),)), Definition(Range(0, 1), ("a",))],  # type: ignore[arg-type]
    "complete": [Offers((Offer("a", "value", Range(0, 99), "a"),)), Offers((None,))],  # type: ignore[arg-type]
    "problems": [
        [FileProblem("c", "dreadful", Range(0, 1), "m")],  # type: ignore[arg-type]
        [FileProblem("c", "error", Range(4, 90), "m")],
        [FileProblem("c", "error", Range(0, 1), "m", fix=(("x",),))],  # type: ignore[arg-type]
        [FileProblem("c", "error", Range(0, 1), "m", related=(5,))],  # type: ignore[arg-type]
        5,
        "text",
    ],
    "references": [[Location("a", None)], [None]],  # type: ignore[arg-type]
    "notes": [[Note(Range(0, 1), 5)]],  # type: ignore[arg-type]
    "actions": [["do it"], [Action(1, 2, lambda: None)]],  # type: ignore[arg-type]
}


@pytest.mark.parametrize(("name", "answer"), [(name, each) for name, some in BROKEN.items() for each in some])
async def test_what_cannot_be_told_is_left_out(
    name: str, answer: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    plugin = CliPlugin("careless", (), providers=(Careless(),))
    found = (DiscoveredPlugin("careless", "careless", "1", "entry-point", "python", plugin=plugin),)
    monkeypatch.setattr(
        "refrakt.plugins.table.for_root", lambda root, config: Plugins(root, {}, Discovery(found), {}, ())
    )
    monkeypatch.setattr(Careless, "answer", answer)
    workspace = Workspace()
    path = write(tmp_path, {"a.txt": "text"}) / "a.txt"
    about = await Providers(workspace).all_about(workspace.open(path.as_uri(), path, "text", 1, "plaintext"))
    words: dict[str, tuple[Any, ...]] = {
        "problems": (),
        "notes": (),
        "actions": (Range(0, 0),),
        "references": (1, True),
    }
    with caplog.at_level(logging.WARNING):
        said = await getattr(about, name)(*words.get(name, (1,)))
    assert not (said.items if isinstance(said, Offers) else said)
    assert "careless" in caplog.text


async def test_other_files_are_asked_about_when_nobody_types(
    open_file: tuple[Providers, Buffer], monkeypatch: pytest.MonkeyPatch
) -> None:
    providers, typed = open_file
    workspace, loop = providers._workspace, asyncio.get_running_loop()
    assert typed.path is not None
    other = typed.path.with_name("other.yaml")
    asked: list[str] = []
    done = asyncio.Event()

    def problems(self: object, file: SourceFile, context: CommandContext) -> list[FileProblem]:
        asked.append(file.path.name)
        if len(asked) == 1:
            loop.call_soon_threadsafe(workspace.change, typed.uri, 8, [(0, 0, "b")])
        elif file.path == other:
            loop.call_soon_threadsafe(done.set)
        return []

    monkeypatch.setattr(Helpful, "problems", problems)

    def buffer(uri: str) -> Buffer | None:
        return workspace.snapshot.buffers.get(uri)

    client = SimpleNamespace(related_places=False)
    session: Any = SimpleNamespace(workspace=workspace, start=loop.create_task, buffer=buffer, client=client)
    Rounds(session, providers, lambda uris: None)
    workspace.open(other.as_uri(), other, "a: 1\n", 1, "yaml")
    workspace.change(typed.uri, 7, [(0, 0, "b")])
    await asyncio.wait_for(done.wait(), 10)
    assert asked == ["data.yaml", "data.yaml", "other.yaml"]


async def test_plugins_are_looked_for_again_when_a_project_changes(open_file: tuple[Providers, Buffer]) -> None:
    providers, buffer = open_file
    known = asyncio.Event()
    providers.listeners.append(known.set)
    providers.look_again()
    await asyncio.sleep(0)
    assert not known.is_set()
    assert buffer.path is not None
    (buffer.path.parent / "refrakt.config.json").write_text("{}")
    providers._workspace.refresh_all()
    providers.look_again()
    await asyncio.wait_for(known.wait(), 10)
