"""A project with definitions, a home folder, and calls of the tools through a real MCP client."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mcp import Client

from refrakt_forge.errors import TOOL_PREFIX
from refrakt_forge.mcp_server.tool_server import ToolServer

Json = dict[str, Any]

AGENT = """\
name: {name}
type: agent
version: {version}
description: {description}
llm:
  provider: anthropic
  model: opus
tools: {tools}
tags: {tags}
system_prompt: Be brief.
"""
TOOL = """\
name: {name}
type: tool
version: {version}
description: {description}
tags: {tags}
parameters: {{}}
implementation:
  type: python
  python:
    module: tools.sample
    function: run
"""


def agent(name: str = "a", version: str = "1.0.0", more: str = "", **values: Any) -> str:
    """The YAML of a valid agent, with lines added."""
    filled = {"description": "An agent", "tools": [], "tags": ["x"], **values}
    return AGENT.format(name=name, version=version, **{key: _flow(value) for key, value in filled.items()}) + more


def tool(name: str = "t", version: str = "1.0.0", more: str = "", **values: Any) -> str:
    filled = {"description": "A tool", "tags": ["x"], **values}
    return TOOL.format(name=name, version=version, **{key: _flow(value) for key, value in filled.items()}) + more


def markdown_agent(name: str = "a", body: str = "Be brief.", version: str = "1.0.0", more: str = "") -> str:
    yaml = agent(name, version).replace("system_prompt: Be brief.\n", "") + more
    return f"---\n{yaml}---\n\n{body}\n"


def _flow(value: Any) -> str:
    return json.dumps(value) if not isinstance(value, str) else value


@dataclass(frozen=True)
class ForgeProject:
    """`root` and `home` have a `.fractary` folder only if files are written there."""

    root: Path
    home: Path

    def write(self, files: Mapping[str, str]) -> None:
        """Write files below `.fractary` of the project."""
        _write(self.root / ".fractary", files)

    def write_global(self, files: Mapping[str, str]) -> None:
        """Write files below `~/.fractary`."""
        _write(self.home / ".fractary", files)

    async def call(self, tool: str, **arguments: Any) -> Json:
        """The answer of a tool, which must not be an error."""
        data, failed = await self.answer(tool, **arguments)
        assert not failed, data
        return data

    async def error(self, tool: str, **arguments: Any) -> Json:
        """The envelope of a failed call."""
        data, failed = await self.answer(tool, **arguments)
        assert failed, data
        assert data["error"] is True
        return data

    async def answer(self, tool: str, **arguments: Any) -> tuple[Json, bool]:
        """The answer and whether it is an error. The client validates it against the output schema."""
        async with Client(ToolServer(self.root).server) as client:
            result = await client.call_tool(TOOL_PREFIX + tool, arguments)
        (block,) = result.content
        data = json.loads(getattr(block, "text", ""))
        assert data == result.structured_content
        return data, bool(result.is_error)


def _write(folder: Path, files: Mapping[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def names(rows: list[Json]) -> list[str]:
    return [each["name"] for each in rows]
