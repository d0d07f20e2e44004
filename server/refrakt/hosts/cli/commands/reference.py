"""`refrakt reference`: the runes of a site, all of them or one, as JSON, Markdown or the compact text that agents get."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from refrakt.hosts.cli import standard_output
from refrakt.hosts.cli.config_problems import report_site_problems
from refrakt.hosts.cli.exit_codes import SUCCESS
from refrakt.hosts.cli.json_output import pretty
from refrakt.services.compact_reference import compact
from refrakt.services.context import Context
from refrakt.services.reference import ReferenceInput, reference, selected_runes


@dataclass(frozen=True, slots=True)
class ReferenceOptions:
    """Options of the command line alone."""

    format: Literal["json", "markdown", "compact"] | None = None
    """output format (default: markdown for one rune, compact for all)"""


OPTIONS = ReferenceOptions


def run(query: ReferenceInput, options: ReferenceOptions) -> int:
    form = options.format or ("compact" if query.rune is None else "markdown")
    context = Context.at(Path.cwd(), paged=False)
    if form == "compact":
        text = compact(selected_runes(context.site(query.site), query))
    else:
        answer = reference(context, replace(query, detail="full", format=form))
        runes = answer.runes or []
        text = answer.text or pretty(runes if query.rune is None else runes[0]) + "\n"
    report_site_problems(context, query.site)
    standard_output.write(text)
    return SUCCESS
