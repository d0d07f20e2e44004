"""The keys of `refrakt.config.json`, and the JSON schema of the file.

A misspelt key is ignored without a word by everything that reads the config, so a key that is nearly one of these is an error.
Other unknown keys may belong to other tools.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Schema = dict[str, Any]

_TEXT: Schema = {"type": "string"}
_TEXTS: Schema = {"type": "array", "items": _TEXT}
_BY_NAME: Schema = {"type": "object", "additionalProperties": _TEXT}
_SEVERITY: Schema = {"enum": ["error", "warning", "info", "hint", "off", False]}
_RULES: Schema = {"type": "object", "additionalProperties": _SEVERITY}


def _object(**members: Schema) -> Schema:
    return {"type": "object", "properties": members}


def _about(text: str, schema: Schema | None = None) -> Schema:
    return {**(schema or {}), "description": text}


_AUTHORING = _object(
    rules=_about("Severities by rule code.", _RULES),
    overrides=_about(
        "Severities for some files; the last match wins.",
        {
            "type": "array",
            "items": {
                **_object(files={"type": ["string", "array"], "items": _TEXT}, rules=_RULES),
                "required": ["files"],
            },
        },
    ),
    staticDirs=_about("Folders whose files are served unchanged.", _TEXTS),
    basePath=_about("The path under which the whole site is served.", _TEXT),
    elsewhere=_about("Patterns of URLs that something else serves.", _TEXTS),
    variables=_about("The names of variables that the site gives its pages.", _TEXTS),
    pages=_about("Which files of a plain Markdoc site are pages.", _object(include=_TEXTS, exclude=_TEXTS)),
)
_PLUGINS = _about("The packages whose runes are used.", _TEXTS)
_LAYOUT_RULE = {**_object(pattern=_TEXT, layout=_TEXT, entity=_TEXT), "required": ["pattern", "layout"]}
_ENTITY_ROUTE = {
    **_object(type=_TEXT, url=_TEXT, title=_TEXT, filter=_TEXT, render=_TEXT, frontmatter={"type": "object"}),
    "required": ["type", "url"],
}
_ENTITY_ROUTE["properties"]["render-template"] = _TEXT
_XREF = {**_object(match=_TEXT, template=_TEXT, label=_TEXT, type=_TEXT), "required": ["match", "template"]}
_SANDBOX = _object(dir=_TEXT, examplesDir=_TEXT)
_PLAN = _object(dir=_TEXT)
_FORGE = _object(enabled={"enum": ["auto", "always", "never"]})
_SITE: Mapping[str, Schema] = {
    "contentDir": _about("The folder of the pages.", _TEXT),
    "theme": _about("The theme: its package, or an object with `package`.", {"type": ["string", "object"]}),
    "target": _about("The framework that serves the site.", _TEXT),
    "overrides": _about("Components that replace those of the theme.", {"type": "object"}),
    "routeRules": _about(
        "Layouts of pages; the first match wins.",
        {"type": "array", "items": _LAYOUT_RULE},
    ),
    "entityRoutes": _about("Pages that are generated from entities.", {"type": "array", "items": _ENTITY_ROUTE}),
    "search": _about("Whether the site has a search.", {"type": "boolean"}),
    "highlight": _about("The theme of code blocks.", {"type": "object"}),
    "icons": _about("Icons besides those of the theme.", {"type": "object"}),
    "plugins": _PLUGINS,
    "packages": {**_about("The former name of `plugins`.", _TEXTS), "deprecated": True},
    "locale": _about("The language of the texts of the theme.", _TEXT),
    "strings": _about("Texts of the theme that the site replaces.", {"type": "object"}),
    "tints": _about("Tints besides those of the theme.", {"type": "object"}),
    "backgrounds": _about("Backgrounds besides those of the theme.", {"type": "object"}),
    "sandbox": _about("The examples that sandboxes show.", _SANDBOX),
    "baseUrl": _about("The URL of the site.", _TEXT),
    "siteName": _about("The name of the site.", _TEXT),
    "defaultImage": _about("The image of pages without one, for previews of links.", _TEXT),
    "logo": _about("The image of the site.", _TEXT),
    "repoUrl": _about("The repository of the site.", _TEXT),
    "repoBranch": _about("The branch of the repository.", _TEXT),
    "runes": _about("Names of runes.", _object(prefer=_BY_NAME, aliases=_BY_NAME, local={"type": "object"})),
    "security": _about("Whether scripts of sandboxes may run.", {"type": ["string", "object"]}),
    "authoring": _about("Settings of refrakt's tools.", _AUTHORING),
}
_TOP: Mapping[str, Schema] = {
    "$schema": _TEXT,
    "site": _about("The only site of the project.", _object(**_SITE)),
    "sites": _about("Several sites, by name.", {"type": "object", "additionalProperties": _object(**_SITE)}),
    "plugins": _PLUGINS,
    "packages": _SITE["packages"],
    "xrefs": _about("References to entities outside of the site.", {"type": "array", "items": _XREF}),
    "fileRoots": _about("More folders of partials, by name.", _BY_NAME),
    "plan": _about("The plan: `dir` is its folder.", _PLAN),
    "forge": _about("Forge: `enabled` is `auto`, `always` or `never`.", _FORGE),
    "authoring": _about("Settings of refrakt's tools for all sites.", _AUTHORING),
}

KNOWN_KEYS: Mapping[tuple[str, ...], frozenset[str]] = {
    (): frozenset({*_TOP, *_SITE}),
    ("site",): frozenset(_SITE),
    ("authoring",): frozenset(_AUTHORING["properties"]),
    ("runes",): frozenset(("prefer", "aliases", "local")),
    ("overrides",): frozenset(("files", "rules")),
    ("pages",): frozenset(("include", "exclude")),
    ("plan",): frozenset(_PLAN["properties"]),
    ("forge",): frozenset(_FORGE["properties"]),
    ("sandbox",): frozenset(_SANDBOX["properties"]),
    ("routeRules",): frozenset(_LAYOUT_RULE["properties"]),
    ("entityRoutes",): frozenset(_ENTITY_ROUTE["properties"]),
    ("xrefs",): frozenset(_XREF["properties"]),
}
"""The keys of each kind of object in the config."""

FORGE_MODES: tuple[str, ...] = tuple(_FORGE["properties"]["enabled"]["enum"])
SITE_TEXTS = ("locale", "baseUrl", "siteName", "repoUrl", "repoBranch")
"""Keys of a site whose values are text, wherever refrakt reads them."""
SITE_OBJECTS = ("strings", "tints", "backgrounds", "icons", "sandbox")
"""Keys of a site whose values are objects."""
SITE_EITHER = ("theme", "security")
"""Keys of a site whose values are text or an object."""


def config_schema() -> Schema:
    """The JSON schema of the file."""
    flat = {name: {**each, "deprecated": True} for name, each in _SITE.items() if name not in _TOP}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "refrakt.config.json",
        "description": "The sites of a project, and settings of refrakt's tools.",
        "type": "object",
        "properties": {**_TOP, **flat},
    }
