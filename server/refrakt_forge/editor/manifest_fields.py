"""The fields of `plugin.json` and of lockfiles."""

from __future__ import annotations

from dataclasses import replace

from refrakt_forge.definitions.agent import PROVIDERS
from refrakt_forge.definitions.plugin_manifest import CHECKSUM, COMPONENT_KINDS
from refrakt_forge.editor.format_field import FormatField, mapping, text, texts
from refrakt_forge.names import PLUGIN_NAME
from refrakt_forge.versions import EXACT

_HOOKS = ("pre-commit", "post-commit", "pre-push", "post-push", "session-start", "session-end")
_VERSION = FormatField(
    "The version in three numbers.", pattern=EXACT, form="three numbers, such as `1.0.0`", required=True
)


def _component(kind: str) -> FormatField:
    fields = {
        "name": text("The name of the component.", required=True),
        "version": _VERSION,
        "description": text("What it does."),
        "source": text("The URL of the file."),
        "checksum": FormatField(
            "The SHA-256 hash of the file's bytes.", pattern=CHECKSUM, form="`sha256:` and 64 lower-case hex digits"
        ),
        "size": FormatField("The size of the file in bytes.", "whole number", minimum=1),
    }
    if kind in ("agents", "tools", "workflows"):
        fields["dependencies"] = texts("What it needs.")
    if kind == "hooks":
        fields["type"] = text("When the hook runs.", values=_HOOKS)
    return mapping(f"One of the {kind}.", fields, open=True)


MANIFEST = mapping(
    "A plugin.",
    {
        "$schema": text("The URL of the JSON schema of this file."),
        "name": FormatField(
            "The name of the plugin.", pattern=PLUGIN_NAME, form="`@org/name` in lower case", required=True
        ),
        "version": _VERSION,
        "description": text("What the plugin is for."),
        "author": FormatField("Who wrote it.", "any value"),
        "license": text("The licence, such as `MIT`."),
        "repository": FormatField("The URL of the source code.", "any value"),
        "homepage": text("The URL of the documentation."),
        "tags": texts("Words to find it by."),
        "keywords": texts("Words to find it by."),
        **{kind: FormatField(f"The {kind} of the plugin.", "list", items=_component(kind)) for kind in COMPONENT_KINDS},
        "config": mapping(
            "Defaults of the plugin.",
            {
                "default_llm": mapping(
                    "The model of agents without one.",
                    {
                        "provider": text("Who runs the model.", values=PROVIDERS),
                        "model": text("The name of the model."),
                    },
                ),
                "permissions": mapping(
                    "What the plugin may do.",
                    {name: texts(f"Patterns of what it may {name}.") for name in ("read", "write", "execute")},
                ),
            },
            open=True,
        ),
    },
    open=True,
)

FOREIGN_MANIFEST = replace(
    MANIFEST,
    fields={
        **{name: replace(each, pattern=None, required=name == "name") for name, each in MANIFEST.fields.items()},
        **{kind: FormatField(f"The {kind} of the plugin: paths.", "any value") for kind in COMPONENT_KINDS},
    },
)
"""`.claude-plugin/plugin.json`: lists of paths instead of entries."""

_LOCKED = mapping(
    "A pinned definition.",
    {
        "version": text("The version that is pinned."),
        "resolved": text("Where it was found."),
        "integrity": text("`sha256-` and the hash of the flattened definition."),
        "checksum": text("`sha256:` and the hash of the file's bytes."),
        "dependencies": FormatField("The pinned versions of what it needs.", "any value"),
    },
    open=True,
)
LOCKFILE = mapping(
    "Pinned versions. Forge reads this file and never writes it.",
    {
        "version": FormatField("The version of the format.", "any value"),
        "generated": text("When it was written."),
        "agents": FormatField("The pinned agents by name.", "mapping", entries=_LOCKED),
        "tools": FormatField("The pinned tools by name.", "mapping", entries=_LOCKED),
        "locked": FormatField("The pinned definitions of an older format.", "any value"),
    },
    open=True,
)
