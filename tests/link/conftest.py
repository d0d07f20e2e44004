"""Each test has its own runtime folder and project, and leaves no process behind."""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from refrakt.hosts.link.host_role import Endpoint

from .clients import Client
from .fake_server import fake_server

Spawn = Callable[..., Awaitable[Client]]
Open = Callable[..., Awaitable[Endpoint]]


@pytest.fixture
def runtime(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The runtime folder of a test. Short: the path of a socket is limited."""
    folder = Path(tempfile.mkdtemp(prefix="rl-", dir="/tmp" if os.path.isdir("/tmp") else None))
    monkeypatch.setenv("REFRAKT_RUNTIME_DIR", str(folder))
    monkeypatch.setenv("FAKE_HOST_PIDS", str(folder / "pids"))
    monkeypatch.delenv("REFRAKT_LINK", raising=False)
    yield folder
    for pid in host_pids(folder):
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    shutil.rmtree(folder)


def host_pids(runtime: Path) -> list[int]:
    """The hosts that relays have started, in that order."""
    file = runtime / "pids"
    return [int(line) for line in file.read_text("utf-8").split()] if file.exists() else []


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    return folder


@pytest.fixture
async def spawn(runtime: Path, root: Path) -> AsyncIterator[Spawn]:
    """Spawns relays for the project."""
    spawned: list[Client] = []

    async def one(*argv: str, idle: float = 20.0) -> Client:
        spawned.append(await Client.spawn(root, *argv, idle=idle))
        return spawned[-1]

    yield one
    for client in spawned:
        await client.end()


@pytest.fixture
async def open_editor(runtime: Path, root: Path) -> AsyncIterator[Open]:
    """Opens endpoints as editors do, in the process of the test."""
    opened: list[Endpoint] = []

    async def one(kind: str = "editor", **options: object) -> Endpoint:
        endpoint = Endpoint(str(root), fake_server(kind), **options)  # type: ignore[arg-type]
        opened.append(endpoint)
        assert await endpoint.start() == endpoint.is_host
        return endpoint

    yield one
    for endpoint in opened:
        await endpoint.close(timeout=1)
