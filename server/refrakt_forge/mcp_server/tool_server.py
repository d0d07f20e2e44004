"""The tools, resources and prompts of the plugin as an MCP server. Calls run as in the shared host: in a thread, with a timeout."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError
from pydantic_core import to_json

from refrakt.plugins import Command, CommandContext, Disk, RefraktError
from refrakt.plugins.input_schema import input_schema
from refrakt.plugins.message_quoting import quoted
from refrakt.plugins.plugin_calls import call_tool
from refrakt.plugins.progress_reports import ProgressReports
from refrakt_forge.errors import envelope
from refrakt_forge.mcp_server import SERVER_NAME
from refrakt_forge.mcp_server.prompt_requests import complete, get_prompt, list_prompts
from refrakt_forge.mcp_server.resource_requests import list_resources, list_templates, read_resource
from refrakt_forge.mcp_server.resource_watch import ResourceWatch
from refrakt_forge.mcp_server.stdio_streams import LineReader, LineWriter
from refrakt_forge.plugin import plugin

VERSION = "1.0.0"
"""Of the tools' schemas: a change of one is a new major version, a new tool a minor one."""
log = logging.getLogger("refrakt.plugin.forge")


def exposed_commands() -> dict[str, Command]:
    """The commands that are tools, by the tool's name."""
    return {each.tool_name: each for each in plugin.commands if each.expose and each.tool_name}


def tool_of(name: str, command: Command) -> types.Tool:
    return types.Tool(
        name=name,
        description=command.description,
        input_schema=dict(input_schema(command)),
        output_schema=dict(command.output_schema) if command.output_schema is not None else None,
        annotations=types.ToolAnnotations(
            read_only_hint=command.read_only,
            destructive_hint=command.destructive,
            idempotent_hint=command.idempotent,
            open_world_hint=command.open_world,
        ),
    )


class ToolServer:
    """Answers the requests of one client about one folder."""

    def __init__(self, folder: Path) -> None:
        self._commands = exposed_commands()
        self._context = CommandContext(folder, {}, Disk(folder), {}, log)
        self._watch = ResourceWatch(self._context)
        self.server: Server[Any] = Server(
            SERVER_NAME,
            version=VERSION,
            instructions=plugin.instructions,
            on_list_tools=self._list,
            on_call_tool=self._call,
            on_list_resources=self._list_resources,
            on_list_resource_templates=self._list_templates,
            on_read_resource=self._read,
            on_subscribe_resource=self._subscribe,
            on_unsubscribe_resource=self._unsubscribe,
            on_subscriptions_listen=self._watch.listen,
            on_list_prompts=self._list_prompts,
            on_get_prompt=self._get_prompt,
            on_completion=self._complete,
            lifespan=self._connection,
        )

    def close_streams(self) -> None:
        """End the streams of notifications: the client has closed its side."""
        self._watch.close()

    @asynccontextmanager
    async def _connection(self, _: Server[Any]) -> AsyncIterator[None]:
        try:
            yield
        finally:
            self._watch.close()

    # Tools ------------------------------------------------------------------------------------------------------------

    async def _list(
        self, _: ServerRequestContext[Any, Any], params: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[tool_of(name, each) for name, each in self._commands.items()])

    async def _call(
        self, request: ServerRequestContext[Any, Any], params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        command = self._commands.get(params.name)
        if command is None:
            raise MCPError(types.INVALID_PARAMS, f"Unknown tool: {quoted(params.name, 60)}")
        progress = ProgressReports(request.session.report_progress)
        context = replace(self._context, progress=progress.report)
        try:
            return _result(await call_tool(plugin, command, params.arguments or {}, context))
        except RefraktError as error:
            return _result(envelope(error.for_agent()), failed=True)
        finally:
            await progress.finish()

    # Resources --------------------------------------------------------------------------------------------------------

    async def _list_resources(
        self, _: ServerRequestContext[Any, Any], params: types.PaginatedRequestParams | None
    ) -> types.ListResourcesResult:
        return types.ListResourcesResult(resources=list_resources())

    async def _list_templates(
        self, _: ServerRequestContext[Any, Any], params: types.PaginatedRequestParams | None
    ) -> types.ListResourceTemplatesResult:
        return types.ListResourceTemplatesResult(resource_templates=list_templates())

    async def _read(
        self, request: ServerRequestContext[Any, Any], params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        found = await read_resource(str(params.uri), self._context, request.protocol_version)
        return types.ReadResourceResult(contents=[found])

    async def _subscribe(
        self, request: ServerRequestContext[Any, Any], params: types.SubscribeRequestParams
    ) -> types.EmptyResult:
        await self._watch.subscribe(request.session, str(params.uri))
        return types.EmptyResult()

    async def _unsubscribe(
        self, _: ServerRequestContext[Any, Any], params: types.UnsubscribeRequestParams
    ) -> types.EmptyResult:
        self._watch.unsubscribe(str(params.uri))
        return types.EmptyResult()

    # Prompts ----------------------------------------------------------------------------------------------------------

    async def _list_prompts(
        self, _: ServerRequestContext[Any, Any], params: types.PaginatedRequestParams | None
    ) -> types.ListPromptsResult:
        return types.ListPromptsResult(prompts=list_prompts())

    async def _get_prompt(
        self, _: ServerRequestContext[Any, Any], params: types.GetPromptRequestParams
    ) -> types.GetPromptResult:
        return await get_prompt(params.name, params.arguments or {}, self._context)

    async def _complete(
        self, _: ServerRequestContext[Any, Any], params: types.CompleteRequestParams
    ) -> types.CompleteResult:
        return await complete(params, self._context)


def _result(data: Mapping[str, Any], failed: bool = False) -> types.CallToolResult:
    """A result: the text is the JSON of the structured content, because clients of Forge parse it."""
    text = to_json(data, indent=2).decode()  # several times faster than `json` with an indent
    content = [types.TextContent(type="text", text=text)]
    return types.CallToolResult(content=list(content), structured_content=dict(data), is_error=failed)


async def serve(folder: Path, output: int, source: int = 0) -> None:
    """Serve the client on these descriptors until it closes its side and has all its answers."""
    tools = ToolServer(folder)
    server, writer = tools.server, LineWriter(output)
    await server.run(LineReader(source, writer, tools.close_streams), writer, server.create_initialization_options())
