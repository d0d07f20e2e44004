"""The commands of plugins: which are installed, what one contains, and which the registries offer."""

from __future__ import annotations

from refrakt.plugins.message_quoting import one_line
from refrakt_forge.command_line import forge_command, labelled, table, warning_lines
from refrakt_forge.commands.installed_plugins import InstalledManifest, installed_manifests
from refrakt_forge.commands.plugin_info import plugin_info
from refrakt_forge.contract.plugins import (
    DEFAULT_RESULTS,
    PLUGIN_INFO_OUTPUT,
    PLUGIN_LIST_OUTPUT,
    PLUGIN_SEARCH_OUTPUT,
    PluginInfoInput,
    PluginListInput,
    PluginSearchInput,
)
from refrakt_forge.definitions.plugin_manifest import COMPONENT_KINDS
from refrakt_forge.registries.ask_registries import ask_registries
from refrakt_forge.registries.registry import Registry, RegistryPlugin
from refrakt_forge.schemas import Json, without_empty
from refrakt_forge.versions import highest, is_newer
from refrakt_forge.workspace import Forge


def plugin_list(forge: Forge, query: PluginListInput) -> Json:
    """The installed plugins; with `outdated`, those with a newer version in a registry."""
    wanted = ("local", "global") if query.scope is None or query.scope == "all" else (query.scope,)
    found = [each for each in installed_manifests(forge) if each.plugin.scope in wanted]
    if query.outdated:
        return _outdated(forge, found)
    return {"plugins": [_row(forge, each) for each in found], "total": len(found)}


def _outdated(forge: Forge, installed: list[InstalledManifest]) -> Json:
    names = sorted({each.name for each in installed})
    if not names:
        return {"plugins": [], "total": 0}

    def versions(registry: Registry) -> dict[str, tuple[str, ...]]:
        return {name: registry.plugin_versions(name) for name in names}

    answers = ask_registries(forge.registries, versions)
    answers.raise_if_all_failed()
    rows = []
    for each in installed:
        latest = highest(version for _, found in answers.found for version in found[each.name])
        if latest is not None and is_newer(latest, each.version):
            rows.append({**_row(forge, each), "hasUpdate": True, "latestVersion": latest})
    return without_empty(plugins=rows, total=len(rows), warnings=answers.warnings_json)


def _row(forge: Forge, installed: InstalledManifest) -> Json:
    return without_empty(
        name=installed.name,
        version=installed.version,
        scope=installed.plugin.scope,
        path=forge.display(installed.plugin.folder),
        error=installed.error,
    )


def plugin_search(forge: Forge, query: PluginSearchInput) -> Json:
    """The plugins of all registries that match, each from the registry that is asked first."""
    answers = ask_registries(forge.registries, lambda each: each.search(query.query, query.tags or ()))
    answers.raise_if_all_failed()
    found: dict[str, RegistryPlugin] = {}
    for _, entries in answers.found:
        for each in sorted(entries, key=lambda entry: entry.name):
            found.setdefault(each.name, each)
    limit = DEFAULT_RESULTS if query.limit is None else query.limit
    offset = query.offset or 0
    warnings = answers.warnings_json
    if not forge.registries:
        warnings = [{"code": "CONFIG_ERROR", "message": "no registry is enabled"}]
    return without_empty(
        results=[_result(each) for each in list(found.values())[offset : offset + limit]],
        total=len(found),
        query=query.query,
        warnings=warnings,
    )


def _result(entry: RegistryPlugin) -> Json:
    return without_empty(
        name=entry.name,
        version=entry.version,
        description=entry.description,
        author=entry.author,
        tags=list(entry.tags) or None,
        downloads=entry.downloads,
        registry=entry.registry,
    )


# Text -----------------------------------------------------------------------------------------------------------------


def _list_text(result: Json) -> str:
    if not result["plugins"]:
        return f"No plugins found.{warning_lines(result)}"
    rows = (
        (
            each["name"],
            f"{each['version']} -> {each['latestVersion']}" if "latestVersion" in each else each["version"],
            each["scope"],
            each["path"],
            each.get("error", ""),
        )
        for each in result["plugins"]
    )
    return table(rows) + warning_lines(result)


def _info_text(result: Json) -> str:
    installed = result.get("installed")
    return labelled(
        *((name, result.get(name)) for name in ("name", "version", "description", "author", "license")),
        *((name, result.get(name)) for name in ("homepage", "repository", "keywords")),
        *((kind, result["components"].get(kind)) for kind in COMPONENT_KINDS),
        ("installed", f"{installed['installedVersion']} in {installed['path']}" if installed else None),
        ("available", result.get("availableVersions")),
    ) + warning_lines(result)


def _search_text(result: Json) -> str:
    if not result["results"]:
        return f"No plugins match {one_line(result['query'])!r}.{warning_lines(result)}"
    rows = (
        (each["name"], each["version"], each["registry"], each.get("description", "")) for each in result["results"]
    )
    shown, total = len(result["results"]), result["total"]
    more = f"\n{shown} of {total} plugins" if shown < total else ""
    return table(rows) + more + warning_lines(result)


COMMANDS = (
    forge_command(
        "list",
        "List installed plugins; with `outdated`, those with a newer version in a registry.",
        PluginListInput,
        plugin_list,
        PLUGIN_LIST_OUTPUT,
        text=_list_text,
        network=True,
    ),
    forge_command(
        "info",
        "Get a plugin and its components: the installed one, or with `remote` the one of a registry.",
        PluginInfoInput,
        plugin_info,
        PLUGIN_INFO_OUTPUT,
        text=_info_text,
        network=True,
    ),
    forge_command(
        "search",
        "Search the registries for plugins by name, description and tags.",
        PluginSearchInput,
        plugin_search,
        PLUGIN_SEARCH_OUTPUT,
        text=_search_text,
        network=True,
    ),
)
