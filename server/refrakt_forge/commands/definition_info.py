"""`agent-info` and `tool-info`: one definition with everything it inherits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from refrakt.plugins import RefraktError
from refrakt.plugins.message_quoting import one_line
from refrakt_forge.command_line import labelled, warning_lines
from refrakt_forge.contract.definitions import DefinitionInfoInput
from refrakt_forge.definitions.plugin_manifest import manifest_from
from refrakt_forge.definitions.tool import input_schema
from refrakt_forge.errors import forge_error, validation_failure
from refrakt_forge.integrity import definition_integrity
from refrakt_forge.lockfile import lock_difference, read_lockfile
from refrakt_forge.names import (
    INSTALLED,
    LATEST,
    TIERS,
    DefinitionReference,
    Kind,
    Tier,
    checked_reference,
    parse_reference,
)
from refrakt_forge.resolution.resolved import FlattenedDefinition, ResolvedDefinition
from refrakt_forge.schemas import Json, without_empty
from refrakt_forge.workspace import Forge


def definition_info(forge: Forge, kind: Kind, query: DefinitionInfoInput) -> Json:
    """Everything about a definition."""
    reference = _reference(kind, query)
    source = query.source or "all"
    tiers: tuple[Tier, ...] = TIERS if source == "all" else (source,)
    found = forge.resolver.flatten(forge.resolver.resolve(kind, reference, tiers))
    warnings = _lock_warnings(forge, found)
    shown = _agent(forge, found) if kind == "agent" else _tool(forge, found)
    return {**shown, "warnings": warnings} if warnings else shown


def _reference(kind: Kind, query: DefinitionInfoInput) -> DefinitionReference:
    reference = checked_reference(kind, query.name)
    version = (query.version or "").strip()
    if version and reference.range not in (LATEST, version):
        message = "`version` differs from the version in `name`"
        raise validation_failure("version", message, "pass the version once")
    return replace(reference, range=version) if version else reference


def _shared(forge: Forge, found: FlattenedDefinition) -> Json:
    data, own = found.data, found.own
    return without_empty(
        name=own.name,
        version=own.version,
        description=_text(data.get("description")),
        author=_text(data.get("author")),
        license=_text(data.get("license")) or _plugin_license(forge, own),
        tags=list(data.get("tags") or ()),
        extends=_text(own.data.get("extends")),
        source=own.tier,
        path=own.shown_path,
        integrity=definition_integrity(own.kind, data),
    )


def _agent(forge: Forge, found: FlattenedDefinition) -> Json:
    data = found.data
    tools = data.get("tools") or []
    inline = {each["name"]: each for each in data.get("custom_tools") or ()}
    return {
        **_shared(forge, found),
        "tools": list(tools),
        **without_empty(prompt=data.get("system_prompt")),
        "dependencies": [_dependency(forge, each, inline) for each in tools] + _base(found),
    }


def _tool(forge: Forge, found: FlattenedDefinition) -> Json:
    data = found.data
    dependencies = [_dependency(forge, each) for each in data.get("depends_on") or ()] + _base(found)
    return {
        **_shared(forge, found),
        "inputSchema": input_schema(data.get("parameters") or {}),
        **without_empty(outputSchema=data.get("output")),
        **({"dependencies": dependencies} if dependencies else {}),
    }


def _base(found: FlattenedDefinition) -> list[Json]:
    return [{"name": each.name, "version": each.version, "type": each.kind} for each in found.bases[:1]]


def _dependency(forge: Forge, text: str, inline: Mapping[str, Any] = MappingProxyType({})) -> Json:
    """A reference to a tool with the version it resolves to; without network."""
    reference = parse_reference(text)
    row: Json = {"name": reference.name, "version": reference.range, "type": "tool"}
    if reference.name in inline:
        return {**row, "version": str(inline[reference.name].get("version", reference.range))}
    try:
        return {**row, "version": forge.resolver.resolve("tool", reference, INSTALLED).version}
    except RefraktError:
        return {**row, "unresolved": True}


def _plugin_license(forge: Forge, own: ResolvedDefinition) -> str | None:
    plugin = next((each for each in forge.index.plugins() if (each.name, each.scope) == (own.plugin, own.tier)), None)
    if plugin is None:
        return None
    return manifest_from(forge.index.texts.document(plugin.manifest).data).license


def _lock_warnings(forge: Forge, found: FlattenedDefinition) -> list[Json]:
    """How a definition differs from the lockfile. One from a registry must not."""
    path = forge.config.lockfile
    if path is None:
        return []
    try:
        locked = read_lockfile(path, forge.environment.root, forge.display(path)).entry(found.own.kind, found.own.name)
    except RefraktError as error:
        return [{"code": error.code, "message": error.message}]
    difference = lock_difference(locked, found) if locked is not None else None
    if difference is None:
        return []
    if found.own.tier == "stockyard" and locked is not None and locked.version == found.own.version:
        raise forge_error("INTEGRITY_ERROR", difference, "generate the lockfile again if the change is intended")
    return [{"code": "INTEGRITY_ERROR", "message": difference}]


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def info_text(result: Json) -> str:
    """The definition for a terminal; the prompt is in the JSON."""
    rows = labelled(
        ("name", result["name"]),
        ("version", result["version"]),
        ("description", result.get("description")),
        ("source", f"{result['source']} ({result['path']})"),
        ("author", result.get("author")),
        ("license", result.get("license")),
        ("tags", result.get("tags")),
        ("extends", result.get("extends")),
        ("tools", [_dependency_text(each) for each in result.get("dependencies", ()) if each["type"] == "tool"]),
        ("parameters", list(result.get("inputSchema", {}).get("properties", ()))),
        ("prompt", one_line(result["prompt"], 80) if result.get("prompt") else None),
    )
    return rows + warning_lines(result)


def _dependency_text(dependency: Json) -> str:
    return f"{dependency['name']} {'(not found)' if dependency.get('unresolved') else dependency['version']}"
