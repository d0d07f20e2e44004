"""Browsers get every version of their page that they can read, and without a browser nothing is done."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest

from refrakt.hosts.preview.live_pages import LivePages, View
from refrakt.project.workspace import Workspace, WorkspaceEvent

ROOT = Path("/site")
VIEW = View("a.md", "auto")


class Renderer:
    """Counts what it renders; a page has the text that was set last."""

    def __init__(self) -> None:
        self.text = ""
        self.rendered: list[View] = []
        self.threads: set[int] = set()

    def __call__(self, view: View) -> dict[str, Any]:
        self.rendered.append(view)
        self.threads.add(threading.get_ident())
        return {"path": view.path, "html": self.text}


@pytest.fixture
def workspace() -> Workspace:
    return Workspace()


@pytest.fixture
def renderer() -> Renderer:
    return Renderer()


@pytest.fixture
async def pages(workspace: Workspace, renderer: Renderer) -> LivePages:
    return LivePages(workspace, ROOT, renderer)


def change(workspace: Workspace, root: Path | None = None) -> None:
    for listener in workspace.listeners:
        listener(WorkspaceEvent("buffer", "file:///site/a.md", root=root))


async def test_without_a_browser_nothing_is_rendered(
    pages: LivePages, workspace: Workspace, renderer: Renderer
) -> None:
    change(workspace)
    await asyncio.sleep(0.05)
    assert renderer.rendered == []
    pages.unsubscribe(pages.subscribe(VIEW))
    await asyncio.sleep(0.05)
    renderer.rendered.clear()
    change(workspace)
    await asyncio.sleep(0.05)
    assert renderer.rendered == []


async def test_a_page_is_rendered_off_the_event_loop(pages: LivePages, renderer: Renderer) -> None:
    renderer.text = "one"
    assert await pages.subscribe(VIEW).next() == ("page", {"path": "a.md", "html": "one"})
    assert threading.get_ident() not in renderer.threads


async def test_changes_of_a_moment_are_rendered_together(
    pages: LivePages, workspace: Workspace, renderer: Renderer
) -> None:
    browser = pages.subscribe(VIEW)
    await browser.next()
    renderer.rendered.clear()
    for number in range(20):
        renderer.text = str(number)
        change(workspace)
    assert (await browser.next())[1]["html"] == "19"
    assert len(renderer.rendered) <= 2


async def test_a_change_during_the_rendering_is_not_lost(workspace: Workspace) -> None:
    started, go_on = threading.Event(), threading.Event()
    text = "old"

    def slow(view: View) -> dict[str, Any]:
        shown = text
        started.set()
        go_on.wait(5)
        return {"html": shown}

    pages = LivePages(workspace, ROOT, slow)
    browser = pages.subscribe(VIEW)
    await asyncio.to_thread(started.wait, 5)
    text = "new"
    change(workspace)
    go_on.set()
    assert (await browser.next())[1] == {"html": "old"}
    assert (await browser.next())[1] == {"html": "new"}


async def test_a_browser_gets_a_page_again_only_if_it_has_changed(
    pages: LivePages, workspace: Workspace, renderer: Renderer
) -> None:
    browser = pages.subscribe(VIEW)
    await browser.next()
    change(workspace)
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(browser.next(), 0.1)
    assert len(renderer.rendered) == 2


async def test_a_slow_browser_gets_the_newest_version(
    pages: LivePages, workspace: Workspace, renderer: Renderer
) -> None:
    browser = pages.subscribe(VIEW)
    await browser.next()
    for text in ("two", "three"):
        renderer.text = text
        change(workspace)
        await asyncio.sleep(0.06)
    browser.put("scroll", {"line": 3})
    assert await browser.next() == ("page", {"path": "a.md", "html": "three"})
    assert await browser.next() == ("scroll", {"line": 3})


async def test_other_projects_do_not_matter(pages: LivePages, workspace: Workspace, renderer: Renderer) -> None:
    browser = pages.subscribe(VIEW)
    await browser.next()
    renderer.rendered.clear()
    change(workspace, Path("/other"))
    await asyncio.sleep(0.05)
    assert renderer.rendered == []


async def test_a_change_in_another_thread(pages: LivePages, workspace: Workspace, renderer: Renderer) -> None:
    browser = pages.subscribe(VIEW)
    await browser.next()
    renderer.text = "from a thread"
    await asyncio.to_thread(change, workspace)
    assert (await browser.next())[1]["html"] == "from a thread"


async def test_close_ends_everything(pages: LivePages, workspace: Workspace) -> None:
    pages.subscribe(VIEW)
    pages.close()
    assert workspace.listeners == []
    assert pages.subscriptions == frozenset()
