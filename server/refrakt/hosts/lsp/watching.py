"""Files that change without the editor's doing: a page, a config, a catalogue, an image that comes or goes.

Editors that can watch are asked to. For the others we watch ourselves. Either way a burst of changes is looked at once.
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

from refrakt.project.config import FILE_NAME, PLAIN_FILE_NAME
from refrakt.project.packages import CATALOGUES
from refrakt.project.site import Project
from refrakt.project.watched import FORGE, watched
from refrakt.project.watching import LONGEST, QUIET, Watchers

from .session import Session, path_of

log = logging.getLogger("refrakt.lsp")

_PATTERNS = (
    f"**/{{{FILE_NAME},{PLAIN_FILE_NAME},package.json,pyproject.toml,.gitignore}}",
    f"**/{CATALOGUES}/*.json",
    f"**/{FORGE}/**",
    "**/*.{md,mdoc,markdoc}",
)
_SPECIAL = re.compile(r"[][{}*?!,]")
"""What means something in a pattern."""
_FOR_ANSWER = 3.0
"""Seconds for the client to say that it watches. One that says nothing is not relied upon."""


class Watching:
    def __init__(self, session: Session, changed: Callable[[], None]) -> None:
        """`changed` is called, in the loop's thread, after the projects have been looked at again."""
        self._session = session
        self._changed = changed
        self._loop = asyncio.get_running_loop()
        self._gathered: set[Path] | None = set()
        """What has changed and was not looked at yet; None where nobody can say what."""
        self._begun = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._own = Watchers(self._notice_soon)
        self._watches_itself = False
        self._asked: list[str] = []
        """What the client watches for us."""
        self._count = 0

        @session.server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
        def files_changed(params: types.DidChangeWatchedFilesParams) -> None:
            paths = [path_of(each.uri) for each in params.changes]
            self._noticed({each for each in paths if each is not None}, QUIET)

    async def start(self) -> None:
        if self._session.client.watches and await self._ask_client():
            return
        self._watches_itself = True
        self.look()

    def look(self) -> None:
        """Watch the folders that matter now."""
        if self._watches_itself:
            scopes = {each.root: watched(each) for each in self._projects()}
            for root in self._own.roots(self) - scopes.keys():
                self._own.leave(self, root)
            for scope in scopes.values():
                self._own.want(self, scope)
        elif self._asked and self._asked != self._patterns():
            self._session.start(self._ask_client())

    def close(self) -> None:
        self._own.leave(self)

    def _projects(self) -> list[Project]:
        """Those of the folders, and those further down that are indexed because one of their pages is open."""
        session = self._session
        indexed = (each.root for each in session.workspace.indexes() if session.is_in_folders(each.root))
        found = (session.workspace.project(each) for each in (*session.folders, *indexed))
        return list({each.root: each for each in found}.values())

    def _patterns(self) -> list[str]:
        return [*_PATTERNS, *dict.fromkeys(each for project in self._projects() for each in asset_patterns(project))]

    async def _ask_client(self) -> bool:
        """Ask the client to watch what matters now, and no longer what mattered before."""
        patterns, had = self._patterns(), bool(self._asked)
        self._asked = patterns
        before, self._count = f"refrakt-files-{self._count}", self._count + 1
        method = types.WORKSPACE_DID_CHANGE_WATCHED_FILES
        options = {"watchers": [{"globPattern": each} for each in patterns]}
        wish: dict[str, Any] = {"id": f"refrakt-files-{self._count}", "method": method, "registerOptions": options}
        try:
            async with asyncio.timeout(_FOR_ANSWER):
                send = self._session.protocol.send_request_async
                await send(types.CLIENT_REGISTER_CAPABILITY, {"registrations": [wish]})
                if had:
                    # The protocol's own spelling of the field.
                    gone = {"unregisterations": [{"id": before, "method": method}]}
                    await send(types.CLIENT_UNREGISTER_CAPABILITY, gone)
        except (JsonRpcException, TimeoutError) as error:
            log.info("the client does not watch files: %s", error)
            return False
        return True

    def _notice_soon(self, paths: frozenset[Path] | None) -> None:
        """Our own watchers have waited for the end of a burst already."""
        with suppress(RuntimeError):  # the loop has just ended
            self._loop.call_soon_threadsafe(self._noticed, paths, 0.0)

    def _noticed(self, paths: set[Path] | frozenset[Path] | None, quiet: float) -> None:
        now = self._loop.time()
        if self._timer is None:
            self._begun = now
        else:
            self._timer.cancel()
        self._gathered = None if self._gathered is None or paths is None else self._gathered | paths
        self._timer = self._loop.call_at(min(now + quiet, self._begun + LONGEST), self._look_soon)

    def _look_soon(self) -> None:
        self._timer = None
        gathered, self._gathered = self._gathered, set()
        self._session.start(self._look_again(frozenset(gathered) if gathered is not None else None))

    async def _look_again(self, paths: frozenset[Path] | None) -> None:
        workspace = self._session.workspace
        before = self._roots()
        await asyncio.to_thread(workspace.refresh_all)
        now = self._roots()
        if now != before:
            # A page that belongs to another project now may have to be read in another way.
            for root in set(now.values()):
                workspace.renew(root)
        workspace.files_changed(paths)
        self.look()
        self._changed()

    def _roots(self) -> dict[Path, Path]:
        """The project of each open file."""
        workspace = self._session.workspace
        return {path: workspace.project(path.parent).root for path in workspace.snapshot.paths}


def asset_patterns(project: Project) -> Iterator[str]:
    """What to watch in the folders of a project in which every file counts, images as well as pages."""
    for folder in (*project.page_folders, *project.asset_folders):
        if folder != project.root and folder.is_relative_to(project.root):
            yield f"**/{_SPECIAL.sub('?', folder.relative_to(project.root).as_posix())}/**"
