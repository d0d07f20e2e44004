"""The editor's texts: opened, changed, saved, closed. They are kept in the workspace, where agents see them too."""

from __future__ import annotations

import logging
from typing import Any

from lsprotocol import types

from .changes import changes_in, edits
from .session import Session, path_of

log = logging.getLogger("refrakt.lsp")

LARGEST = 2_000_000
"""Texts of more characters are not read: it would take seconds, and the largest page of a real site has a tenth of that."""


def register(session: Session) -> None:
    workspace, feature = session.workspace, session.server.feature

    @feature(types.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: types.DidOpenTextDocumentParams) -> None:
        document = params.text_document
        if len(document.text) > LARGEST:
            log.warning("a text of %d characters is left alone", len(document.text))
            workspace.close(document.uri)
            return
        language = str(document.language_id)
        workspace.open(document.uri, path_of(document.uri), document.text, document.version, language)

    @feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: Any) -> None:
        match params:
            case {"textDocument": {"uri": str(uri), **identifier}}:
                buffer = session.buffer(uri)
            case _:
                buffer = None
        if buffer is None:
            log.warning("a change of a file that is not open")
            return
        changes = changes_in(params)
        if changes is None or sum(len(each.text) for each in changes) > LARGEST:
            # A text that is not known any more, or too much of it: better nothing is said than something wrong.
            log.warning("a change cannot be made; the file is left alone until it is opened again")
            workspace.close(uri)
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
        workspace.close(params.text_document.uri)
