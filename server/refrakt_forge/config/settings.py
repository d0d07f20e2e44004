"""The configuration in one normalised form, whatever shape of file it was read from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

RegistryType = Literal["manifest", "stockyard"]
REGISTRY_TYPES: tuple[RegistryType, ...] = ("manifest", "stockyard")
Origin = Literal["default", "user", "project"]
"""Who wrote a setting. A project is cloned from anywhere, so its settings are not trusted."""

DEFAULT_TTL = 3600
DEFAULT_REGISTRY_NAME = "fractary-core"
DEFAULT_REGISTRY_URL = "https://raw.githubusercontent.com/fractary/plugins/main/registry.json"
DEFAULT_STOCKYARD_URL = "https://stockyard.fractary.dev"
STOCKYARD_NAME = "stockyard"


@dataclass(frozen=True, slots=True)
class RegistryAuth:
    type: Literal["bearer", "apikey"]
    token_env: str
    """The name of the variable with the token."""


@dataclass(frozen=True, slots=True)
class RegistrySettings:
    """A registry. The lowest priority is asked first; registries of the same priority in the order of the file."""

    name: str
    url: str
    """As configured: never print it, see `shown_url`."""
    type: RegistryType = "manifest"
    enabled: bool = True
    priority: int = 1
    cache_ttl: int = DEFAULT_TTL
    """Seconds; 0 disables the cache."""
    auth: RegistryAuth | None = None
    origin: Origin = "default"
    shown_url: str = ""
    """The URL for output: variables as they are written, and without secrets."""


@dataclass(frozen=True, slots=True)
class NetworkPermissions:
    """What the user allows, in the global config (`network.allowHosts`) or by variable; a project cannot allow anything."""

    allowed_hosts: frozenset[str] = frozenset()
    """Hosts, optionally with a port, that may be private or loopback, and that a project's registry may get tokens for."""
    loopback_http: bool = False
    """Whether plain HTTP on loopback is allowed for every registry."""


@dataclass(frozen=True, slots=True)
class ForgeConfig:
    registries: tuple[RegistrySettings, ...]
    """In order of priority, disabled ones included; of type `stockyard` too."""
    cache_directory: Path
    cache_ttl: int
    local: bool
    global_: bool
    stockyard: bool
    """Whether agents and tools are also looked up in registries."""
    agents_path: Path
    tools_path: Path
    plugins_path: Path
    global_path: Path
    lockfile: Path | None
    """The first existing one of the known places."""
    permissions: NetworkPermissions
    written: Mapping[str, Any] = field(default_factory=dict)
    """The normalised form of what the files contain, without defaults."""
    effective: Mapping[str, Any] = field(default_factory=dict)
    """The same with defaults: what `config_show` and `config_get` answer. URLs are redacted."""
    sources: tuple[str, ...] = ()
    """The files that contributed, for display."""

    @property
    def enabled_registries(self) -> tuple[RegistrySettings, ...]:
        return tuple(each for each in self.registries if each.enabled)
