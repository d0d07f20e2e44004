"""`plan serve`: the preview of refrakt at the plan."""

from __future__ import annotations

from dataclasses import dataclass

from refrakt.plugins import Command, CommandContext, option
from refrakt_plan.command_line import PlanInput, folder_of
from refrakt_plan.plan_folder import missing_plan


@dataclass(frozen=True, slots=True, kw_only=True)
class ServeInput(PlanInput):
    port: int | None = option(None, metavar="N")
    """serve on this port from the files on disk (default: a free port)"""
    open: bool = True
    """print the URL without opening a browser"""


def preview_command(query: ServeInput, context: CommandContext) -> list[str]:
    """The command that shows the plan."""
    folder = folder_of(query, context)
    if not folder.is_dir():
        raise missing_plan(folder)
    port = [] if query.port is None else [f"--port={query.port}"]
    return ["preview", *port, *([] if query.open else ["--no-open"]), str(folder.resolve())]


COMMAND = Command(
    "serve",
    "Show the plan in a browser, and update it while it is written.",
    input=ServeInput,
    delegate=preview_command,
    read_only=True,
    expose=False,
)
