"""Notifications about lists and resources, in all protocol versions."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from mcp.client.subscriptions import (
    PromptsListChanged,
    ResourcesListChanged,
    ResourceUpdated,
    ServerEvent,
    ToolsListChanged,
)

from refrakt.hosts.mcp import project_server, project_view
from refrakt.hosts.mcp.connection_handler import McpConnectionHandler
from refrakt.project.workspace import Workspace, WorkspaceEvent

from .mcp_clients import PATIENCE, SITE, News, client, project

# The client warns those who use what the newest version of the protocol has no more; here both are meant.
pytestmark = pytest.mark.filterwarnings("ignore:resources/(un)?subscribe is removed")

TOOLS = "notifications/tools/list_changed"
RESOURCES = "notifications/resources/list_changed"
PROMPTS = "notifications/prompts/list_changed"
UPDATED = "notifications/resources/updated"


async def events(stream: object, count: int) -> set[ServerEvent]:
    found: set[ServerEvent] = set()
    async with asyncio.timeout(PATIENCE):
        while len(found) < count:
            found.add(await stream.__anext__())  # type: ignore[attr-defined]
    return found


async def test_server_capabilities(side: McpConnectionHandler, nothing: Path, era: str) -> None:
    async with client(side, nothing, era) as connected:
        notified = connected.server_capabilities
        assert notified.tools is not None
        assert notified.prompts is not None
        assert notified.resources is not None
        assert notified.completions is not None
        assert (notified.tools.list_changed, notified.prompts.list_changed) == (True, True)
        assert (notified.resources.list_changed, notified.resources.subscribe) == (True, True)


async def test_a_config_that_appears_changes_the_lists(
    workspace: Workspace, side: McpConnectionHandler, nothing: Path
) -> None:
    news = News()
    async with client(side, nothing, "legacy", news=news) as old, client(side, nothing, "auto") as new:
        listening = new.listen(tools_list_changed=True, prompts_list_changed=True, resources_list_changed=True)
        async with listening as stream:
            assert len((await old.list_tools()).tools) == len((await new.list_tools()).tools)
            (nothing / "refrakt.config.json").write_text(SITE["refrakt.config.json"])
            workspace.refresh_all()
            for kind in (TOOLS, RESOURCES, PROMPTS):
                await news.next(kind)
            assert await events(stream, 3) == {ToolsListChanged(), ResourcesListChanged(), PromptsListChanged()}
            assert "refrakt.validate_content" in [each.name for each in (await old.list_tools()).tools]


async def test_unreported_changes_are_noticed(side: McpConnectionHandler, nothing: Path, tmp_path: Path) -> None:
    other, news = project(tmp_path / "other", {}), News()
    async with client(side, nothing, "legacy", news=news):
        (nothing / "refrakt.config.json").write_text(SITE["refrakt.config.json"])
        await news.next(TOOLS)
    async with client(side, other, "auto") as new, new.listen(tools_list_changed=True) as stream:
        (other / "refrakt.config.json").write_text(SITE["refrakt.config.json"])
        assert await events(stream, 1) == {ToolsListChanged()}


def watching_threads() -> set[threading.Thread]:
    return {each for each in threading.enumerate() if each.name == "refrakt watching"}


async def test_the_project_is_watched_while_there_are_listeners(
    side: McpConnectionHandler, site: Path, era: str
) -> None:
    """Not before, and not afterwards; two spellings of tools are still one project."""
    before, news = watching_threads(), News()
    async with client(side, site, "legacy", news=news) as one:
        await one.subscribe_resource("refrakt://reference")
        async with (
            client(side, site, era, {"tool-names": "underscore"}) as two,
            two.listen(tools_list_changed=True) if era != "legacy" else contextlib.nullcontext(),
        ):
            (site / "refrakt.config.json").write_text('{"site": {"contentDir": "./content", "plugins": []}}')
            assert await news.next(UPDATED) == "refrakt://reference"
            (thread,) = watching_threads() - before
    async with asyncio.timeout(PATIENCE):
        while thread.is_alive() or not watching_threads() <= before:
            await asyncio.sleep(0.01)  # a changed config may have started another watcher, which ends, too


async def test_a_file_that_an_agent_writes_itself(
    workspace: Workspace, side: McpConnectionHandler, gardened: Path
) -> None:
    """What a resource is made of is watched, wherever it lies, and the rest of the process hears of it."""
    received: list[WorkspaceEvent] = []
    workspace.listeners.append(received.append)
    news = News()
    async with client(side, gardened, "legacy", news=news) as connected:
        await connected.subscribe_resource("refrakt://garden/index")
        bed = gardened / "garden" / "tulips.md"
        bed.write_text("# Tulips\n")
        assert await news.next(UPDATED) == "refrakt://garden/index"
        async with asyncio.timeout(PATIENCE):
            while not any(each.kind == "files" for each in received):
                await asyncio.sleep(0.01)


async def test_an_editor_reports_changes_itself(workspace: Workspace, nothing: Path) -> None:
    received: list[WorkspaceEvent] = []
    workspace.listeners.append(received.append)
    news, made = News(), McpConnectionHandler(workspace, has_editor=True)
    try:
        async with client(made, nothing, "legacy", news=news):
            (nothing / "refrakt.config.json").write_text(SITE["refrakt.config.json"])
            await news.next(TOOLS)
    finally:
        made.close()
    assert not [each for each in received if each.kind == "files"]


async def test_typing_does_not_trigger_a_view_per_key(
    workspace: Workspace, side: McpConnectionHandler, gardened: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After each scan there is a pause of ten times its duration."""
    states: list[tuple[float, float]] = []
    look = project_view.view_project

    def timed(*arguments: Any, **options: Any) -> Any:
        started = time.monotonic()
        view = look(*arguments, **options)
        states.append((started, time.monotonic()))
        return view

    bed, news = gardened / "garden" / "roses.md", News()
    async with client(side, gardened, "legacy", news=news) as connected:
        await connected.subscribe_resource("refrakt://garden/index")
        workspace.open(bed.as_uri(), bed, "# Roses\n", 1)
        assert await news.next(UPDATED) == "refrakt://garden/index"
        monkeypatch.setattr(project_server, "view_project", timed)
        version, given_up = 1, time.monotonic() + PATIENCE
        while len(states) < 4:
            version += 1
            assert time.monotonic() < given_up, "there are no views while keys are typed"
            workspace.change(bed.as_uri(), version, [(0, 0, "x")])
            await asyncio.sleep(0)
        for (started, ended), (after, _) in itertools.pairwise(states):
            assert after - ended >= 9 * (ended - started)


async def test_a_call_notices_what_changed_on_disk(side: McpConnectionHandler, nothing: Path) -> None:
    news = News()
    async with client(side, nothing, "legacy", news=news) as watching, client(side, nothing, "auto") as calling:
        await watching.list_tools()
        (nothing / "refrakt.config.json").write_text(SITE["refrakt.config.json"])
        await calling.list_tools()
        await news.next(TOOLS)


@pytest.mark.usefixtures("gardener")
async def test_a_tool_that_sets_a_project_up_changes_the_lists(
    side: McpConnectionHandler, nothing: Path, era: str
) -> None:
    news = News()
    async with client(side, nothing, "legacy", news=news) as watching, client(side, nothing, era) as calling:
        await watching.list_tools()
        assert (await calling.call_tool("garden.sow", {"bed": "a"})).is_error
        await calling.call_tool("garden.dig")
        await news.next(TOOLS)
        assert not (await calling.call_tool("garden.sow", {"bed": "a"})).is_error


async def test_unchanged_lists_send_no_notification(
    workspace: Workspace, side: McpConnectionHandler, site: Path
) -> None:
    news = News()
    async with client(side, site, "legacy", news=news) as connected:
        await connected.list_tools()
        config = json.loads(SITE["refrakt.config.json"])
        config["site"]["authoring"] = {"rules": {"empty-rune": "off"}}
        (site / "refrakt.config.json").write_text(json.dumps(config))
        await connected.subscribe_resource("refrakt://reference")
        workspace.refresh_all()
        config["site"]["plugins"] = []
        (site / "refrakt.config.json").write_text(json.dumps(config))
        workspace.refresh_all()
        assert await news.next(UPDATED) == "refrakt://reference"
        assert news.methods.empty()


async def test_a_resource_that_is_being_edited(
    workspace: Workspace, side: McpConnectionHandler, gardened: Path
) -> None:
    bed, uri = gardened / "garden" / "roses.md", "refrakt://garden/bed/roses"
    news = News()
    async with client(side, gardened, "legacy", news=news) as old, client(side, gardened, "auto") as new:
        await old.subscribe_resource(uri)
        async with new.listen(resource_subscriptions=[uri]) as stream:
            workspace.open(bed.as_uri(), bed, "# Roses\n", 1)
            assert await news.next(UPDATED) == uri
            assert await events(stream, 1) == {ResourceUpdated(uri)}
            workspace.change(bed.as_uri(), 2, [(0, 0, "x")])
            assert await news.next(UPDATED) == uri
            assert await events(stream, 1) == {ResourceUpdated(uri)}


async def test_a_resource_that_a_tool_has_written(side: McpConnectionHandler, gardened: Path) -> None:
    news = News()
    async with client(side, gardened, "legacy", news=news) as watching, client(side, gardened, "auto") as calling:
        await watching.subscribe_resource("refrakt://garden/index")
        await calling.call_tool("garden.sow", {"bed": "peas"})
        assert await news.next(UPDATED) == "refrakt://garden/index"


PLAN = ("refrakt://plan/index", "refrakt://plan/status", "refrakt://plan/work/WORK-001")
WORK = '{% work id="WORK-001" status="ready" %}\n\n# Mow\n\n{% /work %}\n'


@pytest.mark.usefixtures("planner")
@pytest.mark.parametrize("uri", PLAN)
async def test_a_plan_that_changes(workspace: Workspace, side: McpConnectionHandler, tmp_path: Path, uri: str) -> None:
    """Subscribers are notified of changed, new and deleted files, and of changes by a tool and in the editor."""
    root = project(tmp_path / "planned", {"plan/work/WORK-001-mow.md": WORK})
    first, second = (root / "plan" / "work" / f"WORK-00{number}-mow.md" for number in (1, 2))
    news = News()
    async with client(side, root, "legacy", news=news) as old, client(side, root, "auto") as new:
        await old.subscribe_resource(uri)
        async with new.listen(resource_subscriptions=[uri]) as stream:

            async def notified() -> None:
                assert await news.next(UPDATED) == uri
                assert await events(stream, 1) == {ResourceUpdated(uri)}
                while not news.methods.empty():
                    news.methods.get_nowait()

            first.write_text(WORK.replace("ready", "in-progress"), "utf-8")
            await notified()
            second.write_text(WORK.replace("001", "002"), "utf-8")
            await notified()
            second.unlink()
            await notified()
            assert not (await new.call_tool("plan.update", {"id": "WORK-001", "status": "review"})).is_error
            await notified()
            workspace.open(first.as_uri(), first, WORK, 1)
            await notified()
            workspace.change(first.as_uri(), 2, [(0, 0, "x")])
            await notified()


async def test_a_config_that_is_being_edited(workspace: Workspace, side: McpConnectionHandler, site: Path) -> None:
    config = site / "refrakt.config.json"
    news = News()
    async with client(side, site, "legacy", news=news) as connected:
        await connected.subscribe_resource("refrakt://rune/hero")
        workspace.open(config.as_uri(), config, '{"site": {"plugins": []}}', 1, "json")
        assert await news.next(UPDATED) == "refrakt://rune/hero"


async def test_unsubscribed_clients_get_no_notification(
    workspace: Workspace, side: McpConnectionHandler, gardened: Path
) -> None:
    bed = gardened / "garden" / "roses.md"
    notified, left = News(), News()
    async with (
        client(side, gardened, "legacy", news=notified) as one,
        client(side, gardened, "legacy", news=left) as other,
    ):
        await one.subscribe_resource("refrakt://garden/index")
        await other.subscribe_resource("refrakt://garden/index")
        await other.unsubscribe_resource("refrakt://garden/index")
        await other.subscribe_resource("refrakt://reference")
        workspace.open(bed.as_uri(), bed, "# Roses\n", 1)
        await notified.next(UPDATED)
        await other.list_tools()
        assert left.methods.empty()


async def test_a_stream_ends_well_when_the_server_does(side: McpConnectionHandler, nothing: Path) -> None:
    async with client(side, nothing, "auto") as connected, connected.listen(tools_list_changed=True) as stream:
        (server,) = side._servers.values()
        server._listen.close()
        async with asyncio.timeout(PATIENCE):
            assert [each async for each in stream] == []
