"""What a plan needs in `refrakt.config.json`: its folder, and its runes on the site whose pages show it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any, Literal

from refrakt.plugins import FileEdit, ProjectFiles, RefraktError, WorkspaceEdit
from refrakt.plugins import json as json_files
from refrakt_plan.editing.file_edits import file_exists, new_file

Outcome = Literal["created", "extended", "preserved", "skipped"]
PACKAGE = "@refrakt-md/plan"
_Keys = tuple[str, ...]


def add_to_config(path: Path, folder: str, files: ProjectFiles) -> tuple[Outcome, WorkspaceEdit]:
    """The change of a config for a plan in a folder. What it has already stays as it is."""
    if not file_exists(path, files):
        return "created", new_file(path, json_files.as_json({"plan": {"dir": folder}}) + "\n")
    try:
        before = files.read(path)
    except RefraktError:
        return "skipped", WorkspaceEdit()
    root, problems = json_files.read_json(before.text)
    if root is None or root.kind != "object" or any(each.severity == "error" for each in problems):
        return "skipped", WorkspaceEdit()
    try:
        edits = json_files.merge_json(before.text, _missing(root.data(), folder))
    except json_files.JsonEditError:
        return "skipped", WorkspaceEdit()
    if not edits:
        return "preserved", WorkspaceEdit()
    return "extended", WorkspaceEdit((FileEdit(str(path), before.text, edits, before.version),))


def _missing(config: dict[str, Any], folder: str) -> dict[str, Any]:
    """What to merge into a config."""
    missing: dict[str, Any] = {} if "plan" in config else {"plan": {"dir": folder}}
    sites = dict(_sites(config))
    holders: dict[_Keys, Mapping[str, Any]] = {(): config, **sites}
    lists = {keys: _packages(each) for keys, each in holders.items()}
    if not sites or any(PACKAGE in each for each in lists.values()):
        return missing
    around = [keys for keys, site in sites.items() if _contains(site.get("contentDir"), folder)]
    chosen = around[0] if around else next(iter(sites)) if len(sites) == 1 else None
    if chosen is None:
        return missing
    place = () if not lists[chosen] and lists[()] else chosen
    key = "packages" if "packages" in holders[place] and "plugins" not in holders[place] else "plugins"
    added: dict[str, Any] = {key: [*lists[place], PACKAGE]}
    for name in reversed(place):
        added = {name: added}
    return missing | added


def _sites(config: Mapping[str, Any]) -> Iterator[tuple[_Keys, Mapping[str, Any]]]:
    """The sites of a config that have pages, with their keys; those with the deepest content first."""
    holders: dict[_Keys, Any] = {("sites", name): each for name, each in _object(config.get("sites")).items()}
    holders = holders or ({("site",): config["site"]} if "site" in config else {(): config})
    found = {keys: each for keys, each in holders.items() if isinstance(_object(each).get("contentDir"), str)}
    yield from sorted(found.items(), key=lambda each: -len(PurePosixPath(each[1]["contentDir"]).parts))


def _object(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _packages(holder: Mapping[str, Any]) -> list[Any]:
    """The packages that a site, or the config, lists."""
    listed = holder.get("plugins", holder.get("packages"))
    return listed if isinstance(listed, list) else []


def _contains(content: Any, folder: str) -> bool:
    return isinstance(content, str) and PurePosixPath(folder).is_relative_to(PurePosixPath(content))
