"""The errors of registries.

Messages name the registry and the kind of failure. They contain no text of an exception or of an answer: either may repeat a token.
"""

from __future__ import annotations

from typing import Any

from refrakt.plugins import RefraktError
from refrakt_forge.config.redaction import shown_url
from refrakt_forge.config.settings import RegistrySettings
from refrakt_forge.errors import forge_error

INVALID_MANIFEST = "invalid_manifest"
AUTH_CODES = frozenset({"AUTH_REQUIRED", "AUTH_FAILED"})
_LIST = "check the registry with `{command:forge.registry_list}`"


def network_error(registry: RegistrySettings, reason: str, message: str, url: str, **details: Any) -> RefraktError:
    """No usable answer. `reason` is for programs, `message` is the part of the sentence after the registry's name."""
    shown = {"registry": registry.name, "url": shown_url(url), "reason": reason, **details}
    return forge_error("NETWORK_ERROR", f"registry `{registry.name}` {message}", _LIST, details=shown)


def status_error(registry: RegistrySettings, status: int, url: str, token_sent: bool) -> RefraktError:
    """The error of a status that is not a success."""
    details = {"registry": registry.name, "url": shown_url(url), "status": status}
    if status in (401, 403):
        if token_sent:
            message = f"registry `{registry.name}` refused the token (HTTP status {status})"
            return forge_error("AUTH_FAILED", message, "renew the token of the registry", _LIST, details=details)
        return forge_error(
            "AUTH_REQUIRED",
            f"registry `{registry.name}` requires a token (HTTP status {status})",
            "set the variable that `auth.token_env` of the registry names, or FRACTARY_REGISTRY_TOKEN",
            "the user's own config must allow the host before a project's registry gets a token",
            details=details,
        )
    return network_error(registry, "status", f"answered with HTTP status {status}", url, status=status)


def invalid_manifest(registry: RegistrySettings, url: str, message: str) -> RefraktError:
    """An answer that is not what the registry should have at this URL."""
    return network_error(registry, INVALID_MANIFEST, f"answered with an invalid manifest: {message}", url)


def checksum_mismatch(registry: RegistrySettings, url: str, expected: str, actual: str) -> RefraktError:
    return forge_error(
        "INTEGRITY_ERROR",
        f"registry `{registry.name}` served content that does not match its checksum",
        "do not use this content; report it to the owner of the registry",
        details={"registry": registry.name, "url": shown_url(url), "expected": expected, "actual": actual},
    )


def missing_checksum(registry: RegistrySettings, url: str) -> RefraktError:
    return forge_error(
        "INTEGRITY_ERROR",
        f"registry `{registry.name}` has no checksum for this content, so it cannot be verified",
        "report it to the owner of the registry",
        details={"registry": registry.name, "url": shown_url(url)},
    )


def refused_url(registry: RegistrySettings, url: str, message: str) -> RefraktError:
    """A URL that must not be used: in the configuration if it is the registry's own, else from an answer."""
    if url != registry.url:
        return network_error(registry, "refused_url", f"refers to a URL that must not be used: {message}", url)
    return forge_error(
        "CONFIG_ERROR",
        f"the URL of registry `{registry.name}` must not be used: {message}",
        "correct the URL in the configuration",
        "to allow a private or loopback host, list it in `network.allowHosts` of ~/.fractary/config.json",
        details={"registry": registry.name, "url": shown_url(url)},
    )
