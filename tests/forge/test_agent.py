"""agent_list, agent_info and agent_validate."""

from __future__ import annotations

import asyncio

import pytest

from refrakt.plugins import CommandContext, Disk
from refrakt_forge.names import parse_reference
from refrakt_forge.workspace import forge_of

from .forge_project import ForgeProject, agent, markdown_agent, names, tool

# List -----------------------------------------------------------------------------------------------------------------


async def test_an_empty_project_has_no_agents(forge: ForgeProject) -> None:
    assert await forge.call("agent_list") == {"agents": [], "total": 0, "limit": 100, "offset": 0}


LAYOUTS = {
    "agents/one/agent.md": markdown_agent("one"),
    "agents/two/agent.yaml": agent("two"),
    "agents/three/agent.yml": agent("three"),
    "agents/four.md": markdown_agent("four"),
    "agents/five.yaml": agent("five"),
    "plugins/@acme/p/agents/six/agent.md": markdown_agent("six"),
    "plugins/@acme/p/plugin.json": '{"name": "@acme/p", "version": "1.0.0", "license": "MIT"}',
}


async def test_every_layout_is_listed_and_can_be_read(forge: ForgeProject) -> None:
    forge.write(LAYOUTS)
    listed = await forge.call("agent_list")
    assert names(listed["agents"]) == ["five", "four", "one", "six", "three", "two"]
    for name in names(listed["agents"]):
        assert (await forge.call("agent_info", name=name))["name"] == name
        assert (await forge.call("agent_validate", name=name))["valid"]
    assert (await forge.call("agent_info", name="@acme/p/six"))["license"] == "MIT"


async def test_a_global_agent_of_the_same_name_is_shadowed(forge: ForgeProject) -> None:
    forge.write({"agents/a.yaml": agent(version="1.0.0")})
    forge.write_global({"registry/agents/a@2.0.0/agent.yaml": agent(version="2.0.0")})
    rows = (await forge.call("agent_list", source="all"))["agents"]
    assert [(each["source"], each.get("shadowed")) for each in rows] == [("local", None), ("global", True)]
    assert (await forge.call("agent_info", name="a"))["source"] == "local"
    assert (await forge.call("agent_info", name="a", source="global"))["version"] == "2.0.0"
    assert (await forge.call("agent_list", source="global"))["total"] == 1
    assert (await forge.call("agent_list", source="stockyard"))["total"] == 0


async def test_the_newest_stable_global_version_is_listed(forge: ForgeProject) -> None:
    forge.write_global(
        {f"registry/agents/a@{each}/agent.yaml": agent(version=each) for each in ("1.0.0", "1.10.0", "1.9.0")}
        | {"registry/agents/a@2.0.0-rc.1/agent.yaml": agent(version="2.0.0-rc.1")}
    )
    (row,) = (await forge.call("agent_list"))["agents"]
    assert (row["version"], row["path"]) == ("1.10.0", "~/.fractary/registry/agents/a@1.10.0/agent.yaml")


async def test_any_of_the_tags_matches(forge: ForgeProject) -> None:
    forge.write({"agents/a.yaml": agent("a", tags=["a"]), "agents/b.yaml": agent("b", tags=["b"])})
    assert names((await forge.call("agent_list", tags=["a", "zz"]))["agents"]) == ["a"]


async def test_a_list_has_pages(forge: ForgeProject) -> None:
    forge.write({f"agents/n{number:03}.yaml": agent(f"n{number:03}") for number in range(250)})
    page = await forge.call("agent_list", limit=100, offset=200)
    assert (len(page["agents"]), page["total"], page["limit"], page["offset"]) == (50, 250, 100, 200)
    assert (await forge.call("agent_list", offset=300))["agents"] == []


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        ({"limit": 0}, "limit"),
        ({"limit": 1001}, "limit"),
        ({"offset": -1}, "offset"),
        ({"limit": "5"}, "limit"),
        ({"extra": 1}, "extra"),
        ({"source": "moon"}, "source"),
        ({"tags": "x"}, "tags"),
    ],
)
async def test_bad_input_is_refused_with_the_name_of_the_field(
    forge: ForgeProject, arguments: dict[str, object], field: str
) -> None:
    error = await forge.error("agent_list", **arguments)
    assert error["code"] == "VALIDATION_ERROR"
    assert f"`{field}`" in error["message"]
    assert error["details"] == {"field": field}


async def test_null_is_the_same_as_absent(forge: ForgeProject) -> None:
    assert (await forge.call("agent_list", tags=None, source=None, limit=None, offset=None))["limit"] == 100


async def test_a_broken_file_is_a_row_of_its_own(forge: ForgeProject) -> None:
    forge.write({"agents/a.yaml": agent(), "agents/b.yaml": "name: [", "agents/c.yaml": agent("c")})
    rows = (await forge.call("agent_list"))["agents"]
    assert [(each["name"], each["version"], each.get("invalid")) for each in rows] == [
        ("a", "1.0.0", None),
        ("b", "unknown", True),
        ("c", "1.0.0", None),
    ]


# Info -----------------------------------------------------------------------------------------------------------------


async def test_ranges_choose_the_highest_global_version(forge: ForgeProject) -> None:
    for each in ("1.0.0", "1.4.0", "2.0.0", "2.1.0-beta.1"):
        forge.write_global({f"registry/agents/base@{each}/agent.yaml": agent("base", each)})
    assert (await forge.call("agent_info", name="base"))["version"] == "2.0.0"
    assert (await forge.call("agent_info", name="base@^1.0.0"))["version"] == "1.4.0"
    assert (await forge.call("agent_info", name="base", version="^1.0.0"))["version"] == "1.4.0"
    error = await forge.error("agent_info", name="base", version="^3")
    assert error["code"] == "AGENT_NOT_FOUND"
    details = error["details"]
    assert (details["name"], details["versionRange"]) == ("base", "^3")
    assert (details["searched"], details["searchedRegistries"]) == (["local", "global"], ["local", "global"])
    assert "fractary_forge_agent_list" in " ".join(error["suggestions"])


async def test_latest_excludes_pre_releases(forge: ForgeProject) -> None:
    forge.write_global({"registry/agents/a@1.0.0-rc.1/agent.yaml": agent(version="1.0.0-rc.1")})
    error = await forge.error("agent_info", name="a")
    assert (error["code"], error["details"]["availableVersions"]) == ("AGENT_NOT_FOUND", ["1.0.0-rc.1"])


async def test_a_local_version_outside_of_the_range_is_skipped(forge: ForgeProject) -> None:
    forge.write({"agents/a.yaml": agent(version="1.0.0")})
    forge.write_global({"registry/agents/a@2.0.0.yaml": agent(version="2.0.0")})
    found = await forge.call("agent_info", name="a@^2")
    assert (found["source"], found["version"]) == ("global", "2.0.0")


async def test_an_invalid_local_agent_is_not_replaced_by_a_global_one(forge: ForgeProject) -> None:
    forge.write({"agents/a.yaml": agent().replace("anthropic", "mistral")})
    forge.write_global({"registry/agents/a@2.0.0/agent.yaml": agent(version="2.0.0")})
    error = await forge.error("agent_info", name="a")
    assert error["code"] == "VALIDATION_ERROR"
    assert [each["field"] for each in error["details"]["errors"]] == ["llm.provider"]


async def test_a_child_inherits_from_its_base(forge: ForgeProject) -> None:
    base = agent("base", "1.2.0", tools=["read", "grep"], tags=["one", "two"])
    forge.write_global(
        {"registry/agents/base@1.2.0/agent.yaml": base, "registry/tools/read@3.0.0/tool.yaml": tool("read", "3.0.0")}
    )
    child = "name: child\ntype: agent\nversion: 1.0.0\nextends: base@^1\ntools: [grep, write]\ntags: [two, three]\n"
    forge.write({"agents/child.yaml": child + "llm: {provider: openai, model: gpt}\n"})
    found = await forge.call("agent_info", name="child")
    assert (found["tools"], found["tags"]) == (["read", "grep", "write"], ["one", "two", "three"])
    assert (found["extends"], found["prompt"], found["description"]) == ("base@^1", "Be brief.", "An agent")
    resolver = forge_of(CommandContext(forge.root, {}, Disk(forge.root))).resolver
    flat = resolver.flatten(resolver.resolve("agent", parse_reference("child"))).data
    assert flat["llm"] == {"provider": "openai", "model": "gpt"}, "replaced as a whole"
    assert {"name": "base", "version": "1.2.0", "type": "agent"} in found["dependencies"]
    assert {"name": "read", "version": "3.0.0", "type": "tool"} in found["dependencies"]
    assert {"name": "grep", "version": "latest", "type": "tool", "unresolved": True} in found["dependencies"]


async def test_a_child_without_what_no_base_supplies_is_invalid(forge: ForgeProject) -> None:
    forge.write(
        {
            "agents/base.yaml": agent("base").replace("system_prompt: Be brief.\n", ""),
            "agents/a.yaml": "type: agent\nextends: base\n",
        }
    )
    error = await forge.error("agent_info", name="a")
    assert error["code"] == "VALIDATION_ERROR"


async def test_a_cycle_is_reported_with_its_names(forge: ForgeProject) -> None:
    forge.write({"agents/a.yaml": agent("a", more="extends: b\n"), "agents/b.yaml": agent("b", more="extends: a\n")})
    error = await forge.error("agent_info", name="a")
    assert (error["code"], error["details"]["cycle"]) == ("DEPENDENCY_ERROR", ["a", "b", "a"])


async def test_concurrent_calls_find_no_false_cycle(forge: ForgeProject) -> None:
    forge.write({"agents/a.yaml": agent("a", more="extends: b\n"), "agents/b.yaml": agent("b")})
    found = await asyncio.gather(*(forge.call("agent_info", name="a") for _ in range(20)))
    assert {each["version"] for each in found} == {"1.0.0"}


async def test_a_missing_base_and_a_long_chain_are_dependency_errors(forge: ForgeProject) -> None:
    forge.write({"agents/a.yaml": agent("a", more="extends: gone\n")})
    error = await forge.error("agent_info", name="a")
    assert (error["code"], error["details"]["missing"]) == ("DEPENDENCY_ERROR", "gone")
    forge.write({f"agents/c{n}.yaml": agent(f"c{n}", more=f"extends: c{n + 1}\n") for n in range(20)})
    forge.write({"agents/c20.yaml": agent("c20")})
    assert (await forge.error("agent_info", name="c0"))["code"] == "DEPENDENCY_ERROR"
    assert (await forge.call("agent_info", name="c10"))["name"] == "c10"


async def test_the_body_of_a_markdown_agent_is_its_prompt(forge: ForgeProject) -> None:
    forge.write({"agents/a.md": markdown_agent(body="# From the body", more="system_prompt: From the front matter\n")})
    assert (await forge.call("agent_info", name="a"))["prompt"] == "# From the body"


async def test_custom_tools_are_inherited_by_name(forge: ForgeProject) -> None:
    python = "implementation: {type: python, python: {module: m, function: f}}"
    one = f"{{name: t, type: tool, version: 1.0.0, parameters: {{}}, {python}}}"
    two = one.replace("1.0.0", "2.0.0")
    forge.write(
        {
            "agents/base.yaml": agent("base", tools=["t"], more=f"custom_tools: [{one}]\nconfig: {{x: 1, y: 1}}\n"),
            "agents/a.yaml": agent("a", more=f"extends: base\ncustom_tools: [{two}]\nconfig: {{y: 2}}\n"),
        }
    )
    found = await forge.call("agent_info", name="a")
    assert found["dependencies"][0] == {"name": "t", "version": "2.0.0", "type": "tool"}


async def test_name_and_version_must_agree(forge: ForgeProject) -> None:
    forge.write({"agents/a.yaml": agent()})
    assert (await forge.error("agent_info", name="a@^1", version="^2"))["details"]["field"] == "version"
    assert (await forge.call("agent_info", name="a@^1", version="^1"))["version"] == "1.0.0"
    assert (await forge.error("agent_info", name="a", version="x" * 300))["code"] == "VALIDATION_ERROR"


async def test_an_edit_is_seen_by_the_next_call(forge: ForgeProject) -> None:
    forge.write({"agents/a.yaml": agent(version="1.0.0")})
    assert (await forge.call("agent_info", name="a"))["version"] == "1.0.0"
    forge.write({"agents/a.yaml": agent(version="1.0.1"), "agents/b.yaml": agent("b")})
    assert (await forge.call("agent_info", name="a"))["version"] == "1.0.1"
    assert (await forge.call("agent_list"))["total"] == 2


# Validate -------------------------------------------------------------------------------------------------------------


async def test_a_missing_description_is_a_warning_also_in_strict_mode(forge: ForgeProject) -> None:
    forge.write({"agents/a.yaml": agent().replace("description: An agent\n", "")})
    found = await forge.call("agent_validate", name="a", strict=True)
    assert (found["valid"], found["errors"], found["schema_version"]) == (True, [], "1.0")
    assert [each["field"] for each in found["warnings"]] == ["description"]


BAD = """\
name: bad name!
type: robot
version: 1.0
llm: {provider: mistral, model: m, temperature: 2, max_tokens: 0}
tools: read
extra: 1
system_prompt: Be brief.
"""


async def test_all_problems_are_reported_at_once(forge: ForgeProject) -> None:
    (forge.root / "bad.yaml").write_text(BAD)
    found = await forge.call("agent_validate", path="bad.yaml")
    assert not found["valid"]
    assert [each["field"] for each in found["errors"]] == [
        "name",
        "type",
        "version",
        "llm.provider",
        "llm.temperature",
        "llm.max_tokens",
        "tools",
    ]
    assert {each["severity"] for each in found["errors"]} == {"error"}
    assert sorted(each["field"] for each in found["warnings"]) == ["description", "extra", "tags"]
    (version,) = [each for each in found["errors"] if each["field"] == "version"]
    assert (version["code"], "quote" in version["message"]) == ("E104", True)


async def test_an_unknown_tool_is_a_warning_and_in_strict_mode_an_error(forge: ForgeProject) -> None:
    forge.write({"agents/a.yaml": agent(tools=["reed"]), "tools/read.yaml": tool("read")})
    normal = await forge.call("agent_validate", name="a")
    (warning,) = normal["warnings"]
    assert (normal["valid"], warning["field"], warning["code"]) == (True, "tools.0", "W307")
    assert "read" in warning["message"]
    strict = await forge.call("agent_validate", name="a", strict=True)
    (error,) = strict["errors"]
    assert (strict["valid"], error["severity"]) == (False, "warning")


@pytest.mark.parametrize("arguments", [{}, {"path": "a.yaml", "name": "a"}])
async def test_either_a_path_or_a_name_is_needed(forge: ForgeProject, arguments: dict[str, str]) -> None:
    assert (await forge.error("agent_validate", **arguments))["code"] == "VALIDATION_ERROR"


async def test_an_unknown_name_is_not_found(forge: ForgeProject) -> None:
    error = await forge.error("agent_validate", name="gone")
    assert (error["code"], error["details"]["searchedRegistries"]) == ("AGENT_NOT_FOUND", ["local", "global"])
    assert error == await forge.error("agent_info", name="gone", source="all")
    assert error["suggestions"] == [
        "Check the spelling of the name",
        "List the known ones with `fractary_forge_agent_list`",
    ]
    missing = await forge.error("agent_info")
    assert missing["suggestions"] == ["Pass `name`: a string"]


async def test_only_the_sources_of_a_call_count(forge: ForgeProject) -> None:
    forge.write_global({"registry/agents/a@1.0.0/agent.yaml": agent()})
    for source, searched in (("local", ["local"]), ("stockyard", [])):
        error = await forge.error("agent_info", name="a", source=source)
        assert (error["code"], error["message"]) == ("AGENT_NOT_FOUND", 'agent "a" not found')
        assert error["details"]["searched"] == searched
        assert "availableVersions" not in error["details"]
        assert ("None of the sources is enabled: stockyard" in error["suggestions"]) is (source == "stockyard")


async def test_the_place_of_a_file_is_compared_with_its_content(forge: ForgeProject) -> None:
    forge.write(
        {"agents/other.yaml": agent("a"), "agents/other.md": markdown_agent("a"), "agents/Camel.yaml": agent("Camel")}
    )
    found = await forge.call("agent_validate", name="other")
    assert {each["code"] for each in found["warnings"]} == {"W304", "W321"}
    assert {each["code"] for each in (await forge.call("agent_validate", name="Camel"))["warnings"]} == {"W305"}
    forge.write_global({"registry/agents/b@1.1.0/agent.yaml": agent("b", "1.0.0")})
    assert {each["code"] for each in (await forge.call("agent_validate", name="b"))["warnings"]} == {"W306"}


async def test_references_to_missing_versions_bases_and_cycles_are_reported(forge: ForgeProject) -> None:
    forge.write({"agents/a.yaml": agent(tools=["t@^2"], more="extends: gone\n"), "tools/t.yaml": tool("t", "1.0.0")})
    codes = {each["code"] for each in (await forge.call("agent_validate", name="a"))["warnings"]}
    assert codes == {"W307", "W308"}
    forge.write({"agents/b.yaml": agent("b", more="extends: c\n"), "agents/c.yaml": agent("c", more="extends: b\n")})
    assert {each["code"] for each in (await forge.call("agent_validate", name="b"))["warnings"]} == {"W309"}


async def test_a_base_may_be_another_version_of_the_same_name(forge: ForgeProject) -> None:
    forge.write({"agents/a.yaml": agent("a", "2.0.0", more="extends: a@^1\n")})
    forge.write_global({"registry/agents/a@1.4.0.yaml": agent("a", "1.4.0", tags=["old"])})
    assert (await forge.call("agent_info", name="a"))["tags"] == ["old", "x"]
    assert (await forge.call("agent_validate", name="a", strict=True))["errors"] == []
    forge.write({"agents/a.yaml": agent("a", "2.0.0", more="extends: a@^2\n")})
    (warning,) = (await forge.call("agent_validate", name="a"))["warnings"]
    assert (warning["code"], warning["field"]) == ("W309", "extends")


@pytest.mark.parametrize(("folder", "plugin"), [("p", "@p"), ("@org/p", "@org/p")])
async def test_a_component_of_a_plugin(forge: ForgeProject, folder: str, plugin: str) -> None:
    """Also where another definition has the same name."""
    manifest = '{"name": "p", "version": "1.0.0"}'
    forge.write({f"plugins/{folder}/plugin.json": manifest, f"plugins/{folder}/tools/t.yaml": tool("t", "3.0.0")})
    forge.write({"tools/t.yaml": tool(), "agents/a.yaml": agent(tools=[f"{plugin}/t@^3"])})
    assert (await forge.call("tool_info", name="t"))["version"] == "1.0.0"
    assert (await forge.call("tool_info", name=f"{plugin}/t"))["version"] == "3.0.0"
    assert (await forge.call("agent_info", name="a"))["dependencies"][0]["version"] == "3.0.0"
    assert (await forge.call("agent_validate", name="a"))["warnings"] == []
    error = await forge.error("tool_info", name=f"{plugin}/gone")
    assert (error["code"], f'"{plugin}/gone"' in error["message"]) == ("TOOL_NOT_FOUND", True)
    forge.write({"agents/a.yaml": agent(tools=["@other/t"])})
    (warning,) = (await forge.call("agent_validate", name="a"))["warnings"]
    assert (warning["code"], warning["message"]) == ("W307", 'unknown tool "@other/t"')
