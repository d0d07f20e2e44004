"""The editor's texts: opened, changed, saved, closed. They are kept in the workspace, where agents see them too."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from typing import Any

from lsprotocol import types

from refrakt.markdoc import Document

from .positions import Codec
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
    def changed(params: types.DidChangeTextDocumentParams) -> None:
        uri, version = params.text_document.uri, params.text_document.version
        buffer = session.buffer(uri)
        if buffer is None:
            log.warning("a change of a file that is not open")
            return
        if sum(len(each.text) for each in params.content_changes) > LARGEST:
            log.warning("a text has grown too large and is left alone")
            workspace.close(uri)
            return
        if version <= buffer.version:
            # The text has changed all the same: leaving the change out would spoil all that follow.
            log.warning("version %d of a file follows version %d", version, buffer.version)
        workspace.change(uri, version, edits(session.codec, buffer.document, params.content_changes))

    @feature(types.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: types.DidSaveTextDocumentParams) -> None:
        path = path_of(params.text_document.uri)
        if path is not None:
            workspace.refresh(path.parent)

    @feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: types.DidCloseTextDocumentParams) -> None:
        workspace.close(params.text_document.uri)


def edits(codec: Codec, document: Document, changes: Sequence[Any]) -> Iterator[tuple[int, int, str]]:
    """Changes as edits by offset. Each counts in the text that the one before has left."""
    for number, change in enumerate(changes, 1):
        place = getattr(change, "range", None)
        if place is None:
            edit = 0, _length(document), change.text
        else:
            start = codec.offset(document, place.start.line, place.start.character)
            end = codec.offset(document, place.end.line, place.end.character)
            edit = min(start, end), max(start, end), change.text
        yield edit
        if number < len(changes):
            document = document.edit(*edit)


def _length(document: Document) -> int:
    return sum(len(block.text) for block in document.blocks)
