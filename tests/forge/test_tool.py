"""tool_list, tool_info and tool_validate."""

from __future__ import annotations

from .forge_project import ForgeProject, agent, names, tool

NESTED = """\
name: deploy
type: tool
version: 1.0.0
description: Deploys
tags: [ops]
parameters:
  target:
    type: object
    required: true
    description: where to
    properties:
      host: {type: string, required: true, enum: [a, b]}
      port: {type: integer, required: false, default: 80}
  dry: {type: boolean, required: false}
implementation:
  type: bash
  bash:
    command: deploy {{target}}
    sandbox: {enabled: true}
output: {type: object}
"""


async def test_tools_are_listed(forge: ForgeProject) -> None:
    forge.write({"tools/b/tool.yaml": tool("b"), "tools/a.yaml": tool("a", tags=["y"]), "agents/x.yaml": agent("x")})
    assert names((await forge.call("tool_list"))["tools"]) == ["a", "b"]
    assert names((await forge.call("tool_list", tags=["y"]))["tools"]) == ["a"]


async def test_parameters_become_a_schema(forge: ForgeProject) -> None:
    forge.write({"tools/deploy.yaml": NESTED})
    found = await forge.call("tool_info", name="deploy")
    target = found["inputSchema"]["properties"]["target"]
    assert (found["inputSchema"]["required"], target["required"]) == (["target"], ["host"])
    assert target["properties"]["host"] == {"type": "string", "enum": ["a", "b"]}
    assert target["properties"]["port"] == {"type": "integer", "default": 80}
    assert (target["type"], target["description"]) == ("object", "where to")
    assert found["outputSchema"] == {"type": "object"}


async def test_a_tool_inherits_parameters_by_name(forge: ForgeProject) -> None:
    child = (
        "name: child\ntype: tool\nversion: 1.1.0\nextends: deploy\nparameters: {dry: {type: string, required: true}}\n"
    )
    forge.write({"tools/deploy.yaml": NESTED, "tools/child.yaml": child + "depends_on: [deploy]\n"})
    found = await forge.call("tool_info", name="child")
    assert list(found["inputSchema"]["properties"]) == ["target", "dry"]
    assert found["inputSchema"]["properties"]["dry"] == {"type": "string"}
    assert found["dependencies"] == [
        {"name": "deploy", "version": "1.0.0", "type": "tool"},
        {"name": "deploy", "version": "1.0.0", "type": "tool"},
    ]


async def test_an_unknown_tool_is_not_found(forge: ForgeProject) -> None:
    assert (await forge.error("tool_info", name="gone"))["code"] == "TOOL_NOT_FOUND"


async def test_a_valid_tool_has_no_problems(forge: ForgeProject) -> None:
    forge.write({"tools/deploy.yaml": NESTED})
    found = await forge.call("tool_validate", name="deploy", strict=True)
    assert (found["valid"], found["errors"], found["warnings"]) == (True, [], [])


async def test_a_generated_tool_gets_hints(forge: ForgeProject) -> None:
    forge.write({"tools/gen.yaml": "name: gen\ntype: tool\nversion: 1.0.0\ncommand: ls\ninput_schema: {}\n"})
    found = await forge.call("tool_validate", name="gen")
    assert {each["field"] for each in found["errors"]} == {"parameters", "implementation"}
    hints = {each["field"]: each["message"] for each in found["warnings"] if each["code"] == "W303"}
    assert "implementation.bash.command" in hints["command"]
    assert "parameters" in hints["input_schema"]


async def test_yes_is_a_text(forge: ForgeProject) -> None:
    parameters = "parameters: {p: {type: string, required: yes}}"
    forge.write({"tools/t.yaml": tool().replace("parameters: {}", parameters)})
    (error,) = (await forge.call("tool_validate", name="t"))["errors"]
    assert (error["field"], error["code"]) == ("parameters.p.required", "E207")


async def test_dependencies_are_checked(forge: ForgeProject) -> None:
    forge.write(
        {"tools/a.yaml": tool("a", more="depends_on: [b, gone]\n"), "tools/b.yaml": tool("b", more="depends_on: [a]\n")}
    )
    codes = [each["code"] for each in (await forge.call("tool_validate", name="a"))["warnings"]]
    assert sorted(codes) == ["W309", "W310"]
