"""Calls of plugins' code, for an editor that waits.

Each runs in a thread of its own and has a second. What takes longer is answered without it, and goes on: a plugin that reads
many files for the first time will have read them when it is asked next. Until then it is not asked again, so one that never
ends costs one thread and nobody's time.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from refrakt.errors import RefraktError

if TYPE_CHECKING:
    from refrakt.plugins.guard import Guarded, Outcome

log = logging.getLogger("refrakt.lsp")

PATIENCE = 1.0
"""Seconds for a plugin to answer while somebody waits."""
_MORE = 10.0
"""The same while nobody does."""


NOT_YET = "TOOL_TIMEOUT"
"""The code of what a plugin cannot answer yet: it was not in time, is still at what it was asked before, or says so itself."""


class Calls:
    """The calls of one editor. An answer is a value or a `RefraktError`; what is no fault of a user's is told in the log, once."""

    def __init__(self) -> None:
        self._late: dict[str, list[Guarded]] = {}
        """By namespace: what was given up waiting for."""
        self._complained: set[tuple[str, str]] = set()

    async def answer(self, namespace: str, name: str, work: Callable[[], Any], awaited: bool = True) -> Any:
        """What a piece of a plugin answers; `awaited` says whether somebody sits there and waits."""
        begun, outcome = self._begin(namespace, name, work), None
        try:
            outcome = await begun.ended(PATIENCE if awaited else _MORE)
        finally:
            # Whoever has asked may have lost interest, too.
            if outcome is None:
                self._note_late(namespace, begun)
        return self._value(outcome, namespace, name)

    def answer_now(self, namespace: str, name: str, work: Callable[[], Any]) -> Any:
        """The same for a thread that has nothing else to do."""
        begun = self._begin(namespace, name, work)
        outcome = begun.wait(PATIENCE)
        if outcome is None:
            self._note_late(namespace, begun)
        return self._value(outcome, namespace, name)

    def complain(self, namespace: str, name: str, error: BaseException) -> None:
        """Tell of a fault in the log, once. To take one's time is none."""
        late = isinstance(error, RefraktError) and error.code == NOT_YET
        if not late and (namespace, name) not in self._complained:
            self._complained.add((namespace, name))
            log.warning("`%s` of the plugin %s failed", name, namespace, exc_info=error)

    def _begin(self, namespace: str, name: str, work: Callable[[], Any]) -> Guarded:
        from refrakt.plugins.guard import Guarded
        from refrakt.plugins.running import off, switched_off

        what = switched_off(namespace)
        if what is not None:
            raise off(namespace, what)
        late = [each for each in self._late.get(namespace, ()) if each.wait(0) is None]
        self._late[namespace] = late
        if late:
            raise _late(f"the plugin {namespace}")
        return Guarded(work, f"{namespace} {name}", log)

    def _note_late(self, namespace: str, begun: Guarded) -> None:
        if begun.wait(0) is None:
            self._late.setdefault(namespace, []).append(begun)

    def _value(self, outcome: Outcome | None, namespace: str, name: str) -> Any:
        if outcome is None:
            log.info("`%s` of the plugin %s takes its time", name, namespace)
            raise _late(f"{namespace} {name}")
        error = outcome.error
        if error is None:
            return outcome.value
        if isinstance(error, RefraktError):
            raise error
        self.complain(namespace, name, error)
        reason = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        raise RefraktError("TOOL_FAILED", f"{namespace} {name} failed: {reason}", "The log has the details.")


def _late(what: str) -> RefraktError:
    return RefraktError(NOT_YET, f"{what} takes too long", "Try again in a moment.")
