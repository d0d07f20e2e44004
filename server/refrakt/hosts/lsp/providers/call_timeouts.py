"""Calls plugin code with a timeout.

Each call runs in its own thread. One that exceeds the timeout continues, so that a plugin that reads many files has them cached at
the next call. Until then the plugin is not called again: a call that never ends costs one thread.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from refrakt.errors import RefraktError
from refrakt.plugins.guarded_call import GuardedCall

if TYPE_CHECKING:
    from refrakt.plugins.guarded_call import CallOutcome

log = logging.getLogger("refrakt.lsp")

TIMEOUT = 1.0
"""Seconds for an interactive call."""
_BACKGROUND_TIMEOUT = 10.0
"""Seconds for a background call."""


PENDING = "TOOL_TIMEOUT"
"""Error code of a plugin that timed out, is still busy, or reports that it is not ready."""


class ProviderCalls:
    """The plugin calls of one session. They return a value or raise `RefraktError`; failures are logged once."""

    def __init__(self) -> None:
        self._running: dict[str, list[GuardedCall]] = {}
        """By namespace: calls that exceeded their timeout."""
        self._logged: set[tuple[str, str]] = set()

    async def run(self, namespace: str, name: str, work: Callable[[], Any], interactive: bool = True) -> Any:
        """Run plugin code; `interactive` says whether the user waits for it."""
        call, outcome = self._start(namespace, name, work), None
        try:
            outcome = await call.wait_async(TIMEOUT if interactive else _BACKGROUND_TIMEOUT)
        finally:
            # The request may also have been cancelled.
            if outcome is None:
                self._note_running(namespace, call)
        return self._value(outcome, namespace, name)

    def run_blocking(self, namespace: str, name: str, work: Callable[[], Any]) -> Any:
        """Run plugin code from a worker thread."""
        call = self._start(namespace, name, work)
        outcome = call.wait(TIMEOUT)
        if outcome is None:
            self._note_running(namespace, call)
        return self._value(outcome, namespace, name)

    def log_failure(self, namespace: str, name: str, error: BaseException) -> None:
        """Log a failure once. A timeout is not a failure."""
        pending = isinstance(error, RefraktError) and error.code == PENDING
        if not pending and (namespace, name) not in self._logged:
            self._logged.add((namespace, name))
            log.warning("plugin %s: `%s` failed", namespace, name, exc_info=error)

    def _start(self, namespace: str, name: str, work: Callable[[], Any]) -> GuardedCall:
        from refrakt.plugins.guarded_call import GuardedCall
        from refrakt.plugins.plugin_calls import disabled_by, disabled_error

        what = disabled_by(namespace)
        if what is not None:
            raise disabled_error(namespace, what)
        running = [each for each in self._running.get(namespace, ()) if each.wait(0) is None]
        self._running[namespace] = running
        if running:
            raise _pending(f"plugin {namespace}")
        return GuardedCall(work, f"{namespace} {name}", log)

    def _note_running(self, namespace: str, call: GuardedCall) -> None:
        if call.wait(0) is None:
            self._running.setdefault(namespace, []).append(call)

    def _value(self, outcome: CallOutcome | None, namespace: str, name: str) -> Any:
        if outcome is None:
            log.info("plugin %s: `%s` timed out", namespace, name)
            raise _pending(f"{namespace} {name}")
        error = outcome.error
        if error is None:
            return outcome.value
        if isinstance(error, RefraktError):
            raise error
        self.log_failure(namespace, name, error)
        reason = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        raise RefraktError("TOOL_FAILED", f"{namespace} {name} failed: {reason}", "See the log for details.")


def _pending(what: str) -> RefraktError:
    return RefraktError(PENDING, f"{what} takes too long", "Try again in a moment.")
