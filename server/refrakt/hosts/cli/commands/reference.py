"""`refrakt reference`: the runes of a site, all of them or one, as JSON, Markdown or the compact text that agents get."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from textwrap import fill
from typing import Any, Literal

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
        packages = list(_packages(context, query.site))
        as_data = options.format == "json"
        standard_output.write(pretty({"packages": packages}) + "\n" if as_data else "\n".join(map(_shown, packages)))
        return SUCCESS
    if form == "compact":
        text = compact(selected_runes(context.site(query.site), query))
    else:
        answer = reference(context, replace(query, detail="full", format=form))
        text = answer.text or pretty(as_json(answer)) + "\n"
    report_site_problems(context, query.site)
    standard_output.write(text)
    return SUCCESS


def _packages(context: Context, site: str | None) -> Iterator[dict[str, Any]]:
    """The official packages, with the names of their runes."""
    enabled = {each.name for each in context.site(site).vocabulary.packages} if context.has_site else set()
    for package in filter(None, map(builtin, official_packages())):
        names = [each.name for each in listed_runes(vocabulary([package])) if each.package == package.name]
        yield {"name": package.name, "enabled": package.name in enabled, "total": len(names), "runes": names}


def _shown(package: Mapping[str, Any]) -> str:
    """A package as a paragraph."""
    state = "enabled" if package["enabled"] else "not enabled"
    listed = fill(", ".join(package["runes"]), 100, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)
    return f"{package['name']} ({state}, {package['total']} runes)\n{listed}\n"
