"""Waits for pages that are being read, for requests whose answer would be wrong without them."""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import TYPE_CHECKING

from refrakt.hosts.lsp.session import Session

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from refrakt.project.workspace import Workspace


async def wait_for_pages(session: Session, seconds: float) -> bool:
    """Wait until the pages of the open projects are read for the first time; returns whether they are."""
    return await asyncio.to_thread(_wait, session.workspace, tuple(session.folders), monotonic() + seconds)


def _wait(workspace: Workspace, folders: Iterable[Path], deadline: float) -> bool:
    for folder in folders:
        workspace.index(folder)  # the server may not have started it yet
    indexes = workspace.indexes()
    for index in indexes:
        if index.is_reading:
            index.settle(max(0.0, deadline - monotonic()))
    return not any(each.is_reading for each in indexes)
