"""Resources: what is listed, their content, and errors for unknown URIs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from mcp_types import TextResourceContents

from refrakt.hosts.cli import main
from refrakt.hosts.mcp.connection_handler import McpConnectionHandler
from refrakt.project.workspace import Workspace

from .mcp_clients import client, project, refused

NOT_FOUND = {"legacy": -32002, "auto": -32602}


async def read(connected: Client, uri: str) -> TextResourceContents:
    (found,) = (await connected.read_resource(uri)).contents
    assert isinstance(found, TextResourceContents)
    assert found.uri == uri
    return found


async def data(connected: Client, uri: str) -> Any:
    found = await read(connected, uri)
    assert found.mime_type == "application/json"
    return json.loads(found.text)


async def test_only_what_the_project_has_is_listed(
    side: McpConnectionHandler, nothing: Path, site: Path, era: str
) -> None:
    async with client(side, nothing, era) as connected:
        assert [each.uri for each in (await connected.list_resources()).resources] == ["refrakt://detect"]
        assert (await connected.list_resource_templates()).resource_templates == []
    async with client(side, site, era) as connected:
        listed = (await connected.list_resources()).resources
        assert [each.uri for each in listed] == [
            "refrakt://contracts",
            "refrakt://detect",
            "refrakt://pages/index",
            "refrakt://reference",
        ]
        assert all(each.description and each.mime_type for each in listed)
        templates = (await connected.list_resource_templates()).resource_templates
        assert [each.uri_template for each in templates] == [
            "refrakt://contracts{?site}",
            "refrakt://pages/index{?site,cursor,form}",
            "refrakt://reference{?site,rune}",
            "refrakt://rune/{name}{?attrs*,site}",
            "refrakt://pages/{+url}{?site}",
        ]


@pytest.mark.usefixtures("planner")
async def test_everything_listed_can_be_read(side: McpConnectionHandler, gardened: Path, era: str) -> None:
    (gardened / "plan" / "work").mkdir(parents=True)
    async with client(side, gardened, era) as connected:
        for each in (await connected.list_resources()).resources:
            assert (await read(connected, each.uri)).mime_type == each.mime_type


async def test_a_resource_equals_the_result_of_its_tool(side: McpConnectionHandler, site: Path) -> None:
    async with client(side, site, "legacy") as connected:
        for uri, tool, arguments in [
            ("refrakt://detect", "refrakt.detect", {"detail": "full"}),
            ("refrakt://reference", "refrakt.reference", {}),
        ]:
            assert await data(connected, uri) == (await connected.call_tool(tool, arguments)).structured_content


async def test_detection_lists_what_is_listed(side: McpConnectionHandler, site: Path, gardened: Path) -> None:
    for root in (site, gardened):
        async with client(side, root, "legacy") as connected:
            detected = await data(connected, "refrakt://detect")
            assert detected["tools"] == [each.name for each in (await connected.list_tools()).tools]
            assert detected["resources"] == [each.uri for each in (await connected.list_resources()).resources]


async def test_one_rune(side: McpConnectionHandler, site: Path) -> None:
    async with client(side, site, "legacy") as connected:
        hero = await data(connected, "refrakt://rune/hero")
        assert (hero["rune"], hero["block"]) == ("hero", "rf-hero")
        assert await data(connected, "refrakt://rune/h%65ro?site=main") == hero
        assert (
            hero
            == (await connected.call_tool("refrakt.inspect", {"rune": "hero", "detail": "full"})).structured_content
        )
        (described,) = (await data(connected, "refrakt://reference?rune=hero"))["runes"]
        assert (described["name"], described["plugin"]) == ("hero", "@refrakt-md/marketing")


async def test_the_query_of_a_rune_has_its_attributes(side: McpConnectionHandler, site: Path) -> None:
    """Percent-decoded; `site` is never one of them, and `all` makes a list."""
    async with client(side, site, "legacy") as connected:
        found = await data(connected, "refrakt://rune/hint?t%79pe=w%61rning&site=main")
        assert found["input"].startswith('{% hint type="warning" %}')
        assert len((await data(connected, "refrakt://rune/hint?type=all"))["results"]) == 4
        wrong = await data(connected, "refrakt://rune/hint?type=a%26b%3Dc")
        assert '"a&b=c" is not a value of "type"' in wrong["warnings"][0]["message"]


async def test_a_rune_is_what_the_command_prints(
    side: McpConnectionHandler, site: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(site)
    for argv, uri in [
        (["hint", "--type=warning"], "refrakt://rune/hint?type=warning"),
        (["hint", "--type", "all"], "refrakt://rune/hint?type=all"),
        (["hero"], "refrakt://rune/hero"),
    ]:
        assert main(["inspect", *argv, "--json"]) == 0
        printed = capsys.readouterr().out
        async with client(side, site, "legacy") as connected:
            assert await data(connected, uri) == json.loads(printed)


async def test_contracts(side: McpConnectionHandler, site: Path, two_sites: Path) -> None:
    async with client(side, site, "legacy") as connected:
        found = await data(connected, "refrakt://contracts")
        assert found["runes"]["Hint"]["root"] == ".rf-hint"
        assert found == (await connected.call_tool("refrakt.contracts", {"detail": "full"})).structured_content
    async with client(side, two_sites, "legacy") as connected:
        assert await data(connected, "refrakt://contracts?site=blog")
        error = await refused(connected.read_resource("refrakt://contracts"))
        assert error.error.data["errorCode"] == "SITE_AMBIGUOUS"


@pytest.mark.parametrize(
    "uri",
    [
        "refrakt://rune/..",
        "refrakt://rune/../detect",
        "refrakt://rune/%2e%2e%2fdetect",
        "refrakt://rune/",
        "refrakt://rune/nosuchrune",
        "refrakt://nowhere",
        "refrakt://",
    ],
)
async def test_what_is_not_there(side: McpConnectionHandler, site: Path, era: str, uri: str) -> None:
    async with client(side, site, era) as connected:
        error = await refused(connected.read_resource(uri))
    assert error.error.code == NOT_FOUND[era]
    assert error.error.data["errorCode"] == "RESOURCE_NOT_FOUND"
    assert error.error.data["uri"] == uri
    assert error.error.data["hint"]


async def test_a_similar_name_is_suggested(side: McpConnectionHandler, site: Path) -> None:
    async with client(side, site, "legacy") as connected:
        error = await refused(connected.read_resource("refrakt://rune/hnit"))
    assert "did you mean 'hint'" in error.error.message


@pytest.mark.parametrize(
    ("uri", "code"),
    [
        ("https://example.org/", "INVALID_ARGS"),
        ("file:///etc/passwd", "INVALID_ARGS"),
        ("refrakt://detect?site=main", "INVALID_ARGS"),
        ("refrakt://rune/hero?color=red", "INVALID_ARGS"),
        ("refrakt://rune/hero?site=maim", "SITE_NOT_FOUND"),
    ],
)
async def test_invalid_uris(side: McpConnectionHandler, site: Path, era: str, uri: str, code: str) -> None:
    async with client(side, site, era) as connected:
        error = await refused(connected.read_resource(uri))
    assert error.error.code == -32602
    assert error.error.data["errorCode"] == code


async def test_which_site(side: McpConnectionHandler, two_sites: Path, era: str) -> None:
    async with client(side, two_sites, era) as connected:
        error = await refused(connected.read_resource("refrakt://reference"))
        assert error.error.data["errorCode"] == "SITE_AMBIGUOUS"
        assert '"main", "blog"' in error.error.message
        assert (await data(connected, "refrakt://rune/hint?site=blog"))["rune"] == "hint"
        error = await refused(connected.read_resource("refrakt://rune/hint?type=note"))
        assert error.error.data["errorCode"] == "SITE_AMBIGUOUS"


async def test_a_resource_without_its_site_reports_it(side: McpConnectionHandler, nothing: Path, era: str) -> None:
    async with client(side, nothing, era) as connected:
        for uri in ("refrakt://reference", "refrakt://rune/hint"):
            error = await refused(connected.read_resource(uri))
            assert error.error.code == NOT_FOUND[era]
            assert error.error.data["errorCode"] == "SITE_CONFIG_MISSING"


async def test_resources_of_plugins(workspace: Workspace, side: McpConnectionHandler, gardened: Path, era: str) -> None:
    bed = gardened / "garden" / "roses.md"
    async with client(side, gardened, era) as connected:
        assert await data(connected, "refrakt://garden/index?colour=red%3Dish") == {
            "beds": ["roses"],
            "colour": "red=ish",
        }
        found = await read(connected, "refrakt://garden/bed/roses")
        assert (found.mime_type, found.text) == ("text/markdown", "# Roses\n")
        workspace.open(bed.as_uri(), bed, "# Unsaved\n", 2)
        assert (await read(connected, "refrakt://garden/bed/roses")).text == "# Unsaved\n"
        error = await refused(connected.read_resource("refrakt://garden/bed/weeds"))
        assert (error.error.code, error.error.data["errorCode"]) == (NOT_FOUND[era], "RESOURCE_NOT_FOUND")


@pytest.mark.usefixtures("gardener")
async def test_resources_of_an_inactive_plugin(side: McpConnectionHandler, nothing: Path) -> None:
    async with client(side, nothing, "legacy") as connected:
        error = await refused(connected.read_resource("refrakt://garden/index"))
    assert (error.error.code, error.error.data["errorCode"]) == (-32002, "PLAN_DIR_MISSING")
    assert error.error.data["hint"] == "Call garden.dig first."


async def test_a_plain_markdoc_project_has_resources(side: McpConnectionHandler, tmp_path: Path) -> None:
    plain = project(tmp_path / "plain", {"markdoc.config.json": "{}"})
    async with client(side, plain, "legacy") as connected:
        assert "total" in await data(connected, "refrakt://reference")
