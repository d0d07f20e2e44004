"""Opens the registries of a configuration.

`CONNECTORS` has a function for each type of registry. A type without one is not available, and its registries answer nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from refrakt_forge.config.settings import ForgeConfig, RegistrySettings, RegistryType
from refrakt_forge.environment import Environment

if TYPE_CHECKING:
    from refrakt_forge.registries.registry import Registry

Connector = Callable[[RegistrySettings, ForgeConfig, Environment], "Registry"]
CONNECTORS: dict[RegistryType, Connector] = {}


def open_registries(config: ForgeConfig, environment: Environment) -> tuple[Registry, ...]:
    """The enabled registries in order of priority. Nothing is connected before the first question."""
    return tuple(_opened(config.enabled_registries, config, environment))


def _opened(settings: Iterable[RegistrySettings], config: ForgeConfig, environment: Environment) -> Iterable[Registry]:
    for each in settings:
        connect = CONNECTORS.get(each.type)
        if connect is not None:
            yield connect(each, config, environment)
