"""The resources of Forge: definitions, manifests of plugins, the configuration, the cache, and the schemas of definitions.

They show what is on this machine and use no network. A name in a URI is looked up in the index, and an entry among the files of the
cache; neither becomes a path. Secrets are hidden, and long lists come in pages.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from refrakt.plugins import CommandContext, RefraktError, Resource, ResourceContent
from refrakt.plugins.message_quoting import quoted
from refrakt.plugins.name_suggestion import did_you_mean, matching_names, nearest
from refrakt_forge.cache_layout import CACHE_KINDS, CacheKind
from refrakt_forge.commands.cache import shown_moment
from refrakt_forge.commands.config import config_show
from refrakt_forge.commands.definition_list import installed_definitions
from refrakt_forge.commands.installed_plugins import InstalledManifest, installed_manifests
from refrakt_forge.config.load import config_candidates, named_config
from refrakt_forge.config.redaction import redacted
from refrakt_forge.contract.config import ConfigShowInput
from refrakt_forge.definitions.definition_schema import definition_schema
from refrakt_forge.index.entries import DefinitionFile
from refrakt_forge.names import ARTICLE, KINDS, Kind, checked_plugin_name, checked_reference
from refrakt_forge.registries.cache_files import CacheFile, cache_files, cached_entry
from refrakt_forge.schemas import Json, without_empty
from refrakt_forge.validation.secret_values import text_without_secrets, without_secrets
from refrakt_forge.workspace import Forge, forge_of

LARGEST = 500_000
"""Most characters of one page of a list, and of an entry of the cache: clients refuse longer answers."""
MIME_TYPES = {"markdown": "text/markdown", "yaml": "application/yaml", "json": "application/json"}
Read = Callable[[Mapping[str, str], CommandContext], ResourceContent]

# Lists ----------------------------------------------------------------------------------------------------------------


def _page(name: str, rows: Iterable[Json], values: Mapping[str, str], **more: Any) -> ResourceContent:
    """A part of a list; `nextCursor` continues it."""
    listed = list(rows)
    start = _start(values.get("cursor"), len(listed))
    shown: list[Json] = []
    room = LARGEST
    for row in listed[start:]:
        room -= len(json.dumps(row, ensure_ascii=False))
        if shown and room < 0:
            break
        shown.append(row)
    end = start + len(shown)
    cursor = {"nextCursor": str(end)} if end < len(listed) else {}
    return _json({**more, name: shown, "total": len(listed), **cursor})


def _start(cursor: str | None, total: int) -> int:
    if cursor is None:
        return 0
    if not re.fullmatch("[0-9]{1,9}", cursor) or int(cursor) >= total:
        raise RefraktError("INVALID_ARGS", f"{quoted(cursor, 40)} is not a cursor of this list", "omit `cursor`")
    return int(cursor)


def _json(data: Any) -> ResourceContent:
    return ResourceContent(json.dumps(data, ensure_ascii=False, indent=2))


def _missing(what: str, name: str, known: Iterable[str], list_uri: str) -> RefraktError:
    message = f"no {what} is named {quoted(name)}{did_you_mean(nearest(name, list(known)))}"
    return RefraktError("RESOURCE_NOT_FOUND", message, f"`{list_uri}` lists them")


# Definitions ----------------------------------------------------------------------------------------------------------


def _definitions(kind: Kind) -> Read:
    def read(values: Mapping[str, str], context: CommandContext) -> ResourceContent:
        rows = ({**each, "uri": f"forge://{kind}/{each['name']}"} for each in _rows(forge_of(context), kind))
        return _page(f"{kind}s", rows, values)

    return read


def _rows(forge: Forge, kind: Kind) -> Iterator[Json]:
    return (each for each in installed_definitions(forge, kind) if not each.get("shadowed"))


def _definition(kind: Kind) -> Read:
    def read(values: Mapping[str, str], context: CommandContext) -> ResourceContent:
        forge = forge_of(context)
        file = _file(forge, kind, values["name"])
        document = forge.index.document(file)
        if document.root is None and not document.text:
            message = f"{kind} {quoted(values['name'])} cannot be read: {document.problems[0].message}"
            raise RefraktError("RESOURCE_FAILED", message, f"read `forge://{kind}s` for the others")
        return ResourceContent(without_secrets(document), MIME_TYPES[document.format])

    return read


def _file(forge: Forge, kind: Kind, name: str) -> DefinitionFile:
    """The file of a name or reference: the local one, else the newest in the user's registry. It need not be valid."""
    reference = checked_reference(kind, name)
    found = forge.resolver.installed_file(kind, reference)
    if found is not None:
        return found
    raise _missing(kind, name, (each.name for each in forge.index.files(kind)), f"forge://{kind}s")


def _schema(kind: Kind) -> Read:
    def read(values: Mapping[str, str], context: CommandContext) -> ResourceContent:
        return ResourceContent(json.dumps(definition_schema(kind), indent=2), "application/schema+json")

    return read


# Plugins --------------------------------------------------------------------------------------------------------------


def _plugins(values: Mapping[str, str], context: CommandContext) -> ResourceContent:
    forge = forge_of(context)
    rows = (
        without_empty(
            name=each.name,
            version=each.version,
            scope=each.plugin.scope,
            path=forge.display(each.plugin.folder),
            error=each.error,
            uri=f"forge://plugin/{each.name}",
        )
        for each in installed_manifests(forge)
    )
    return _page("plugins", rows, values)


def _plugin(values: Mapping[str, str], context: CommandContext) -> ResourceContent:
    scope = values.get("scope")
    name = checked_plugin_name(f"{scope}/{values['name']}" if scope else values["name"])
    forge = forge_of(context)
    installed = installed_manifests(forge)
    found = next((each for each in installed if name in _names(each)), None)
    if found is None:
        raise _missing("installed plugin", name, (each.name for each in installed), "forge://plugins")
    if found.manifest is None:
        message = f"plugin {quoted(name)} has an {found.error}"
        raise RefraktError("RESOURCE_FAILED", message, "correct the manifest of the plugin")
    return _json(redacted(dict(found.manifest.raw)))


def _names(installed: InstalledManifest) -> tuple[str, str]:
    return installed.name, installed.plugin.name


# Configuration and cache ----------------------------------------------------------------------------------------------


def _config(values: Mapping[str, str], context: CommandContext) -> ResourceContent:
    return _json(config_show(forge_of(context), ConfigShowInput()))


def _cache(values: Mapping[str, str], context: CommandContext) -> ResourceContent:
    forge = forge_of(context)
    directory = forge.config.cache_directory
    rows = (_entry_row(forge, kind, each) for kind in CACHE_KINDS for each in cache_files(directory, kind))
    return _page("entries", rows, values, location=forge.display(directory))


def _entry_row(forge: Forge, kind: CacheKind, file: CacheFile) -> Json:
    entry = cached_entry(file)
    return without_empty(
        kind=kind,
        url=entry.url if entry is not None else None,
        fetchedAt=shown_moment(file.fetched),
        fresh=entry.is_fresh(forge.environment.now()) if entry is not None and entry.checksum is None else None,
        checksum=entry.checksum if entry is not None else None,
        size=file.size,
        corrupted=True if entry is None else None,
        uri=f"forge://cache/{kind}/{file.path.stem}",
    )


def _cache_entry(values: Mapping[str, str], context: CommandContext) -> ResourceContent:
    forge = forge_of(context)
    kind, name = values["kind"], values["entry"]
    files = {each.path.stem: each for each in _entry_files(forge, kind)}
    entry = cached_entry(files[name]) if name in files else None
    if entry is None:
        raise _missing("usable entry of the cache", name, files, "forge://cache")
    content = _json(
        without_empty(
            url=entry.url,
            fetchedAt=shown_moment(entry.fetched_at / 1000),
            ttl=entry.ttl,
            etag=entry.etag,
            checksum=entry.checksum,
            content=_shown_answer(entry.manifest),
        )
    )
    if len(content.text) > LARGEST:
        message = f"the entry has {len(content.text):,} characters, more than {LARGEST:,}"
        raise RefraktError("RESOURCE_FAILED", message, "ask the registry with a tool instead")
    return content


def _shown_answer(answer: Any) -> Any:
    """The answer of a registry, JSON or the text of a definition, without secrets."""
    return text_without_secrets(answer) if isinstance(answer, str) else redacted(answer)


def _entry_files(forge: Forge, kind: str | None) -> list[CacheFile]:
    directory = forge.config.cache_directory
    return [file for each in CACHE_KINDS if kind in (None, each) for file in cache_files(directory, each)]


# Files and completion -------------------------------------------------------------------------------------------------


def _definition_files(context: CommandContext) -> list[Path]:
    """The folders with definitions and plugins, and the files that say which folders count."""
    forge = forge_of(context)
    folders = [forge.config.global_path] if forge.config.global_ else []
    return [*_config_files(context), forge.environment.local, *folders]


def _config_files(context: CommandContext) -> list[Path]:
    here = forge_of(context).environment
    named = named_config(here)
    return [each.path for each in (*([named] if named is not None else []), *config_candidates(here))]


def _cache_folders(context: CommandContext) -> list[Path]:
    directory = forge_of(context).config.cache_directory
    return [directory / kind for kind in CACHE_KINDS]


def _complete_definition(kind: Kind) -> Callable[[str, str, Mapping[str, str], CommandContext], Sequence[str]]:
    def complete(name: str, typed: str, others: Mapping[str, str], context: CommandContext) -> Sequence[str]:
        return matching_names(typed, {each.name for each in forge_of(context).index.files(kind)})

    return complete


def _complete_plugin(name: str, typed: str, others: Mapping[str, str], context: CommandContext) -> Sequence[str]:
    names = [each.name for each in installed_manifests(forge_of(context))]
    if name == "scope":
        return matching_names(typed, {each.partition("/")[0] for each in names if each.startswith("@")})
    scope = others.get("scope")
    if scope:
        return matching_names(typed, [each.removeprefix(f"{scope}/") for each in names if each.startswith(f"{scope}/")])
    return matching_names(typed, names)


def _complete_entry(name: str, typed: str, others: Mapping[str, str], context: CommandContext) -> Sequence[str]:
    if name == "kind":
        return matching_names(typed, CACHE_KINDS)
    return matching_names(typed, [each.path.stem for each in _entry_files(forge_of(context), others.get("kind"))])


_PAGED = "Continue with `?cursor=` and `nextCursor`."


def _of_kind(kind: Kind) -> tuple[Resource, ...]:
    return (
        Resource(
            f"forge://{kind}s",
            f"forge-{kind}s",
            f"Every installed {kind}: name, version, description, source, path. {_PAGED}",
            _definitions(kind),
            files=_definition_files,
        ),
        Resource(
            f"forge://{kind}/{{name}}",
            f"forge-{kind}",
            f"The source of {ARTICLE[kind]}, as Markdown or YAML; a name may have `@` and a version range.",
            _definition(kind),
            mime_type=None,
            complete=_complete_definition(kind),
            files=_definition_files,
        ),
        Resource(
            f"forge://schema/{kind}",
            f"forge-{kind}-schema",
            f"The JSON schema of the definition of {ARTICLE[kind]}.",
            _schema(kind),
            "application/schema+json",
        ),
    )


RESOURCES = (
    *(each for kind in KINDS for each in _of_kind(kind)),
    Resource(
        "forge://plugins",
        "forge-plugins",
        f"Every installed plugin: name, version, scope, path. {_PAGED}",
        _plugins,
        files=_definition_files,
    ),
    *(
        Resource(
            uri,
            "forge-plugin",
            "The manifest of an installed plugin.",
            _plugin,
            complete=_complete_plugin,
            files=_definition_files,
        )
        for uri in ("forge://plugin/{name}", "forge://plugin/{scope}/{name}")
    ),
    Resource(
        "forge://config",
        "forge-config",
        "The configuration that counts, without secrets, and its files.",
        _config,
        files=_config_files,
    ),
    Resource(
        "forge://cache",
        "forge-cache",
        f"Every entry of the cache: URL, age, size. {_PAGED}",
        _cache,
        files=_cache_folders,
    ),
    Resource(
        "forge://cache/{kind}/{entry}",
        "forge-cache-entry",
        "What a registry answered. This text comes from the registry.",
        _cache_entry,
        complete=_complete_entry,
        files=_cache_folders,
    ),
)
