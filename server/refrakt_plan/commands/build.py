"""`plan build`: the plan as HTML files, for readers without refrakt."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from refrakt.plugins import Command, CommandContext, RefraktError, option, path_argument
from refrakt_plan.command_line import Json, PlanInput, plan_of, terminal_text
from refrakt_plan.plan_folder import display_path
from refrakt_plan.schemas import COUNT, TEXT, record, some

DEFAULT = "plan-site"


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildInput(PlanInput):
    out: str | None = option(None, metavar="FOLDER")
    """folder of the HTML files (default: plan-site)"""
    force: bool = False
    """replace files that no build has written"""


def run_build(query: BuildInput, context: CommandContext) -> Json:
    """Write the site of the plan and return what has changed."""
    from refrakt_plan.static_site.output_folder import OutputFolder
    from refrakt_plan.static_site.site_pages import StaticSite

    if context.page_renderer is None:
        raise RefraktError("INVALID_ARGS", "pages are rendered in a shell only", "Run `{command:plan.build}` there.")
    plan = plan_of(query, context)
    out = Path(os.path.abspath(path_argument(query.out))) if query.out else context.cwd / DEFAULT
    files = dict(StaticSite(plan).files(context.page_renderer(plan.folder)))
    done = OutputFolder(out, context, named=bool(query.out), force=query.force).write(files)
    return {
        "dir": display_path(context.cwd, plan.folder),
        "out": display_path(context.cwd, out),
        "entities": len(plan.entities),
        "written": list(done.written),
        "removed": list(done.removed),
        "unreadable": [each.file for each in plan.unreadable],
    }


def _as_text(result: Json) -> str:
    lines = [f"{result['out']}/index.html: {_count(result['entities'], 'entity', 'entities')}"]
    if result["written"] or result["removed"]:
        removed = f", {len(result['removed'])} removed" if result["removed"] else ""
        lines.append(f"{_count(len(result['written']), 'file', 'files')} written{removed}")
    else:
        lines.append("nothing has changed")
    return "\n".join([*lines, *(f"{each} cannot be read" for each in result["unreadable"])])


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


COMMAND = Command(
    "build",
    "Write the plan as HTML files.",
    input=BuildInput,
    run=run_build,
    text=terminal_text(_as_text),
    output_schema=record(
        dir=TEXT, out=TEXT, entities=COUNT, written=some(TEXT), removed=some(TEXT), unreadable=some(TEXT)
    ),
    idempotent=True,
    expose=False,
)
