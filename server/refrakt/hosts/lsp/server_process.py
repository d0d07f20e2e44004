"""The editor's process: a language server and MCP endpoints on one workspace."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys
from dataclasses import dataclass
from typing import NoReturn

from lsprotocol import types

from refrakt.hosts.lsp import document_sync, settings_sync, workspace_folders
from refrakt.hosts.lsp.diagnostic_scheduler import DiagnosticScheduler
from refrakt.hosts.lsp.file_problems import FileProblems
from refrakt.hosts.lsp.handlers import register_all
from refrakt.hosts.lsp.index_progress import IndexProgress
from refrakt.hosts.lsp.initialize import Handshake
from refrakt.hosts.lsp.mcp_endpoints import McpEndpoints
from refrakt.hosts.lsp.memory_release import MemoryRelease, limit_allocator
from refrakt.hosts.lsp.message_batches import MessageQueue
from refrakt.hosts.lsp.nonblocking_stderr import redirect_stdout
from refrakt.hosts.lsp.page_scope import PageScope
from refrakt.hosts.lsp.position_encoding import PositionEncoder
from refrakt.hosts.lsp.preview_host import PreviewHost
from refrakt.hosts.lsp.protocol import LspServer
from refrakt.hosts.lsp.providers import Providers
from refrakt.hosts.lsp.providers.plugin_scheduler import PluginScheduler
from refrakt.hosts.lsp.request_context import RequestContext
from refrakt.hosts.lsp.session import Session
from refrakt.hosts.lsp.shutdown import Shutdown
from refrakt.hosts.lsp.source_sync import SourceSync
from refrakt.hosts.lsp.stdio_streams import OutputQueue, open_input, open_output
from refrakt.hosts.lsp.watched_files import WatchedFiles
from refrakt.hosts.switch_interval import shorten_switch_interval
from refrakt.project.workspace import Workspace

log = logging.getLogger("refrakt.lsp")

_SETTINGS_TIMEOUT = 2.0
"""Seconds for the client to send its settings."""
_SHUTDOWN_TIMEOUT = 1.5
"""Seconds to notify agents and to flush the output."""


def serve(handshake: Handshake, pipes: tuple[int, int] | None) -> NoReturn:
    """Serve until the client exits, then end the process, even if a thread hangs."""
    stdout_fd = redirect_stdout()
    shorten_switch_interval()
    limit_allocator()
    code = 1
    try:
        code = asyncio.run(_run(handshake, stdout_fd, pipes))
    except BaseException:
        log.exception("the language server crashed")
    finally:
        logging.shutdown()
        with contextlib.suppress(OSError):
            sys.stderr.flush()
        os._exit(code)


@dataclass(frozen=True, slots=True)
class ServerComponents:
    """The parts of a server that its process starts and stops."""

    session: Session
    mcp_endpoints: McpEndpoints
    preview_host: PreviewHost
    watched_files: WatchedFiles


def assemble(handshake: Handshake) -> ServerComponents:
    """Create the parts for a client. Requires a running event loop; opens no stream."""
    params, client = handshake.request["params"], handshake.client
    server = LspServer()
    session = Session(
        Workspace(), client, server, PositionEncoder(client.encoding), workspace_folders.folders_in(params)
    )
    preview_host = PreviewHost(session)
    mcp_endpoints = McpEndpoints(session, preview_host.url)
    scope, providers = PageScope(session.workspace), Providers(session.workspace)
    file_problems = FileProblems(session, scope, providers)
    diagnostics = DiagnosticScheduler(session, file_problems)
    MemoryRelease(session, (file_problems.forget, scope.forget, session.forget))
    PluginScheduler(session, providers, diagnostics.pages_changed)

    def files_changed() -> None:
        mcp_endpoints.update()
        providers.refresh()
        index_progress.update()
        diagnostics.files_changed()

    watched_files, source_sync = WatchedFiles(session, files_changed), SourceSync(session)

    def projects_changed() -> None:
        watched_files.update()
        source_sync.update()

    index_progress = IndexProgress(session, projects_changed)

    def folders_changed() -> None:
        projects_changed()
        files_changed()
        diagnostics.folders_changed()

    document_sync.register(session)
    settings_sync.register(session, params.get("initializationOptions"))
    workspace_folders.register(session, folders_changed)
    mcp_endpoints.register()
    preview_host.register()
    register_all(RequestContext(session, scope, providers))

    @server.feature(types.INITIALIZED)
    def initialized(params: types.InitializedParams) -> None:
        session.hold_messages(session.start_task(start()))

    async def start() -> None:
        await document_sync.read_projects(session.workspace, session.folders)
        diagnostics.check_all()
        session.start_task(settings_sync.subscribe(session))
        session.start_task(watched_files.start())
        source_sync.update()
        session.start_task(open_mcp_endpoints())

    async def open_mcp_endpoints() -> None:
        # The settings may disable MCP; without settings it is enabled.
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_SETTINGS_TIMEOUT):
                await settings_sync.request_settings(session)
        mcp_endpoints.open()
        index_progress.open()

    return ServerComponents(session, mcp_endpoints, preview_host, watched_files)


async def _run(handshake: Handshake, stdout_fd: int, pipes: tuple[int, int] | None) -> int:
    shutdown, output = Shutdown(), OutputQueue()
    components = assemble(handshake)
    session, protocol = components.session, components.session.protocol
    protocol.connect(output)
    protocol.replay_initialize(handshake.request)
    protocol.on_exit = lambda: shutdown.request(protocol.exit_code, "`exit` received")
    messages = MessageQueue(handshake.framer, protocol.receive, output, protocol.peek)
    session.has_pending_messages = lambda: messages.has_pending
    session.hold_messages = messages.hold
    shutdown.handle_signals()
    shutdown.watch_process(handshake.request["params"].get("processId"))

    def disconnected() -> None:
        shutdown.request(protocol.exit_code, "client disconnected")

    output.attach(await open_output(stdout_fd, output.flush, disconnected))
    messages.attach(await open_input(0, messages.feed, lambda: messages.finish(disconnected)))
    if pipes is not None:
        session.start_task(components.mcp_endpoints.serve_pipes(*pipes))
    code = await shutdown.wait()
    shutdown.close()
    components.watched_files.close()
    session.workspace.end_indexes()
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(_SHUTDOWN_TIMEOUT):
            await components.preview_host.close()
            await components.mcp_endpoints.close()
            await output.flushed()
    output.close()
    for task in session.tasks:
        task.cancel()
    return code
