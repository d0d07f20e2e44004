"""Where the schema of a site is: the plugin's folder, a config, a call of Markdoc, or a folder by convention.

The first place that exists is read. A site whose framework needs no schema and that has none uses only what Markdoc defines, which
is a complete schema; without a place at all, nothing is known about its tags.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from refrakt.project.frameworks.config_values import UNREAD, Values
from refrakt.project.frameworks.keystatic import keystatic_config
from refrakt.project.frameworks.schema_entry import SchemaEntry
from refrakt.project.frameworks.script_values import relative_to_top
from refrakt.project.frameworks.scripts import SiteScripts
from refrakt.project.frameworks.site_files import SiteFiles, joined
from refrakt.project.frameworks.site_places import SitePlace
from refrakt.project.frameworks.svelte_tags import PACKAGE as PREPROCESSOR
from refrakt.project.frameworks.svelte_tags import svelte_schema

if TYPE_CHECKING:
    from refrakt.runes.javascript import SiteSchema
    from refrakt.runes.rune import Rune

DEFAULT_FOLDER = "markdoc"
CONVENTIONAL_FOLDERS = (
    "markdoc",
    "src/markdoc",
    "lib/markdoc",
    "src/lib/markdoc",
    "app/markdoc",
    "schema",
    "src/schema",
)
MOST_SOURCES = 100
"""How many files that call Markdoc are evaluated."""
_OPTIONS_PACKAGE = "markdoc-svelte"
"""A preprocessor of Svelte whose options are a config of Markdoc."""
_OPTIONS_FOLDERS = ("markdoc", "src/markdoc")
NO_SCHEMA = "no schema was found"
_PARTS = ("tags", "nodes", "config", "functions")
_CALLS = ("transform(", "validate(")


@dataclass(frozen=True, slots=True)
class FoundSchema:
    """The schema of a site, or why there is none."""

    schema: SiteSchema | None = None
    reason: str | None = None
    folder: str | None = None
    """The folder of a schema that is in several files, relative to the site."""
    entry: SchemaEntry | None = None
    """The modules to load for an export; None if it is not known which."""


def find_next_schema(files: SiteFiles, place: SitePlace, scripts: SiteScripts, plugin: Values | None) -> FoundSchema:
    """The folder that `@markdoc/next.js` reads, else the schema of own code."""
    from refrakt.runes.javascript import SiteSchema, read_next_schema

    if plugin is None:
        return find_own_schema(files, place, scripts)
    path = plugin.get("schemaPath")
    if path is UNREAD:
        return FoundSchema(reason="`schemaPath` is only known when the site runs")
    name = joined("", path.removeprefix("./").strip("/")) if isinstance(path, str) else DEFAULT_FOLDER
    # The plugin counts from the folder in which the site is started, which may be one above its config.
    place_of_parts = next((each for each in _around(place.folder, name) if _has_parts(scripts, files, each)), None)
    folder = place.inside(place_of_parts) if place_of_parts is not None and place.owns(place_of_parts) else name
    if place_of_parts is None:
        if scripts.sources.cut_off:
            return FoundSchema(reason="the project has too many files to list them all", folder=folder)
        if isinstance(path, str) and path.strip("./") not in ("", DEFAULT_FOLDER):
            own = find_own_schema(files, place, scripts)
            reason = f"the folder `{path}` of the schema was not found"
            is_called = own.schema is not None and own.entry is not None and bool(own.entry.calls)
            return own if is_called else FoundSchema(reason=reason, folder=folder)
        # Without these files the plugin adds nothing to Markdoc's own tags.
        return _with_own_calls(FoundSchema(SiteSchema(), folder=folder), SiteSchema(), files, place, scripts)
    schema = read_next_schema(scripts.graph, relative_to_top(files, place_of_parts))
    entry = SchemaEntry(folder=_parts(scripts, files, place_of_parts))
    return _with_own_calls(FoundSchema(schema, folder=folder, entry=entry), schema, files, place, scripts)


def _around(folder: str, name: str) -> Iterator[str]:
    """The folders of a name in a folder, and in those above it."""
    while True:
        yield joined(folder, name)
        if not folder:
            return
        folder = posixpath.dirname(folder)


def _with_own_calls(
    found: FoundSchema, schema: SiteSchema, files: SiteFiles, place: SitePlace, scripts: SiteScripts
) -> FoundSchema:
    """The schema of the plugin, with the tags, variables and partials that own code passes to Markdoc for other pages."""
    from refrakt.runes.javascript import read_transform_calls

    calling = [relative_to_top(files, path) for path in _calling_markdoc(files, place)]
    calls = read_transform_calls(scripts.graph, calling)
    both = replace(
        schema,
        variables={**calls.variables, **schema.variables},
        open_variables=schema.open_variables or calls.open_variables,
        partials={**calls.partials, **schema.partials},
        open_partials=schema.open_partials or calls.open_partials,
    )
    if not calls.tags:
        return replace(found, schema=both)
    tags = {**calls.tags, **schema.tags}
    tags |= {name: _either(schema.tags[name], calls.tags[name]) for name in schema.tags.keys() & calls.tags.keys()}
    both = replace(both, tags=tags, open=schema.open or calls.open)
    entry = replace(found.entry or SchemaEntry(), calls=_absolute(files, calling))
    return replace(found, schema=both, entry=entry)


def _either(first: Rune, second: Rune) -> Rune:
    """A tag with two definitions, of which a page uses one. If they differ, only its name and attributes are known."""
    if _checks(first) == _checks(second):
        return replace(first, transforms=first.transforms or second.transforms)
    both = {each.name: replace(each, required=False, checked=False) for each in (*second.attributes, *first.attributes)}
    return replace(first, attributes=tuple(both.values()), open=True, self_closing=False, inline=None, children=None)


def _checks(tag: Rune) -> object:
    """All that is checked about the uses of a tag. Own code often passes on the tags of the plugin's folder."""
    attributes = {each.name: replace(each, about="", location=None) for each in tag.attributes}
    return attributes, tag.open, tag.self_closing, tag.inline, tag.children, tag.slots


def find_astro_schema(files: SiteFiles, place: SitePlace, scripts: SiteScripts) -> FoundSchema:
    """`markdoc.config.*`; without it, Astro has only Markdoc's own tags."""
    from refrakt.runes.javascript import SiteSchema, read_config_schema

    found, schema = FoundSchema(SiteSchema()), SiteSchema()
    if place.schema_config is not None:
        path = relative_to_top(files, place.schema_config)
        schema = read_config_schema(scripts.graph, path)
        found = FoundSchema(schema, entry=SchemaEntry(module=files.top / path, extended=True))
    # Content outside of the package is not Astro's: own code may render it.
    return _with_own_calls(found, schema, files, place, scripts) if place.outside else found


def find_own_schema(files: SiteFiles, place: SitePlace, scripts: SiteScripts) -> FoundSchema:
    """The schema of a site without a plugin."""
    from refrakt.runes.javascript import (
        read_keystatic_schema,
        read_next_schema,
        read_preprocessor_schema,
        read_property_schema,
        read_transform_calls,
    )

    graph = scripts.graph
    settings = place.settings
    path = ""
    if settings is not None and settings.schema is not None:
        path = relative_to_top(files, joined(place.settings_folder, settings.schema.path))
    if place.framework == "svelte" and PREPROCESSOR in place.package.dependencies and graph.paths.find(path) is None:
        # The schema that a config names is often one that a build generates.
        config = scripts.framework_config()
        preprocessed = svelte_schema(files, place, config) if config is not None else None
        if preprocessed is not None:
            return FoundSchema(preprocessed)
    if (
        place.framework == "svelte"
        and place.framework_config is not None
        and _OPTIONS_PACKAGE in place.package.dependencies
    ):
        config_path = relative_to_top(files, place.framework_config)
        folders = [_path(files, place, each) for each in _OPTIONS_FOLDERS]
        return FoundSchema(read_preprocessor_schema(graph, config_path, _OPTIONS_PACKAGE, folders))
    if settings is not None and settings.schema is not None:
        schema = read_property_schema(graph, path, settings.schema.property)
        module = scripts.graph.paths.find(path) or path
        entry = SchemaEntry(
            module=files.top / module, property=settings.schema.property, is_commonjs=settings.schema.type == "node"
        )
        return FoundSchema(schema, entry=entry)
    if place.schema_config is not None:
        return find_astro_schema(files, place, scripts)
    calling = [relative_to_top(files, path) for path in _calling_markdoc(files, place)]
    keystatic = keystatic_config(files, place.folder)
    if calling:
        schema = read_transform_calls(graph, calling)
        if keystatic is not None and not schema.tags:
            # The code may treat the content components without Markdoc's config.
            edited = read_keystatic_schema(graph, relative_to_top(files, keystatic))
            schema = replace(schema, tags=edited.tags, open=schema.open or edited.open)
        if schema.tags or schema.nodes or schema.open is not None:
            return FoundSchema(schema, entry=SchemaEntry(calls=_absolute(files, calling)))
    for folder in CONVENTIONAL_FOLDERS:
        if _has_parts(scripts, files, joined(place.folder, folder)):
            entry = SchemaEntry(folder=_parts(scripts, files, joined(place.folder, folder)))
            return FoundSchema(read_next_schema(graph, _path(files, place, folder)), folder=folder, entry=entry)
    if keystatic is not None:
        return FoundSchema(read_keystatic_schema(graph, relative_to_top(files, keystatic)))
    return FoundSchema(reason=NO_SCHEMA)


def _has_parts(scripts: SiteScripts, files: SiteFiles, folder: str) -> bool:
    """Whether a folder has one of the files of a schema."""
    return bool(_parts(scripts, files, folder))


def _parts(scripts: SiteScripts, files: SiteFiles, folder: str) -> dict[str, Path]:
    """The files of a schema in a folder."""
    found = {part: scripts.graph.paths.find(relative_to_top(files, joined(folder, part))) for part in _PARTS}
    return {part: files.top / path for part, path in found.items() if path is not None}


def _absolute(files: SiteFiles, paths: Iterable[str]) -> tuple[Path, ...]:
    return tuple(files.top / path for path in paths)


def _path(files: SiteFiles, place: SitePlace, folder: str) -> str:
    return relative_to_top(files, joined(place.folder, folder))


def _calling_markdoc(files: SiteFiles, place: SitePlace) -> Iterator[str]:
    """The files that may call Markdoc."""
    count = 0
    for path in files.code(place.folder, place.nested):
        text = files.searched(path)
        if "@markdoc/markdoc" in text and any(sign in text for sign in _CALLS):
            yield path
            count += 1
            if count >= MOST_SOURCES:
                return
