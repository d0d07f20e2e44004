"""Text document synchronization: open, change, save, close. Buffers are kept in the workspace, which agents share."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from lsprotocol import types

from refrakt.hosts.lsp.content_changes import ContentChange, apply_changes, offset_edits, read_content_changes
from refrakt.hosts.lsp.session import Session, path_from_uri
from refrakt.project.files import LARGEST_PAGE
from refrakt.project.page_size import is_too_large
from refrakt.project.snapshot import Buffer
from refrakt.project.workspace import Workspace

log = logging.getLogger("refrakt.lsp")


async def read_projects(workspace: Workspace, folders: Iterable[Path]) -> None:
    """Read the projects of some folders. To recognise a Markdoc site takes up to half a second, so a thread does it."""
    unknown = [each for each in folders if not workspace.is_known(each)]
    if unknown:
        await asyncio.to_thread(lambda: [workspace.project(each) for each in unknown])


def register(session: Session) -> None:
    workspace, feature = session.workspace, session.server.feature

    def drop_oversized(uri: str, language: str) -> None:
        """Do not keep a text that is too large: checking it would delay every keystroke by seconds."""
        path = path_from_uri(uri)
        if path is not None:
            session.oversized[path] = language
        workspace.leave_out(uri)

    def forget_oversized(uri: str) -> None:
        path = path_from_uri(uri)
        if path is not None and session.oversized.pop(path, None) is not None:
            workspace.leave_out(uri)

    def becomes_too_large(buffer: Buffer, changes: list[ContentChange]) -> bool:
        max_size = buffer.document.tree.end + sum(len(each.text) for each in changes)
        return max_size > LARGEST_PAGE and is_too_large(apply_changes(session.positions, buffer.document.text, changes))

    @feature(types.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: types.DidOpenTextDocumentParams) -> None:
        document = params.text_document
        language = str(document.language_id)
        if is_too_large(document.text):
            log.warning("ignoring a document of %d characters: it exceeds the size limit", len(document.text))
            drop_oversized(document.uri, language)
            return
        forget_oversized(document.uri)
        path = path_from_uri(document.uri)
        if path is None or workspace.is_known(path.parent):
            workspace.open(document.uri, path, document.text, document.version, language)
        else:
            session.hold_messages(session.start_task(open_later(document, path, language)))

    async def open_later(document: types.TextDocumentItem, path: Path, language: str) -> None:
        await read_projects(workspace, [path.parent])
        workspace.open(document.uri, path, document.text, document.version, language)

    @feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: Any) -> None:
        match params:
            case {"textDocument": {"uri": str(uri), **identifier}}:
                buffer = session.buffer(uri)
            case _:
                uri, buffer = "", None
        if buffer is None:
            if path_from_uri(uri) not in session.oversized:
                log.warning("didChange for a document that is not open")
            return
        changes = read_content_changes(params)
        if changes is None:
            # The text is unknown from here on: no diagnostics are better than wrong ones.
            log.warning("malformed didChange; ignoring the document until it is opened again")
            workspace.close(uri)
            return
        if becomes_too_large(buffer, changes):
            log.warning("a document exceeds the size limit and is ignored from now on")
            drop_oversized(uri, buffer.language)
            return
        version = identifier.get("version")
        if not isinstance(version, int) or version <= buffer.version:
            # The text has changed nevertheless: skipping the change would corrupt every later one.
            log.warning("the document version does not follow version %d", buffer.version)
        version = version if isinstance(version, int) else buffer.version + 1
        workspace.change(uri, version, offset_edits(session.positions, buffer.document, changes))

    @feature(types.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: types.DidSaveTextDocumentParams) -> None:
        path = path_from_uri(params.text_document.uri)
        if path is not None:
            session.start_task(asyncio.to_thread(workspace.refresh, path.parent))

    @feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: types.DidCloseTextDocumentParams) -> None:
        forget_oversized(params.text_document.uri)
        workspace.close(params.text_document.uri)
