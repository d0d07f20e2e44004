"""Changes that the editor is asked to make, for agents whose tools change files that are open.

The editor is told which version of a text each change is meant for, and refuses what has become wrong by then. What it has done
comes back to us as any other typing does, so whoever asked waits for that: what is read next is what was changed.
"""

from __future__ import annotations

import threading
import uuid
from collections.abc import Iterator
from concurrent.futures import TimeoutError as NoAnswer
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Any

from pygls.exceptions import JsonRpcException

from refrakt.errors import RefraktError
from refrakt.features.answers import Changes, FileEdit
from refrakt.project.workspace import Change

from .edits import Files
from .session import Session

APPLY = "workspace/applyEdit"
PATIENCE = 10.0
"""Seconds for the editor to answer. Some ask their user first."""
ECHO = 1.0
"""Seconds for what the editor has done to be told. Some wait until nobody types any more."""


class ApplyingEditor:
    """The editor of a session, for threads other than the loop's."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._loop_thread = threading.get_ident()

    @property
    def moves_files(self) -> bool:
        return "rename" in self._session.client.file_operations

    def apply(self, root: Path, changes: Changes) -> None:
        """Have changes made whose paths are absolute and without links."""
        if threading.get_ident() == self._loop_thread:
            raise RuntimeError("the loop would wait for an answer that only the loop can read")
        with self._heard() as heard:
            edit = Files(self._session, root).versioned_edit(changes)
            self._ask({"label": "refrakt", "edit": edit}, changes)
            end = monotonic() + ECHO
            while not self._is_told(changes) and (left := end - monotonic()) > 0:
                heard.wait(left)
                heard.clear()
        for each in changes.edits:
            if self._is_lost(each):
                raise _refused(f"{each.path} was changed there meanwhile")

    def _ask(self, params: dict[str, Any], changes: Changes) -> None:
        protocol, number = self._session.protocol, str(uuid.uuid4())
        asked = protocol.send_request(APPLY, params, msg_id=number)
        try:
            answer = asked.result(PATIENCE)
        except NoAnswer:
            asked.cancel()
            protocol.notify("$/cancelRequest", {"id": number})
            if not changes.moved and all(self._text(each) == each.changed for each in changes.edits):
                return
            message = f"the editor has not answered for {PATIENCE:.0f} s, and may make the change yet"
            raise RefraktError("TOOL_TIMEOUT", message, "Look at the editor: it may be asking you.", 1) from None
        except JsonRpcException as error:
            raise self._reason(str(error), changes) from error
        if not isinstance(answer, dict) or answer.get("applied") is not True:
            reason = answer.get("failureReason") if isinstance(answer, dict) else None
            raise self._reason(reason if isinstance(reason, str) else "", changes)

    def _reason(self, reason: str, changes: Changes) -> RefraktError:
        """Why nothing was changed; or, of an editor that stops in the middle, what was."""
        done = [each.path for each in changes.edits if self._text(each) == each.changed]
        some = f"; it has changed {', '.join(done)} all the same" if done else ""
        return _refused(f"{' '.join(reason.split())[:200] or 'it gives no reason'}{some}")

    def _text(self, edit: FileEdit) -> str | None:
        buffer = self._session.workspace.snapshot.paths.get(Path(edit.path))
        return buffer.document.text if buffer is not None else None

    # What the editor has done -----------------------------------------------------------------------------------------

    @contextmanager
    def _heard(self) -> Iterator[threading.Event]:
        """Set whenever a buffer has become another."""
        heard = threading.Event()

        def listen(change: Change) -> None:
            if change.kind == "buffer":
                heard.set()

        listeners = self._session.workspace.listeners
        listeners.append(listen)
        try:
            yield heard
        finally:
            listeners.remove(listen)

    def _is_told(self, changes: Changes) -> bool:
        paths = self._session.workspace.snapshot.paths
        if any(path.is_relative_to(old) for old, _ in changes.moved for path in paths):
            return False
        for each in changes.edits:
            buffer = paths.get(Path(each.path))
            if buffer is not None and each.version is not None and buffer.version <= each.version:
                return False
        return True

    def _is_lost(self, edit: FileEdit) -> bool:
        """Whether an editor that says yes has left a change out all the same, as some do where the text is newer."""
        buffer = self._session.workspace.snapshot.paths.get(Path(edit.path))
        if buffer is None or edit.version is None or buffer.version <= edit.version:
            return False
        text = buffer.document.text
        return text != edit.changed and not _changed_lines(edit) <= set(text.splitlines())


def editor_of(session: Session) -> ApplyingEditor | None:
    """The editor of a session, if it makes changes and heeds the versions they are meant for. For the loop's thread."""
    client = session.client
    # Files can be moved in no other form than the one with versions: who moves files knows it, and may not say so.
    heeds_versions = client.versioned_edits or bool(client.file_operations)
    return ApplyingEditor(session) if client.applies_edits and heeds_versions else None


def _refused(reason: str) -> RefraktError:
    message = f"the editor did not make the change: {reason}"
    return RefraktError("VALIDATION_ERROR", message, "Look at the file as it is now, and try again.", exit_code=1)


def _changed_lines(edit: FileEdit) -> set[str]:
    """The lines that are other than before, as they are afterwards."""
    return set(edit.changed.splitlines()) - set(edit.text.splitlines())
