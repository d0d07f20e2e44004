"""The fields of the configuration, for each shape that a file may have; see `config.shapes`."""

from __future__ import annotations

from dataclasses import replace

from refrakt_forge.config.settings import (
    DEFAULT_REGISTRY_URL,
    DEFAULT_STOCKYARD_URL,
    REGISTRY_TYPES,
)
from refrakt_forge.config.shapes import ConfigShape
from refrakt_forge.editor.format_field import FormatField, flag, mapping, text
from refrakt_forge.environment import STOCKYARD_TOKENS, TOKEN_VARIABLE
from refrakt_forge.names import REGISTRY_NAME

_TOKEN = FormatField(
    "The name of the variable with the token.", suggestions=(TOKEN_VARIABLE, *STOCKYARD_TOKENS), required=True
)
_TTL = FormatField("Seconds until an answer is requested again; 0 disables the cache.", "whole number", minimum=0)
_REGISTRY = mapping(
    "A registry.",
    {
        "name": FormatField(
            "The name of the registry, which is also the name of its cache.",
            pattern=REGISTRY_NAME,
            form="letters, digits, `.`, `_` and `-`",
            required=True,
            is_registry=True,
        ),
        "type": text("`manifest` is a static `registry.json`, `stockyard` an API.", values=REGISTRY_TYPES),
        "url": FormatField("The https URL.", suggestions=(DEFAULT_REGISTRY_URL,), required=True),
        "enabled": flag("Whether it is used."),
        "priority": FormatField("The order: the lowest number is asked first.", "whole number", minimum=0),
        "cache_ttl": _TTL,
        "cacheTtl": _TTL,
        "auth": mapping(
            "How requests are authorised.",
            {"type": text("The kind of header.", values=("bearer", "apikey")), "token_env": _TOKEN},
        ),
    },
)
_REGISTRIES = FormatField("The registries.", "list", items=_REGISTRY)
_TIERS = {
    "local": flag("Whether definitions of the project count."),
    "global": flag("Whether definitions of the user's registry count."),
    "stockyard": flag("Whether agents and tools are also looked up in registries."),
}
_SHARED = {
    "cache": mapping(
        "The cache of registries.",
        {
            **{name: text("The folder of the cache.") for name in ("directory", "dir", "path")},
            "ttl": _TTL,
            "enabled": flag("Whether answers are cached."),
        },
        open=True,
    ),
    "resolution": mapping("Where definitions are looked up.", _TIERS),
}
_FREE = FormatField("Settings of other programs.", "mapping", entries=FormatField("A setting.", "any value"))
_INSTALL = mapping(
    "How plugins are installed by other programs.",
    {
        "default_scope": text("Where plugins are installed.", values=("local", "global")),
        "verify_checksums": flag("Whether checksums are compared."),
        "auto_install_dependencies": flag("Whether dependencies are installed too."),
    },
    open=True,
)
_STOCKYARD = mapping(
    "The API of the marketplace.",
    {
        "enabled": flag("Whether agents and tools are also looked up there."),
        "url": FormatField("The https URL.", suggestions=(DEFAULT_STOCKYARD_URL,)),
        "token_env": replace(_TOKEN, required=False),
    },
    open=True,
)
_FORGE = mapping(
    "The settings of Forge.",
    {
        "schema_version": FormatField('The version of the format, `"2.0"`.', "any value"),
        "organization": text("The organisation of the project."),
        "registry": mapping(
            "Where definitions are looked up.",
            {
                "local": mapping(
                    "The definitions of the project.",
                    {
                        "enabled": flag("Whether they count."),
                        "agents_path": text("The folder of agents."),
                        "tools_path": text("The folder of tools."),
                    },
                    open=True,
                ),
                "global": mapping(
                    "The user's registry.",
                    {"enabled": flag("Whether it counts."), "path": text("Its folder.")},
                    open=True,
                ),
                "stockyard": _STOCKYARD,
            },
            open=True,
        ),
        "registries": _REGISTRIES,
        **_SHARED,
        "lockfile": mapping(
            "The lockfile.",
            {
                "path": text("Its path."),
                "auto_generate": flag("Whether other programs write it."),
                "validate_on_install": flag("Whether installations are compared with it."),
            },
            open=True,
        ),
        "updates": replace(_FREE, doc="How other programs update definitions."),
        "defaults": replace(_FREE, doc="Defaults of new definitions."),
        "features": replace(_FREE, doc="Features of other programs."),
        "install": _INSTALL,
    },
    open=True,
)

CONFIGS: dict[ConfigShape, FormatField] = {
    "registries": mapping(
        "The configuration of Forge.",
        {
            "registries": _REGISTRIES,
            "install": _INSTALL,
            **_SHARED,
            "forge": _FORGE,
            "network": mapping(
                "What the user allows. It counts in the user's own file only.",
                {
                    "allowHosts": FormatField(
                        "Hosts that may be private.", "list", items=text("A host, optionally with a port.")
                    )
                },
            ),
        },
        open=True,
    ),
    "shared": FormatField(
        "The configuration of several products.",
        "mapping",
        {"forge": _FORGE},
        entries=FormatField("The settings of another product.", "any value"),
    ),
    "forge": _FORGE,
    "plugin": mapping(
        "The configuration of Forge.",
        {"registries": _REGISTRIES, "stockyard": _STOCKYARD, "install": _INSTALL, **_SHARED},
        open=True,
    ),
    "resolvers": mapping(
        "The configuration of Forge.",
        {
            "resolvers": mapping(
                "Where definitions are looked up.",
                {
                    "local": mapping("The project.", {"enabled": flag("Whether it counts.")}, open=True),
                    "global": mapping("The user's registry.", {"enabled": flag("Whether it counts.")}, open=True),
                    "remote": mapping(
                        "Registries.",
                        {"enabled": flag("Whether they count."), "registries": _REGISTRIES},
                        open=True,
                    ),
                },
                open=True,
            ),
            **_SHARED,
        },
        open=True,
    ),
}
