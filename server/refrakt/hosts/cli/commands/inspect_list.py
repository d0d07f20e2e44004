"""`refrakt inspect --list`: the runes of a site, with a description of each."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from refrakt.errors import RefraktError
from refrakt.hosts.cli import standard_output
from refrakt.hosts.cli.config_problems import report_site_problems
from refrakt.hosts.cli.exit_codes import SUCCESS
from refrakt.hosts.cli.json_output import pretty
from refrakt.services.context import Context
from refrakt.services.inspect_list import InspectListInput, inspect_list


@dataclass(frozen=True, slots=True)
class InspectOptions:
    """Options of the command line alone."""

    list: bool = False
    """list the runes, with a description of each"""
    format: Literal["text", "json"] = "text"
    """output format"""


OPTIONS = InspectOptions


def run(query: InspectListInput, options: InspectOptions) -> int:
    if not options.list:
        raise RefraktError("INVALID_ARGS", "nothing to inspect", "Pass `--list`.")
    context = Context.at(Path.cwd(), paged=False)
    runes = inspect_list(context, query).runes
    report_site_problems(context, query.site)
    if options.format == "json":
        standard_output.write(pretty({"runes": runes}) + "\n")
        return SUCCESS
    width = max((len(each["name"]) for each in runes), default=0)
    for each in runes:
        standard_output.write(f"{each['name']:<{width}}  {each['description']}\n")
    return SUCCESS
