"""A malformed part of one plugin does not affect what clients and shells get of everything else."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest
from mcp_types import AudioContent, BlobResourceContents, EmbeddedResource, ImageContent, TextResourceContents

from cli.command_runner import refrakt
from plugins import malformed
from plugins.installation import Installation
from plugins.malformed import CASES, NAMED, Case
from refrakt.hosts.mcp.connection_handler import McpConnectionHandler
from refrakt.plugins.tool_content import MAX_BLOCKS, MAX_CONTENT

from .mcp_clients import client, project, text_of

PLAN = {
    "plan/work/WORK-001-x.md": '---\nid: WORK-001\n---\n\n{% work id="WORK-001" status="ready" %}\n# X\n{% /work %}\n'
}


@pytest.mark.parametrize("case", CASES, ids=[each.id for each in CASES])
async def test_every_list_is_answered(
    side: McpConnectionHandler, site: Path, installed: Installation, case: Case
) -> None:
    (site / "refrakt.config.json").unlink()
    installed.code(malformed.NAME, malformed.code(case))
    async with client(side, site, "legacy") as connected:
        listed = {each.name: each for each in (await connected.list_tools()).tools}
        addresses = [each.uri for each in (await connected.list_resources()).resources]
        templates = await connected.list_resource_templates()
        prompts = [each.name for each in (await connected.list_prompts()).prompts]
        detected = (await connected.call_tool("refrakt.detect")).structured_content
        called = await connected.call_tool("bad.good")
    assert "bad.good" in listed
    for each in listed.values():
        jsonschema.Draft202012Validator.check_schema(each.input_schema)
        jsonschema.Draft202012Validator.check_schema(each.output_schema or {})
    assert "refrakt://detect" in addresses
    assert ("bad://good" in addresses) is (case.path != "resources")
    assert templates is not None
    assert prompts == ["good"]
    assert called.structured_content == {"good": True}
    assert [
        (each["code"], each["plugin"], each["message"].partition(": ")[0])
        for each in detected["warnings"]
        if each["plugin"] == malformed.NAME
    ] == [("PLUGIN_MALFORMED", malformed.NAME, case.path)]


@pytest.mark.parametrize("case", NAMED, ids=[each.id for each in NAMED])
def test_commands_of_the_shell_work(tmp_path: Path, installed: Installation, planner: None, case: Case) -> None:
    here = project(tmp_path / "here", PLAN)
    installed.code(malformed.NAME, malformed.code(case))
    listed = refrakt("plugins", "list", "--format", "json", cwd=here)
    assert listed.code == 0
    warnings = [each for each in json.loads(listed.out)["warnings"] if each["plugin"] == malformed.NAME]
    assert [each["message"].partition(": ")[0] for each in warnings] == [case.path]
    assert case.path in refrakt("plugins", "list", cwd=here).out
    overview = refrakt("--help", cwd=here)
    assert (overview.code, "bad good" in overview.out, "plan next" in overview.out) == (0, True, True)
    detected = refrakt("detect", "--format", "json", cwd=here)
    assert (detected.code, malformed.NAME in detected.out) == (0, True)
    next_work = refrakt("plan", "next", "--format", "json", cwd=here)
    assert (next_work.code, "WORK-001" in next_work.out) == (0, True)


@pytest.mark.parametrize("case", NAMED, ids=[each.id for each in NAMED])
def test_the_author_is_told(tmp_path: Path, case: Case) -> None:
    package = tmp_path / "package"
    package.mkdir()
    (package / "pyproject.toml").write_text(
        '[project]\nname = "refrakt-bad"\nversion = "1"\n'
        '[project.entry-points."refrakt.plugins"]\nbad = "bad_module:plugin"\n'
    )
    (package / "bad_module.py").write_text(f"from refrakt.plugins import *\n{malformed.code(case)}")
    ran = refrakt("package", "validate", package, "--format", "json", cwd=tmp_path)
    assert ran.code == 1
    assert [each["path"] for each in json.loads(ran.out)["errors"]] == [case.path]


@pytest.mark.parametrize(
    "answer",
    [
        "{'dir': 3}",
        "{'dir': None}",
        "{}",
        "{'a': '\\ud800'}",
        "{'a': 'x' * 10**6}",
        "{'a': float('nan')}",
        "[1]",
        "Odd()",
    ],
)
async def test_a_detector_may_return_anything(
    side: McpConnectionHandler, nothing: Path, installed: Installation, answer: str
) -> None:
    """Also that of a plugin which replaces the bundled plan."""
    code = f"""
    class Odd(dict):
        def items(self): raise KeyError
    plugin = CliPlugin("plan", [Command("other", "d", print)], "d", detector=lambda root, config: {answer})
    """
    installed.code("refrakt-better", code)
    async with client(side, nothing, "legacy") as connected:
        detected = await connected.call_tool("refrakt.detect")
        assert "refrakt.detect" in [each.name for each in (await connected.list_tools()).tools]
    assert not detected.is_error
    assert detected.structured_content["plan"] is None


@pytest.mark.parametrize("answer", ["{'a': '\\ud800'}", "{1: 2}", "{'a': print}", "3", "{'a': [0] * 10**6}"])
async def test_an_envelope_may_return_anything(
    side: McpConnectionHandler, nothing: Path, installed: Installation, answer: str
) -> None:
    code = f"""
    def fail(arguments, context):
        raise RefraktError("NO", "no", "Do not.")
    command = Command("fail", "x", print, mcp_handler=fail)
    plugin = CliPlugin("shaped", [command], "d", envelope=lambda error: {answer})
    """
    installed.code("refrakt-shaped", code)
    async with client(side, nothing, "legacy") as connected:
        result = await connected.call_tool("shaped.fail")
    assert (result.is_error, text_of(result), result.structured_content) == (True, "no. Do not.", None)


# Hints ----------------------------------------------------------------------------------------------------------------


async def test_what_a_command_without_a_handler_for_agents_does_is_unknown(
    side: McpConnectionHandler, nothing: Path, installed: Installation
) -> None:
    code = """
    plugin = CliPlugin("old", [
        Command("argv", "x", print),
        Command("reads", "x", print, read_only=True),
        Command("new", "x", print, mcp_handler=print),
    ], "d")
    """
    installed.code("refrakt-old", code)
    async with client(side, nothing, "legacy") as connected:
        tools = {each.name: each.annotations for each in (await connected.list_tools()).tools}

    def hints(name: str) -> tuple[bool | None, ...]:
        found = tools[name]
        assert found is not None
        return found.read_only_hint, found.destructive_hint, found.idempotent_hint

    assert hints("old.argv") == (False, True, False)
    assert hints("old.reads") == (True, None, None)
    assert hints("old.new") == (False, False, False)


# Content --------------------------------------------------------------------------------------------------------------

CONTENT = f"""
pixel, sound = ImageContent(b"png", "image/png"), AudioContent(b"wav")
archive = BinaryContent("bad://archive.zip", b"zip", "application/zip")
note = EmbeddedResource("bad://note", "a note", "text/markdown")
def tool(name, answer, **more):
    return Command(name, "x", print, mcp_handler=lambda arguments, context: answer(), **more)
shape = {{"type": "object", "properties": {{"size": {{"type": "integer"}}}}, "required": ["size"]}}
plugin = CliPlugin("bad", [
    tool("image", lambda: pixel),
    tool("all", lambda: ToolResult((pixel, sound, archive, note))),
    tool("data", lambda: ToolResult((pixel,), {{"size": 3}}), output_schema=shape),
    tool("violates", lambda: ToolResult((pixel,), {{"size": "x"}}), output_schema=shape),
    tool("large", lambda: ImageContent(b"x" * {MAX_CONTENT + 1})),
    tool("largest", lambda: ImageContent(b"x" * {MAX_CONTENT})),
    tool("many", lambda: ToolResult((pixel,) * {MAX_BLOCKS + 1})),
    tool("text", lambda: ImageContent("png")),
    tool("type", lambda: ImageContent(b"png", "text/html")),
    tool("uri", lambda: BinaryContent("no uri", b"x")),
    tool("surrogate", lambda: EmbeddedResource("bad://x", "\\ud800")),
    tool("other", lambda: ToolResult((3,))),
    tool("object", lambda: ToolResult((), object())),
], "d")
"""


@pytest.fixture
def _content(installed: Installation) -> None:
    installed.code(malformed.NAME, CONTENT)


async def test_a_key_may_have_a_lone_surrogate(
    side: McpConnectionHandler, nothing: Path, installed: Installation
) -> None:
    call = "lambda given, context: {'\\udfff': {'x': '\\udfff'}}"
    installed.code(malformed.NAME, f"plugin = CliPlugin('bad', [Command('odd', 'd', print, mcp_handler={call})])")
    async with client(side, nothing, "legacy") as connected:
        result = await connected.call_tool("bad.odd")
    assert result.structured_content == {"\\udfff": {"x": "\udfff"}}


async def test_detect_shows_the_first_warnings(
    side: McpConnectionHandler, nothing: Path, installed: Installation
) -> None:
    installed.code(malformed.NAME, f"plugin = CliPlugin('bad', {[3] * 18!r})")
    async with client(side, nothing, "legacy") as connected:
        short = (await connected.call_tool("refrakt.detect", {})).structured_content
        full = (await connected.call_tool("refrakt.detect", {"detail": "full"})).structured_content
    assert short is not None
    assert full is not None
    count, total = len(short["warnings"]), len(full["warnings"])
    assert 5 < count < total
    assert short["cut"] == f'`warnings` has the first {count} of {total}; pass detail: "full" for everything'
    assert (short["truncated"], "truncated" in full) == (True, False)
    assert f"{malformed.NAME}: commands[0]: must be" in refrakt("detect", cwd=nothing).out


@pytest.mark.usefixtures("_content")
async def test_content_of_plugins(side: McpConnectionHandler, nothing: Path, era: str) -> None:
    async with client(side, nothing, era) as connected:
        image = await connected.call_tool("bad.image")
        every = await connected.call_tool("bad.all")
        data = await connected.call_tool("bad.data")
        largest = await connected.call_tool("bad.largest")
    pixel = ImageContent(type="image", data="cG5n", mime_type="image/png")
    assert (image.content, image.structured_content, image.is_error) == ([pixel], None, False)
    archive = BlobResourceContents(uri="bad://archive.zip", mime_type="application/zip", blob="emlw")
    note = TextResourceContents(uri="bad://note", mime_type="text/markdown", text="a note")
    assert every.content == [
        pixel,
        AudioContent(type="audio", data="d2F2", mime_type="audio/wav"),
        EmbeddedResource(type="resource", resource=archive),
        EmbeddedResource(type="resource", resource=note),
    ]
    assert (data.content[1:], data.structured_content) == ([pixel], {"size": 3})
    assert text_of(data) == "size: 3"
    assert not largest.is_error


@pytest.mark.usefixtures("_content")
@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("large", "4,000,001 bytes of content; 4,000,000 are allowed"),
        ("many", "21 blocks of content; 20 are allowed"),
        ("text", "`data` is not bytes"),
        ("type", "`mime_type` is not `image/…`"),
        ("uri", "`uri` is not a URI"),
        ("surrogate", "lone surrogate"),
        ("other", "content of an unknown type: int"),
        ("object", "not JSON"),
        ("violates", "violates its output schema"),
    ],
)
async def test_invalid_content_fails(side: McpConnectionHandler, nothing: Path, name: str, reason: str) -> None:
    async with client(side, nothing, "legacy") as connected:
        result = await connected.call_tool(f"bad.{name}")
    assert result.is_error
    assert reason in text_of(result)
    meta: Any = result.meta
    assert meta["errorCode"] == "TOOL_FAILED"


def test_content_in_a_shell(tmp_path: Path, installed: Installation) -> None:
    code = """
    from dataclasses import dataclass
    @dataclass(frozen=True)
    class Nothing:
        pass
    answer = ToolResult((ImageContent(b"png"),), {"size": 3})
    plugin = CliPlugin("bad", [Command("draw", "x", input=Nothing, run=lambda query, context: answer)], "d")
    """
    installed.code(malformed.NAME, code)
    ran = refrakt("bad", "draw", cwd=project(tmp_path / "here", {}))
    assert (ran.code, json.loads(ran.out)) == (
        0,
        {"content": [{"type": "image", "mimeType": "image/png", "bytes": 3}], "data": {"size": 3}},
    )
