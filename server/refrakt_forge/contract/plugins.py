"""Inputs and outputs of the plugin commands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from refrakt.plugins import option
from refrakt_forge.contract.definitions import MOST_ROWS, WARNINGS
from refrakt_forge.limits import NAME_LENGTH, OFFSET, QUERY_LENGTH, RANGE_LENGTH, TAG_LENGTH, TAGS
from refrakt_forge.schemas import COUNT, FLAG, TEXT, one_of, record, some

DEFAULT_RESULTS = 20
SCOPES = ("global", "local")


@dataclass(frozen=True, slots=True, kw_only=True)
class PluginListInput:
    scope: Literal["global", "local", "all"] | None = "all"
    """only plugins of this scope"""
    outdated: bool | None = False
    """only plugins with a newer version in a registry"""


@dataclass(frozen=True, slots=True, kw_only=True)
class PluginInfoInput:
    plugin: str = option(positional=True, max_length=NAME_LENGTH)
    """name of the plugin, such as `@org/name`"""
    version: str | None = option(None, max_length=RANGE_LENGTH)
    """version or npm range"""
    remote: bool | None = False
    """whether to ask the registries instead of the installed plugins"""


@dataclass(frozen=True, slots=True, kw_only=True)
class PluginSearchInput:
    query: str = option(positional=True, max_length=QUERY_LENGTH)
    """text in name, description or tags; empty for all"""
    tags: list[str] | None = option(None, max_items=TAGS, max_length=TAG_LENGTH)
    """only plugins with any of these tags"""
    limit: int | None = option(DEFAULT_RESULTS, minimum=1, maximum=MOST_ROWS)
    """most results"""
    offset: int | None = option(0, minimum=0, maximum=OFFSET)
    """results to skip"""


_SCOPE = one_of(SCOPES)
PLUGIN_LIST_OUTPUT = record(
    {"warnings": WARNINGS},
    plugins=some(
        record(
            {"hasUpdate": FLAG, "latestVersion": TEXT, "error": TEXT}, name=TEXT, version=TEXT, scope=_SCOPE, path=TEXT
        )
    ),
    total=COUNT,
)
PLUGIN_INFO_OUTPUT = record(
    {
        "description": TEXT,
        "author": TEXT,
        "license": TEXT,
        "homepage": TEXT,
        "repository": TEXT,
        "keywords": some(TEXT),
        "dependencies": {"type": "object", "additionalProperties": TEXT},
        "installed": record(scope=_SCOPE, path=TEXT, installedVersion=TEXT),
        "availableVersions": some(TEXT),
        "warnings": WARNINGS,
    },
    name=TEXT,
    version=TEXT,
    components=record(
        {"templates": some(TEXT)},
        agents=some(TEXT),
        tools=some(TEXT),
        workflows=some(TEXT),
        hooks=some(TEXT),
        commands=some(TEXT),
    ),
)
PLUGIN_SEARCH_OUTPUT = record(
    {"warnings": WARNINGS},
    results=some(
        record(
            {"description": TEXT, "author": TEXT, "tags": some(TEXT), "downloads": COUNT},
            name=TEXT,
            version=TEXT,
            registry=TEXT,
        )
    ),
    total=COUNT,
    query=TEXT,
)
