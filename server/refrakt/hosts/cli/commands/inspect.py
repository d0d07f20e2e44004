"""`refrakt inspect`: what a rune becomes; `--list` lists the runes, `--audit` compares them with stylesheets.

Every other option is an attribute of the rune: `refrakt inspect hint --type=warning`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from refrakt.command_input import option
from refrakt.errors import RefraktError
from refrakt.hosts.cli import standard_output
from refrakt.hosts.cli.config_problems import report_site_problems
from refrakt.hosts.cli.exit_codes import SUCCESS
from refrakt.hosts.cli.json_output import pretty
from refrakt.services.context import Context
from refrakt.services.inspect import InspectInput, inspections
from refrakt.services.inspect_audit import Coverage, InspectAuditInput, inspect_audit
from refrakt.services.inspect_list import InspectListInput, inspect_list
from refrakt.services.json_payload import as_json


@dataclass(frozen=True, slots=True)
class InspectOptions:
    """Options of the command line alone."""

    list: bool = False
    """list the runes, with a description of each"""
    audit: bool = False
    """list the selectors, of the rune or of all runes, that the stylesheets do not style"""
    css: str | None = option(None, metavar="PATH")
    """stylesheet or folder for --audit, if not the theme's"""
    json: bool = False
    """the same as --format json"""
    format: Literal["text", "json"] = "text"
    """output format"""


OPTIONS = InspectOptions


def run(query: InspectInput, options: InspectOptions) -> int:
    context = Context.at(Path.cwd(), paged=False)
    as_data = options.json or options.format == "json"
    if options.list:
        data: Any = as_json(inspect_list(context, InspectListInput(query.site)))
        lines = _listed(data["runes"])
    elif options.audit:
        coverage = inspect_audit(context, InspectAuditInput(query.rune or None, options.css, query.theme, query.site))
        data, lines = as_json(coverage), _audited(coverage)
    elif query.rune:
        results = inspections(context, replace(query, detail="full"))
        data = results[0] if len(results) == 1 else {"results": results}
        lines = (line for each in results for line in _inspected(each))
    else:
        raise RefraktError("INVALID_ARGS", "nothing to inspect", "Pass a rune, or `--list`.")
    report_site_problems(context, query.site)
    standard_output.write(pretty(data) + "\n" if as_data else "".join(f"{line}\n" for line in lines))
    return SUCCESS


def _listed(runes: list[dict[str, Any]]) -> Iterator[str]:
    width = max((len(each["name"]) for each in runes), default=0)
    for each in runes:
        yield f"{each['name']:<{width}}  {each['description']}"


def _audited(coverage: Coverage) -> Iterator[str]:
    for name, each in coverage.runes.items():
        yield f"{name:<20} {each['styled']}/{each['total']} {each['status']}"
        found = each["selectors"]
        missing = found if isinstance(found, list) else [selector for selector, styled in found.items() if not styled]
        yield from (f"  {selector}" for selector in missing)
    total = f"{coverage.styled_selectors} of {coverage.total_selectors}"
    yield f"{coverage.css}: {total} selectors are styled ({coverage.coverage:g} %)"


def _inspected(result: dict[str, Any]) -> Iterator[str]:
    yield f"{result['rune']}, theme {result['theme']}"
    yield ""
    yield from result["input"].splitlines()
    yield ""
    yield result["html"]
    for title, values in (("modifiers", result["modifiers"]), ("elements", result["elements"])):
        if values:
            yield ""
            yield f"{title}:"
            yield from (f"  {name}: {_entry(each)}" for name, each in values.items())
    yield ""
    yield "selectors:"
    yield from (f"  {each}" for each in result["selectors"])
    if result["editHints"]:
        yield ""
        yield "edit hints: " + ", ".join(f"{name}: {each}" for name, each in result["editHints"].items())
    yield from (f"{each['severity']}: {each['message']}" for each in result["warnings"])


def _entry(entry: dict[str, Any]) -> str:
    parts = (entry.get("value"), entry.get("tag"), entry.get("selector"), entry.get("dataAttribute"))
    return " ".join(str(each) for each in parts if each is not None)
