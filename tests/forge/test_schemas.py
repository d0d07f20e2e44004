"""The schemas of the tools are a contract: a change fails here until the golden file and the version follow.

Policy of the specification: a changed schema is a new major version, a new tool a minor one. To accept a change, raise `VERSION` in
`mcp_server/tool_server.py` and run `python -m forge.test_schemas` in `tests`, which refuses a change without the version it needs.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from refrakt.plugins.input_schema import input_schema
from refrakt_forge.mcp_server.tool_server import VERSION, exposed_commands

GOLDEN = Path(__file__).parent / "golden_schemas.json"
INPUTS = {
    "agent_list": ("limit offset source tags", ""),
    "agent_info": ("name source version", "name"),
    "agent_validate": ("name path strict", ""),
    "tool_list": ("limit offset source tags", ""),
    "tool_info": ("name source version", "name"),
    "tool_validate": ("name path strict", ""),
    "plugin_list": ("outdated scope", ""),
    "plugin_info": ("plugin remote version", "plugin"),
    "plugin_search": ("limit offset query tags", "query"),
    "config_get": ("key", "key"),
    "config_registry_list": ("", ""),
    "config_show": ("format includeDefaults", ""),
    "cache_stats": ("", ""),
    "cache_clear": ("olderThan type", ""),
    "fork_list": ("type", ""),
    "fork_info": ("name type", "name"),
    "fork_diff": ("format name type", "name"),
    "fork_check": ("name type", ""),
}
"""The fields of the inputs, and those that are required."""


def current() -> dict[str, Any]:
    tools = {
        name: {"input": input_schema(each), "output": each.output_schema} for name, each in exposed_commands().items()
    }
    return {"version": VERSION, "tools": json.loads(json.dumps(tools))}


def needed_version(old: dict[str, Any], new: dict[str, Any]) -> tuple[int, int]:
    """The major and minor version that the policy requires for new schemas."""
    major, minor, _ = map(int, old["version"].split("."))
    if any(new["tools"].get(name) != schemas for name, schemas in old["tools"].items()):
        return major + 1, 0
    return (major, minor + 1) if len(new["tools"]) > len(old["tools"]) else (major, minor)


def has_needed_version(old: dict[str, Any], new: dict[str, Any]) -> bool:
    major, minor, _ = map(int, new["version"].split("."))
    return (major, minor) >= needed_version(old, new)


def test_schemas_are_those_of_this_version() -> None:
    assert current() == json.loads(GOLDEN.read_text("utf-8"))


def test_a_change_needs_a_new_version() -> None:
    old: dict[str, Any] = {"version": "1.2.3", "tools": {"a": {"input": {}}, "b": {}}}
    more = {**old["tools"], "c": {}}
    changed = {**old["tools"], "a": {"input": {"type": "object"}}}
    for tools, lowest in (
        (old["tools"], "1.2.3"),
        (more, "1.3.0"),
        (changed, "2.0.0"),
        ({"a": {"input": {}}}, "2.0.0"),
    ):
        for version in ("1.2.3", "1.2.9", "1.3.0", "2.0.0"):
            assert has_needed_version(old, {"version": version, "tools": tools}) is (version >= lowest)


def test_inputs_are_strict_and_described() -> None:
    assert len(INPUTS) == 18
    assert {f"fractary_forge_{name}" for name in INPUTS} == set(exposed_commands())
    for name, command in exposed_commands().items():
        schema = input_schema(command)
        fields, required = INPUTS[name.removeprefix("fractary_forge_")]
        assert schema["additionalProperties"] is False
        assert sorted(schema["properties"]) == fields.split()
        assert schema.get("required", []) == required.split()
        assert command.description.endswith(".")
        assert all(each["description"] for each in schema["properties"].values())
        assert command.output_schema is not None


if __name__ == "__main__":
    if not has_needed_version(json.loads(GOLDEN.read_text("utf-8")), current()):
        raise SystemExit("the schemas have changed: raise VERSION in server/refrakt_forge/mcp_server/tool_server.py")
    GOLDEN.write_text(json.dumps(current(), indent=1, sort_keys=True) + "\n", "utf-8")
