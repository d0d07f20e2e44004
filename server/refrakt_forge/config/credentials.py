"""The tokens of registries, and who gets one.

A project is cloned from anywhere and may name any URL and any variable. Its registries get a token only if the user's own config
allows the host, and only from a variable that is meant for it. The default token goes only to registries that the user configured.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit

from refrakt.plugins import read_bytes
from refrakt_forge.config.settings import ForgeConfig, NetworkPermissions, RegistrySettings
from refrakt_forge.environment import STOCKYARD_TOKENS, TOKEN_VARIABLE, Environment
from refrakt_forge.json_values import parsed_json

_OWN_VARIABLE = re.compile(r"(?:FRACTARY|FORGE|STOCKYARD)_[A-Z0-9_]*(?:TOKEN|KEY)")
_LARGEST = 256 * 1024


def registry_token(registry: RegistrySettings, config: ForgeConfig, environment: Environment) -> str | None:
    """The token for a registry: its variable, the credentials file, the default token. None if it must not get one."""
    trusted = registry.origin != "project"
    if not trusted and not is_allowed_host(registry.url, config.permissions):
        return None
    if registry.auth is not None and (trusted or _OWN_VARIABLE.fullmatch(registry.auth.token_env)):
        token = environment.variables.get(registry.auth.token_env)
        if token:
            return token
    token = _stored_token(registry, environment) if trusted else None
    if token:
        return token
    if registry.origin != "user":
        return None
    defaults = (TOKEN_VARIABLE, *(STOCKYARD_TOKENS if registry.type == "stockyard" else ()))
    return next((environment.variables[each] for each in defaults if environment.variables.get(each)), None)


def is_allowed_host(url: str, permissions: NetworkPermissions) -> bool:
    """Whether the user allows the host of a URL, with or without its port."""
    try:
        parts = urlsplit(url)
        host, port = (parts.hostname or "").lower(), parts.port
    except ValueError:
        return False
    return bool(host) and (host in permissions.allowed_hosts or f"{host}:{port}" in permissions.allowed_hosts)


def _stored_token(registry: RegistrySettings, environment: Environment) -> str | None:
    """The token of a login, unless it has expired."""
    try:
        data = parsed_json(read_bytes(environment.user / "auth" / "credentials.json", _LARGEST))
    except (OSError, ValueError):
        return None
    registries = data.get("registries") if isinstance(data, Mapping) else None
    entry = registries.get(registry.name) if isinstance(registries, Mapping) else None
    if not isinstance(entry, Mapping) or _expired(entry.get("expires_at"), environment.now()):
        return None
    token = entry.get("token")
    return token if isinstance(token, str) and token else None


def _expired(value: Any, now: float) -> bool:
    if value is None:
        return False
    try:
        if isinstance(value, int | float) and not isinstance(value, bool):
            return value / (1000 if value > 1e11 else 1) <= now
        moment = datetime.fromisoformat(str(value))
        return (moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)).timestamp() <= now
    except (ValueError, OverflowError):
        return True
