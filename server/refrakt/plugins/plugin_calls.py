"""Calls of plugin code. Every call gets a result or an error, and the process survives every failure of a plugin.

A call that exceeds its timeout is answered with an error. If it cannot be cancelled either, its thread is abandoned and the
plugin is disabled until the process restarts: a looping thread slows everything down, and a second one would double that.
"""

from __future__ import annotations

import inspect
import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from refrakt.errors import RefraktError
from refrakt.plugins.contract import CliPlugin, Command, CommandContext
from refrakt.plugins.guarded_call import CallOutcome, GuardedCall
from refrakt.plugins.input_schema import validated_input
from refrakt.plugins.plain_data import Malformed, error_text
from refrakt.plugins.tool_content import ToolResult, checked_content, has_content

CANCEL_TIMEOUT = 2.0
"""Seconds for a cancelled coroutine to end."""
_REPORT = "report it to the plugin's author"
_disabled: dict[str, str] = {}
"""By namespace: the call that was abandoned."""


async def call_tool(
    plugin: CliPlugin,
    command: Command,
    arguments: Mapping[str, Any],
    context: CommandContext,
    convert: Callable[[Any], Any] = lambda answer: answer,
) -> Any:
    """Call a command as a tool. The answer is JSON data, or a `ToolResult`; raises `RefraktError` if there is none.

    `convert` is applied to the answer in the thread of the call: starting another would cost as much again.
    """
    label = f"{plugin.namespace} {command.name}"
    handler = command.run or command.mcp_handler

    async def convert_later(answer: Awaitable[Any]) -> Any:
        return convert(as_answer(await answer, label))

    def call() -> Any:
        # Models may contain code, so even the validation runs where it can be abandoned.
        value = validated_input(command, arguments)
        if handler is None:
            return None
        answer = handler(value, context)
        return convert_later(answer) if inspect.isawaitable(answer) else convert(as_answer(answer, label))

    answer = await run(plugin.namespace, label, call, command.timeout, context.log)
    if handler is None:
        from refrakt.plugins.command_line_tools import run_command_process

        printed = await run_command_process(plugin.namespace, command, arguments, context.cwd)
        return await run(plugin.namespace, label, lambda: convert(_plain(printed, label)), command.timeout, context.log)
    return answer


async def run(
    namespace: str,
    label: str,
    function: Callable[[], Any],
    seconds: float,
    log: logging.Logger,
    failure_code: str = "TOOL_FAILED",
) -> Any:
    """Run code of a plugin: a handler, a resource, a prompt, a provider. `function` may return an awaitable."""
    _refuse_if_disabled(namespace)
    call = GuardedCall(function, label, log)
    try:
        outcome = await call.wait_async(seconds)
    except BaseException:
        call.cancel()  # the caller was cancelled
        raise
    if outcome is None and (not call.cancel() or await call.wait_async(CANCEL_TIMEOUT) is None):
        _disable(namespace, label, log)
    return _value(outcome, label, seconds, log, failure_code)


def run_blocking(namespace: str, label: str, function: Callable[[], Any], seconds: float, log: logging.Logger) -> Any:
    """The same outside of an event loop."""
    _refuse_if_disabled(namespace)
    outcome = GuardedCall(function, label, log).wait(seconds)
    if outcome is None:
        _disable(namespace, label, log)
    return _value(outcome, label, seconds, log, "TOOL_FAILED")


def as_answer(value: Any, label: str) -> Any:
    """An answer of a handler: JSON data, or a `ToolResult` if it has content."""
    if not has_content(value):
        return as_data(value, label)
    try:
        content = checked_content(value)
    except Malformed as error:
        raise RefraktError("TOOL_FAILED", f"the result of {label} {error}", _REPORT) from None
    return ToolResult(content, as_data(value.data, label) if isinstance(value, ToolResult) else None)


def as_data(value: Any, label: str) -> Any:
    """An answer as JSON data: a copy of a model's fields, or of plain data."""
    dump = getattr(value, "model_dump", None)
    if dump is not None:
        return _plain(dump(mode="json", by_alias=True), label)
    if value is not None and not isinstance(value, dict | list | str):
        raise _not_json(label, f"its type is {type(value).__name__}")
    return _plain(value, label)


def _plain(value: Any, label: str) -> Any:
    try:
        return json.loads(json.dumps(value, allow_nan=False))
    except (TypeError, ValueError, RecursionError) as error:
        raise _not_json(label, error) from error


def _not_json(label: str, reason: object) -> RefraktError:
    return RefraktError("TOOL_FAILED", f"{label} returned a value that is not JSON: {reason}", _REPORT)


def _value(outcome: CallOutcome | None, label: str, seconds: float, log: logging.Logger, failure_code: str) -> Any:
    if outcome is None:
        message = f"{label} returned no result within {seconds:g} seconds"
        raise RefraktError("TOOL_TIMEOUT", message, "request less at once, or report it to the plugin's author")
    error = outcome.error
    if error is None:
        return outcome.value
    if isinstance(error, RefraktError) and _is_intact(error):
        raise error
    log.error("%s failed", label, exc_info=error)
    hint = "see the log for details"
    if isinstance(error, SystemExit):
        raise RefraktError(failure_code, f"{label} tried to exit the process with {error.code!r}", hint)
    raise RefraktError(failure_code, f"{label} failed: {error_text(error)}", hint) from error


def _is_intact(error: RefraktError) -> bool:
    """Whether the parts of an error can be shown. A plugin may have subclassed or changed it."""
    try:
        texts = (error.code, error.message, error.hint, error.detail)
        return all(type(each) is str for each in texts) and type(error.exit_code) is int
    except Exception:  # noqa: BLE001 - code of a plugin
        return False


def disabled_by(namespace: str) -> str | None:
    """The call because of which a plugin is disabled; None for an enabled one."""
    return _disabled.get(namespace)


def _disable(namespace: str, label: str, log: logging.Logger) -> None:
    _disabled[namespace] = label
    log.error("%s does not end; plugin %s is disabled", label, namespace)


def _refuse_if_disabled(namespace: str) -> None:
    label = disabled_by(namespace)
    if label is not None:
        raise disabled_error(namespace, label)


def disabled_error(namespace: str, label: str) -> RefraktError:
    """The error of every call of a disabled plugin."""
    message = f"the plugin {namespace} is disabled: {label} did not end"
    return RefraktError(
        "PLUGIN_DISABLED", message, "restart refrakt to enable it again, and report it to the plugin's author"
    )
