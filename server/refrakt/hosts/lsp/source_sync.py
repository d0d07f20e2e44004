"""Has the client send the sources of schemas, so that a tag that is added to `tags.js` is known before the file is saved.

The files are registered when the project is known: a client sends no others. Of the features of another language, only references
are requested from this server: the uses of the tag or attribute that a key of the schema defines.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from refrakt.hosts.lsp.session import Session
from refrakt.hosts.lsp.watched_files import glob_of, open_projects
from refrakt.project.workspace import WorkspaceEvent

log = logging.getLogger("refrakt.lsp")

_MOST_FILES = 200
_METHODS: dict[str, dict[str, Any]] = {
    types.TEXT_DOCUMENT_DID_OPEN: {},
    # Incremental changes would arrive twice if the patterns of two registrations match the same file.
    types.TEXT_DOCUMENT_DID_CHANGE: {"syncKind": types.TextDocumentSyncKind.Full.value},
    types.TEXT_DOCUMENT_DID_CLOSE: {},
}


class SourceSync:
    """Registers the text synchronization of source files. Used on the event loop's thread.

    New sources are added with a registration of their own, and none is withdrawn: VS Code would then close files in the server that
    another registration still matches. A file that is no longer a source has no effect.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._loop = asyncio.get_running_loop()
        self._registered: set[str] = set()
        self._count = 0
        session.workspace.listeners.append(self._on_change)

    def _on_change(self, change: WorkspaceEvent) -> None:
        """Called from any thread."""
        if change.kind == "project":
            self._loop.call_soon_threadsafe(self.update)

    def update(self) -> None:
        """Register the sources of the current projects."""
        if not self._session.client.synchronization_registration:
            return
        added = sorted(self._patterns() - self._registered)[: _MOST_FILES - len(self._registered)]
        if added:
            self._registered.update(added)
            self._session.start_task(self._register(added))

    def _patterns(self) -> set[str]:
        return {
            glob_of(path.relative_to(project.root))
            for project in open_projects(self._session)
            for path in project.schema_sources
            if path.is_relative_to(project.root)
        }

    async def _register(self, patterns: list[str]) -> None:
        self._count += 1
        selector = [{"scheme": "file", "pattern": each} for each in patterns]
        methods = {**_METHODS}
        if self._session.client.references_registration:
            methods[types.TEXT_DOCUMENT_REFERENCES] = {}
        registrations = [
            {
                "id": f"refrakt-sources-{method.rpartition('/')[2]}-{self._count}",
                "method": method,
                "registerOptions": {"documentSelector": selector, **more},
            }
            for method, more in methods.items()
        ]
        try:
            await self._session.protocol.send_request_async(
                types.CLIENT_REGISTER_CAPABILITY, {"registrations": registrations}
            )
        except JsonRpcException as error:
            log.info("the client rejected the synchronization of source files: %s", error)
