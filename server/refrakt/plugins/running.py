"""Running what plugins bring, so that whatever they do the process goes on and every call gets an answer.

A call that does not come back in time is answered without it. If it then cannot be stopped either, its thread is given up and
the plugin is switched off until the process starts anew: a thread that loops costs everybody time, and a second would double it.
"""

from __future__ import annotations

import inspect
import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from refrakt.errors import RefraktError

from .contract import CliPlugin, Command, CommandContext
from .guard import Guarded, Outcome
from .inputs import checked

GRACE = 2.0
"""How long a coroutine that was asked to stop may take to do so, in seconds."""
_switched_off: dict[str, str] = {}
"""By namespace: what the plugin was doing when it was given up."""


async def call_tool(
    plugin: CliPlugin,
    command: Command,
    arguments: Mapping[str, Any],
    context: CommandContext,
    shaped: Callable[[Any], Any] = lambda answer: answer,
) -> Any:
    """Call a command as a tool. Its answer is plain JSON data; a `RefraktError` says why there is none.

    `shaped` makes of the answer what the caller wants, in the thread where the answer was made: another would cost as much again.
    """
    what = f"{plugin.namespace} {command.name}"
    handler = command.mcp_handler

    async def later(answer: Awaitable[Any]) -> Any:
        return shaped(as_data(await answer, what))

    def work() -> Any:
        # Models may have code of their own, so even the check runs where it can be given up.
        given = checked(command, arguments)
        if handler is None:
            return None
        answer = handler(given, context)
        return later(answer) if inspect.isawaitable(answer) else shaped(as_data(answer, what))

    answer = await run(plugin.namespace, what, work, command.timeout, context.log)
    if handler is None:
        from .shim import run_shim

        printed = await run_shim(plugin.namespace, command, arguments, context.cwd)
        return await run(plugin.namespace, what, lambda: shaped(_plain(printed, what)), command.timeout, context.log)
    return answer


async def run(
    namespace: str,
    what: str,
    work: Callable[[], Any],
    seconds: float,
    log: logging.Logger,
    failed: str = "TOOL_FAILED",
) -> Any:
    """Run a piece of a plugin: a handler, a resource, a prompt, a provider. `work` may return something to await."""
    _refuse_if_off(namespace)
    begun = Guarded(work, what, log)
    try:
        outcome = await begun.ended(seconds)
    except BaseException:
        begun.cancel()  # the caller has been cancelled
        raise
    if outcome is None and (not begun.cancel() or await begun.ended(GRACE) is None):
        _switch_off(namespace, what, log)
    return _value(outcome, what, seconds, log, failed)


def run_now(namespace: str, what: str, work: Callable[[], Any], seconds: float, log: logging.Logger) -> Any:
    """The same for callers that can do nothing but wait."""
    _refuse_if_off(namespace)
    outcome = Guarded(work, what, log).wait(seconds)
    if outcome is None:
        _switch_off(namespace, what, log)
    return _value(outcome, what, seconds, log, "TOOL_FAILED")


def as_data(value: Any, what: str) -> Any:
    """An answer as JSON data: a model becomes a dict, everything else must be data already. It is a copy, and nobody else's."""
    dump = getattr(value, "model_dump", None)
    if dump is not None:
        return _plain(dump(mode="json", by_alias=True), what)
    if value is not None and not isinstance(value, dict | list | str):
        raise _no_json(what, f"it is of type {type(value).__name__}")
    return _plain(value, what)


def _plain(value: Any, what: str) -> Any:
    try:
        return json.loads(json.dumps(value, allow_nan=False))
    except (TypeError, ValueError, RecursionError) as error:
        raise _no_json(what, error) from error


def _no_json(what: str, why: object) -> RefraktError:
    return RefraktError("TOOL_FAILED", f"{what} gave an answer that is no JSON: {why}", "Tell the plugin's author.")


def _value(outcome: Outcome | None, what: str, seconds: float, log: logging.Logger, failed: str) -> Any:
    if outcome is None:
        message = f"{what} gave no answer within {seconds:g} seconds"
        raise RefraktError("TOOL_TIMEOUT", message, "Ask for less at once, or tell the plugin's author.")
    error = outcome.error
    if error is None:
        return outcome.value
    if isinstance(error, RefraktError):
        raise error
    log.error("%s failed", what, exc_info=error)
    if isinstance(error, SystemExit):
        raise RefraktError(failed, f"{what} tried to end the process with {error.code!r}", "The log has the details.")
    reason = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    raise RefraktError(failed, f"{what} failed: {reason}", "The log has the details.") from error


def switched_off(namespace: str) -> str | None:
    """What a plugin was doing when it was given up; None for one that is in use."""
    return _switched_off.get(namespace)


def _switch_off(namespace: str, what: str, log: logging.Logger) -> None:
    _switched_off[namespace] = what
    log.error("%s does not come to an end; the plugin %s is switched off", what, namespace)


def _refuse_if_off(namespace: str) -> None:
    what = switched_off(namespace)
    if what is not None:
        raise off(namespace, what)


def off(namespace: str, what: str) -> RefraktError:
    """Why a plugin that was given up is not asked again."""
    message = f"the plugin {namespace} is switched off: {what} did not come to an end"
    return RefraktError("TOOL_FAILED", message, "Restart refrakt to use it again; tell the plugin's author.")
