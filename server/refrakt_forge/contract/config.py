"""Inputs and outputs of the configuration commands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from refrakt.plugins import option
from refrakt_forge.limits import KEY_LENGTH
from refrakt_forge.schemas import ANY, FLAG, NUMBER, OBJECT, TEXT, one_of, record, some


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfigGetInput:
    key: str = option(positional=True, max_length=KEY_LENGTH)
    """path of keys, such as `registries.0.url`"""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfigShowInput:
    include_defaults: bool | None = True
    """whether to include default values; default: true"""
    format: Literal["json", "yaml"] | None = "json"
    """format of the text"""


@dataclass(frozen=True, slots=True, kw_only=True)
class RegistryListInput:
    """No input."""


_REGISTRY_MEMBERS = {"name": TEXT, "url": TEXT, "priority": NUMBER}
CONFIG_GET_OUTPUT = record(key=TEXT, value=ANY, exists=FLAG)
CONFIG_SHOW_OUTPUT = record(
    {"text": TEXT},
    config=record(
        {
            "registries": some(
                record({"type": TEXT, "enabled": FLAG, "cacheTtl": NUMBER, "auth": OBJECT}, **_REGISTRY_MEMBERS)
            ),
            "cache": record({"directory": TEXT, "ttl": NUMBER}),
            "resolution": record({"local": FLAG, "global": FLAG, "stockyard": FLAG}),
            "extra": OBJECT,
        }
    ),
    sources=some(TEXT),
)
REGISTRY_LIST_OUTPUT = record(
    registries=some(
        record({"enabled": FLAG, "type": one_of(("manifest", "stockyard"))}, **_REGISTRY_MEMBERS, authenticated=FLAG)
    )
)
