"""The configuration that counts: the settings of a file over the defaults.

Variables (`${NAME}`) are expanded only in the user's own files, and only where a value is used. What is shown to a caller has them
as written, and no secrets.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from refrakt_forge.config.redaction import redacted, shown_url
from refrakt_forge.config.settings import (
    DEFAULT_REGISTRY_NAME,
    DEFAULT_REGISTRY_URL,
    DEFAULT_TTL,
    ForgeConfig,
    NetworkPermissions,
    Origin,
    RegistryAuth,
    RegistrySettings,
)
from refrakt_forge.environment import CACHE_VARIABLE, Environment

Json = dict[str, Any]
LOCKFILES = (
    "forge/lockfile.json",
    "plugins/forge/lockfile.json",
    "plugins/forge/lock.json",
)
"""Where lockfiles are, below `.fractary`."""
_DEFAULT_REGISTRY = {
    "name": DEFAULT_REGISTRY_NAME,
    "type": "manifest",
    "url": DEFAULT_REGISTRY_URL,
    "enabled": True,
    "priority": 1,
    "cacheTtl": DEFAULT_TTL,
}
_DEFAULT_RESOLUTION = {"local": True, "global": True, "stockyard": False}
_VARIABLE = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)\}")


def effective_config(
    written: Mapping[str, Any],
    origin: Origin,
    environment: Environment,
    permissions: NetworkPermissions,
    sources: tuple[str, ...],
) -> ForgeConfig:
    """The configuration from the settings of a file (`shapes`) and its origin."""
    settings = dict(written)
    registries = settings.get("registries", [_DEFAULT_REGISTRY])
    cache = settings.get("cache", {})
    resolution = {**_DEFAULT_RESOLUTION, **settings.get("resolution", {})}
    ttl = cache.get("ttl", DEFAULT_TTL)
    directory = _cache_directory(cache.get("directory"), origin, environment)
    complete = [_complete(each, ttl) for each in registries]
    shown = {
        **{key: value for key, value in settings.items() if key == "extra"},
        "registries": complete,
        "cache": {"directory": environment.display(directory), "ttl": ttl},
        "resolution": resolution,
    }
    paths = settings.get("paths", {})
    expand = _expander(origin, environment)
    opened = tuple(_registry(each, origin if "registries" in settings else "default", expand) for each in complete)
    return ForgeConfig(
        registries=tuple(sorted(opened, key=lambda each: each.priority)),
        cache_directory=directory,
        cache_ttl=ttl,
        local=resolution["local"],
        global_=resolution["global"],
        stockyard=resolution["stockyard"],
        agents_path=_inside(paths.get("agents"), environment.local / "agents", environment, expand),
        tools_path=_inside(paths.get("tools"), environment.local / "tools", environment, expand),
        plugins_path=environment.local / "plugins",
        global_path=_global_path(paths.get("global"), origin, environment, expand),
        lockfile=_lockfile(settings.get("lockfile"), environment, expand),
        permissions=permissions,
        written=redacted(settings),
        effective=redacted(shown),
        sources=sources,
    )


def _complete(registry: Mapping[str, Any], ttl: int) -> Json:
    """A registry with the defaults of everything it does not say."""
    return {"enabled": True, "priority": 1, "cacheTtl": ttl, **registry}


def _registry(entry: Mapping[str, Any], origin: Origin, expand: Any) -> RegistrySettings:
    auth = entry.get("auth")
    return RegistrySettings(
        entry["name"],
        expand(entry["url"]),
        entry["type"],
        entry["enabled"],
        entry["priority"],
        entry["cacheTtl"],
        RegistryAuth(auth["type"], auth["token_env"]) if auth else None,
        origin,
        shown_url(entry["url"]),
    )


def _expander(origin: Origin, environment: Environment) -> Any:
    def expand(text: str) -> str:
        return _VARIABLE.sub(lambda found: environment.variables.get(found[1], ""), text) if origin == "user" else text

    return expand


def _cache_directory(written: str | None, origin: Origin, environment: Environment) -> Path:
    """The variable, then the user's config. A project must not choose where files are written and deleted."""
    named = environment.variables.get(CACHE_VARIABLE) or (written if origin == "user" else None)
    if not named:
        return environment.user / "cache"
    return Path(os.path.normpath(environment.root / _home_expanded(named, environment)))


def _inside(written: str | None, default: Path, environment: Environment, expand: Any) -> Path:
    """A folder of the project; one outside of it is not used."""
    if not written:
        return default
    path = Path(os.path.realpath(environment.root / expand(written)))
    return path if path.is_relative_to(os.path.realpath(environment.root)) else default


def _global_path(written: str | None, origin: Origin, environment: Environment, expand: Any) -> Path:
    if not written:
        return environment.global_registry
    path = Path(os.path.normpath(environment.root / _home_expanded(expand(written), environment)))
    return path if origin == "user" or path.is_relative_to(environment.user) else environment.global_registry


def _lockfile(written: str | None, environment: Environment, expand: Any) -> Path | None:
    places = [environment.local / each for each in LOCKFILES]
    if written:
        places.insert(0, _inside(written, places[0], environment, expand))
    return next((each for each in places if os.path.isfile(each)), None)


def _home_expanded(path: str, environment: Environment) -> str:
    return str(environment.home) + path[1:] if path == "~" or path.startswith("~/") else path
