"""docs/forge/tools.md, made from the tools: `python -m forge.tools_page` in `tests` writes it, a test compares."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from refrakt.plugins import Command
from refrakt.plugins.input_schema import input_schema
from refrakt_forge.mcp_server.tool_server import VERSION, exposed_commands

PAGE = Path(__file__).resolve().parents[2] / "docs" / "forge" / "tools.md"
HEAD = f"""\
---
title: Tools of Forge
description: The 18 tools with their inputs and outputs, and the same as commands
---

# Tools of Forge

Each tool is also a command: `refrakt forge agent-list` prints for people, `--format json` prints what the tool returns. For
`fork diff` and `config show`, `--format` is the input `format` of the tool as well. The exit code is 0 on success, 1 if something
is invalid or fails, and 2 if the arguments are wrong. Inputs are strict: an unknown member is a `VALIDATION_ERROR`; `null` is the
same as leaving a member out. Members of an output with `?` are not always present. All tools only read, except
`fractary_forge_cache_clear`. The version of the schemas is {VERSION}; see
[The version of the schemas](index.md#the-version-of-the-schemas).
"""
CATEGORIES = {
    "agent": "Agents",
    "tool": "Tools",
    "plugin": "Plugins",
    "config": "Configuration",
    "cache": "Cache",
    "fork": "Forks",
}


def page() -> str:
    """The text of the page."""
    lines = [HEAD]
    category = None
    for name, command in exposed_commands().items():
        here = name.removeprefix("fractary_forge_").split("_")[0]
        if here != category:
            lines.append(f"## {CATEGORIES[here]}\n")
            category = here
        lines.append(_section(name, command))
    return "\n".join(lines)


def _section(name: str, command: Command) -> str:
    network = " May use the network." if command.open_world else ""
    changes = " Removes files of the cache." if command.destructive else ""
    shell = _shell_name(command.name)
    rows = _inputs(input_schema(command))
    inputs = f"| input | type | meaning |\n| ----- | ---- | ------- |\n{rows}\n" if rows else "No input.\n"
    outputs = _members(command.output_schema or {})
    about = f"{command.description}{network}{changes} Command: `refrakt forge {shell}`"
    return f"### `{name}`\n\n{about}\n\n{inputs}\nOutput: {outputs}\n"


def _shell_name(name: str) -> str:
    first, _, second = name.partition("-")
    return f"{first} {second}" if first in ("config", "cache", "fork", "registry") else name


def _inputs(schema: Any) -> str:
    required = schema.get("required", ())
    rows = []
    for name, member in schema["properties"].items():
        needed = "; required" if name in required else ""
        rows.append(f"| `{name}` | {_type(member)} | {member['description']}{needed}{_limit(member)} |")
    return "\n".join(rows)


def _limit(member: Any) -> str:
    """The limits of a value, to be added to its meaning."""
    if "maximum" in member:
        return f"; from {member['minimum']:,} to {member['maximum']:,}"
    entries = f"; at most {member['maxItems']} of them" if "maxItems" in member else ""
    longest = member.get("items", member).get("maxLength")
    return entries + (f"; at most {longest:,} characters{' each' if entries else ''}" if longest is not None else "")


def _type(member: Any) -> str:
    choices = member.get("anyOf", [member])
    found = next(each for each in choices if each.get("type") != "null")
    kind = found.get("type")
    if "enum" in found:
        return ", ".join(f"`{each}`" for each in found["enum"] if each is not None)
    if isinstance(kind, list):
        kind = next(each for each in kind if each != "null")
    return f"list of {found['items'].get('type', 'any')}s" if kind == "array" else str(kind)


def _members(schema: Any) -> str:
    required = schema.get("required", ())
    shown = [f"`{name}`" if name in required else f"`{name}`?" for name in schema.get("properties", {})]
    return ", ".join(shown)


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
