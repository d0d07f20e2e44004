"""The MCP server of one project, for any number of clients of all protocol versions.

Everything is computed on request: lists follow the project, and clients are notified when they change.
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
from refrakt.hosts.link.mcp_options import DOTTED, UNDERSCORE
from refrakt.hosts.link.start_record import HostStart
from refrakt.hosts.mcp import completion, prompts, resources, tools
from refrakt.hosts.mcp.instructions import instructions
from refrakt.hosts.mcp.message_streams import MessageReader, MessageWriter
from refrakt.hosts.mcp.project_view import ProjectView, view_project
from refrakt.hosts.mcp.start_recorder import StartRecorder
from refrakt.hosts.mcp.subscriptions import (
    MAX_STREAMS,
    MAX_SUBSCRIPTIONS,
    ClientSubscriptions,
    EventBus,
    client_subscriptions,
    list_changed_events,
)
from refrakt.hosts.mcp.tool_results import protocol_error
from refrakt.hosts.mcp.warm_up import DELAY, warm_up
from refrakt.hosts.mcp.worker_threads import WorkerThreads
from refrakt.plugins.progress_reports import ProgressReports
from refrakt.plugins.resource_uris import parse_uri
from refrakt.project.file_watcher import Watchers
from refrakt.project.watched_folders import WatchedFolders
from refrakt.project.workspace import Workspace, WorkspaceEvent
from refrakt.services.open_files import Editor

RequestContext = ServerRequestContext[ClientSubscriptions, Any]
ListNames = tuple[list[str], list[str], list[str]]
"""The names of tools, the URI templates, the names of prompts."""
NOTIFY_SHARE = 0.1
"""The share of time for computing change notifications: subscriptions must not slow down typing."""
MAX_PAUSE = 2.0
"""Seconds of the longest pause between two computations."""
MAX_METHOD = 100
"""Characters of a method that an error quotes."""
ALL_LISTS = NotificationOptions(prompts_changed=True, resources_changed=True, tools_changed=True)

log = logging.getLogger("refrakt.mcp")


class ProjectServer:
    """The MCP server of one project, with one spelling of tool names."""

    def __init__(
        self,
        workspace: Workspace,
        root: Path,
        underscores: bool,
        workers: WorkerThreads,
        watchers: Watchers,
        editor: Editor | None = None,
        start: HostStart | None = None,
    ) -> None:
        self._workspace = workspace
        self._editor = editor
        self._root = root
        self._underscores = underscores
        self._workers = workers
        self._watchers = watchers
        self._loop = asyncio.get_running_loop()
        self._bus = EventBus()
        self._listen = ListenHandler(self._bus)
        self._list_names: ListNames | None = None
        self._versions: dict[str, object] = {}
        self._stale = asyncio.Event()
        self._server = self._create_server()
        self._notifier = asyncio.create_task(self._notify_changes())
        self._recorder = (
            StartRecorder(root, UNDERSCORE if underscores else DOTTED, start, self._serve, self._view, workers)
            if start is not None
            else None
        )
        self._warm_up: asyncio.Task[None] | None = None
        workspace.listeners.append(self._on_workspace_change)

    def close(self) -> None:
        """Stop sending notifications."""
        self._workspace.listeners.remove(self._on_workspace_change)
        self._notifier.cancel()
        if self._recorder is not None:
            self._recorder.close()
        if self._warm_up is not None:
            self._warm_up.cancel()
        self._watchers.leave(self)
        self._listen.close()

    def invalidate(self) -> None:
        """Recompute what has changed."""
        self._stale.set()
        if self._recorder is not None:
            self._recorder.schedule()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one client until it disconnects."""
        if self._recorder is not None:
            self._recorder.schedule()
            if self._warm_up is None:
                self._warm_up = asyncio.create_task(self._load_ahead())
        await self._serve(reader, writer)

    async def _load_ahead(self) -> None:
        """Load what first calls need. Not in an editor's process, where a person may be typing."""
        await asyncio.sleep(DELAY)
        try:
            await self._workers.run(lambda: warm_up(self._view()))
        except Exception:
            log.exception("loading ahead failed")

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        view = await self._current_view()
        options = self._server.create_initialization_options(ALL_LISTS)
        options = options.model_copy(update={"instructions": instructions(view, self._underscores)})
        messages = MessageWriter(writer)
        await self._server.run(MessageReader(reader, messages), messages, options)

    def _create_server(self) -> Server[ClientSubscriptions]:
        server = Server(
            "refrakt",
            version=__version__,
            title="refrakt",
            lifespan=self._connection,
            on_list_tools=self._list_tools,
            on_call_tool=self._call_tool,
            on_list_resources=self._list_resources,
            on_list_resource_templates=self._list_templates,
            on_read_resource=self._read_resource,
            on_subscribe_resource=self._subscribe,
            on_unsubscribe_resource=self._unsubscribe,
            on_subscriptions_listen=self._listen_stream,
            on_list_prompts=self._list_prompts,
            on_get_prompt=self._get_prompt,
            on_completion=self._complete,
        )
        server.middleware.append(_report_failures)
        server.add_request_handler("server/discover", types.RequestParams, self._discover)
        server.add_notification_handler("notifications/initialized", types.NotificationParams, self._initialized)
        return server

    @asynccontextmanager
    async def _connection(self, _: Server[ClientSubscriptions]) -> AsyncIterator[ClientSubscriptions]:
        try:
            async with client_subscriptions(self._bus) as client:
                yield client
        finally:
            self._stale.set()  # the last listener may be gone

    async def _initialized(self, request: RequestContext, _: types.NotificationParams) -> None:
        request.lifespan_context.start(request.session)
        self._stale.set()  # there is a listener now, so changes must be watched

    async def _discover(self, request: RequestContext, _: types.RequestParams) -> types.DiscoverResult:
        view = await self._current_view()
        return types.DiscoverResult(
            supported_versions=list(MODERN_PROTOCOL_VERSIONS),
            capabilities=self._server.get_capabilities(protocol_version=request.protocol_version),
            instructions=instructions(view, self._underscores),
        )

    # Requests ---------------------------------------------------------------------------------------------------------

    async def _list_tools(
        self, _: RequestContext, params: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        _check_cursor(params)
        view = await self._current_view()
        listed = await self._workers.run(lambda: tools.list_tools(view.available_tools, self._underscores))
        return types.ListToolsResult(tools=listed)

    async def _call_tool(self, request: RequestContext, params: types.CallToolRequestParams) -> types.CallToolResult:
        progress = ProgressReports(request.session.report_progress)
        outcome = await tools.call_tool(
            params.name, params.arguments or {}, self._view, self._workers, self._underscores, progress.report
        )
        await progress.finish()
        if outcome.wrote:
            self.invalidate()
        return outcome.result

    async def _list_resources(
        self, _: RequestContext, params: types.PaginatedRequestParams | None
    ) -> types.ListResourcesResult:
        _check_cursor(params)
        return types.ListResourcesResult(
            resources=resources.list_resources((await self._current_view()).available_tools)
        )

    async def _list_templates(
        self, _: RequestContext, params: types.PaginatedRequestParams | None
    ) -> types.ListResourceTemplatesResult:
        _check_cursor(params)
        return types.ListResourceTemplatesResult(
            resource_templates=resources.list_templates((await self._current_view()).available_tools)
        )

    async def _read_resource(
        self, request: RequestContext, params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        uri, version = str(params.uri), request.protocol_version
        found = await resources.read_resource(uri, self._view, self._workers, version, self._underscores)
        return types.ReadResourceResult(contents=[found])

    async def _list_prompts(
        self, _: RequestContext, params: types.PaginatedRequestParams | None
    ) -> types.ListPromptsResult:
        _check_cursor(params)
        return types.ListPromptsResult(prompts=prompts.list_prompts(await self._current_view()))

    async def _get_prompt(self, _: RequestContext, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        return await prompts.get_prompt(
            params.name, params.arguments or {}, self._view, self._workers, self._underscores
        )

    async def _complete(self, _: RequestContext, params: types.CompleteRequestParams) -> types.CompleteResult:
        return await completion.complete(params, self._view, self._workers)

    # Notifications --------------------------------------------------------------------------------------------------------

    async def _subscribe(self, request: RequestContext, params: types.SubscribeRequestParams) -> types.EmptyResult:
        parse_uri(str(params.uri))  # refuses one that is too long
        if not request.lifespan_context.subscribe(str(params.uri)):
            raise MCPError(types.INVALID_PARAMS, f"a client may subscribe to at most {MAX_SUBSCRIPTIONS} resources")
        await self._record_versions([str(params.uri)])
        return types.EmptyResult()

    async def _unsubscribe(self, request: RequestContext, params: types.UnsubscribeRequestParams) -> types.EmptyResult:
        request.lifespan_context.unsubscribe(str(params.uri))
        return types.EmptyResult()

    async def _listen_stream(
        self, request: RequestContext, params: types.SubscriptionsListenRequestParams
    ) -> types.SubscriptionsListenResult:
        uris = [str(each) for each in params.notifications.resource_subscriptions or ()]
        for each in uris[: MAX_SUBSCRIPTIONS + 1]:
            parse_uri(each)
        if len(uris) > MAX_SUBSCRIPTIONS:
            raise MCPError(types.INVALID_PARAMS, f"a client may subscribe to at most {MAX_SUBSCRIPTIONS} resources")
        client = request.lifespan_context
        if client.streams >= MAX_STREAMS:
            raise MCPError(types.INVALID_PARAMS, f"a client may have at most {MAX_STREAMS} streams open")
        client.streams += 1
        self._bus.add_uris(uris)
        try:
            await self._record_versions(uris)
            self._stale.set()
            return await self._listen(request, params)
        finally:
            self._bus.remove_uris(uris)
            client.streams -= 1
            self._stale.set()

    async def _record_versions(self, uris: list[str]) -> None:
        """Record the versions of resources before they change."""
        new = [each for each in uris if each not in self._versions]
        if new:
            self._versions |= await self._workers.run(lambda: _resource_versions(new, self._view()))

    def _on_workspace_change(self, change: WorkspaceEvent) -> None:
        # Runs in the thread that made the change, which may be the editor's: do no work here.
        if change.kind in ("project", "files") or self._versions:
            self._call_in_loop(self.invalidate)

    def _call_in_loop(self, callback: Callable[[], None]) -> None:
        with suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(callback)

    async def _notify_changes(self) -> None:
        """Send notifications whenever something has changed."""
        while True:
            await self._stale.wait()
            self._stale.clear()
            began = self._loop.time()
            try:
                await self._notify()
            except Exception:
                log.exception("sending change notifications failed")
            await asyncio.sleep(pause_after(self._loop.time() - began))

    async def _notify(self) -> None:
        subscribed = self._bus.subscribed_uris
        versions, watched = await self._workers.run(lambda: self._versions_and_folders(subscribed))
        # Agents write files with their own tools, so files are watched while there are listeners.
        if self._bus.has_listeners:
            self._watchers.subscribe(self, watched)
        else:
            self._watchers.leave(self)
        changed = [each for each in subscribed if each in self._versions and self._versions[each] != versions[each]]
        # Keep the versions of resources subscribed to meanwhile.
        still = self._bus.subscribed_uris
        self._versions = {each: value for each, value in (self._versions | versions).items() if each in still}
        self._bus.emit(ResourceUpdated(each) for each in changed)

    def _versions_and_folders(self, uris: list[str]) -> tuple[dict[str, object], WatchedFolders]:
        view = self._view()
        return _resource_versions(uris, view), view.watched()

    def _view(self) -> ProjectView:
        """A new view of the project, in a thread; the loop compares its lists with the previous ones."""
        view = view_project(self._workspace, self._root, self._editor, underscores=self._underscores)
        self._call_in_loop(lambda: self._compare_lists(view))
        return view

    async def _current_view(self) -> ProjectView:
        return await self._workers.run(self._view)

    def _compare_lists(self, view: ProjectView) -> None:
        """Notify clients if the lists have changed."""
        surface = view.available_tools
        before, self._list_names = (
            self._list_names,
            (surface.tool_names(), surface.templates(), prompts.prompt_names(view)),
        )
        if before is not None and before != self._list_names:
            tool, resource, prompt = (old != new for old, new in zip(before, self._list_names, strict=True))
            self._bus.emit(list_changed_events(tools=tool, resources=resource, prompts=prompt))


async def _report_failures(ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
    """Turn every exception into an error response that reveals no internals."""
    try:
        return await call_next(ctx)
    except ValidationError:
        raise
    except MCPError as error:
        if _is_before_handshake(ctx, error):
            message = f"`{ctx.method[:MAX_METHOD]}` before the handshake: send `initialize` first"
            raise MCPError(types.INVALID_REQUEST, message) from error
        raise
    except RefraktError as error:
        raise protocol_error(error, types.INVALID_PARAMS) from error
    except Exception as error:
        log.exception("%s failed", ctx.method)
        raise MCPError(types.INTERNAL_ERROR, "internal error; see the log of refrakt") from error


def _is_before_handshake(ctx: ServerRequestContext[Any, Any], error: MCPError) -> bool:
    """Whether the protocol library refused a request for this reason, which it does with an error that says nothing."""
    refused = error.code == types.INVALID_PARAMS and error.data == ""
    return refused and ctx.method != "initialize" and ctx.session.client_params is None


def pause_after(took: float) -> float:
    """The pause after a computation that took this many seconds."""
    return min(took / NOTIFY_SHARE, MAX_PAUSE)


def _check_cursor(params: types.PaginatedRequestParams | None) -> None:
    """Lists have one page, so every cursor is invalid."""
    if params is not None and params.cursor is not None:
        raise RefraktError("INVALID_ARGS", "unknown cursor: this list has one page", "omit `cursor`")


def _resource_versions(uris: list[str], view: ProjectView) -> dict[str, object]:
    return {each: resources.resource_version(each, view) for each in uris}
