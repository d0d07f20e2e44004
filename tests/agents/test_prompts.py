"""Prompts, and completion of their arguments and of URIs."""

from __future__ import annotations

from pathlib import Path

import pytest
from mcp import Client
from mcp_types import PromptReference, ResourceTemplateReference, TextContent

from refrakt.hosts.mcp.connection_handler import McpConnectionHandler

from .mcp_clients import client, refused


async def prompt(connected: Client, name: str, **arguments: str) -> str:
    (message,) = (await connected.get_prompt(name, arguments)).messages
    assert message.role == "user"
    assert isinstance(message.content, TextContent)
    return message.content.text


async def test_prompts_are_listed_with_a_site(
    side: McpConnectionHandler, nothing: Path, gardened: Path, era: str
) -> None:
    async with client(side, nothing, era) as connected:
        assert (await connected.list_prompts()).prompts == []
    async with client(side, gardened, era) as connected:
        listed = (await connected.list_prompts()).prompts
        assert [each.name for each in listed] == ["author_page", "fix_problems", "water"]
        assert [each.name for each in listed[0].arguments or () if each.required] == ["about"]


async def test_author_page(side: McpConnectionHandler, site: Path, era: str) -> None:
    async with client(side, site, era) as connected:
        text = await prompt(connected, "author_page", about="our new roses", rune="hero", path="content/roses.md")
    for argv in ("our new roses", "refrakt.reference", "refrakt.validate_content", "content/roses.md", "{% hero"):
        assert argv in text


async def test_fix_problems(side: McpConnectionHandler, site: Path) -> None:
    (site / "content" / "bad.md").write_text("# Bad\n\n{% hnit %}\n{% /hnit %}\n")
    async with client(side, site, "legacy") as connected:
        text = await prompt(connected, "fix_problems", path="content/bad.md")
        assert '{"line": 3, "column": 4, "severity": "error", "code": "unknown-rune"' in text
        assert "refrakt.validate_content" in text
        assert "nothing is to be done" in await prompt(connected, "fix_problems", path="content/index.md")


async def test_prompts_name_tools_as_they_are_listed(side: McpConnectionHandler, site: Path) -> None:
    async with client(side, site, "legacy", {"tool-names": "underscore"}) as connected:
        text = await prompt(connected, "author_page", about="x")
        assert "refrakt_reference" in text
        assert "refrakt." not in text


async def test_a_prompt_of_a_plugin(side: McpConnectionHandler, gardened: Path) -> None:
    async with client(side, gardened, "legacy") as connected:
        assert await prompt(connected, "water", bed="roses") == "Water roses."


@pytest.mark.parametrize(
    ("name", "arguments", "code", "expected"),
    [
        ("author_pge", {}, "NOT_FOUND", "author_page"),
        ("author_page", {}, "INVALID_ARGS", "about"),
        ("author_page", {"about": "  "}, "INVALID_ARGS", "about"),
        ("author_page", {"about": "x", "aboot": "y"}, "INVALID_ARGS", "aboot"),
        ("author_page", {"about": "x", "site": "maim"}, "SITE_NOT_FOUND", "main"),
        ("author_page", {"about": "x", "rune": "hnit"}, "NOT_FOUND", "hint"),
        ("fix_problems", {"path": "content/none.md"}, "NOT_FOUND", "none.md"),
        ("fix_problems", {"path": "../other.md"}, "INVALID_ARGS", "outside"),
    ],
)
async def test_invalid_prompt_requests(
    side: McpConnectionHandler, site: Path, name: str, arguments: dict[str, str], code: str, expected: str
) -> None:
    async with client(side, site, "legacy") as connected:
        error = await refused(connected.get_prompt(name, arguments))
    assert error.error.code == -32602
    assert error.error.data["errorCode"] == code
    assert expected in error.error.message


# Completion -----------------------------------------------------------------------------------------------------------


async def completed(connected: Client, where: str, name: str, typed: str, **arguments: str) -> list[str]:
    of_prompt = "://" not in where
    ref = PromptReference(name=where) if of_prompt else ResourceTemplateReference(uri=where)
    answer = await connected.complete(ref, {"name": name, "value": typed}, context_arguments=arguments or None)
    return answer.completion.values


async def test_runes_are_completed(side: McpConnectionHandler, site: Path, two_sites: Path, era: str) -> None:
    async with client(side, site, era) as connected:
        assert (await completed(connected, "author_page", "rune", "her"))[0] == "hero"
        assert (await completed(connected, "refrakt://rune/{name}{?attrs*,site}", "name", "her"))[0] == "hero"
        assert "hint" in await completed(connected, "author_page", "rune", "hnit")
    async with client(side, two_sites, era) as connected:
        runes = await completed(connected, "author_page", "rune", "", site="blog")
        assert "hint" in runes
        assert "hero" not in runes
        error = await refused(completed(connected, "author_page", "rune", ""))
        assert error.error.data["errorCode"] == "SITE_AMBIGUOUS"


@pytest.mark.usefixtures("planner")
async def test_a_plugin_completes_with_the_other_values(side: McpConnectionHandler, site: Path, era: str) -> None:
    for file, tag in (("a", 'spec id="SPEC-001"'), ("b", 'work id="WORK-001"')):
        (site / "plan" / "work").mkdir(parents=True, exist_ok=True)
        (site / "plan" / "work" / f"{file}.md").write_text(f"{{% {tag} %}}\n")
    async with client(side, site, era) as connected:
        entity = "refrakt://plan/{type}/{id}"
        assert await completed(connected, entity, "id", "") == ["SPEC-001", "WORK-001"]
        assert await completed(connected, entity, "id", "", type="spec") == ["SPEC-001"]


async def test_sites_are_completed(side: McpConnectionHandler, two_sites: Path) -> None:
    async with client(side, two_sites, "legacy") as connected:
        assert await completed(connected, "author_page", "site", "") == ["blog", "main"]
        assert await completed(connected, "refrakt://reference{?site,rune}", "site", "m") == ["main"]


async def test_pages_are_completed(side: McpConnectionHandler, site: Path) -> None:
    (site / "content" / "docs").mkdir()
    (site / "content" / "docs" / "setup.md").write_text("# Setup\n")
    async with client(side, site, "legacy") as connected:
        assert await completed(connected, "fix_problems", "path", "con") == ["content/"]
        assert await completed(connected, "fix_problems", "path", "content/") == ["content/docs/", "content/index.md"]
        assert await completed(connected, "fix_problems", "path", "content/docs/s") == ["content/docs/setup.md"]
        assert await completed(connected, "fix_problems", "path", "nowhere/x") == []
        error = await refused(completed(connected, "fix_problems", "path", "../"))
        assert error.error.data["errorCode"] == "INVALID_ARGS"


async def test_plugins_complete_their_own(side: McpConnectionHandler, gardened: Path) -> None:
    async with client(side, gardened, "legacy") as connected:
        assert await completed(connected, "water", "bed", "ro") == ["roses"]
        assert await completed(connected, "refrakt://garden/bed/{name}", "name", "") == ["roses"]
        assert await completed(connected, "author_page", "about", "x") == []
        error = await refused(completed(connected, "refrakt://nowhere/{name}", "name", ""))
        assert error.error.data["errorCode"] == "NOT_FOUND"
