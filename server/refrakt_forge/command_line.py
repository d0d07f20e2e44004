"""How a command of Forge is declared: one function for the shell and for agents, with the tool's name of the specification."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable
from dataclasses import fields
from typing import Any

from refrakt.plugins import Command, CommandContext, RefraktError
from refrakt.plugins.message_quoting import one_line
from refrakt_forge import limits
from refrakt_forge.errors import TOOL_OF_COMMAND, TOOL_PREFIX, forge_error, validation_failure
from refrakt_forge.index.file_texts import SlowFilesError
from refrakt_forge.json_values import is_well_formed, well_formed
from refrakt_forge.schemas import Json, Schema
from refrakt_forge.workspace import Forge, forge_of

CALL_TIMEOUT = 30.0
"""Seconds until the host gives up; registries have their own limit of 10 seconds."""


def forge_command(
    name: str,
    description: str,
    input: type,
    run: Callable[[Forge, Any], Json],
    output: Schema,
    text: Callable[[Json], str] | None = None,
    exit_code: Callable[[Json], int] | None = None,
    network: bool = False,
    destructive: bool = False,
) -> Command:
    """A command; its tool is `fractary_forge_` and the name."""
    key = name.replace("-", "_")
    return Command(
        name,
        description,
        input=input,
        run=_reporting_failures(name, run),
        text=text,
        exit_code=exit_code,
        output_schema=output,
        read_only=not destructive,
        destructive=destructive,
        idempotent=True,
        open_world=network,
        tool_name=TOOL_PREFIX + TOOL_OF_COMMAND.get(key, key),
        aliases=(f"forge.{key}",),
        timeout=CALL_TIMEOUT,
    )


def _refuse_broken_texts(query: Any) -> None:
    """Refuse half of a surrogate pair in an argument: no file, name or answer of a registry can contain it."""
    for each in fields(query):
        value = getattr(query, each.name)
        texts = value if isinstance(value, list) else [value]
        if not all(is_well_formed(text) for text in texts if isinstance(text, str)):
            message = f"`{each.name}` has half of a surrogate pair, which is not text"
            raise validation_failure(each.name, message, "pass a text that can be encoded in UTF-8")


def _reporting_failures(name: str, run: Callable[[Forge, Any], Json]) -> Callable[[Any, CommandContext], Json]:
    """A bug is reported with an id that is in the log, and without internals: they may contain secrets."""

    def reported(query: Any, context: CommandContext) -> Json:
        try:
            forge = forge_of(context)
            if not forge.shell:  # the arguments of a shell are bytes, and a file may have any of them in its name
                _refuse_broken_texts(query)
            answer: Json = well_formed(run(forge, query))
            return answer
        except RefraktError:
            raise
        except SlowFilesError as error:
            raise forge_error(
                "VALIDATION_ERROR",
                f"reading the definitions takes more than {limits.READ_SECONDS:g} seconds",
                "make the file that took the most time smaller, or move it out of the folder",
                details={"path": forge_of(context).display(error.slowest)},
            ) from None
        except Exception as error:
            number = uuid.uuid4().hex[:8]
            context.log.exception("forge %s failed (%s)", name, number)
            raise forge_error(
                "INTERNAL_ERROR",
                f"forge {name} failed with an internal error {number}",
                "see the log for details",
                details={"id": number},
            ) from error

    return reported


def table(rows: Iterable[Iterable[Any]]) -> str:
    """Rows in columns, for a terminal. Texts of definitions lose everything that would control it."""
    cells = [[one_line(str(each), 100) for each in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in cells)
    return "\n".join(line.rstrip() for line in lines)


def labelled(*pairs: tuple[str, Any]) -> str:
    """Names and values below each other, without empty ones."""
    return table(
        [
            (f"{name}:", ", ".join(map(str, value)) if isinstance(value, list) else value)
            for name, value in pairs
            if value not in (None, "", [])
        ]
    )


def warning_lines(result: Json) -> str:
    return "".join(f"\nwarning: {one_line(each['message'])}" for each in result.get("warnings", ()))
