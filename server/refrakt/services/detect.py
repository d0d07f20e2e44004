"""`detect`: a description of the project and of its tools, the first call of an agent. Creates and runs nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path
from typing import Any, Literal

from refrakt.command_input import option
from refrakt.project.config import FILE_NAME, PLAIN_FILE_NAME
from refrakt.project.config_problems import missing_folders
from refrakt.project.frameworks.site_summary import summary, text_summary
from refrakt.project.markdoc_package import is_markdoc_package
from refrakt.project.site import Project
from refrakt.services.available_tools import AvailableTools, available_tools
from refrakt.services.context import Context
from refrakt.services.json_payload import NULL, JsonPayload, as_json
from refrakt.services.plugins_list import PluginEntry, plugin_entry, warning_entry
from refrakt.services.registry import service
from refrakt.untrusted import one_line

SHELL_ONLY = (
    "init",
    "ast",
    "format",
    "preview",
    "explain",
    "doctor",
    "scaffold-css",
    "catalogue export",
    "cache stats",
    "cache clear",
)
"""Built-in commands that are not tools: they handle files of the command line, or describe this machine."""
NPM_ONLY = ("write", "edit")
"""What only the JavaScript command line can do, where it is installed."""


_WARNINGS = 1_000
"""Characters of the warnings in a short answer."""
_CUT = '`warnings` has the first {} of {}; pass detail: "full" for everything'


@dataclass(frozen=True, slots=True)
class DetectInput:
    """How much to describe."""

    detail: Literal["compact", "full"] = option("compact", shell=False, described=False)
    """only the names of the plugins' commands, or everything"""


@dataclass(frozen=True, slots=True)
class Detection(JsonPayload):
    """What the project has; null for what it lacks."""

    cwd: str
    config_source: Literal["config-file", "autodetect"]
    context: dict[str, Any]
    """`site` and what each plugin found, such as `plan`, in short."""
    tools: list[str]
    resources: list[str]
    available_via_shell: list[str]
    """Commands that exist only on the command line."""
    plugins: list[PluginEntry]
    warnings: list[dict[str, Any]]
    plan: dict[str, Any] | None = field(default=None, metadata=NULL)
    site: dict[str, Any] | None = field(default=None, metadata=NULL)
    truncated: bool | None = None
    cut: str | None = None
    """What is missing."""


def _text(answer: Detection) -> str:
    site = answer.site
    lines = [
        f"project    {answer.cwd}",
        f"sites      {', '.join(site['sites']) or site['configPath'] if site is not None else 'none'}",
        *(f"           {text_summary(each)}" for each in (site or {}).get("recognised", ())),
        f"plan       {answer.plan['dir'] if answer.plan is not None else 'none'}",
        f"plugins    {', '.join(each.namespace for each in answer.plugins) or 'none'}",
        f"tools      {', '.join(answer.tools)}",
        f"resources  {', '.join(answer.resources)}",
        f"shell      {', '.join(answer.available_via_shell)}",
        *(f"warning    {_warning(each)}" for each in answer.warnings),
    ]
    return "\n".join(lines) + "\n"


def _warning(warning: Mapping[str, Any]) -> str:
    plugin = warning.get("plugin")
    return f"{plugin}: {warning['message']}" if plugin else str(warning["message"])


@service("refrakt.detect", cli="detect", resource="refrakt://detect", text=_text)
def detect(context: Context, query: DetectInput) -> Detection:
    """Describe this project: sites, plan, plugins, and the available tools and resources. Call this first."""
    project = context.project
    available = available_tools(context)
    site = _site(project)
    found = available.found
    plan = found.get("plan")
    compact = context.paged and query.detail == "compact"
    warnings = [*_config_warnings(project), *_site_warnings(project), *_plugin_warnings(available)]
    shown = _first(warnings) if compact else warnings
    return Detection(
        cwd=str(project.root),
        config_source="config-file" if project.config is not None and project.config.readable else "autodetect",
        context={"site": _site_in_short(site), "plan": None}
        | {space: _below(project.root, each) for space, each in found.items()},
        plan=_plan(project.root, plan),
        site=site,
        plugins=[plugin_entry(each, names_only=compact) for each in available.plugins.discovery.plugins],
        tools=[context.tool_name(each) for each in available.tool_names()],
        resources=available.resource_uris(),
        available_via_shell=[
            *(f"refrakt {each}" for each in SHELL_ONLY),
            *available.plugins.shell_only(),
            *_npm(project.root),
        ],
        warnings=shown,
        truncated=True if len(shown) < len(warnings) else None,
        cut=_CUT.format(len(shown), len(warnings)) if len(shown) < len(warnings) else None,
    )


def _first(warnings: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """As many warnings as a short answer has room for, at least one."""
    lengths = accumulate(len(each["message"]) for each in warnings)
    return [
        each
        for number, (each, length) in enumerate(zip(warnings, lengths, strict=True))
        if not number or length <= _WARNINGS
    ]


def _site(project: Project) -> dict[str, Any] | None:
    config = project.config
    if config is not None and config.sites:
        named = dict.fromkeys(each.name for site in config.sites.values() for each in site.plugins or ())
        return {"configPath": str(config.path), "sites": list(config.sites), "plugins": list(named)}
    if project.plain:
        path = project.root / PLAIN_FILE_NAME
        source = path if path.is_file() else project.root / "package.json"
        recognised = [summary(each, project.root) for each in project.markdoc_sites.values()]
        return {"configPath": str(source), "sites": project.site_names, "plugins": [], "recognised": recognised}
    return None


def _site_in_short(site: Mapping[str, Any] | None) -> dict[str, Any] | None:
    return None if site is None else {"config": Path(site["configPath"]).name, "packages": site["plugins"]}


def _plan(root: Path, plan: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """The plan with its absolute folder. A plugin that replaces the bundled one may return anything."""
    folder = plan.get("dir") if plan is not None else None
    return {**(plan or {}), "dir": str(root / folder), "exists": True} if isinstance(folder, str) else None


def _below(root: Path, found: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """What a plugin found, with the folder relative to the project."""
    if found is None or not isinstance(found.get("dir"), str):
        return dict(found) if found is not None else None
    folder = Path(found["dir"])
    return {**found, "dir": folder.relative_to(root).as_posix() if folder.is_relative_to(root) else str(folder)}


def _npm(root: Path) -> Iterator[str]:
    for folder in (root, *root.parents):
        if (folder / "node_modules" / "@refrakt-md" / "cli" / "package.json").is_file():
            yield from (f"npx refrakt {each}" for each in NPM_ONLY)
            return


def _plugin_warnings(available: AvailableTools) -> Iterator[dict[str, Any]]:
    """Warnings about plugins. Config problems are reported separately, with their position."""
    for each in available.plugins.warnings:
        if each.plugin != FILE_NAME:
            yield as_json(warning_entry(each))


def _site_warnings(project: Project) -> Iterator[dict[str, Any]]:
    if project.unknown and is_markdoc_package(project.root):
        yield {
            "code": "NO_PAGES",
            "message": "the package uses Markdoc, but no pages were found",
            "hint": f"Name the folder of the pages in {PLAIN_FILE_NAME}.",
        }


def _config_warnings(project: Project) -> Iterator[dict[str, Any]]:
    config = project.config
    if config is None:
        return
    for each in (*config.problems, *missing_folders(project, config.sites)):
        if each.severity == "error":
            line, column = config.position(each)
            location = f"{FILE_NAME}:{line}:{column}"
            yield {
                "code": "CONFIG_INVALID",
                "message": one_line(
                    f"{location}: {each.message}{f'; {each.suggestion}' if each.suggestion else ''}", 500
                ),
                "hint": f"Fix {location}.",
            }
