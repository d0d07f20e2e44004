"""The commands of forks: which there are, how they differ from their upstream, and whether it has updates."""

from __future__ import annotations

from refrakt.plugins import RefraktError
from refrakt.plugins.message_quoting import one_line, quoted
from refrakt_forge.command_line import forge_command, labelled, table, warning_lines
from refrakt_forge.contract.forks import (
    FORK_CHECK_OUTPUT,
    FORK_DIFF_OUTPUT,
    FORK_INFO_OUTPUT,
    FORK_LIST_OUTPUT,
    ForkCheckInput,
    ForkDiffInput,
    ForkInfoInput,
    ForkListInput,
    ForkType,
)
from refrakt_forge.errors import forge_error, validation_failure
from refrakt_forge.forks.comparison import breaking_changes, differences, unified_text
from refrakt_forge.forks.fork import Fork, fork_in, forks
from refrakt_forge.forks.upstream import Upstream, upstream_definition, upstream_of
from refrakt_forge.names import KINDS, LATEST, Kind, checked_reference
from refrakt_forge.resolution.resolved import ResolvedDefinition
from refrakt_forge.resolution.resolver import NOT_FOUND
from refrakt_forge.schemas import Json, without_empty
from refrakt_forge.versions import newest_first
from refrakt_forge.workspace import Forge


def fork_list(forge: Forge, query: ForkListInput) -> Json:
    """All forks; updates as far as they are known without a network."""
    kinds: tuple[Kind, ...] = KINDS if query.type is None or query.type == "all" else (query.type,)
    rows = [
        {
            "name": fork.name,
            "type": fork.kind,
            "upstream": {"name": fork.upstream_name, "version": fork.upstream_version},
            "localVersion": fork.local_version,
            "path": forge.display(fork.file.path),
            "hasUpstreamUpdate": upstream_of(forge, fork, network=False).has_update,
        }
        for fork in forks(forge.index, kinds)
    ]
    return {"forks": rows, "total": len(rows)}


def fork_info(forge: Forge, query: ForkInfoInput) -> Json:
    """One fork and the newest version of its upstream."""
    fork, warnings = _named_fork(forge, query.name, query.type)
    upstream = upstream_of(forge, fork, network=True)
    warnings += _failures(upstream)
    latest = upstream.latest
    return without_empty(
        name=fork.name,
        type=fork.kind,
        path=forge.display(fork.file.path),
        upstream={
            "name": fork.upstream_name,
            "version": fork.upstream_version,
            "currentVersion": latest or fork.upstream_version,
        },
        localVersion=fork.local_version,
        createdAt=fork.created_at,
        lastMerged=fork.last_merged,
        hasUpstreamUpdate=upstream.has_update,
        upstreamAvailable=None if latest is not None else False,
        warnings=warnings or None,
    )


def fork_diff(forge: Forge, query: ForkDiffInput) -> Json:
    """How a fork differs from the newest upstream, and who changed what since the fork."""
    fork, warnings = _named_fork(forge, query.name, query.type)
    local = forge.resolver.load(fork.file)
    upstream, failures = _upstream_definition(forge, fork)
    base = upstream_definition(forge, fork, fork.upstream_version)
    found = differences(local.data, upstream.data, base.data if base is not None else None)
    counts = {kind: sum(each.change_type == kind for each in found) for kind in ("added", "removed", "modified")}
    result: Json = {
        "name": fork.name,
        "upstreamVersion": upstream.version,
        "localVersion": local.version,
        "differences": [each.as_json() for each in found],
        "summary": counts,
    }
    if base is not None:
        broken = breaking_changes(fork.kind, base.data, upstream.data)
        result |= {
            "baseVersion": base.version,
            "conflicts": [each.field for each in found if each.changed_by == "both" and each.field != "version"],
            "breakingChanges": [{"field": field, "message": message} for field, message in broken],
        }
    if query.format != "json":
        names = f"{fork.upstream_name}@{upstream.version}", f"{fork.name}@{local.version}"
        result["diff"] = unified_text(local.data, upstream.data, names)
    warnings += failures
    return {**result, "warnings": warnings} if warnings else result


def fork_check(forge: Forge, query: ForkCheckInput) -> Json:
    """The forks whose upstream has a newer version."""
    warnings: list[Json] = []
    if query.name is not None:
        fork, warnings = _named_fork(forge, query.name, query.type)
        chosen = [fork]
    else:
        chosen = list(forks(forge.index, (query.type,) if query.type else KINDS))
    updates = []
    for fork in chosen:
        upstream = upstream_of(forge, fork, network=True)
        if upstream.failure is not None and query.name is not None:
            raise upstream.failure
        warnings += _failures(upstream)
        if upstream.has_update:
            updates.append(
                {
                    "name": fork.name,
                    "type": fork.kind,
                    "localVersion": fork.local_version,
                    "upstreamVersion": upstream.latest,
                    "breakingChanges": upstream.is_breaking,
                }
            )
    result: Json = {"updates": updates, "total": len(updates), "hasUpdates": bool(updates)}
    return {**result, "warnings": warnings} if warnings else result


def _named_fork(forge: Forge, name: str, kind: ForkType | None) -> tuple[Fork, list[Json]]:
    """The fork of a name. `RefraktError` if nothing has the name, or what has it is not a fork."""
    reference = checked_reference(kind or "agent", name)
    if reference.range != LATEST:
        raise validation_failure("name", "a fork has one version", "pass the name of the fork without a version")
    kinds: tuple[Kind, ...] = (kind,) if kind else KINDS
    found = [file for each in kinds for file in forge.index.of_name(each, reference.name, reference.plugin)[:1]]
    known = [fork for fork in (fork_in(forge.index, file) for file in found) if fork is not None]
    if not known and found:
        raise validation_failure(
            "name", f"{quoted(name)} is not a fork", "list the forks with `{command:forge.fork_list}`"
        )
    if not known:
        raise forge_error(
            "AGENT_NOT_FOUND" if kind != "tool" else "TOOL_NOT_FOUND",
            f"fork {quoted(name)} not found",
            "list the forks with `{command:forge.fork_list}`",
            details={
                "name": reference.name,
                "kind": "fork",
                "searched": ["local", "global"],
                "searchedRegistries": ["local", "global"],
            },
        )
    warnings = []
    if len(known) > 1:
        message = f"an agent and a tool are named {quoted(name, 60)}; this is the agent"
        warnings.append({"code": "AMBIGUOUS_NAME", "message": message})
    return known[0], warnings


def _upstream_definition(forge: Forge, fork: Fork) -> tuple[ResolvedDefinition, list[Json]]:
    """The newest upstream that is available, at least the version that was forked."""
    upstream = upstream_of(forge, fork, network=True)
    latest = upstream.latest
    for version in dict.fromkeys(
        [*([latest] if latest else []), *newest_first(upstream.versions), fork.upstream_version]
    ):
        found = upstream_definition(forge, fork, version)
        if found is not None:
            return found, _failures(upstream)
    if upstream.failure is not None:
        raise upstream.failure
    raise forge_error(
        NOT_FOUND[fork.kind],
        f"the upstream {quoted(fork.upstream_name)} of the fork is not available",
        "install the upstream, or enable its registry",
        details={
            "name": fork.upstream_name,
            "kind": "upstream",
            "versionRange": fork.upstream_version,
            "searched": ["local", "global", *(["stockyard"] if forge.config.stockyard else [])],
            "searchedRegistries": [each.settings.name for each in forge.registries] if forge.config.stockyard else [],
        },
    )


def _failures(upstream: Upstream) -> list[Json]:
    error: RefraktError | None = upstream.failure
    return [{"code": error.code, "message": error.message}] if error is not None else []


# Text -----------------------------------------------------------------------------------------------------------------


def _list_text(result: Json) -> str:
    if not result["forks"]:
        return "No forks found."
    return table(
        (
            each["name"],
            each["type"],
            each["localVersion"],
            f"fork of {each['upstream']['name']} {each['upstream']['version']}",
            "(update available)" if each["hasUpstreamUpdate"] else "",
        )
        for each in result["forks"]
    )


def _info_text(result: Json) -> str:
    upstream = result["upstream"]
    return labelled(
        ("name", result["name"]),
        ("type", result["type"]),
        ("version", result["localVersion"]),
        ("path", result["path"]),
        ("upstream", f"{upstream['name']} {upstream['version']}, newest {upstream['currentVersion']}"),
        ("created", result["createdAt"]),
        ("last merge", result.get("lastMerged")),
        ("update", "available" if result["hasUpstreamUpdate"] else "none"),
    ) + warning_lines(result)


def _diff_text(result: Json) -> str:
    lines = [one_line(each, 200) for each in result.get("diff", "").splitlines()]
    counts = result["summary"]
    summary = f"{counts['added']} added, {counts['removed']} removed, {counts['modified']} modified"
    conflicts = [f"conflict: {one_line(each)}" for each in result.get("conflicts", ())]
    return "\n".join([*lines, summary, *conflicts]) + warning_lines(result)


def _check_text(result: Json) -> str:
    if not result["updates"]:
        return f"No updates.{warning_lines(result)}"
    rows = (
        (
            each["name"],
            each["type"],
            f"{each['localVersion']} -> {each['upstreamVersion']}",
            "(breaking)" if each["breakingChanges"] else "",
        )
        for each in result["updates"]
    )
    return table(rows) + warning_lines(result)


COMMANDS = (
    forge_command(
        "fork-list",
        "List forked agents and tools.",
        ForkListInput,
        fork_list,
        FORK_LIST_OUTPUT,
        text=_list_text,
    ),
    forge_command(
        "fork-info",
        "Get a fork, and the newest version of its upstream.",
        ForkInfoInput,
        fork_info,
        FORK_INFO_OUTPUT,
        text=_info_text,
        network=True,
    ),
    forge_command(
        "fork-diff",
        "Compare a fork with its upstream, field by field, with conflicts and breaking changes.",
        ForkDiffInput,
        fork_diff,
        FORK_DIFF_OUTPUT,
        text=_diff_text,
        network=True,
    ),
    forge_command(
        "fork-check",
        "Check whether the upstream of one fork or of all forks has updates.",
        ForkCheckInput,
        fork_check,
        FORK_CHECK_OUTPUT,
        text=_check_text,
        network=True,
    ),
)
