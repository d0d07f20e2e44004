"""Files that change without the editor's doing: a config, a catalogue, a partial that comes or goes.

Editors that can watch are asked to. For the others we watch ourselves, only what matters, and wake up only now and then.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from refrakt.project.config import FILE_NAME, PLAIN_FILE_NAME
from refrakt.project.packages import CATALOGUES
from refrakt.project.site import Project

from .session import Session

log = logging.getLogger("refrakt.lsp")

FORGE = ".fractary"
_PATTERNS = (
    f"**/{{{FILE_NAME},{PLAIN_FILE_NAME},package.json,pyproject.toml}}",
    f"**/{CATALOGUES}/*.json",
    f"**/{FORGE}/**",
    "**/*.{md,mdoc,markdoc}",
)
_ENDINGS = (".md", ".mdoc", ".markdoc", ".json", ".toml", ".yaml", ".yml")
_TOGETHER = 0.05
"""Seconds within which changes are looked at together: a checkout changes a thousand files at once."""
_FOR_ANSWER = 3.0
"""Seconds for the client to say that it watches. One that says nothing is not relied upon."""
_STEP = 500
"""Milliseconds between two looks of our own watcher."""


class Watching:
    def __init__(self, session: Session, changed: Callable[[], None]) -> None:
        """`changed` is called, in the loop's thread, after the projects have been looked at again."""
        self._session = session
        self._changed = changed
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None
        self._own: dict[bool, _Watcher] = {}
        """Our own watchers: for folders with all below them, and for folders alone."""
        self._watches_itself = False

        @session.server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
        def files_changed(params: types.DidChangeWatchedFilesParams) -> None:
            self._noticed()

    async def start(self) -> None:
        if self._session.client.watches and await self._asked_client():
            return
        self._watches_itself = True
        self.look()

    def look(self) -> None:
        """Watch the folders that matter now."""
        if not self._watches_itself:
            return
        projects = [self._session.workspace.project(each) for each in self._session.folders]
        self._watch(True, {folder for project in projects for folder in _deep(project)})
        self._watch(False, {project.root for project in projects})

    def close(self) -> None:
        for each in self._own.values():
            each.stop()

    async def _asked_client(self) -> bool:
        watchers = [{"globPattern": each} for each in _PATTERNS]
        method = types.WORKSPACE_DID_CHANGE_WATCHED_FILES
        wish: dict[str, Any] = {"id": "refrakt-files", "method": method, "registerOptions": {"watchers": watchers}}
        try:
            async with asyncio.timeout(_FOR_ANSWER):
                await self._session.protocol.send_request_async(
                    types.CLIENT_REGISTER_CAPABILITY, {"registrations": [wish]}
                )
        except (JsonRpcException, TimeoutError) as error:
            log.info("the client does not watch files: %s", error)
            return False
        return True

    def _watch(self, deep: bool, folders: set[Path]) -> None:
        known = self._own.get(deep)
        if known is not None and known.folders == folders:
            return
        if known is not None:
            known.stop()
            del self._own[deep]
        if folders:
            self._own[deep] = _Watcher(folders, deep, self._notice_soon)

    def _notice_soon(self) -> None:
        self._loop.call_soon_threadsafe(self._noticed)

    def _noticed(self) -> None:
        if self._timer is None:
            self._timer = self._loop.call_later(_TOGETHER, lambda: self._session.start(self._look_again()))

    async def _look_again(self) -> None:
        self._timer = None
        workspace = self._session.workspace
        before = self._roots()
        await asyncio.to_thread(workspace.refresh_all)
        now = self._roots()
        if now != before:
            # A page that belongs to another project now may have to be read in another way.
            for root in set(now.values()):
                workspace.renew(root)
        self.look()
        self._changed()

    def _roots(self) -> dict[Path, Path]:
        """The project of each open file."""
        workspace = self._session.workspace
        return {path: workspace.project(path.parent).root for path in workspace.snapshot.paths}


class _Watcher:
    """A thread that waits for changes. It ends with the process, or soon after it is told to."""

    def __init__(self, folders: set[Path], deep: bool, noticed: Callable[[], None]) -> None:
        self.folders = folders
        self._stop = threading.Event()
        threading.Thread(target=self._run, args=(folders, deep, noticed), daemon=True).start()

    def stop(self) -> None:
        self._stop.set()

    def _run(self, folders: Iterable[Path], deep: bool, noticed: Callable[[], None]) -> None:
        from watchfiles import watch

        new = True
        try:
            for changes in watch(
                *folders,
                watch_filter=lambda _, path: path.endswith(_ENDINGS),
                debounce=_STEP,
                step=_STEP,
                rust_timeout=_STEP,
                yield_on_timeout=True,
                stop_event=self._stop,
                recursive=deep,
                raise_interrupt=False,
                ignore_permission_denied=True,
            ):
                # What came before anybody watched has to be looked at, too.
                if new or changes:
                    noticed()
                if new:
                    log.debug("watching %s", ", ".join(map(str, folders)))
                new = False
        except (OSError, RuntimeError) as error:
            log.warning("files are not watched: %s", error)


def _deep(project: Project) -> Iterator[Path]:
    """The folders of a project in which everything counts."""
    for folder in (*project.page_folders, project.root / CATALOGUES, project.root / FORGE):
        if folder != project.root:
            if folder.is_dir():
                yield folder
            continue
        # Of a project that is all pages, what has been installed into it is none. It may be gone, or closed to us.
        with suppress(OSError):
            for each in project.root.iterdir():
                if each.is_dir() and not each.name.startswith(".") and each.name != "node_modules":
                    yield each
