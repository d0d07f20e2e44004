"""Whether a project uses Forge: only then are its tools offered.

A bare `.fractary` folder is not enough, because other products use it, and neither is the user's own registry. The setting
`forge.enabled` of `refrakt.config.json` overrides the detection: `always` or `never`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from refrakt.plugins import read_inside
from refrakt_forge.documents.read_document import read_document
from refrakt_forge.documents.source_document import DEFINITION_SUFFIXES
from refrakt_forge.environment import CONFIG_VARIABLE, FOLDER, Environment, environment
from refrakt_forge.index.folders import leads_out, list_folder
from refrakt_forge.limits import DEFINITION_BYTES

WATCHED = (
    FOLDER,
    *(f"{FOLDER}/{name}" for name in ("config.json", "config.yaml", "agents", "tools", "plugins")),
)
"""What changes the answer of `detect`."""


def detect(root: Path, config: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """What shows that a project uses Forge; None if nothing does."""
    setting = config.get("forge")
    enabled = setting.get("enabled") if isinstance(setting, Mapping) else None
    if enabled == "never":
        return None
    here = environment(root)
    signs = list(_signs(here))
    if not signs and enabled != "always":
        return None
    return {"root": "." if here.root == here.workspace else str(here.root), "signs": signs or ["setting"]}


def _signs(here: Environment) -> Iterator[str]:
    if here.variables.get(CONFIG_VARIABLE):
        yield CONFIG_VARIABLE
    if isinstance(_data(here, "config.json", "json").get("registries"), list):
        yield "config.json"
    if _data(here, "config.yaml", "yaml").get("forge") is not None:
        yield "config.yaml"
    if leads_out(str(here.local), str(here.root)):
        return
    for name, kind in (("agents", "agent"), ("tools", "tool")):
        if _has_definition(str(here.local / name), kind):
            yield name
    if _has_plugin(str(here.local / "plugins")):
        yield "plugins"


def _data(here: Environment, name: str, format: Any) -> dict[str, Any]:
    path = here.local / name
    if not path.is_file():
        return {}
    try:
        text = read_inside(here.root, path, DEFINITION_BYTES).decode("utf-8-sig")
    except (OSError, ValueError):
        return {}
    return read_document(text, format).data


def _has_definition(folder: str, kind: str) -> bool:
    for name, is_folder, is_link in list_folder(folder):
        if is_link:
            continue
        if not is_folder and os.path.splitext(name)[1] in DEFINITION_SUFFIXES:
            return True
        if is_folder and any(
            each in (f"{kind}{suffix}" for suffix in DEFINITION_SUFFIXES)
            for each, *_ in list_folder(os.path.join(folder, name))
        ):
            return True
    return False


def _has_plugin(folder: str, depth: int = 2) -> bool:
    for name, is_folder, is_link in list_folder(folder):
        if is_folder and not is_link:
            inner = os.path.join(folder, name)
            if os.path.isfile(os.path.join(inner, "plugin.json")) or (
                depth > 1 and name.startswith("@") and _has_plugin(inner, 1)
            ):
                return True
    return False
