"""Both servers of Forge, `fractary-forge-mcp` and the shared host, with the protocol library's own client."""

from __future__ import annotations

import tomllib
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from mcp import Client

from agents import mcp_clients
from agents.mcp_clients import News, client
from refrakt.project.workspace import Workspace
from refrakt_forge.mcp_server.tool_server import ToolServer

PYPROJECT = Path(__file__).resolve().parents[2] / "pyproject.toml"
PLUGINS: dict[str, str] = tomllib.loads(PYPROJECT.read_text("utf-8"))["project"]["entry-points"]["refrakt.plugins"]
"""The entry points of the bundled plugins."""
SERVERS = ("alone", "shared")
Connect = Callable[..., AbstractAsyncContextManager[Client]]


def install(folder: Path, patch: pytest.MonkeyPatch, plugins: dict[str, str]) -> None:
    """The distribution of refrakt with these plugins, before the one that is really installed."""
    distribution(folder, plugins)
    patch.syspath_prepend(str(folder))


def distribution(folder: Path, plugins: dict[str, str]) -> None:
    """The metadata of a distribution with these plugins; it counts if the folder is the first in the path."""
    information = folder / "refrakt-0.0.1.dist-info"
    information.mkdir(parents=True)
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: refrakt\nVersion: 0.0.1\n")
    lines = [f"{name} = {value}" for name, value in plugins.items()]
    (information / "entry_points.txt").write_text("\n".join(["[refrakt.plugins]", *lines]) + "\n")


def connect_to(server: str, root: Path) -> Connect:
    """Connects a client to the server `alone`, or to the `shared` one."""

    @asynccontextmanager
    async def alone(era: str = "legacy", news: News | None = None) -> AsyncIterator[Client]:
        mode: Any = era
        handler = news.handle if news is not None else None
        async with Client(ToolServer(root).server, mode=mode, cache=None, message_handler=handler) as connected:
            yield connected

    @asynccontextmanager
    async def shared(era: str = "legacy", news: News | None = None) -> AsyncIterator[Client]:
        async with mcp_clients.side(Workspace()) as side, client(side, root, era, news=news) as connected:
            yield connected

    return alone if server == "alone" else shared
