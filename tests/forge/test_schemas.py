"""The schemas of the tools are a contract: a change fails here until the golden file and the version follow.

Policy of the specification: a changed schema is a new major version, a new tool a minor one. To accept a change, raise `VERSION` in
`mcp_server/tool_server.py` and run `python -m forge.test_schemas` in `tests`.
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


def test_schemas_are_those_of_this_version() -> None:
    assert current() == json.loads(GOLDEN.read_text("utf-8"))


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
    GOLDEN.write_text(json.dumps(current(), indent=1, sort_keys=True) + "\n", "utf-8")
