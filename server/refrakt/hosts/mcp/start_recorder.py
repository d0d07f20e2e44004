"""Records the first answers of a session for the next start of this project's host; see `link/start_record`.

The answers are those that a client gets: a connection to the server in this process asks for them, once for each protocol version.
They are recorded only if nothing that they depend on has changed meanwhile, and no code since this process loaded it.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from functools import cache, partial
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, cast

from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS, MODERN_PROTOCOL_VERSIONS

from refrakt.hosts.link.start_record import (
    Answers,
    HostStart,
    StartRecord,
    fingerprint,
    write_record,
)
from refrakt.hosts.mcp.project_view import ProjectView
from refrakt.hosts.mcp.worker_threads import WorkerThreads
from refrakt.plugins.discovery import GROUP, InstalledEntryPoint, declared_plugins
from refrakt.plugins.project_dependencies import NODE_FILE, PYTHON_FILE, SCOPE, installed_names
from refrakt.project.folder_scan import FolderScan
from refrakt.project.frameworks.site_files import SiteFiles
from refrakt.project.index.cache_folder import CacheFolderError

QUIET = 1.0
"""Seconds after the last change until the answers are recorded, so that a client's first calls do not wait for it."""
ATTEMPTS = 3
"""How often the answers are computed until nothing has changed meanwhile: the first time may load more code."""
MOST_PATHS = 10_000
"""Files and folders that are compared at a start; a project with more has no record."""
_SETTLED_NS = 100_000_000
"""Nanoseconds after a write during which another may leave the time of a file unchanged."""
_LOADING_NS = 2_000_000_000
"""Nanoseconds before `HostStart.time` in which code may have been loaded already."""
_INCOMPLETE = {"DETECTOR_FAILED", "PLUGIN_LOAD_FAILED"}
"""Warnings about plugins that may work at the next start."""

Connect = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]

log = logging.getLogger("refrakt.mcp")


class StartRecorder:
    """Keeps the record of one server current."""

    def __init__(
        self,
        root: Path,
        tool_names: str,
        start: HostStart,
        connect: Connect,
        view: Callable[[], ProjectView],
        workers: WorkerThreads,
    ) -> None:
        self._root = root
        self._tool_names = tool_names
        self._start = start
        self._connect = connect
        self._view = view
        self._workers = workers
        self._task: asyncio.Task[None] | None = None
        self._recorded: str | None = None
        """The digest of what the record depends on."""

    def schedule(self) -> None:
        """Record the answers in a moment, if they may have changed."""
        self.close()
        self._task = asyncio.create_task(self._record_when_quiet())

    def close(self) -> None:
        """Record nothing more."""
        if self._task is not None:
            self._task.cancel()

    async def _record_when_quiet(self) -> None:
        await asyncio.sleep(QUIET)
        try:
            await self._record()
        except (CacheFolderError, OSError) as reason:
            log.info("the answers for the next start are not recorded: %s", reason)
        except Exception:
            log.exception("recording the answers for the next start failed")

    async def _record(self) -> None:
        before = await self._workers.run(self._dependencies)
        for _ in range(ATTEMPTS):
            if before is None or before.digest == self._recorded:
                return
            answers = await self._answers()
            after = await self._workers.run(self._dependencies)
            if before == after and answers is not None:
                record = before._replace(answers=answers)
                await self._workers.run(partial(write_record, str(self._root), self._tool_names, record))
                self._recorded = before.digest
                return
            before = after

    def _dependencies(self) -> StartRecord | None:
        """A record without answers; None if something they depend on is not known, or changes right now."""
        view, now = self._view(), time.time_ns()
        ours = _project_paths(view)
        if ours is None:
            return None
        code = sorted(_code_paths())
        everything = [*code, *ours]
        if (
            len(everything) > MOST_PATHS
            or fingerprint(code).newest > self._start.time - _LOADING_NS
            or fingerprint(ours).newest > now - _SETTLED_NS
        ):
            return None
        plugins = view.available_tools.plugins.discovery.plugins
        foreign = any(each.plugin is not None and each.package_name not in _bundled() for each in plugins)
        environment = self._start.environment[foreign]
        return StartRecord(everything, fingerprint(everything).digest, foreign, environment, {})

    async def _answers(self) -> Answers | None:
        found: Answers = {}
        for version in HANDSHAKE_PROTOCOL_VERSIONS:
            handshake = {
                "protocolVersion": version,
                "capabilities": {},
                "clientInfo": {"name": "refrakt", "version": "1"},
            }
            found[version] = await self._ask({"initialize": handshake, "tools/list": {}})
        for version in MODERN_PROTOCOL_VERSIONS:
            meta = {
                "io.modelcontextprotocol/protocolVersion": version,
                "io.modelcontextprotocol/clientInfo": {"name": "refrakt", "version": "1"},
                "io.modelcontextprotocol/clientCapabilities": {},
            }
            found[version] = await self._ask({"server/discover": {"_meta": meta}, "tools/list": {"_meta": meta}})
        return found if all(len(each) == 2 for each in found.values()) else None

    async def _ask(self, requests: dict[str, Any]) -> dict[str, Any]:
        """The results of requests on a connection of their own, by method."""
        reader, output = asyncio.StreamReader(), _Output()
        for method, params in requests.items():
            message = {"jsonrpc": "2.0", "id": method, "method": method, "params": params}
            reader.feed_data(json.dumps(message).encode() + b"\n")
        reader.feed_eof()
        await self._connect(reader, cast(asyncio.StreamWriter, output))
        received = [json.loads(line) for line in bytes(output.data).splitlines()]
        return {each["id"]: each["result"] for each in received if each.get("id") in requests and "result" in each}


class _Output:
    """Collects what a connection sends."""

    def __init__(self) -> None:
        self.data = bytearray()
        self._closed = False

    def write(self, data: bytes) -> None:
        self.data += data

    async def drain(self) -> None:
        pass

    def is_closing(self) -> bool:
        return self._closed

    def close(self) -> None:
        self._closed = True


@cache
def _bundled() -> frozenset[str]:
    """The names of the bundled plugins."""
    found = entry_points(group=GROUP)
    ours = (InstalledEntryPoint(each, each.dist.name, "") for each in found if each.dist is not None)
    return frozenset(each.package_name for each in ours if each.bundled)


def _code_paths() -> set[str]:
    """What decides which code a new process loads: loaded files, their folders, and the installed distributions."""
    library = os.path.dirname(os.__file__)
    folders = [each for each in sys.path if os.path.isabs(each)]
    found = {sys.executable, *folders}
    for folder in folders:
        names = _names(folder)
        found.update(os.path.join(folder, name) for name in names if name.endswith(".pth"))
        described = (name for name in names if name.endswith((".dist-info", ".egg-info")))
        found.update(os.path.join(folder, name, "entry_points.txt") for name in described)
    for module in list(sys.modules.values()):
        file = getattr(module, "__file__", None)
        if isinstance(file, str) and os.path.isabs(file) and not _is_standard(file, library):
            found.update((file, os.path.dirname(file)))
    return found


def _is_standard(file: str, library: str) -> bool:
    return file.startswith(library + os.sep) and "site-packages" not in file


def _names(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []


def _project_paths(view: ProjectView) -> list[str] | None:
    """The files and folders that the answers depend on; None if not all of them are known."""
    project, plugins = view.context.project, view.available_tools.plugins
    if view.context.snapshot.buffers or any(each.code in _INCOMPLETE for each in plugins.warnings):
        return None
    detected = {os.path.normpath(project.root / name) for each in plugins.loaded for name in each.watches}
    if project.plan_folder is not None:
        detected.add(str(project.plan_folder))
    found = [*project.definition_files, *_dependency_files(view)]
    for each in sorted(detected):
        found += _with_folders_below(each)
    if project.config is None or (project.config.readable and not project.config.sites):
        # Any file may make it a project in plain Markdoc.
        files = SiteFiles(project.root)
        if files.cut_off:
            return None
        found += (str(project.root / each) for each in (*sorted(files.folders), *files.paths))
        found += (str(each / ".gitignore") for each in project.root.parents)
    return list(dict.fromkeys(found))


def _dependency_files(view: ProjectView) -> Iterator[str]:
    """What plugin discovery reads; see `plugins/discovery`."""
    project = view.context.project
    named = declared_plugins(project.config) or []
    for folder in (project.root, *project.root.parents):
        modules = folder / "node_modules"
        yield from map(str, (folder / PYTHON_FILE, folder / NODE_FILE, modules / SCOPE))
        for name in (*named, *installed_names(modules)):
            yield str(modules / name / NODE_FILE)


def _with_folders_below(path: str) -> Iterable[str]:
    """A path, and the folders below it."""
    yield path
    scan = FolderScan()
    pending = [path]
    while pending:
        try:
            entries = scan.entries(Path(pending.pop()))
        except (OSError, ValueError):
            continue
        below = [entry.path for entry in entries if entry.is_dir(follow_symlinks=False)]
        pending += below
        yield from below
