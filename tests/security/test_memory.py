"""What a call has held is freed when it is answered, not when the garbage collector comes by."""

from __future__ import annotations

import asyncio
import gc
import tracemalloc
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import pytest

from agents.mcp_clients import SITE, Raw, project, side, streams
from refrakt.errors import RefraktError
from refrakt.hosts.mcp.worker_threads import WorkerThreads
from refrakt.project.files import LARGEST_PAGE

CALLS = 12


class Held:
    """Something large."""


@pytest.fixture
def _no_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("_no_collector")
@pytest.mark.parametrize("fails", [True, False])
async def test_work_leaves_nothing_behind(fails: bool) -> None:
    workers = WorkerThreads()

    async def one() -> weakref.ref[Held]:
        held = Held()

        def work() -> int:
            if fails:
                refuse(held)
            return id(held)

        try:
            await workers.run(work)
        except RefraktError:
            assert fails
        return weakref.ref(held)

    found = await one()
    for _ in range(50):  # the thread ends a moment after its answer
        if found() is None:
            break
        await asyncio.sleep(0.02)
    assert found() is None


def refuse(held: Held) -> NoReturn:
    raise RefraktError("X", f"{id(held)}", "Try again.")


@pytest.mark.usefixtures("_no_collector")
async def test_refused_texts_are_not_kept(tmp_path: Path) -> None:
    root = project(tmp_path / "site", SITE)
    text = "x" * (LARGEST_PAGE + 1)
    async with side() as served, streams(served, root) as (reader, writer):
        agent = Raw(reader, writer)
        await agent.begin()
        arguments = {"name": "refrakt.validate_content", "arguments": {"markdown": text}}
        await agent.request(0, "tools/call", arguments)
        tracemalloc.start()
        for number in range(CALLS):
            await agent.request(number + 1, "tools/call", arguments)
        await asyncio.sleep(0.2)
        kept, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert kept < CALLS * LARGEST_PAGE / 2
