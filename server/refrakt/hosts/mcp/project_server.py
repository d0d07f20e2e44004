"""One project as agents see it. Any number of clients may be connected to it at once, of both eras of the protocol.

Everything is found out when it is asked for: lists follow the project, and clients are told when they have changed.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import mcp_types as types
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.lowlevel import NotificationOptions, Server
from mcp.server.subscriptions import ListenHandler
from mcp.shared.exceptions import MCPError
from mcp.shared.subscriptions import ResourceUpdated
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from pydantic import ValidationError

from refrakt import __version__
from refrakt.errors import RefraktError
from refrakt.project.watched import Watched
from refrakt.project.watching import Watchers
from refrakt.project.workspace import Change, Workspace
from refrakt.services.open_files import Editor

from . import completing, prompts, resources, tools
from .addresses import address
from .instructions import instructions
from .looking import View, look
from .results import refused
from .subscribing import MOST, STREAMS, Bulletin, Client, connected, lists_changed
from .wire import Incoming, Outgoing
from .working import Workers

Asked = ServerRequestContext[Client, Any]
Lists = tuple[list[str], list[str], list[str]]
"""The names of tools, the forms of addresses, the names of prompts."""
SHARE = 0.1
"""How much of the time looking may take: a person who types must not feel that somebody has subscribed."""
LONGEST_REST = 2.0
"""Seconds after which the next look is allowed in any case."""
EVERYTHING = NotificationOptions(prompts_changed=True, resources_changed=True, tools_changed=True)

log = logging.getLogger("refrakt.mcp")


class ProjectServer:
    """The MCP server of one project, with tools spelt in one way."""

    def __init__(
        self,
        workspace: Workspace,
        root: Path,
        underscores: bool,
        workers: Workers,
        watchers: Watchers,
        editor: Editor | None = None,
    ) -> None:
        self._workspace = workspace
        self._editor = editor
        self._root = root
        self._underscores = underscores
        self._workers = workers
        self._watchers = watchers
        self._loop = asyncio.get_running_loop()
        self._bulletin = Bulletin()
        self._listen = ListenHandler(self._bulletin)
        self._lists: Lists | None = None
        self._made_of: dict[str, object] = {}
        self._stale = asyncio.Event()
        self._server = self._made()
        self._watching = asyncio.create_task(self._watch())
        workspace.listeners.append(self._heard)

    def close(self) -> None:
        """Tell nobody anything any more."""
        self._workspace.listeners.remove(self._heard)
        self._watching.cancel()
        self._watchers.leave(self)
        self._listen.close()

    def look_again(self) -> None:
        """Something may have changed."""
        self._stale.set()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one client until it leaves."""
        view = await self._seen()
        greeting = self._server.create_initialization_options(EVERYTHING)
        greeting = greeting.model_copy(update={"instructions": instructions(view, self._underscores)})
        outgoing = Outgoing(writer)
        await self._server.run(Incoming(reader, outgoing), outgoing, greeting)

    def _made(self) -> Server[Client]:
        server = Server(
            "refrakt",
            version=__version__,
            title="refrakt",
            lifespan=self._connected,
            on_list_tools=self._list_tools,
            on_call_tool=self._call_tool,
            on_list_resources=self._list_resources,
            on_list_resource_templates=self._list_templates,
            on_read_resource=self._read_resource,
            on_subscribe_resource=self._subscribe,
            on_unsubscribe_resource=self._unsubscribe,
            on_subscriptions_listen=self._listened,
            on_list_prompts=self._list_prompts,
            on_get_prompt=self._get_prompt,
            on_completion=self._complete,
        )
        server.middleware.append(_guarded)
        server.add_request_handler("server/discover", types.RequestParams, self._discover)
        server.add_notification_handler("notifications/initialized", types.NotificationParams, self._initialized)
        return server

    @asynccontextmanager
    async def _connected(self, _: Server[Client]) -> AsyncIterator[Client]:
        try:
            async with connected(self._bulletin) as client:
                yield client
        finally:
            self._stale.set()  # perhaps nobody listens any more

    async def _initialized(self, asked: Asked, _: types.NotificationParams) -> None:
        asked.lifespan_context.begin(asked.session)
        self._stale.set()  # somebody listens from now on, so somebody has to look

    async def _discover(self, asked: Asked, _: types.RequestParams) -> types.DiscoverResult:
        view = await self._seen()
        return types.DiscoverResult(
            supported_versions=list(MODERN_PROTOCOL_VERSIONS),
            capabilities=self._server.get_capabilities(protocol_version=asked.protocol_version),
            instructions=instructions(view, self._underscores),
        )

    # What clients ask -------------------------------------------------------------------------------------------------

    async def _list_tools(self, _: Asked, params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        _check_cursor(params)
        view = await self._seen()
        listed = await self._workers.run(lambda: tools.listed(view.surface, self._underscores))
        return types.ListToolsResult(tools=listed)

    async def _call_tool(self, _: Asked, params: types.CallToolRequestParams) -> types.CallToolResult:
        called = await tools.call(params.name, params.arguments or {}, self._look, self._workers, self._underscores)
        if called.wrote:
            self._stale.set()
        return called.result

    async def _list_resources(self, _: Asked, params: types.PaginatedRequestParams | None) -> types.ListResourcesResult:
        _check_cursor(params)
        return types.ListResourcesResult(resources=resources.listed((await self._seen()).surface))

    async def _list_templates(
        self, _: Asked, params: types.PaginatedRequestParams | None
    ) -> types.ListResourceTemplatesResult:
        _check_cursor(params)
        return types.ListResourceTemplatesResult(resource_templates=resources.templates((await self._seen()).surface))

    async def _read_resource(self, asked: Asked, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        found = await resources.read(str(params.uri), self._look, self._workers, asked.protocol_version)
        return types.ReadResourceResult(contents=[found])

    async def _list_prompts(self, _: Asked, params: types.PaginatedRequestParams | None) -> types.ListPromptsResult:
        _check_cursor(params)
        return types.ListPromptsResult(prompts=prompts.listed(await self._seen()))

    async def _get_prompt(self, _: Asked, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        return await prompts.get(params.name, params.arguments or {}, self._look, self._workers, self._underscores)

    async def _complete(self, _: Asked, params: types.CompleteRequestParams) -> types.CompleteResult:
        return await completing.complete(params, self._look, self._workers)

    # What clients want to hear of -------------------------------------------------------------------------------------

    async def _subscribe(self, asked: Asked, params: types.SubscribeRequestParams) -> types.EmptyResult:
        address(str(params.uri))  # one that is too long is refused
        if not asked.lifespan_context.subscribe(str(params.uri)):
            raise MCPError(types.INVALID_PARAMS, f"A client may subscribe to {MOST} resources")
        await self._remember([str(params.uri)])
        return types.EmptyResult()

    async def _unsubscribe(self, asked: Asked, params: types.UnsubscribeRequestParams) -> types.EmptyResult:
        asked.lifespan_context.unsubscribe(str(params.uri))
        return types.EmptyResult()

    async def _listened(
        self, asked: Asked, params: types.SubscriptionsListenRequestParams
    ) -> types.SubscriptionsListenResult:
        uris = [str(each) for each in params.notifications.resource_subscriptions or ()]
        for each in uris[: MOST + 1]:
            address(each)
        if len(uris) > MOST:
            raise MCPError(types.INVALID_PARAMS, f"A client may subscribe to {MOST} resources")
        client = asked.lifespan_context
        if client.streams >= STREAMS:
            raise MCPError(types.INVALID_PARAMS, f"A client may have {STREAMS} streams open")
        client.streams += 1
        self._bulletin.want(uris)
        try:
            await self._remember(uris)
            self._stale.set()
            return await self._listen(asked, params)
        finally:
            self._bulletin.forget(uris)
            client.streams -= 1
            self._stale.set()

    async def _remember(self, uris: list[str]) -> None:
        """Know what resources are made of before they change."""
        new = [each for each in uris if each not in self._made_of]
        if new:
            self._made_of |= await self._workers.run(lambda: _made_of(new, self._look()))

    def _heard(self, change: Change) -> None:
        # Called in the thread that noticed, which may be the editor's: no work is done here.
        if change.kind in ("project", "files") or self._made_of:
            self._later(self._stale.set)

    def _later(self, what: Callable[[], None]) -> None:
        with suppress(RuntimeError):  # the loop has just ended
            self._loop.call_soon_threadsafe(what)

    async def _watch(self) -> None:
        """Look again whenever something has changed, and tell those who want to know."""
        while True:
            await self._stale.wait()
            self._stale.clear()
            begun = self._loop.time()
            try:
                await self._tell()
            except Exception:
                log.exception("changes could not be told")
            await asyncio.sleep(rest_after(self._loop.time() - begun))

    async def _tell(self) -> None:
        wanted = self._bulletin.wanted
        made_of, watched = await self._workers.run(lambda: self._looked(wanted))
        # An agent writes files with tools of its own: while somebody listens, somebody has to watch.
        if self._bulletin.heard:
            self._watchers.want(self, watched)
        else:
            self._watchers.leave(self)
        changed = [each for each in wanted if each in self._made_of and self._made_of[each] != made_of[each]]
        # What was subscribed to meanwhile is known already, and stays known.
        still = self._bulletin.wanted
        self._made_of = {each: value for each, value in (self._made_of | made_of).items() if each in still}
        self._bulletin.announce(ResourceUpdated(each) for each in changed)

    def _looked(self, uris: list[str]) -> tuple[dict[str, object], Watched]:
        view = self._look()
        return _made_of(uris, view), view.watched()

    def _look(self) -> View:
        """Look at the project, in a thread; the loop compares what is seen with what was seen before."""
        view = look(self._workspace, self._root, self._editor)
        self._later(lambda: self._notice(view))
        return view

    async def _seen(self) -> View:
        return await self._workers.run(self._look)

    def _notice(self, view: View) -> None:
        """Tell clients if the lists are others than before."""
        here = view.surface
        before, self._lists = self._lists, (here.tool_names(), here.templates(), prompts.names(view))
        if before is not None and before != self._lists:
            tool, resource, prompt = (old != new for old, new in zip(before, self._lists, strict=True))
            self._bulletin.announce(lists_changed(tools=tool, resources=resource, prompts=prompt))


async def _guarded(ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
    """Whatever goes wrong, a request gets an answer that tells nothing of our insides."""
    try:
        return await call_next(ctx)
    except (MCPError, ValidationError):
        raise
    except RefraktError as error:
        raise refused(error, types.INVALID_PARAMS) from error
    except Exception as error:
        log.exception("%s failed", ctx.method)
        raise MCPError(types.INTERNAL_ERROR, "refrakt failed; its log has the details") from error


def rest_after(took: float) -> float:
    """How long not to look after a look that took so many seconds, whatever happens."""
    return min(took / SHARE, LONGEST_REST)


def _check_cursor(params: types.PaginatedRequestParams | None) -> None:
    """Lists come whole, so a cursor is none of ours."""
    if params is not None and params.cursor is not None:
        raise RefraktError("INVALID_ARGS", "this list has one page, and no cursor was given out", "Leave `cursor` out.")


def _made_of(uris: list[str], view: View) -> dict[str, object]:
    return {each: resources.made_of(each, view) for each in uris}
