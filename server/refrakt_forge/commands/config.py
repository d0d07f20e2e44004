"""The commands of the configuration. Nothing they answer contains a token."""

from __future__ import annotations

import json

from refrakt_forge.command_line import forge_command, table
from refrakt_forge.config.credentials import registry_token
from refrakt_forge.config.lookup import config_value
from refrakt_forge.contract.config import (
    CONFIG_GET_OUTPUT,
    CONFIG_SHOW_OUTPUT,
    REGISTRY_LIST_OUTPUT,
    ConfigGetInput,
    ConfigShowInput,
    RegistryListInput,
)
from refrakt_forge.errors import validation_failure
from refrakt_forge.limits import CONFIG_KEY_SEGMENTS
from refrakt_forge.schemas import Json
from refrakt_forge.workspace import Forge


def config_get(forge: Forge, query: ConfigGetInput) -> Json:
    """The value of a key."""
    key = query.key
    if not key.strip() or key.count(".") >= CONFIG_KEY_SEGMENTS:
        message = f"`key` must be a path of at most {CONFIG_KEY_SEGMENTS} keys"
        raise validation_failure("key", message, "pass a key such as `registries.0.url`")
    value, exists = config_value(forge.config.effective, key)
    return {"key": key, "value": value, "exists": exists}


def config_show(forge: Forge, query: ConfigShowInput) -> Json:
    """The configuration, with or without defaults."""
    config = forge.config
    included = query.include_defaults is not False
    shown: Json = {
        "config": dict(config.effective if included else _public(config.written)),
        "sources": list(config.sources),
    }
    if query.format == "yaml":
        shown["text"] = _yaml(shown["config"])
    return shown


def _public(written: object) -> Json:
    """The written settings in the members of the output."""
    settings = dict(written) if isinstance(written, dict) else {}
    if "registries" in settings:
        settings["registries"] = [{"priority": 1, **each} for each in settings["registries"]]
    return {key: value for key, value in settings.items() if key in ("registries", "cache", "resolution", "extra")}


def _yaml(data: Json) -> str:
    import yaml

    return yaml.safe_dump(data, sort_keys=False, allow_unicode=True)


def registry_list(forge: Forge, query: RegistryListInput) -> Json:
    """The registries in order of priority."""
    config, environment = forge.config, forge.environment
    return {
        "registries": [
            {
                "name": each.name,
                "url": each.shown_url,
                "priority": each.priority,
                "authenticated": registry_token(each, config, environment) is not None,
                "enabled": each.enabled,
                "type": each.type,
            }
            for each in config.registries
        ]
    }


def _registries_text(result: Json) -> str:
    if not result["registries"]:
        return "No registries configured."
    return table(
        (each["priority"], each["name"], each["type"], each["url"], _state(each)) for each in result["registries"]
    )


def _state(registry: Json) -> str:
    return "disabled" if not registry["enabled"] else "authenticated" if registry["authenticated"] else ""


COMMANDS = (
    forge_command(
        "config-get",
        "Get a value of the configuration by its key.",
        ConfigGetInput,
        config_get,
        CONFIG_GET_OUTPUT,
        text=lambda result: (
            json.dumps(result["value"], ensure_ascii=False, indent=2) if result["exists"] else "not set"
        ),
        exit_code=lambda result: 0 if result["exists"] else 1,
    ),
    forge_command(
        "config-show",
        "Show the configuration that counts, and the files it comes from.",
        ConfigShowInput,
        config_show,
        CONFIG_SHOW_OUTPUT,
        text=lambda result: result.get("text") or _yaml(result["config"]),
    ),
    forge_command(
        "registry-list",
        "List the configured registries.",
        RegistryListInput,
        registry_list,
        REGISTRY_LIST_OUTPUT,
        text=_registries_text,
    ),
)
