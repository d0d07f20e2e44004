"""Lists and renders the prompts of the plugin, and completes arguments of prompts and variables of URIs."""

from __future__ import annotations

from collections.abc import Mapping

import mcp_types as types

from refrakt.plugins import CommandContext, Prompt, RefraktError
from refrakt.plugins import plugin_calls as calls
from refrakt.plugins.contract import Complete
from refrakt.plugins.message_quoting import quoted
from refrakt.plugins.name_suggestion import did_you_mean, nearest
from refrakt.plugins.prompt_arguments import check_arguments
from refrakt_forge.mcp_server.protocol_errors import protocol_error
from refrakt_forge.plugin import plugin

TIMEOUT = 30.0
COMPLETION_TIMEOUT = 5.0
MAX_VALUES = 100
"""The limit of the protocol."""


def list_prompts() -> list[types.Prompt]:
    """All prompts."""
    return [
        types.Prompt(
            name=each.name,
            description=each.description,
            arguments=[
                types.PromptArgument(name=one.name, description=one.description, required=one.required)
                for one in each.arguments
            ],
        )
        for each in plugin.prompts
    ]


async def get_prompt(name: str, arguments: Mapping[str, str], context: CommandContext) -> types.GetPromptResult:
    """A prompt with its arguments; raises `MCPError`."""
    try:
        prompt = _prompt(name)
        check_arguments(name, arguments, prompt.arguments)
        text: str = await calls.run(
            plugin.namespace, prompt.name, lambda: prompt.render(arguments, context), TIMEOUT, context.log
        )
    except RefraktError as error:
        raise protocol_error(error) from None
    message = types.PromptMessage(role="user", content=types.TextContent(type="text", text=text))
    return types.GetPromptResult(description=prompt.description, messages=[message])


async def complete(params: types.CompleteRequestParams, context: CommandContext) -> types.CompleteResult:
    """The possible values of an argument or a variable, the likeliest first; raises `MCPError`."""
    name, typed = params.argument.name, params.argument.value
    others = dict(params.context.arguments or {}) if params.context is not None else {}
    try:
        provider = _provider(params.ref)
        values: list[str] = []
        if provider is not None:
            values = await calls.run(
                plugin.namespace,
                "completion",
                lambda: list(provider(name, typed, others, context)),
                COMPLETION_TIMEOUT,
                context.log,
            )
    except RefraktError as error:
        raise protocol_error(error) from None
    shown = values[:MAX_VALUES]
    completion = types.Completion(values=shown, total=len(values), has_more=len(values) > MAX_VALUES)
    return types.CompleteResult(completion=completion)


def _provider(reference: types.PromptReference | types.ResourceTemplateReference) -> Complete | None:
    if isinstance(reference, types.PromptReference):
        return _prompt(reference.name).complete
    found = next((each for each in plugin.resources if each.uri == reference.uri), None)
    if found is None:
        message = f"no resource has the URI template {quoted(reference.uri)}"
        raise RefraktError("NOT_FOUND", message, "`resources/templates/list` lists them")
    return found.complete


def _prompt(name: str) -> Prompt:
    found = next((each for each in plugin.prompts if each.name == name), None)
    if found is None:
        close = nearest(name[:100], [each.name for each in plugin.prompts])
        message = f"unknown prompt {quoted(name, 80)}{did_you_mean(close)}"
        raise RefraktError("NOT_FOUND", message, "`prompts/list` lists them")
    return found
