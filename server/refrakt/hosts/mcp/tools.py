"""Tools: every service that works in this project, and every command its plugins offer.

Names have dots; a client that refuses dots gets underscores instead. Whatever is listed, a call is understood in every
spelling, and one for a tool that cannot work here is told what is missing rather than that it does not exist.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cache
from typing import Any

import anyio
from mcp_types import CallToolResult, Tool, ToolAnnotations

from refrakt.errors import RefraktError
from refrakt.plugins import running, table
from refrakt.plugins.contract import CliPlugin, Command, CommandContext
from refrakt.plugins.inputs import input_schema as taken_by
from refrakt.plugins.inputs import output_schema as given_by
from refrakt.plugins.validation import spelling
from refrakt.rules.words import nearest
from refrakt.services.context import Context
from refrakt.services.isolated import is_heavy, isolated_answer
from refrakt.services.payload import as_json
from refrakt.services.registry import Service, services
from refrakt.services.surface import Surface

from .looking import View
from .promises import broken_promise
from .results import LONGEST, failed, succeeded, succeeded_elsewhere
from .schemas import Schema, at_top, compact, input_schema, output_schema, wrapped
from .working import Workers

SECONDS = 60.0
"""How long one of our own services may take. A plugin says itself how long each of its commands may."""
ISOLATED_SECONDS = 50.0
"""How long a call with much text may take in a process of its own; less, so that its own error arrives first."""

SHAPING_SECONDS = 2.0
_LONGEST_NAME = 128
"""How many characters the protocol lets the name of a tool have."""

log = logging.getLogger("refrakt.mcp")


@dataclass(frozen=True, slots=True)
class Called:
    """How a call went."""

    result: CallToolResult
    wrote: bool
    """Whether it may have changed what is listed, or what resources say."""


def listed(here: Surface, underscores: bool) -> list[Tool]:
    """The tools of a project."""
    tools = [_of_service(each) for each in here.services.values()]
    for each in here.plugins.tools().values():
        try:
            tools.append(_of_command(each))
        except Exception:
            # A schema is made by code of the plugin's. One that cannot be made takes this tool away, not the others.
            log.exception("the schemas of %s cannot be made", each.name)
    return [each.model_copy(update={"name": shown(each.name, underscores)}) for each in tools]


def shown(name: str, underscores: bool) -> str:
    """A tool's name as this client wants to see it."""
    return name.replace(".", "_") if underscores else name


@cache
def _of_service(service: Service) -> Tool:
    return Tool(
        name=service.name,
        description=service.about,
        input_schema=input_schema(service.input),
        output_schema=output_schema(service.output),
        annotations=_annotations(service.reads_only, destructive=False, idempotent=service.reads_only),
    )


def _of_command(tool: table.Tool) -> Tool:
    command = tool.command
    return Tool(
        name=tool.name,
        description=command.description,
        input_schema={"type": "object", "properties": {}, **at_top(compact(taken_by(command)))},
        output_schema=_given_by(tool.name, command),
        annotations=_annotations(
            command.read_only, command.destructive, command.idempotent or command.read_only, command.open_world
        ),
    )


def _given_by(name: str, command: Command) -> Schema | None:
    schema = given_by(command)
    if schema is None:
        return None
    small = at_top(compact(schema, nulls=True))
    kind = small.setdefault("type", "object")
    # The protocol wants an object, so what is none gets a name, as in the answer itself.
    return small if kind == "object" else wrapped(small, "text" if kind == "string" else name.rpartition(".")[2])


def _annotations(reads_only: bool, destructive: bool, idempotent: bool, open_world: bool = False) -> ToolAnnotations:
    return ToolAnnotations(
        read_only_hint=reads_only,
        destructive_hint=destructive,
        idempotent_hint=idempotent,
        open_world_hint=open_world,
    )


# Calls ----------------------------------------------------------------------------------------------------------------


async def call(
    name: str, arguments: Mapping[str, Any], look: Callable[[], View], workers: Workers, underscores: bool
) -> Called:
    """Call a tool. Whatever happens, there is a result."""
    service = _services().get(spelling(name))
    try:
        if service is not None:
            return Called(await _call_service(service, arguments, look, workers), not service.reads_only)
        view = await workers.run(look)
        tool = _command(name, view.surface, underscores)
        return Called(await _call_command(tool, arguments, view, workers), not tool.command.read_only)
    except RefraktError as error:
        return Called(failed(error), False)
    except Exception:
        shown_name = service.name if service is not None else name[:_LONGEST_NAME]
        log.exception("%s failed", shown_name)
        hint = "The log has the details; another input may work."
        return Called(failed(RefraktError("TOOL_FAILED", f"{shown_name} failed", hint)), True)


async def _call_service(
    service: Service, arguments: Mapping[str, Any], look: Callable[[], View], workers: Workers
) -> CallToolResult:
    try:
        with anyio.fail_after(SECONDS):
            if service.text_size is None:
                return await workers.run(lambda: _answered(service, look().context, arguments))
            context = (await workers.run(look)).context
            if await workers.run(lambda: is_heavy(service, context, arguments)):
                async with workers.heavy:
                    return await workers.run(lambda: _isolated(service, context, arguments))
            return await workers.run(lambda: _answered(service, context, arguments))
    except TimeoutError:
        message = f"{service.name} gave no answer within {SECONDS:g} seconds"
        raise RefraktError("TOOL_TIMEOUT", message, "Ask for less at once.") from None


def _answered(service: Service, context: Context, arguments: Mapping[str, Any]) -> CallToolResult:
    return succeeded(as_json(service.answer(context, arguments)), service.name)


def _isolated(service: Service, context: Context, arguments: Mapping[str, Any]) -> CallToolResult:
    answer = isolated_answer(service, context, arguments, LONGEST, ISOLATED_SECONDS)
    return succeeded_elsewhere(answer, service.name)


async def _call_command(tool: table.Tool, arguments: Mapping[str, Any], view: View, workers: Workers) -> CallToolResult:
    context = view.for_plugin(tool.plugin)
    try:
        async with workers.processes if tool.command.mcp_handler is None else nullcontext():
            result: CallToolResult = await running.call_tool(
                tool.plugin, tool.command, arguments, context, lambda answer: _as_promised(answer, tool)
            )
        return result
    except RefraktError as error:
        return failed(error, await _envelope(tool.plugin, error, context))


def _as_promised(answer: Any, tool: table.Tool) -> CallToolResult:
    """The result of a plugin's command. One that its own schema does not allow would be refused by clients, so we do it."""
    schema = _given_by(tool.name, tool.command)
    result = succeeded(answer, tool.name, schema)
    if schema is not None:
        broken = broken_promise(result.structured_content, schema)
        if broken is not None:
            message = f"{tool.name} gave an answer that its schema does not allow, {broken}"
            raise RefraktError("TOOL_FAILED", message, "Tell the plugin's author.")
    return result


async def _envelope(plugin: CliPlugin, error: RefraktError, context: CommandContext) -> Mapping[str, Any] | None:
    """The shape a plugin's clients expect of a failed call, where they expect one of their own."""
    shape, known = plugin.envelope, error
    if shape is None:
        return None
    try:
        made = await running.run(plugin.namespace, "envelope", lambda: dict(shape(known)), SHAPING_SECONDS, context.log)
    except RefraktError:
        return None  # the call has failed already, and that is what counts
    return dict(made)


@cache
def _services() -> Mapping[str, Service]:
    return {spelling(name): each for name, each in services().items() if each.for_agents}


def _command(name: str, here: Surface, underscores: bool) -> table.Tool:
    """The plugin's command a call means."""
    try:
        return here.plugins.tool(name[:_LONGEST_NAME])
    except RefraktError as error:
        if error.code != "UNKNOWN_TOOL":
            raise
    known = [shown(each, underscores) for each in here.tool_names()]
    close = nearest(shown(name[:_LONGEST_NAME], underscores), known)
    guess = f"Did you mean {' or '.join(close)}? " if close else ""
    message = f"no tool is called '{name[:_LONGEST_NAME]}'"
    raise RefraktError("UNKNOWN_TOOL", message, f"{guess}There are: {', '.join(known)}.")
