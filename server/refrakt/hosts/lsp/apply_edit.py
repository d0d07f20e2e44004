"""Sends `workspace/applyEdit` for agents whose tools change open files.

Each edit names the document version it applies to, so the editor can reject an outdated one. The applied edit comes back as
`didChange`; the caller waits for it, so that its next read sees the new text.
"""

from __future__ import annotations

import threading
import uuid
from collections.abc import Iterator
from concurrent.futures import TimeoutError as FutureTimeout
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Any

from pygls.exceptions import JsonRpcException

from refrakt.errors import RefraktError
from refrakt.hosts.lsp.edit_encoder import EditEncoder
from refrakt.hosts.lsp.session import Session
from refrakt.project.workspace import WorkspaceEvent
from refrakt.project.workspace_edit import FileEdit, WorkspaceEdit

APPLY_EDIT = "workspace/applyEdit"
ANSWER_TIMEOUT = 10.0
"""Seconds for the editor to answer; some ask the user first."""
ECHO_TIMEOUT = 1.0
"""Seconds until the applied edit arrives as `didChange`; some editors delay it while the user types."""


class ApplyEditClient:
    """Applies edits in the editor. Called from any thread but the event loop's."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._loop_thread = threading.get_ident()

    @property
    def moves_files(self) -> bool:
        return "rename" in self._session.client.resource_operations

    def apply(self, root: Path, edit: WorkspaceEdit) -> None:
        """Apply an edit whose paths are absolute and resolved."""
        if threading.get_ident() == self._loop_thread:
            raise RuntimeError("apply() called on the event loop would deadlock")
        with self._buffer_changes() as changed:
            encoded = EditEncoder(self._session, root).versioned_edit(edit)
            self._request({"label": "refrakt", "edit": encoded}, edit)
            end = monotonic() + ECHO_TIMEOUT
            while not self._is_echoed(edit) and (left := end - monotonic()) > 0:
                changed.wait(left)
                changed.clear()
        for each in edit.edits:
            if self._is_missing(each):
                raise _refused(f"{each.path} was changed in the editor")

    def _request(self, params: dict[str, Any], edit: WorkspaceEdit) -> None:
        protocol, request_id = self._session.protocol, str(uuid.uuid4())
        future = protocol.send_request(APPLY_EDIT, params, msg_id=request_id)
        try:
            answer = future.result(ANSWER_TIMEOUT)
        except FutureTimeout:
            future.cancel()
            protocol.notify("$/cancelRequest", {"id": request_id})
            if not edit.moved and all(self._text(each) == each.changed for each in edit.edits):
                return
            message = f"no answer from the editor within {ANSWER_TIMEOUT:.0f} s; it may still apply the edit"
            raise RefraktError("TOOL_TIMEOUT", message, "The editor may be waiting for your confirmation.", 1) from None
        except JsonRpcException as error:
            raise self._refusal(str(error), edit) from error
        if not isinstance(answer, dict) or answer.get("applied") is not True:
            reason = answer.get("failureReason") if isinstance(answer, dict) else None
            raise self._refusal(reason if isinstance(reason, str) else "", edit)

    def _refusal(self, reason: str, edit: WorkspaceEdit) -> RefraktError:
        """The error for a rejected edit. Names the files that the editor changed before it stopped."""
        done = [each.path for each in edit.edits if self._text(each) == each.changed]
        some = f", but it changed {', '.join(done)}" if done else ""
        return _refused(f"{' '.join(reason.split())[:200] or 'no reason given'}{some}")

    def _text(self, edit: FileEdit) -> str | None:
        buffer = self._session.workspace.snapshot.paths.get(Path(edit.path))
        return buffer.document.text if buffer is not None else None

    # Waiting for didChange ----------------------------------------------------------------------------------------------

    @contextmanager
    def _buffer_changes(self) -> Iterator[threading.Event]:
        """An event that is set with every buffer change."""
        changed = threading.Event()

        def listen(change: WorkspaceEvent) -> None:
            if change.kind == "buffer":
                changed.set()

        listeners = self._session.workspace.listeners
        listeners.append(listen)
        try:
            yield changed
        finally:
            listeners.remove(listen)

    def _is_echoed(self, edit: WorkspaceEdit) -> bool:
        paths = self._session.workspace.snapshot.paths
        if any(path.is_relative_to(old) for old, _ in edit.moved for path in paths):
            return False
        for each in edit.edits:
            buffer = paths.get(Path(each.path))
            if buffer is not None and each.version is not None and buffer.version <= each.version:
                return False
        return True

    def _is_missing(self, edit: FileEdit) -> bool:
        """Whether an editor that reported success skipped the edit, as some do when the text is newer."""
        buffer = self._session.workspace.snapshot.paths.get(Path(edit.path))
        if buffer is None or edit.version is None or buffer.version <= edit.version:
            return False
        text = buffer.document.text
        return text != edit.changed and not _changed_lines(edit) <= set(text.splitlines())


def apply_edit_client(session: Session) -> ApplyEditClient | None:
    """The editor of a session if it supports versioned edits. Call it on the event loop's thread."""
    client = session.client
    # Resource operations exist only in `documentChanges`, so such a client supports versions even if it does not say so.
    supports_versions = client.document_changes or bool(client.resource_operations)
    return ApplyEditClient(session) if client.apply_edits and supports_versions else None


def _refused(reason: str) -> RefraktError:
    message = f"the editor rejected the edit: {reason}"
    return RefraktError("VALIDATION_ERROR", message, "Read the file again and retry.", exit_code=1)


def _changed_lines(edit: FileEdit) -> set[str]:
    """The new or changed lines of the result."""
    return set(edit.changed.splitlines()) - set(edit.text.splitlines())
