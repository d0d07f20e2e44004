"""The pages of a site as resources: the list, one page, completion of URLs, and notifications."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from mcp.client.subscriptions import ResourceUpdated
from mcp_types import ResourceTemplateReference, TextResourceContents

from refrakt.hosts.mcp.connection_handler import McpConnectionHandler
from refrakt.hosts.mcp.resources import PAGE
from refrakt.project.workspace import Workspace

from .mcp_clients import PATIENCE, News, client, project, refused

# The client warns those who use what the newest version of the protocol has no more; here both are meant.
pytestmark = pytest.mark.filterwarnings("ignore:resources/(un)?subscribe is removed")

INDEX = "refrakt://pages/index"
UPDATED = "notifications/resources/updated"
CONFIG = json.dumps({"site": {"contentDir": "./content", "plugins": ["@refrakt-md/marketing"]}})
FILES = {
    "refrakt.config.json": CONFIG,
    "content/index.md": "# Home\n",
    "content/docs/setup.md": "# Setup\n\n[home](/) [gone](/gone)\n",
    "content/docs/my page.md": "# Mine\n",
}


@pytest.fixture(autouse=True)
def _indexes_end(workspace: Workspace) -> Iterator[None]:
    yield
    for each in workspace.indexes():
        each.close()


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    return project(tmp_path / "pages", FILES)


async def data(connected: Client, uri: str) -> Any:
    (found,) = (await connected.read_resource(uri)).contents
    assert isinstance(found, TextResourceContents)
    return json.loads(found.text)


async def test_the_list_and_one_page(side: McpConnectionHandler, pages: Path, era: str) -> None:
    async with client(side, pages, era) as connected:
        assert INDEX in [each.uri for each in (await connected.list_resources()).resources]
        templates = [each.uri_template for each in (await connected.list_resource_templates()).resource_templates]
        assert {f"{INDEX}{{?site,cursor,form}}", "refrakt://pages/{+url}{?site}"} <= set(templates)
        answer = await data(connected, INDEX)
        assert [each["url"] for each in answer["pages"]] == ["/", "/docs/my page", "/docs/setup"]
        assert answer["pages"][0]["file"] == "content/index.md"
        assert (await data(connected, f"{INDEX}?site=main&form=compact"))["total"] == 3
        assert (await data(connected, "refrakt://pages/"))["title"] == "Home"
        assert (await data(connected, "refrakt://pages/docs/my%20page/"))["title"] == "Mine"
        page = await data(connected, "refrakt://pages/docs/setup?site=main")
        assert [each.get("ok") for each in page["links"]] == [True, False]
        assert page["tree"]["type"] == "document"


async def test_the_tool_finds_pages(side: McpConnectionHandler, pages: Path, era: str) -> None:
    async with client(side, pages, era) as connected:
        result = await connected.call_tool("refrakt.pages", {"hasProblems": True})
        assert result.structured_content is not None
        (page,) = result.structured_content["pages"]
        assert (page["url"], page["problems"]) == ("/docs/setup", 1)


async def test_a_uri_without_a_page(side: McpConnectionHandler, pages: Path, era: str) -> None:
    async with client(side, pages, era) as connected:
        error = await refused(connected.read_resource("refrakt://pages/docs/setpu"))
        assert error.error.code == (-32002 if era == "legacy" else -32602)
        assert error.error.data["errorCode"] == "RESOURCE_NOT_FOUND"
        assert "did you mean '/docs/setup'" in error.error.message
        error = await refused(connected.read_resource(f"{INDEX}?form=tiny"))
        assert error.error.data["errorCode"] == "INVALID_ARGS"


async def test_several_sites(side: McpConnectionHandler, two_sites: Path) -> None:
    (two_sites / "blog").mkdir()
    (two_sites / "blog" / "post.md").write_text("# Post\n")
    async with client(side, two_sites, "legacy") as connected:
        error = await refused(connected.read_resource(INDEX))
        assert error.error.data["errorCode"] == "SITE_AMBIGUOUS"
        assert '"main", "blog"' in error.error.message
        assert [each["url"] for each in (await data(connected, f"{INDEX}?site=blog"))["pages"]] == ["/post"]


async def test_unsaved_text_counts(workspace: Workspace, side: McpConnectionHandler, pages: Path) -> None:
    path = pages / "content" / "docs" / "setup.md"
    async with client(side, pages, "legacy") as connected:
        assert (await data(connected, "refrakt://pages/docs/setup"))["title"] == "Setup"
        workspace.open(path.as_uri(), path, "# Typed\n", 1)
        page = await data(connected, "refrakt://pages/docs/setup")
        assert (page["title"], page["unsaved"]) == ("Typed", True)
        assert "Typed" in [each["title"] for each in (await data(connected, INDEX))["pages"]]


@pytest.mark.parametrize(
    ("typed", "expected"),
    [("", ["docs/my page", "docs/setup"]), ("/docs/s", ["docs/setup"]), ("SETUP", ["docs/setup"]), ("zzz", [])],
)
async def test_urls_are_completed(side: McpConnectionHandler, pages: Path, typed: str, expected: list[str]) -> None:
    async with client(side, pages, "legacy") as connected:
        reference = ResourceTemplateReference(type="ref/resource", uri=PAGE)
        found = await connected.complete(reference, {"name": "url", "value": typed})
        assert found.completion.values == expected


async def test_notifications_about_pages(workspace: Workspace, side: McpConnectionHandler, pages: Path) -> None:
    """Of the list when its content changes, of a page when its text changes."""
    path, news = pages / "content" / "docs" / "setup.md", News()
    page = "refrakt://pages/docs/setup"
    async with client(side, pages, "legacy", news=news) as connected:
        assert (await data(connected, INDEX))["total"] == 3
        await connected.subscribe_resource(INDEX)
        await connected.subscribe_resource(page)
        text = FILES["content/docs/setup.md"]
        workspace.open(path.as_uri(), path, text, 1)
        workspace.change(path.as_uri(), 2, [(len(text), len(text), "x")])
        assert await news.next(UPDATED) == page
        workspace.change(path.as_uri(), 3, [(2, 7, "Renamed")])
        result = {await news.next(UPDATED)}
        while INDEX not in result:
            result.add(await news.next(UPDATED))


async def test_notifications_about_files_that_agents_write(side: McpConnectionHandler, pages: Path) -> None:
    async with client(side, pages, "auto") as connected:
        assert (await data(connected, INDEX))["total"] == 3
        async with connected.listen(resource_subscriptions=[INDEX]) as stream:
            (pages / "content" / "new.md").write_text("# New\n")
            async with asyncio.timeout(PATIENCE):
                assert await stream.__anext__() == ResourceUpdated(INDEX)
        assert "/new" in [each["url"] for each in (await data(connected, INDEX))["pages"]]
