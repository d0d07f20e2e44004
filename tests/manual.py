"""Pages of the manual that are made from the code: `make manual` writes them, a test compares."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from forge.config_schema import forge_config_schema
from refrakt.command_input import input_schema
from refrakt.hosts.cli.service_command import command_parser
from refrakt.hosts.mcp.schema_compaction import compact
from refrakt.project.config_keys import config_schema
from refrakt.rules.problem import SEVERITIES
from refrakt.rules.registry import Rule, all_rules, page_rules, site_rules
from refrakt.services.registry import Service, services
from refrakt_plan.rules import plan_rules

DOCS = Path(__file__).resolve().parents[1] / "docs"
MANIFEST = DOCS.parent / "vscode-extension" / "package.json"
CONFIG_SCHEMA = MANIFEST.parent / "schemas" / "refrakt.config.schema.json"
FORGE_SCHEMA = MANIFEST.parent / "schemas" / "fractary.config.schema.json"


def rules_page() -> str:
    """Every rule: its code, default severity, whether it is fixable, and the docstring of its module."""
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
    for each in page_rules().values():
        lines += _rule(each)
    lines += [
        "## Between pages",
        "",
        "What is wrong with a page only because of what other pages of the site say. It is told as soon as all of them are known.",
        "",
    ]
    for each in site_rules().values():
        lines += _rule(each)
    return "\n".join(lines)


_PLAN = """\
---
title: Rules of the plan
description: The problems that `refrakt plan validate` reports, and their fixes
---

# Rules of the plan

`refrakt plan validate` reports the problems of a plan. The editor shows the same problems while you type, and agents have the tool
`plan.validate`.

```text
$ refrakt plan validate
work/WORK-001-plan-the-first-release.md
   1:31  error  WORK-001 has status "redy", which does not exist for work; did you mean "ready"?  [invalid-status]
  14:11  error  WORK-001 refers to SPEC-01, which does not exist; did you mean SPEC-001?  [broken-ref]

2 errors, 0 warnings, 0 info in 4 entities
```

The exit code is 0 without errors, 1 with errors, and 2 if the plan cannot be read. `--strict` counts warnings as errors,
`--lifecycle` adds [the rules that compare statuses](#statuses-and-the-work-of-others), `--dir DIR` selects another plan, and
`--format json` gives every problem under `issues`, with its `type`, `severity`, `file`, `line` and `column`, the `source` entity,
often a `target`, and a `suggestion`: errors first, then warnings and info, each by type.

## Entities and references
"""
_PLAN_LIFECYCLE = """\
## Statuses and the work of others

A status is set by hand and may be out of date with respect to other entities. These rules compare them. They run only with
`--lifecycle`, and have no fixes.
"""


def plan_rules_page() -> str:
    """The rules of the plan, those that are optional at the end."""
    lines = {False: [_PLAN], True: [_PLAN_LIFECYCLE]}
    for each in plan_rules().values():
        lines[each.category == "lifecycle"] += _rule(each)
    return "\n".join([*lines[False], *lines[True]])


def _rule(rule: Rule) -> list[str]:
    fixable = "has a fix" if rule.fixable else "no fix"
    sites = ", on sites of refrakt only" if rule.sites == "refrakt" else ""
    return [f"### {rule.code}", "", f"*{rule.category}, {rule.severity}, {fixable}{sites}*", "", rule.doc.strip(), ""]


def services_page() -> str:
    """Every service: its tool, command, resource, options, input and output."""
    lines = ["---", "title: Services", "---", "", "# Services", ""]
    lines += [
        "The operations of refrakt, for people and agents. A service is declared once; its tool, its command and its resource",
        "return the same. [Commands](cli.md) has examples and the other commands.",
        "",
    ]
    for service in services().values():
        lines += [f"## {service.name}", "", service.about, ""]
        where = "in every project" if service.needs == "anything" else "in projects with a site"
        lines += [f"- Command: `{f'refrakt {service.cli} {service.cli_option}'.strip()}`"] if service.cli else []
        lines += [f"- Available: {where if service.for_agents else 'on the command line only'}"]
        lines += [f"- Resource: `{service.resource}`"] if service.resource else []
        lines += ["", *_options(service)] if service.cli and not service.cli_option else [""]
        lines += _fields("Input", input_schema(service.input))
        lines += _fields("Output", compact(TypeAdapter(service.output).json_schema()))
    return "\n".join(lines)


def _options(service: Service) -> list[str]:
    """The arguments of a command."""
    lines = ["Command line:", "", "| argument | |", "| --- | --- |"]
    for action in command_parser(service, f"refrakt {service.cli}")._actions:
        if "--help" not in action.option_strings:
            names = ", ".join(f"`{name}`" for name in action.option_strings) or f"`{action.metavar or action.dest}`"
            about = (action.help or "").replace("%%", "%").replace("|", "\\|")
            lines.append(f"| {names} | {about} |")
    return [*lines, ""]


def _fields(title: str, schema: dict[str, Any]) -> list[str]:
    fields = schema.get("properties", {})
    if not fields:
        return [f"{title}: {'none' if schema.get('additionalProperties') is False else 'an object'}.", ""]
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


def rule_settings() -> dict[str, Any]:
    """The properties of the setting `refrakt.rules` of VS Code: each rule with what it reports."""
    levels = [*SEVERITIES, "off"]
    rules = {**all_rules(), **{each.code: each for each in plan_rules().values()}}
    return {
        code: {"enum": levels, "markdownDescription": f"{each.summary} By default: {each.severity}."}
        for code, each in sorted(rules.items())
    }


def write_rule_settings() -> None:
    manifest = json.loads(MANIFEST.read_text(encoding="utf-8"))
    manifest["contributes"]["configuration"]["properties"]["refrakt.rules"]["properties"] = rule_settings()
    MANIFEST.write_text(json.dumps(manifest, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def write_config_schemas() -> None:
    """The JSON schemas of `refrakt.config.json` and `.fractary/config.json` that VS Code uses."""
    for file, schema in ((CONFIG_SCHEMA, config_schema()), (FORGE_SCHEMA, forge_config_schema())):
        file.write_text(json.dumps(schema, indent=2) + "\n", encoding="utf-8")


def config_schema_file() -> str:
    """The JSON schema of `refrakt.config.json`, for editors."""
    return json.dumps(config_schema(), indent=2) + "\n"


SCHEMA = "../server/refrakt/project/config.schema.json"
PAGES = {
    "rules.md": rules_page,
    "services.md": services_page,
    "plan/rules.md": plan_rules_page,
    SCHEMA: config_schema_file,
}


def main() -> None:
    write_rule_settings()
    write_config_schemas()
    for name, make in PAGES.items():
        (DOCS / name).write_text(make(), encoding="utf-8")
        sys.stdout.write(f"docs/{name}\n")


if __name__ == "__main__":
    main()
