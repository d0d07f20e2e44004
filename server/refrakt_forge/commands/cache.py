"""The commands of the cache: how much it contains, and clearing it. Neither uses the network."""

from __future__ import annotations

import sys
from datetime import UTC, datetime

from refrakt_forge.cache_layout import CACHE_KINDS, CacheKind
from refrakt_forge.command_line import forge_command, labelled
from refrakt_forge.contract.cache import CACHE_CLEAR_OUTPUT, CACHE_STATS_OUTPUT, CacheClearInput, CacheStatsInput
from refrakt_forge.errors import validation_failure
from refrakt_forge.registries.cache_files import cache_files, clear, shown_size
from refrakt_forge.schemas import Json
from refrakt_forge.workspace import Forge


def cache_stats(forge: Forge, query: CacheStatsInput) -> Json:
    """Number, size and age of the entries."""
    cache = forge.config.cache_directory
    manifests, downloads = (list(cache_files(cache, kind)) for kind in CACHE_KINDS)
    moments = sorted(each.fetched for each in manifests)
    sizes = [sum(each.size for each in files) for files in (manifests, downloads)]
    return {
        "manifests": {
            "count": len(manifests),
            "size": shown_size(sizes[0]),
            "oldestEntry": shown_moment(moments[0]) if moments else "",
            "newestEntry": shown_moment(moments[-1]) if moments else "",
        },
        "downloads": {"count": len(downloads), "size": shown_size(sizes[1])},
        "totalSize": shown_size(sum(sizes)),
        "location": forge.display(cache),
    }


def cache_clear(forge: Forge, query: CacheClearInput) -> Json:
    """Remove entries; in a shell only after a confirmation."""
    cache = forge.config.cache_directory
    kinds: tuple[CacheKind, ...] = CACHE_KINDS if query.type is None or query.type == "all" else (query.type,)
    if forge.shell and not query.yes and not _confirmed(f"Clear {' and '.join(kinds)} in {forge.display(cache)}?"):
        return _cleared(False, {}, 0)
    results = {kind: clear(cache, kind, query.older_than, forge.environment.now()) for kind in kinds}
    complete = not any(each.failed for each in results.values())
    counts = {kind: each.count for kind, each in results.items()}
    return _cleared(complete, counts, sum(each.size for each in results.values()))


def _cleared(success: bool, counts: dict[CacheKind, int], size: int) -> Json:
    return {
        "success": success,
        "cleared": {**{kind: counts.get(kind, 0) for kind in CACHE_KINDS}, "totalSize": shown_size(size)},
    }


def _confirmed(question: str) -> bool:
    if not sys.stdin.isatty():
        raise validation_failure("yes", "clearing the cache needs a confirmation", "pass --yes")
    sys.stderr.write(f"{question} [y/N] ")
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def shown_moment(seconds: float) -> str:
    """A time for output; empty if it is not a possible one."""
    try:
        return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    except (OSError, OverflowError, ValueError):
        return ""


def _stats_text(result: Json) -> str:
    manifests, downloads = result["manifests"], result["downloads"]
    return labelled(
        ("manifests", f"{manifests['count']} ({manifests['size']})"),
        ("oldest", manifests["oldestEntry"]),
        ("newest", manifests["newestEntry"]),
        ("downloads", f"{downloads['count']} ({downloads['size']})"),
        ("total", result["totalSize"]),
        ("location", result["location"]),
    )


def _clear_text(result: Json) -> str:
    cleared = result["cleared"]
    counts = f"{cleared['manifests']} manifests and {cleared['downloads']} downloads ({cleared['totalSize']})"
    return f"Cleared {counts}." if result["success"] else f"Cleared only {counts}."


COMMANDS = (
    forge_command(
        "cache-stats",
        "Get number, size and age of cached manifests and downloads.",
        CacheStatsInput,
        cache_stats,
        CACHE_STATS_OUTPUT,
        text=_stats_text,
    ),
    forge_command(
        "cache-clear",
        "Clear cached manifests and downloads, all of them or those older than a number of days.",
        CacheClearInput,
        cache_clear,
        CACHE_CLEAR_OUTPUT,
        text=_clear_text,
        exit_code=lambda result: 0 if result["success"] else 1,
        destructive=True,
    ),
)
