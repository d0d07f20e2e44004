"""fork_list, fork_info, fork_diff and fork_check."""

from __future__ import annotations

import json

from refrakt_forge.forks.comparison import breaking_changes

from .forge_project import ForgeProject, agent, names, tool

FORK_OF = (
    "fork_of: {name: base, version: 1.0.0, forked_at: '2025-01-01T00:00:00Z', merged_at: '2025-02-01T00:00:00Z'}\n"
)
FORK = "fork: {upstream: base, upstreamVersion: 1.0.0, forkedAt: '2025-01-02T00:00:00Z'}\n"
METADATA = {"fork": {"created_at": "2025-01-03T00:00:00Z", "from_name": "lint", "from_version": "1.0.0"}}


def _install(forge: ForgeProject, *versions: str) -> None:
    forge.write_global({f"registry/agents/base@{each}/agent.yaml": agent("base", each) for each in versions})


async def test_all_shapes_are_the_same(forge: ForgeProject) -> None:
    _install(forge, "1.0.0", "1.1.0")
    forge.write(
        {
            "agents/one.yaml": agent("one", more=FORK_OF),
            "agents/two.yaml": agent("two", more=FORK),
            "agents/plain.yaml": agent("plain"),
            "tools/three/tool.yaml": tool("three"),
            "tools/three/metadata.json": json.dumps(METADATA),
        }
    )
    listed = await forge.call("fork_list")
    assert listed["total"] == 3
    assert listed["forks"][0] == {
        "name": "one",
        "type": "agent",
        "upstream": {"name": "base", "version": "1.0.0"},
        "localVersion": "1.0.0",
        "path": ".fractary/agents/one.yaml",
        "hasUpstreamUpdate": True,
    }
    assert listed["forks"][2]["upstream"] == {"name": "lint", "version": "1.0.0"}
    assert names((await forge.call("fork_list", type="tool"))["forks"]) == ["three"]
    info = await forge.call("fork_info", name="one")
    assert info["upstream"] == {"name": "base", "version": "1.0.0", "currentVersion": "1.1.0"}
    assert (info["createdAt"], info["lastMerged"]) == ("2025-01-01T00:00:00Z", "2025-02-01T00:00:00Z")
    missing = await forge.call("fork_info", name="three")
    assert (missing["upstreamAvailable"], missing["upstream"]["currentVersion"]) == (False, "1.0.0")


async def test_a_difference_is_by_field_and_lists_are_whole(forge: ForgeProject) -> None:
    _install(forge, "1.0.0")
    upstream = agent("base", "1.1.0", tags=["x", "new"], more="author: Ann\n")
    forge.write_global({"registry/agents/base@1.1.0/agent.yaml": upstream})
    local = agent("mine", description="Changed", more=f"{FORK_OF}config: {{own: 1}}\n")
    forge.write({"agents/mine.yaml": local})
    found = await forge.call("fork_diff", name="mine", format="json")
    assert (found["upstreamVersion"], found["localVersion"], found["baseVersion"]) == ("1.1.0", "1.0.0", "1.0.0")
    assert found["summary"] == {"added": 1, "removed": 1, "modified": 3}
    assert "diff" not in found
    rows = {each["field"]: each for each in found["differences"]}
    assert rows["config.own"] == {
        "field": "config.own",
        "local": 1,
        "upstream": None,
        "changeType": "added",
        "changedBy": "local",
    }
    assert (rows["author"]["changeType"], rows["author"]["changedBy"]) == ("removed", "upstream")
    assert (rows["description"]["changedBy"], rows["tags"]["upstream"]) == ("local", ["x", "new"])
    unified = await forge.call("fork_diff", name="mine")
    assert "-- new" in unified["diff"]
    assert "+description: Changed" in unified["diff"]


async def test_a_field_that_both_changed_is_a_conflict(forge: ForgeProject) -> None:
    _install(forge, "1.0.0")
    forge.write_global({"registry/agents/base@2.0.0/agent.yaml": agent("base", "2.0.0", description="Theirs")})
    forge.write({"agents/mine.yaml": agent("mine", "1.0.1", description="Mine", more=FORK_OF)})
    found = await forge.call("fork_diff", name="mine")
    assert [each["field"] for each in found["differences"]] == ["description", "version"]
    assert found["conflicts"] == ["description"], "a fork has versions of its own"


async def test_updates_and_breaking_changes(forge: ForgeProject) -> None:
    _install(forge, "1.0.0", "2.0.0")
    newer = agent("newer", "3.0.0", more=FORK_OF)
    current = agent("current", "2.0.0", more=FORK_OF.replace("1.0.0", "2.0.0"))
    forge.write(
        {"agents/old.yaml": agent("old", more=FORK_OF), "agents/newer.yaml": newer, "agents/current.yaml": current}
    )
    assert await forge.call("fork_check") == {
        "updates": [
            {
                "name": "old",
                "type": "agent",
                "localVersion": "1.0.0",
                "upstreamVersion": "2.0.0",
                "breakingChanges": True,
            }
        ],
        "total": 1,
        "hasUpdates": True,
    }
    assert (await forge.call("fork_check", name="current"))["hasUpdates"] is False


async def test_the_package_manifest_knows_versions(forge: ForgeProject) -> None:
    manifest = {"name": "base", "versions": [{"version": "1.0.0"}, {"version": "1.3.0"}], "latest": "1.3.0"}
    forge.write_global({"registry/manifests/base.json": json.dumps(manifest)})
    forge.write({"agents/mine.yaml": agent("mine", more=FORK_OF)})
    (update,) = (await forge.call("fork_check"))["updates"]
    assert (update["upstreamVersion"], update["breakingChanges"]) == ("1.3.0", False)
    error = await forge.error("fork_diff", name="mine")
    assert (error["code"], error["details"]["kind"]) == ("AGENT_NOT_FOUND", "upstream")


async def test_names_that_are_not_forks(forge: ForgeProject) -> None:
    forge.write({"agents/plain.yaml": agent("plain")})
    assert (await forge.error("fork_info", name="plain"))["code"] == "VALIDATION_ERROR"
    error = await forge.error("fork_check", name="gone")
    assert (error["code"], error["details"]["kind"]) == ("AGENT_NOT_FOUND", "fork")
    assert (await forge.error("fork_info", name="gone", type="tool"))["code"] == "TOOL_NOT_FOUND"
    forge.write({"agents/mine.yaml": agent("mine", more=FORK_OF)})
    error = await forge.error("fork_info", name="mine@^9")
    assert (error["code"], error["details"]) == ("VALIDATION_ERROR", {"field": "name"})


async def test_an_agent_wins_over_a_tool_of_the_same_name(forge: ForgeProject) -> None:
    forge.write({"agents/x.yaml": agent("x", more=FORK_OF), "tools/x.yaml": tool("x", more=FORK)})
    found = await forge.call("fork_info", name="x")
    assert (found["type"], found["warnings"][0]["code"]) == ("agent", "AMBIGUOUS_NAME")
    assert (await forge.call("fork_info", name="x", type="tool"))["type"] == "tool"


def test_breaking_changes_of_a_tool() -> None:
    old = {
        "parameters": {
            "gone": {"type": "string"},
            "kind": {"type": "string", "enum": ["a", "b"]},
            "was": {"type": "string"},
            "inner": {"type": "object", "properties": {"x": {"type": "string"}}},
        },
        "implementation": {"type": "bash"},
        "output": {"type": "object"},
    }
    new = {
        "parameters": {
            "kind": {"type": "string", "enum": ["a"]},
            "was": {"type": "integer", "required": True},
            "inner": {"type": "object", "properties": {}},
            "new": {"type": "string", "required": True},
        },
        "implementation": {"type": "http"},
    }
    assert [field for field, _ in breaking_changes("tool", old, new)] == [
        "parameters.gone",
        "parameters.kind",
        "parameters.was",
        "parameters.was",
        "parameters.inner.properties.x",
        "parameters.new",
        "implementation.type",
        "output",
    ]
    assert list(breaking_changes("tool", old, old)) == []


def test_breaking_changes_of_an_agent() -> None:
    old = {"tools": ["read@^1", "grep"], "llm": {"provider": "openai"}}
    new = {"tools": ["read@^2"], "llm": {"provider": "google"}}
    assert [field for field, _ in breaking_changes("agent", old, new)] == ["tools", "llm.provider"]
