"""File changes outside the editor: pages, configs, catalogues, images.

Clients that support it watch the files; otherwise the server does. A burst of changes is processed once.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from refrakt.hosts.lsp.session import Session, path_from_uri
from refrakt.project.config import FILE_NAME, PLAIN_FILE_NAME
from refrakt.project.file_watcher import LONGEST, QUIET, Watchers
from refrakt.project.rune_packages import CATALOGUES
from refrakt.project.site import Project
from refrakt.project.watched_folders import FORGE, watched

log = logging.getLogger("refrakt.lsp")

_PATTERNS = (
    f"**/{{{FILE_NAME},{PLAIN_FILE_NAME},package.json,pyproject.toml,.gitignore}}",
    f"**/{CATALOGUES}/*.json",
    f"**/{FORGE}/**",
    "**/*.{md,mdoc,markdoc}",
)
_SCRIPTS = "**/*.{js,jsx,cjs,mjs,ts,tsx,mts,cts}"
"""Where the schemas of plain Markdoc sites are."""
_GLOB_CHARS = re.compile(r"[][{}*?!,]")
"""Special characters of glob patterns."""
_REGISTER_TIMEOUT = 3.0
"""Seconds for the client to confirm the registration; without it, the server watches."""

REREAD = "refrakt/reread"
"""A notification of the client: read the projects again, whether or not their files have changed."""


class WatchedFiles:
    def __init__(self, session: Session, on_changed: Callable[[], None]) -> None:
        """`on_changed` is called on the event loop's thread after the projects were refreshed."""
        self._session = session
        self._on_changed = on_changed
        self._loop = asyncio.get_running_loop()
        self._pending: set[Path] | None = set()
        """Changed files that are not processed yet; None if unknown."""
        self._burst_start = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._watchers = Watchers(self._collect_threadsafe)
        self._uses_own_watchers = False
        self._registered: list[str] = []
        """The glob patterns registered with the client."""
        self._registration_count = 0

        @session.server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
        def files_changed(params: types.DidChangeWatchedFilesParams) -> None:
            paths = [path_from_uri(each.uri) for each in params.changes]
            self._collect({each for each in paths if each is not None}, QUIET)

        @session.server.feature(REREAD)
        def reread(params: Any) -> None:
            session.start_task(self._refresh(None, again=True))

    async def start(self) -> None:
        if self._session.client.watched_files and await self._register():
            return
        self._uses_own_watchers = True
        self.update()

    def update(self) -> None:
        """Adapt the watched folders to the current projects."""
        if self._uses_own_watchers:
            scopes = {each.root: watched(each) for each in open_projects(self._session)}
            for root in self._watchers.roots(self) - scopes.keys():
                self._watchers.leave(self, root)
            for scope in scopes.values():
                self._watchers.subscribe(self, scope)
        elif self._registered and self._registered != self._patterns():
            self._session.start_task(self._register())

    def close(self) -> None:
        self._watchers.leave(self)

    def _patterns(self) -> list[str]:
        projects = open_projects(self._session)
        return [*_PATTERNS, *dict.fromkeys(each for project in projects for each in asset_patterns(project))]

    async def _register(self) -> bool:
        """Register the current patterns with the client and unregister the previous ones."""
        patterns, was_registered = self._patterns(), bool(self._registered)
        self._registered = patterns
        before, self._registration_count = f"refrakt-files-{self._registration_count}", self._registration_count + 1
        method = types.WORKSPACE_DID_CHANGE_WATCHED_FILES
        options = {"watchers": [{"globPattern": each} for each in patterns]}
        registration: dict[str, Any] = {
            "id": f"refrakt-files-{self._registration_count}",
            "method": method,
            "registerOptions": options,
        }
        try:
            async with asyncio.timeout(_REGISTER_TIMEOUT):
                send = self._session.protocol.send_request_async
                await send(types.CLIENT_REGISTER_CAPABILITY, {"registrations": [registration]})
                if was_registered:
                    # The spelling of the specification.
                    unregistration = {"unregisterations": [{"id": before, "method": method}]}
                    await send(types.CLIENT_UNREGISTER_CAPABILITY, unregistration)
        except (JsonRpcException, TimeoutError) as error:
            log.info("the client rejected file watchers: %s", error)
            return False
        return True

    def _collect_threadsafe(self, paths: frozenset[Path] | None) -> None:
        """Called by the server's watchers, which already wait for the end of a burst."""
        with suppress(RuntimeError):  # the event loop is closed
            self._loop.call_soon_threadsafe(self._collect, paths, 0.0)

    def _collect(self, paths: set[Path] | frozenset[Path] | None, delay: float) -> None:
        now = self._loop.time()
        if self._timer is None:
            self._burst_start = now
        else:
            self._timer.cancel()
        self._pending = None if self._pending is None or paths is None else self._pending | paths
        self._timer = self._loop.call_at(min(now + delay, self._burst_start + LONGEST), self._flush)

    def _flush(self) -> None:
        self._timer = None
        pending, self._pending = self._pending, set()
        self._session.start_task(self._refresh(frozenset(pending) if pending is not None else None))

    async def _refresh(self, paths: frozenset[Path] | None, *, again: bool = False) -> None:
        workspace = self._session.workspace
        before = self._roots()
        await asyncio.to_thread(workspace.refresh_all, again=again)
        now = self._roots()
        if now != before:
            # A page that moved to another project may need another parse.
            for root in set(now.values()):
                workspace.renew(root)
        workspace.files_changed(paths)
        self.update()
        self._on_changed()

    def _roots(self) -> dict[Path, Path]:
        """By open file: the root of its project."""
        workspace = self._session.workspace
        return {path: workspace.project(path.parent).root for path in workspace.snapshot.paths}


def open_projects(session: Session) -> list[Project]:
    """The projects of the folders, and nested ones that are indexed."""
    indexed = (each.root for each in session.workspace.indexes() if session.is_in_folders(each.root))
    found = (session.workspace.project(each) for each in (*session.folders, *indexed))
    return list({each.root: each for each in found}.values())


def asset_patterns(project: Project) -> Iterator[str]:
    """Glob patterns for folders in which every file matters, images as well as pages."""
    if project.plain:
        yield _SCRIPTS
    for folder in (*(() if project.plain else project.page_folders), *project.asset_folders):
        if folder != project.root and folder.is_relative_to(project.root):
            yield f"{glob_of(folder.relative_to(project.root))}/**"


def glob_of(path: Path) -> str:
    """A glob pattern for a path below a project root."""
    return f"**/{_GLOB_CHARS.sub('?', path.as_posix())}"
