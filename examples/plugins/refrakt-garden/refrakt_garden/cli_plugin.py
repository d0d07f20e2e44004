"""What the garden offers: a command that is a tool as well, and help for those who edit the file."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from refrakt.plugins import CliPlugin, CodeAction, CodeLens, Command, CommandContext, Problem, RefraktError, SourceFile

from . import garden


def sow(argv: list[str]) -> int:
    """`refrakt garden sow --month 4`, for people."""
    parser = argparse.ArgumentParser(prog="refrakt garden sow")
    parser.add_argument("--month", type=int, choices=range(1, 13), required=True)
    month = parser.parse_args(argv).month
    for plant in garden.to_sow(Path(garden.FILE).read_text("utf-8"), month)["plants"]:
        print(plant)
    return 0


def sow_tool(arguments: dict[str, Any], context: CommandContext) -> dict[str, list[str]]:
    """The same for agents: the input is validated, and an open buffer takes precedence over the disk."""
    text = context.files.read(context.cwd / garden.FILE).text
    return garden.to_sow(text, arguments["month"])


class Editor:
    """Editor features."""

    def handles(self, path: Path, context: CommandContext) -> bool:
        return path == context.cwd / garden.FILE

    def problems(self, file: SourceFile, context: CommandContext) -> Iterable[Problem]:
        return garden.wrong_months(file.yaml) if file.yaml is not None else ()

    def code_lenses(self, file: SourceFile, context: CommandContext) -> Iterable[CodeLens]:
        return garden.sown_together(file.yaml) if file.yaml is not None else ()

    def code_actions(self, file: SourceFile, range: Span, context: CommandContext) -> Iterable[CodeAction]:
        return garden.later(file.yaml, file.text, range) if file.yaml is not None else ()


plugin = CliPlugin(
    namespace="garden",
    description="what to sow when",
    commands=[
        Command(
            name="sow",
            description="List the plants to sow in a month.",
            handler=sow,
            mcp_handler=sow_tool,
            input_schema={
                "type": "object",
                "properties": {"month": {"type": "integer", "minimum": 1, "maximum": 12}},
                "required": ["month"],
                "additionalProperties": False,
            },
            output_schema={
                "type": "object",
                "properties": {"plants": {"type": "array", "items": {"type": "string"}}},
                "required": ["plants"],
            },
            read_only=True,
        )
    ],
    detector=lambda root, config: garden.find(root),
    missing=RefraktError("NOT_FOUND", f"no {garden.FILE} found", f"create a {garden.FILE} first"),
    watches=[garden.FILE],
    providers=[Editor()],
)
