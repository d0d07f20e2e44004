"""The editor's texts: opened, changed, saved, closed. They are kept in the workspace, where agents see them too."""

from __future__ import annotations

import logging
from typing import Any

from lsprotocol import types

from refrakt.project.files import LARGEST_PAGE
from refrakt.project.sizes import is_too_large
from refrakt.project.workspace import Buffer

from .changes import Change, changes_in, edits, text_after
from .session import Session, path_of

log = logging.getLogger("refrakt.lsp")


def register(session: Session) -> None:
    workspace, feature = session.workspace, session.server.feature

    def leave_unread(uri: str, language: str) -> None:
        """Keep nothing of a text that is too large: checking it would take seconds, and every keystroke would wait."""
        path = path_of(uri)
        if path is not None:
            session.unread[path] = language
        workspace.leave_out(uri)

    def read_again(uri: str) -> None:
        path = path_of(uri)
        if path is not None and session.unread.pop(path, None) is not None:
            workspace.leave_out(uri)

    def too_large_after(buffer: Buffer, changes: list[Change]) -> bool:
        most = buffer.document.tree.end + sum(len(each.text) for each in changes)
        return most > LARGEST_PAGE and is_too_large(text_after(session.codec, buffer.document.text, changes))

    @feature(types.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: types.DidOpenTextDocumentParams) -> None:
        document = params.text_document
        language = str(document.language_id)
        if is_too_large(document.text):
            log.warning("a text of %d characters is not read", len(document.text))
            leave_unread(document.uri, language)
            return
        read_again(document.uri)
        workspace.open(document.uri, path_of(document.uri), document.text, document.version, language)

    @feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: Any) -> None:
        match params:
            case {"textDocument": {"uri": str(uri), **identifier}}:
                buffer = session.buffer(uri)
            case _:
                uri, buffer = "", None
        if buffer is None:
            if path_of(uri) not in session.unread:
                log.warning("a change of a file that is not open")
            return
        changes = changes_in(params)
        if changes is None:
            # A text that is not known any more: better nothing is said than something wrong.
            log.warning("a change cannot be made; the file is left alone until it is opened again")
            workspace.close(uri)
            return
        if too_large_after(buffer, changes):
            log.warning("a text has become too large and is not read any more")
            leave_unread(uri, buffer.language)
            return
        version = identifier.get("version")
        if not isinstance(version, int) or version <= buffer.version:
            # The text has changed all the same: leaving the change out would spoil all that follow.
            log.warning("the version of a file does not follow version %d", buffer.version)
        version = version if isinstance(version, int) else buffer.version + 1
        workspace.change(uri, version, edits(session.codec, buffer.document, changes))

    @feature(types.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: types.DidSaveTextDocumentParams) -> None:
        path = path_of(params.text_document.uri)
        if path is not None:
            workspace.refresh(path.parent)

    @feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: types.DidCloseTextDocumentParams) -> None:
        read_again(params.text_document.uri)
        workspace.close(params.text_document.uri)
