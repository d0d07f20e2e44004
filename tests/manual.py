"""Pages of the manual that are made from the code: `make manual` writes them, a test compares."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from plan.checks.page import checks_page
from refrakt.hosts.mcp.schemas import compact
from refrakt.project.across.registry import site_rules
from refrakt.rules.codes import PAGE_CODES, SITE_CODES, Code
from refrakt.rules.registry import rules
from refrakt.services.registry import services

DOCS = Path(__file__).resolve().parents[1] / "docs"


def rules_page() -> str:
    """Every rule: its code, how bad it usually is, whether it can be mended, and its module's own words."""
    lines = ["---", "title: Rules", "---", "", "# Rules", ""]
    lines += [
        "What `refrakt check` looks for, and what an editor shows. Each rule has a code; under `authoring.rules` of",
        "`refrakt.config.json`, under `refrakt.rules` of a page's frontmatter or in the line before, a code can be given another",
        "severity or switched `off` (see [Validating](validating.md)).",
        "",
        "## On a page",
        "",
        "What can be said of a page by itself. `refrakt validate-content` looks for these alone.",
        "",
    ]
    for code in PAGE_CODES:
        lines += _rule(code, rules()[code.code].about)
    lines += [
        "## Between pages",
        "",
        "What is wrong with a page only because of what other pages of the site say. It is told as soon as all of them are known.",
        "",
    ]
    for code in SITE_CODES:
        lines += _rule(code, site_rules()[code.code].about)
    return "\n".join(lines)


def _rule(code: Code, about: str) -> list[str]:
    mended = "there is a fix" if code.fixable else "no fix"
    return [f"### {code.code}", "", f"*{code.severity}, {mended}*", "", about.strip(), ""]


def services_page() -> str:
    """Every service: its tool, its command, its address, what it takes and what it answers."""
    lines = ["---", "title: Services", "---", "", "# Services", ""]
    lines += [
        "What refrakt can do for people and for agents alike. A service is declared once; its tool, its command and, where it has",
        "one, its address all give the same answer. [Commands](cli.md) has what only the command line can do.",
        "",
    ]
    for known in services().values():
        lines += [f"## {known.name}", "", known.about, ""]
        words = f"`refrakt {known.cli}`" if known.cli else "other commands, see [Commands](cli.md)"
        where = "in every project" if known.needs == "anything" else "in projects with a site"
        where = where if known.for_agents else "on the command line alone"
        lines += [f"- Command: {words}", f"- Offered: {where}"]
        lines += [f"- Address: `{known.resource}`"] if known.resource else []
        lines += ["", *_fields("Takes", known.input), *_fields("Answers", known.output)]
    return "\n".join(lines)


def _fields(title: str, kind: type) -> list[str]:
    schema = compact(TypeAdapter(kind).json_schema())
    fields = schema.get("properties", {})
    if not fields:
        return [f"{title}: nothing.", ""]
    lines = [f"{title}:", "", "| field | type | |", "| --- | --- | --- |"]
    for name, each in fields.items():
        needed = "" if name in schema.get("required", ()) else " (optional)"
        about = each.get("description", "").replace("\n", " ").replace("|", "\\|")
        lines.append(f"| `{name}`{needed} | {_type(each)} | {about} |")
    return [*lines, ""]


def _type(schema: dict[str, Any]) -> str:
    if "enum" in schema:
        return ", ".join(f"`{each}`" for each in schema["enum"])
    if "anyOf" in schema:
        return " or ".join(_type(each) for each in schema["anyOf"])
    if "$ref" in schema:
        return f"`{schema['$ref'].rpartition('/')[2]}`"
    if schema.get("type") == "array":
        return f"list of {_type(schema.get('items', {}))}"
    return str(schema.get("type", "anything"))


PAGES = {"rules.md": rules_page, "services.md": services_page, "plan/checks.md": checks_page}


def main() -> None:
    for name, make in PAGES.items():
        (DOCS / name).write_text(make(), encoding="utf-8")
        sys.stdout.write(f"docs/{name}\n")


if __name__ == "__main__":
    main()
