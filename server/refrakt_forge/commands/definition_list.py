"""`agent-list` and `tool-list`: the definitions of all sources."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from refrakt.plugins import RefraktError
from refrakt_forge.command_line import table, warning_lines
from refrakt_forge.contract.definitions import DEFAULT_LIMIT, DefinitionListInput
from refrakt_forge.documents.source_document import SourceDocument
from refrakt_forge.index.entries import DefinitionFile
from refrakt_forge.names import KINDS, Kind
from refrakt_forge.schemas import Json, without_empty
from refrakt_forge.versions import UNKNOWN_VERSION, highest, is_version, newest_first
from refrakt_forge.workspace import Forge


def list_definitions(forge: Forge, kind: Kind, query: DefinitionListInput) -> Json:
    """A page of the definitions that match."""
    source = query.source or "all"
    warnings: list[Json] = []
    rows = [each for each in installed_definitions(forge, kind) if source in ("all", each["source"])]
    if source in ("all", "stockyard") and forge.config.stockyard:
        remote, failures = _remote(forge, kind)
        if failures and source == "stockyard" and not remote:
            raise failures[0]
        rows += remote
        warnings = [{"code": each.code, "message": each.message} for each in failures]
        warnings += [each.as_json() for registry in forge.registries for each in registry.warnings()]
    warnings += [{"code": "SKIPPED", "message": each} for each in forge.index.warnings]
    if query.tags:
        rows = [each for each in rows if set(each.get("tags", ())) & set(query.tags)]
    limit, offset = query.limit or DEFAULT_LIMIT, query.offset or 0
    page: Json = {f"{kind}s": rows[offset : offset + limit], "total": len(rows), "limit": limit, "offset": offset}
    return {**page, "warnings": warnings} if warnings else page


def installed_definitions(forge: Forge, kind: Kind) -> Iterator[Json]:
    """A row for each local definition, and for the newest version of each one in the user's registry."""
    seen: set[str] = set()
    by_name: dict[str, list[DefinitionFile]] = {}
    local = []
    for file in forge.index.files(kind):
        if file.tier == "local":
            local.append(file)
        else:
            by_name.setdefault(file.name, []).append(file)
    for file in sorted(local, key=lambda each: each.name):
        yield _row(forge, file, file.name in seen)
        seen.add(file.name)
    for name in sorted(by_name):
        yield _row(forge, _newest(forge, by_name[name]), name in seen)


def _newest(forge: Forge, files: Sequence[DefinitionFile]) -> DefinitionFile:
    versions: dict[str, DefinitionFile] = {}
    for each in files:
        versions.setdefault(forge.resolver.known_version(each), each)
    best = highest(filter(is_version, versions)) or newest_first(versions)[0]
    return versions[best]


def _row(forge: Forge, file: DefinitionFile, shadowed: bool) -> Json:
    summary, valid = forge.index.texts.derived(
        file.path, _SUMMARY[file.kind], lambda document: (_summary(document), forge.resolver.is_valid(file))
    )
    row = {"name": file.name, **summary, "source": file.tier, "path": forge.display(file.path)}
    if file.plugin is not None:
        row["plugin"] = file.plugin
    if shadowed:
        row["shadowed"] = True
    if not valid:
        row["invalid"] = True
    return row


_SUMMARY: dict[Kind, str] = {kind: f"summary of {kind}" for kind in KINDS}


def _summary(document: SourceDocument) -> Json:
    data = document.data
    version, description, tags = data.get("version"), data.get("description"), data.get("tags")
    return without_empty(
        version=version if isinstance(version, str) and is_version(version) else UNKNOWN_VERSION,
        description=description if isinstance(description, str) else None,
        tags=[each for each in tags if isinstance(each, str)] if isinstance(tags, list) else None,
    )


def _remote(forge: Forge, kind: Kind) -> tuple[list[Json], list[RefraktError]]:
    rows: dict[str, Json] = {}
    failures = []
    for registry in forge.registries:
        try:
            found = registry.components(kind)
        except RefraktError as error:
            failures.append(error)
            continue
        for each in found:
            row = without_empty(
                name=each.name,
                version=each.version,
                description=each.description,
                tags=list(each.tags) or None,
                source="stockyard",
                path=each.url,
            )
            rows.setdefault(each.name, row)
    return [rows[name] for name in sorted(rows)], failures


def list_text(kind: Kind, result: Json) -> str:
    rows = result[f"{kind}s"]
    if not rows:
        return f"No {kind}s found.{warning_lines(result)}"
    lines = [
        (each["name"], each["version"], each["source"], _remark(each) or each.get("description", "")) for each in rows
    ]
    shown = len(rows)
    more = f"\n{shown} of {result['total']}" if shown < result["total"] else ""
    return table(lines) + more + warning_lines(result)


def _remark(row: Json) -> str:
    return "(invalid)" if row.get("invalid") else "(shadowed)" if row.get("shadowed") else ""
