"""Opens the registries of a configuration.

`CONNECTORS` has a function for each type of registry. The registries of one call share its budget of time. Nothing here imports the
HTTP library; the first request does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from refrakt_forge.config.credentials import registry_token
from refrakt_forge.config.settings import ForgeConfig, RegistrySettings, RegistryType
from refrakt_forge.environment import Environment
from refrakt_forge.registries.cached_answers import CachedAnswers
from refrakt_forge.registries.call_budget import CallBudget
from refrakt_forge.registries.manifest_registry import ManifestRegistry
from refrakt_forge.registries.network_policy import NetworkPolicy
from refrakt_forge.registries.registry_requests import RegistryRequests
from refrakt_forge.registries.stockyard_registry import StockyardRegistry

if TYPE_CHECKING:
    from refrakt_forge.registries.registry import Registry

Connector = Callable[[RegistrySettings, CachedAnswers], "Registry"]
CONNECTORS: dict[RegistryType, Connector] = {"manifest": ManifestRegistry, "stockyard": StockyardRegistry}


def open_registries(
    config: ForgeConfig, environment: Environment, budget: CallBudget | None = None
) -> tuple[Registry, ...]:
    """The enabled registries in order of priority. Nothing is connected before the first question."""
    shared = budget or CallBudget()
    return tuple(
        CONNECTORS[each.type](each, _answers(each, config, environment, shared)) for each in config.enabled_registries
    )


def _answers(
    registry: RegistrySettings, config: ForgeConfig, environment: Environment, budget: CallBudget
) -> CachedAnswers:
    policy = NetworkPolicy(registry, config.permissions)
    requests = RegistryRequests(registry, policy, registry_token(registry, config, environment), budget)
    return CachedAnswers(registry, requests, config.cache_directory, environment)
