"""Tools: every service that works in this project, and every command of its plugins.

Names contain dots; a client that rejects dots gets underscores instead. A call is accepted in either spelling, and a call of a tool
that cannot work here reports what is missing, not that the tool is unknown.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import anyio
from mcp_types import CallToolResult, ToolAnnotations
from mcp_types import Tool as McpTool

from refrakt.command_input import input_schema
from refrakt.errors import RefraktError
from refrakt.hosts.mcp.content_blocks import content_block
from refrakt.hosts.mcp.output_validation import schema_violation
from refrakt.hosts.mcp.project_view import ProjectView
from refrakt.hosts.mcp.schema_compaction import (
    Schema,
    compact,
    inline_root,
    output_schema,
    short_schema,
    wrap_in_object,
)
from refrakt.hosts.mcp.tool_results import MAX_RESULT, error_result, isolated_result, success_result
from refrakt.hosts.mcp.worker_threads import WorkerThreads
from refrakt.plugins import plugin_calls
from refrakt.plugins.contract import CliPlugin, Command, CommandContext, Progress, no_progress
from refrakt.plugins.input_schema import input_schema as command_input_schema
from refrakt.plugins.input_schema import output_schema as command_output_schema
from refrakt.plugins.plain_data import plain_object
from refrakt.plugins.plugin_table import PluginTool
from refrakt.plugins.plugin_validation import normalized_tool_name
from refrakt.plugins.tool_content import ToolResult
from refrakt.rules.name_suggestion import nearest
from refrakt.services.available_tools import AvailableTools
from refrakt.services.context import Context
from refrakt.services.isolated_process import is_heavy, isolated_answer
from refrakt.services.json_payload import as_json
from refrakt.services.registry import Service, services

SERVICE_TIMEOUT = 60.0
"""Seconds for one of our own services. A plugin sets the timeout of each of its commands."""
ISOLATED_TIMEOUT = 50.0
"""Seconds for a call with a large text in a child process; shorter, so that its own error arrives first."""
ENVELOPE_TIMEOUT = 2.0
_MAX_NAME = 128
"""Characters of a tool name in the protocol."""

log = logging.getLogger("refrakt.mcp")


@dataclass(frozen=True, slots=True)
class ToolOutcome:
    """The result of a call, and whether it may have changed the project."""

    result: CallToolResult
    wrote: bool


def list_tools(surface: AvailableTools, underscores: bool) -> list[McpTool]:
    """The tools of a project."""
    tools = [_service_tool(each) for each in surface.services.values()]
    for each in surface.plugins.tools().values():
        try:
            tools.append(_command_tool(each))
        except Exception:
            # Schemas are created by code of the plugin. If that fails, only this tool is missing.
            log.exception("cannot create the schemas of %s", each.name)
    if not underscores:
        return tools
    names = [each.name for each in tools]
    return [
        each.model_copy(
            update={
                "name": display_name(each.name, underscores),
                "description": with_display_names(each.description or "", names, underscores),
            }
        )
        for each in tools
    ]


def display_name(name: str, underscores: bool) -> str:
    """The name of a tool in the spelling of the client."""
    return name.replace(".", "_") if underscores else name


def with_display_names(text: str, names: Iterable[str], underscores: bool) -> str:
    """A text with the names of tools, in backquotes, in the spelling of the client."""
    for name in names if underscores else ():
        text = text.replace(f"`{name}`", f"`{display_name(name, underscores)}`")
    return text


@cache
def _service_tool(service: Service) -> McpTool:
    return McpTool(
        name=service.name,
        description=service.about,
        input_schema=input_schema(service.input),
        output_schema=short_schema(output_schema(service.output)),
        annotations=_annotations(service.reads_only, destructive=False, idempotent=service.reads_only),
        title=_title(service.name),
    )


def _command_tool(tool: PluginTool) -> McpTool:
    command = tool.command
    return McpTool(
        name=tool.name,
        description=command.description,
        input_schema={"type": "object", "properties": {}, **inline_root(compact(command_input_schema(command)))},
        output_schema=short_schema(_result_schema(tool.name, command)),
        title=_title(tool.name),
        annotations=_annotations(
            command.read_only,
            # A command that parses its own arguments says nothing about what it does, so it may destroy something.
            command.destructive or (_runs_in_a_process(command) and not command.read_only),
            command.idempotent or command.read_only,
            command.open_world,
        ),
    )


def _title(name: str) -> str:
    """`plan.next_id` is `Plan: next id`."""
    space, _, rest = name.rpartition(".")
    text = rest.replace("_", " ")
    return f"{space.capitalize()}: {text}" if space and space != "refrakt" else text.capitalize()


def _runs_in_a_process(command: Command) -> bool:
    """Whether a command has only a handler for the command line."""
    return command.run is None and command.mcp_handler is None


def _result_schema(name: str, command: Command) -> Schema | None:
    schema = command_output_schema(command)
    if schema is None:
        return None
    small = inline_root(compact(schema, nulls=True))
    kind = small.setdefault("type", "object")
    # The protocol requires an object, so any other value is wrapped, as in the result itself.
    return small if kind == "object" else wrap_in_object(small, "text" if kind == "string" else name.rpartition(".")[2])


def _annotations(read_only: bool, destructive: bool, idempotent: bool, open_world: bool = False) -> ToolAnnotations:
    """The hints. Whether a tool that only reads is destructive or idempotent has no meaning in the protocol."""
    if read_only:
        return ToolAnnotations(read_only_hint=True, open_world_hint=open_world)
    return ToolAnnotations(
        read_only_hint=False,
        destructive_hint=destructive,
        idempotent_hint=idempotent,
        open_world_hint=open_world,
    )


# Calls ----------------------------------------------------------------------------------------------------------------


async def call_tool(
    name: str,
    arguments: Mapping[str, Any],
    get_view: Callable[[], ProjectView],
    workers: WorkerThreads,
    underscores: bool,
    progress: Progress = no_progress,
) -> ToolOutcome:
    """Call a tool. Every failure becomes a result."""
    service = _services().get(normalized_tool_name(name))
    try:
        if service is not None:
            result = await _call_service(service, arguments, get_view, workers, progress)
            return ToolOutcome(result, not service.reads_only)
        view = await workers.run(get_view)
        tool = _plugin_tool(name, view.available_tools, underscores)
        return ToolOutcome(await _call_command(tool, arguments, view, workers, progress), not tool.command.read_only)
    except RefraktError as error:
        return ToolOutcome(error_result(error.for_agent(underscores)), False)
    except Exception:
        shown_name = service.name if service is not None else name[:_MAX_NAME]
        log.exception("%s failed", shown_name)
        failure = RefraktError(
            "TOOL_FAILED", f"`{shown_name}` failed", "see the log for details; another input may work"
        )
        return ToolOutcome(error_result(failure), True)


async def _call_service(
    service: Service,
    arguments: Mapping[str, Any],
    get_view: Callable[[], ProjectView],
    workers: WorkerThreads,
    progress: Progress,
) -> CallToolResult:
    def result(context: Context) -> CallToolResult:
        answer = service.answer(replace(context, progress=progress), arguments)
        return success_result(as_json(answer), service.name)

    def current_context() -> Context:
        view = get_view()
        return (view.with_new_site() if service.describes_site else view).context

    try:
        with anyio.fail_after(SERVICE_TIMEOUT):
            if service.text_size is None:
                return await workers.run(lambda: result(current_context()))
            context = await workers.run(current_context)
            if await workers.run(lambda: is_heavy(service, context, arguments)):
                async with workers.isolated:
                    return await workers.run(lambda: _isolated_result(service, context, arguments))
            return await workers.run(lambda: result(context))
    except TimeoutError:
        message = f"`{service.name}` returned no result within {SERVICE_TIMEOUT:g} seconds"
        raise RefraktError("TOOL_TIMEOUT", message, "request less at once") from None


def _isolated_result(service: Service, context: Context, arguments: Mapping[str, Any]) -> CallToolResult:
    answer = isolated_answer(service, context, arguments, MAX_RESULT, ISOLATED_TIMEOUT)
    return isolated_result(answer, service.name)


async def _call_command(
    tool: PluginTool, arguments: Mapping[str, Any], view: ProjectView, workers: WorkerThreads, progress: Progress
) -> CallToolResult:
    context = replace(view.plugin_context(tool.plugin), progress=progress)
    try:
        async with workers.plugin_processes if _runs_in_a_process(tool.command) else nullcontext():
            result: CallToolResult = await plugin_calls.call_tool(
                tool.plugin, tool.command, arguments, context, lambda answer: _validated_result(answer, tool)
            )
        return result
    except RefraktError as error:
        shown = error.for_agent(view.context.underscores)
        return error_result(shown, await _envelope(tool.plugin, shown, context))


def _validated_result(answer: Any, tool: PluginTool) -> CallToolResult:
    """The result of a plugin's command. Clients reject one that violates its output schema, so it fails here."""
    schema = _result_schema(tool.name, tool.command)
    result = _content_result(answer, tool, schema)
    if schema is not None:
        violation = schema_violation(result.structured_content, schema)
        if violation is not None:
            message = f"the result of `{tool.name}` violates its output schema {violation}"
            raise RefraktError("TOOL_FAILED", message, "report it to the plugin's author")
    return result


def _content_result(answer: Any, tool: PluginTool, schema: Schema | None) -> CallToolResult:
    json_text = tool.plugin.envelope is not None
    if not isinstance(answer, ToolResult):
        return success_result(answer, tool.name, schema, json_text=json_text)
    blocks = [content_block(each) for each in answer.content]
    if answer.data is None and schema is None:
        return CallToolResult(content=blocks)
    result = success_result(answer.data, tool.name, schema, json_text=json_text)
    return result.model_copy(update={"content": [*result.content, *blocks]})


async def _envelope(plugin: CliPlugin, error: RefraktError, context: CommandContext) -> Mapping[str, Any] | None:
    """The structured content of a failed call, if the plugin's clients expect a format of their own."""
    envelope = plugin.envelope
    if envelope is None:
        return None
    try:
        content = await plugin_calls.run(
            plugin.namespace, "envelope", lambda: plain_object(envelope(error)), ENVELOPE_TIMEOUT, context.log
        )
    except RefraktError:
        return None  # the call has failed already; report that error
    return dict(content)


@cache
def _services() -> Mapping[str, Service]:
    return {normalized_tool_name(name): each for name, each in services().items() if each.for_agents}


def _plugin_tool(name: str, surface: AvailableTools, underscores: bool) -> PluginTool:
    """The plugin's tool of this name."""
    try:
        return surface.plugins.tool(name[:_MAX_NAME])
    except RefraktError as error:
        if error.code != "UNKNOWN_TOOL":
            raise
    names = [display_name(each, underscores) for each in surface.tool_names()]
    close = nearest(display_name(name[:_MAX_NAME], underscores), names)
    guess = f"did you mean {' or '.join(close)}? " if close else ""
    raise RefraktError("UNKNOWN_TOOL", f"unknown tool '{name[:_MAX_NAME]}'", f"{guess}known tools: {', '.join(names)}")
