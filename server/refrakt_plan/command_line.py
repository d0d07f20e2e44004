"""What the commands of plan share: the `dir` option, the plan folder it selects, and text that is safe for a terminal."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from refrakt.plugins import CommandContext, option, path_argument, read_inside
from refrakt_plan.plan_folder import confined_folder, plan_folder
from refrakt_plan.rendering.printable_text import inline, map_strings
from refrakt_plan.vocabulary import TYPES

if TYPE_CHECKING:
    from refrakt_plan.scanner.plan_scanner import Plan

CONFIG = "refrakt.config.json"
Json = dict[str, Any]
SETTABLE = tuple(dict.fromkeys(name for kind in TYPES.values() for name in kind.settable))
"""The attributes of all types that are options of `create` and `update`; each type rejects those of others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanInput:
    """The input that all commands have."""

    dir: str | None = option(None, described=False)
    """plan folder, if not the project's own"""


def folder_of(query: PlanInput, context: CommandContext) -> Path:
    """The plan folder. In a shell `dir` is relative to the current folder and may be anywhere; an agent's is in the project."""
    if context.shell:
        return plan_folder(context.cwd, context.config, str(path_argument(query.dir)) if query.dir else None)
    return confined_folder(context.cwd, context.config, query.dir)


def plan_of(query: PlanInput, context: CommandContext) -> Plan:
    """The plan in that folder."""
    from refrakt_plan.scanner.plan_scanner import scan

    return scan(folder_of(query, context), context.files)


def terminal_text(text: Callable[[Json], str], clean: Callable[[str], str] = inline) -> Callable[[Json], str]:
    """The text of a result, with control characters removed from every string of the result by `clean`."""
    return lambda result: text(map_strings(result, clean))


def read_config(path: Path) -> Mapping[str, Any]:
    """The config as data; empty if it cannot be read."""
    try:
        found = json.loads(read_inside(path.parent, path).decode("utf-8-sig"))
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
