"""Arguments that no file, name or registry can have: texts that are not text, and values beyond the limits of the schemas.

Every call is over raw JSON, because a client in this process would not send half of a surrogate pair.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest

from refrakt.plugins.input_schema import input_schema
from refrakt_forge.errors import TOOL_PREFIX
from refrakt_forge.mcp_server.tool_server import exposed_commands

from .forge_project import ForgeProject, agent
from .forge_servers import Connect
from .raw_server import RawServer
from .tool_calls import CALLS

HALF = "x\ud800y"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RawServer]:
    """`fractary-forge-mcp` in a project with one agent and no registry."""
    folder = tmp_path_factory.mktemp("arguments")
    forge = ForgeProject(folder / "project", folder / "home")
    forge.home.mkdir()
    forge.write({"agents/a.yaml": agent(), "config.json": '{"registries": []}'})
    with RawServer(forge.root, forge.home) as running:
        yield running


def _fields() -> Iterator[tuple[str, str, dict[str, Any]]]:
    for name, command in exposed_commands().items():
        for field, schema in input_schema(command)["properties"].items():
            yield name, field, schema


def _calls(field: str, value: Any, tool: str) -> dict[str, Any]:
    needed = {name: each for name, each in CALLS[tool.removeprefix(TOOL_PREFIX)].items() if name in ("name", "plugin")}
    others = {} if tool.endswith("_validate") else {**needed, **({"query": ""} if tool.endswith("_search") else {})}
    return {**others, field: value}


TEXTS = [(tool, field) for tool, field, schema in _fields() if schema["type"] == "string" and "enum" not in schema]


@pytest.mark.parametrize(("tool", "field"), TEXTS)
@pytest.mark.parametrize(
    "text",
    [HALF, "\udc80", "a\0b", "\0", "a" * 300, "a/" * 2048, "\N{PILE OF POO}" * 4096, "a" * 100_000],
    ids=["half", "byte", "nul", "only-nul", "long-name", "deep", "many-bytes", "huge"],
)
def test_a_text_that_cannot_be_one_is_refused_with_a_code(server: RawServer, tool: str, field: str, text: str) -> None:
    answer = server.call(tool, _calls(field, text, tool))
    code = answer.get("code", "")
    assert code != "INTERNAL_ERROR"
    if text in (HALF, "\udc80") or len(text) > 4096:
        assert (code, answer["details"]) == ("VALIDATION_ERROR", {"field": field})
    elif field in ("name", "plugin", "path"):
        assert code == "VALIDATION_ERROR"
    assert len(json.dumps(answer)) < 20_000


@pytest.mark.parametrize("tool", [TOOL_PREFIX + each for each in ("agent_list", "tool_list", "plugin_search")])
def test_a_tag_that_is_not_text(server: RawServer, tool: str) -> None:
    answer = server.call(tool, _calls("tags", ["x", HALF], tool))
    assert (answer["code"], answer["details"]) == ("VALIDATION_ERROR", {"field": "tags"})


@pytest.mark.parametrize("where", ["name", "value", "tool", "uri", "prompt", "completion", "method", "id"])
def test_what_an_answer_repeats_can_be_read(server: RawServer, where: str) -> None:
    """`RawServer` refuses an answer with half of a surrogate pair, as clients in other languages do."""
    list_forks = f"{TOOL_PREFIX}fork_list"
    reference = {"type": "ref/resource", "uri": "forge://agent/{name}"}
    requests: dict[str, tuple[str, dict[str, Any]]] = {
        "name": ("tools/call", {"name": list_forks, "arguments": {HALF: 1}}),
        "value": ("tools/call", {"name": list_forks, "arguments": {"type": HALF}}),
        "tool": ("tools/call", {"name": HALF}),
        "uri": ("resources/read", {"uri": f"forge://agent/{HALF}"}),
        "prompt": ("prompts/get", {"name": "forge_plugin_search", "arguments": {"need": HALF}}),
        "completion": ("completion/complete", {"ref": reference, "argument": {"name": "name", "value": HALF}}),
        "method": (HALF, {}),
        "id": ("tools/list", {}),
    }
    answer = server.request(*requests[where], number=HALF if where == "id" else None)
    assert "result" in answer or "error" in answer


# Limits ---------------------------------------------------------------------------------------------------------------


def test_every_text_list_and_number_has_a_limit() -> None:
    for _, field, schema in _fields():
        if schema["type"] == "integer":
            assert schema["maximum"] > schema["minimum"] >= 0, field
        elif schema["type"] == "array":
            assert schema["maxItems"] > 0, field
            assert schema["items"]["maxLength"] > 0, field
        elif schema["type"] == "string" and "enum" not in schema:
            assert schema["maxLength"] > 0, field


def _limits() -> Iterator[tuple[str, str, Any, Any]]:
    """Each limit, with the last value that is allowed and the first one that is not."""
    for tool, field, schema in _fields():
        if schema["type"] == "integer":
            yield tool, field, schema["maximum"], schema["maximum"] + 1
            yield tool, field, schema["minimum"], schema["minimum"] - 1
            yield tool, field, schema["maximum"], 10**400
        elif schema["type"] == "array":
            yield tool, field, ["x"] * schema["maxItems"], ["x"] * (schema["maxItems"] + 1)
            yield tool, field, ["x" * schema["items"]["maxLength"]], ["x" * (schema["items"]["maxLength"] + 1)]
        elif "maxLength" in schema:
            yield tool, field, "x" * schema["maxLength"], "x" * (schema["maxLength"] + 1)


LIMITS = list(_limits())


@pytest.mark.parametrize(
    ("tool", "field", "last", "beyond"), LIMITS, ids=[f"{each[0]}-{each[1]}-{n}" for n, each in enumerate(LIMITS)]
)
def test_the_limits_of_the_schemas_are_held(server: RawServer, tool: str, field: str, last: Any, beyond: Any) -> None:
    refused = server.call(tool, _calls(field, beyond, tool))
    assert (refused["code"], refused["details"]) == ("VALIDATION_ERROR", {"field": field})
    assert "must " in refused["message"]
    allowed = server.call(tool, _calls(field, last, tool))
    assert "at most" not in allowed.get("message", "")
    assert allowed.get("code") != "INTERNAL_ERROR"


async def test_the_shared_host_answers_the_same(connect: Connect, forge: ForgeProject) -> None:
    forge.write({"agents/a.yaml": agent()})
    async with connect() as client:
        for arguments in ({"name": "a", "version": "1" * 257}, {"name": "a\0b"}, {"name": "a" * 215}):
            result = await client.call_tool(f"{TOOL_PREFIX}agent_info", arguments)
            assert result.is_error
            assert (result.structured_content or {})["code"] == "VALIDATION_ERROR"


async def test_a_range_that_cannot_be_parsed_is_not_logged(
    forge: ForgeProject, caplog: pytest.LogCaptureFixture
) -> None:
    forge.write({"agents/a.yaml": agent()})
    with caplog.at_level(logging.DEBUG):
        error = await forge.error("agent_info", name="a", version="one or two")
    assert error["code"] == "AGENT_NOT_FOUND"
    assert not [each for each in caplog.records if each.exc_info]
