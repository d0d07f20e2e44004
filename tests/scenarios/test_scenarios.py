"""Every scenario of this folder, in an editor and for an agent."""

from __future__ import annotations

import inspect
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from agents import mcp_clients
from lsp.conftest import profile
from lsp.wire import Client, server
from refrakt.project.workspace import Workspace

from .agent import Agent
from .archive import Scenario, Step, read
from .editor import Editor

HERE = Path(__file__).parent
SCENARIOS = sorted(HERE.glob("*.md"))


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """One server for all scenarios, of a client that counts characters, so that columns are those of the scenario."""
    folder = tmp_path_factory.mktemp("nowhere")
    capabilities = profile("vscode")
    capabilities["general"]["positionEncodings"] = ["utf-32"]
    runtime = tmp_path_factory.mktemp("run")
    runtime.chmod(0o700)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_RUNTIME_DIR", str(runtime))
        with server(folder, capabilities=capabilities, workspaceFolders=[], rootUri=None) as client:
            yield client
            assert b"Traceback" not in client.errors, client.errors.decode()[-2000:]


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_in_an_editor(path: Path, desk: Client, tmp_path: Path) -> None:
    scenario = read(path)
    root = mcp_clients.project(tmp_path / path.stem, scenario.files)
    editor = Editor(desk, root, scenario)
    try:
        _run(scenario, [(step, getattr(editor, step.verb)) for step in scenario.steps])
    finally:
        editor.leave()


@pytest.fixture
async def agent_side() -> AsyncIterator[Any]:
    workspace = Workspace()
    async with mcp_clients.side(workspace) as made:
        yield made
    for each in workspace.indexes():
        each.close()


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
async def test_for_an_agent(path: Path, agent_side: Any, tmp_path: Path) -> None:
    scenario = read(path)
    steps = [each for each in scenario.steps if hasattr(Agent, each.verb)]
    if not steps:
        pytest.skip("no step for an agent")
    root = mcp_clients.project(tmp_path / path.stem, scenario.files)
    async with mcp_clients.client(agent_side, root, "auto") as client:
        agent = Agent(client, root, scenario)
        results = [(step, await getattr(agent, step.verb)(step.argument)) for step in steps]
    files = dict(scenario.files)
    for step, result in results:
        files = _compare(step, result, files)


def _run(scenario: Scenario, steps: list[tuple[Step, Any]]) -> None:
    files = dict(scenario.files)
    for step, take in steps:
        assert not inspect.iscoroutinefunction(take)
        files = _compare(step, take(step.argument), files)


def _compare(step: Step, result: Any, files: dict[str, str]) -> dict[str, str]:
    """Compare a result with the expected one; returns the files after the step."""
    match result:
        case dict():
            moved = _moved(step, files)
            expected_files = {**moved, **step.files}
            assert result == expected_files
            return expected_files
        case str():
            assert step.lines or not result, result
            for each in step.lines:
                assert each in result
        case list() if step.verb == "complete":
            missing = [each for each in step.lines if not each.startswith("not ") and each not in result]
            assert not missing, result
            assert not [each for each in step.lines if each.startswith("not ") and each[4:] in result]
        case list():
            found, expected = sorted(result), sorted(step.lines)
            assert len(found) == len(expected), found
            for line, want in zip(found, expected, strict=True):
                assert line.startswith(want), found
    return files


def _moved(step: Step, files: dict[str, str]) -> dict[str, str]:
    """The files under the names they have after a step: one that is expected under a new name has lost its old one."""
    if step.verb != "move" and step.verb != "rename":
        return dict(files)
    old, _, new = step.argument.partition(" -> ")
    if step.verb == "move":
        return {
            new + path.removeprefix(old) if path == old or path.startswith(f"{old}/") else path: text
            for path, text in files.items()
        }
    gone = {path for path in files if step.files.get(path) == "(gone)\n"}
    for path in gone:
        del step.files[path]
    return {path: text for path, text in files.items() if path not in gone}
