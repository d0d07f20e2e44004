"""`refrakt reference`: the runes of a site, all of them or one, as JSON, Markdown or the compact text that agents get."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from textwrap import fill
from typing import Literal

from refrakt.features.rune_reference import listed_runes
from refrakt.hosts.cli import standard_output
from refrakt.hosts.cli.config_problems import report_site_problems
from refrakt.hosts.cli.exit_codes import SUCCESS
from refrakt.hosts.cli.json_output import pretty
from refrakt.project.rune_packages import builtin, official_packages
from refrakt.runes.vocabulary import vocabulary
from refrakt.services.compact_reference import compact
from refrakt.services.context import Context
from refrakt.services.json_payload import as_json
from refrakt.services.reference import ReferenceInput, reference, selected_runes


@dataclass(frozen=True, slots=True)
class ReferenceOptions:
    """Options of the command line alone."""

    packages: bool = False
    """list the official packages, with their runes, and whether this site enables them"""
    format: Literal["json", "markdown", "compact"] | None = None
    """output format (default: markdown for one rune, compact for all)"""


OPTIONS = ReferenceOptions


def run(query: ReferenceInput, options: ReferenceOptions) -> int:
    form = options.format or ("compact" if query.rune is None else "markdown")
    context = Context.at(Path.cwd(), paged=False)
    if options.packages:
        standard_output.write(_packages(context, query.site))
        return SUCCESS
    if form == "compact":
        text = compact(selected_runes(context.site(query.site), query))
    else:
        answer = reference(context, replace(query, detail="full", format=form))
        text = answer.text or pretty(as_json(answer)) + "\n"
    report_site_problems(context, query.site)
    standard_output.write(text)
    return SUCCESS


def _packages(context: Context, site: str | None) -> str:
    """The official packages, one in each paragraph."""
    enabled = {each.name for each in context.site(site).vocabulary.packages} if context.has_site else set()
    blocks = []
    for package in filter(None, map(builtin, official_packages())):
        names = [each.name for each in listed_runes(vocabulary([package])) if each.package == package.name]
        state = "enabled" if package.name in enabled else "not enabled"
        listed = fill(", ".join(names), 100, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)
        blocks.append(f"{package.name} ({state}, {len(names)} runes)\n{listed}\n")
    return "\n".join(blocks)
