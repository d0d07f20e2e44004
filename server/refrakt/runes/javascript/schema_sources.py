"""Where frameworks expect a site's schema: one function for each way that a schema is written."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterable, Mapping, Sequence

from refrakt.runes.javascript.budget import OutOfBudget
from refrakt.runes.javascript.conversions import either
from refrakt.runes.javascript.keystatic import MARKDOC_FIELD, component_tags
from refrakt.runes.javascript.module_graph import OUT_OF_BUDGET, ModuleGraph
from refrakt.runes.javascript.package_calls import argument_value, package_calls
from refrakt.runes.javascript.script_module import ScriptModule
from refrakt.runes.javascript.site_schema import PARTS, SiteSchema, looks_like_schema, read_site_schema
from refrakt.runes.javascript.values import UNDEFINED, JsArray, JsObject, Unknown, Value, force, open_reason

_MARKDOC = "@markdoc/markdoc"
_DEEPEST_COLLECTION = 10
_SCRIPT_FOLDERS = frozenset(("bin", "script", "scripts", "tools"))
_Parts = dict[str, Value]


def _read(graph: ModuleGraph, parts: Callable[[], Mapping[str, Value]]) -> SiteSchema:
    """The schema with these parts; an open one if a limit is exceeded."""
    try:
        found = parts()
    except (OutOfBudget, RecursionError):
        found = _unknown(OUT_OF_BUDGET)
    return read_site_schema(found, lambda: graph.files_read)


def _unknown(reason: str) -> _Parts:
    return {part: Unknown(reason) for part in PARTS}


def read_next_schema(graph: ModuleGraph, schema_path: str) -> SiteSchema:
    """The folder of `@markdoc/next.js`: `tags`, `nodes` and `functions`, which the properties of `config` replace."""

    def parts() -> _Parts:
        found: _Parts = {}
        for part in ("tags", "nodes", "functions"):
            found[part] = _folder_part(graph, schema_path, part)
        config = _folder_part(graph, schema_path, "config")
        if config is not UNDEFINED:
            found.update(_config_parts(config, found))
        return found

    return _read(graph, parts)


def _folder_part(graph: ModuleGraph, folder: str, part: str) -> Value:
    """The default export of a file if there is one, else its named exports; undefined if there is no file."""
    path = graph.paths.find(posixpath.join(folder, part))
    if path is None:
        return UNDEFINED
    namespace = graph.namespace(path)
    if not isinstance(namespace, JsObject):
        return namespace
    default = namespace.get("default") if "default" in namespace.properties else UNDEFINED
    if default is not UNDEFINED and default is not None:
        return default
    own = namespace.get(part) if part in namespace.properties else UNDEFINED
    return own if isinstance(own, JsObject) and not looks_like_schema(own) else namespace


def _config_parts(config: Value, otherwise: Mapping[str, Value]) -> _Parts:
    """The parts of a config object. One that is not written may be there if the config is open."""
    if not isinstance(config, JsObject):
        return _unknown(open_reason(config, "the config is not an object"))
    parts: _Parts = {}
    for part in PARTS:
        value = config.get(part)
        if value is UNDEFINED:
            continue
        if part in config.doubtful:
            value = _possible(value, config.open or "a value depends on a condition")
        parts[part] = either(value, otherwise.get(part, UNDEFINED)) if part in config.optional else value
    return parts


def _possible(value: Value, reason: str) -> Value:
    """A value that may have been replaced by an unknown one."""
    if not isinstance(value, JsObject):
        return Unknown(reason)
    copied = value.copy()
    copied.mark_replaced(reason)
    return copied


def read_config_schema(graph: ModuleGraph, config_path: str) -> SiteSchema:
    """Astro's `markdoc.config.*`: the default export, on top of the configs that it extends."""

    def parts() -> _Parts:
        config = graph.default_export(config_path)
        return _extended_parts(config) if isinstance(config, JsObject) else _config_parts(config, {})

    return _read(graph, parts)


def _extended_parts(config: JsObject) -> _Parts:
    own = _config_parts(config, {})
    extends = config.get("extends")
    if extends is UNDEFINED:
        return own
    presets = list(extends.values()) if isinstance(extends, JsArray) else [extends]
    if isinstance(extends, JsArray) and extends.open is not None:
        presets.append(Unknown(extends.open))
    merged: _Parts = {}
    for layer in [*(_config_parts(preset, {}) for preset in presets), own]:
        for part, value in layer.items():
            merged[part] = _layered(merged.get(part, UNDEFINED), value)
    return merged


def _layered(below: Value, above: Value) -> Value:
    if below is UNDEFINED:
        return above
    result = below.copy() if isinstance(below, JsObject) else JsObject(open=open_reason(below, "a preset is not known"))
    if isinstance(above, JsObject):
        result.update(above)
    else:
        result.mark_replaced(open_reason(above, "a preset is not known"))
    return result


def read_property_schema(graph: ModuleGraph, module_path: str, property: str | None = None) -> SiteSchema:
    """The schema in `markdoc.config.json` of Markdoc's language server: an export of a module, or all exports."""

    def parts() -> _Parts:
        namespace = graph.namespace(module_path)
        if not isinstance(namespace, JsObject):
            return _config_parts(namespace, {})
        if property is not None:
            return _config_parts(_nested(namespace, property), {})
        default = namespace.get("default") if "default" in namespace.properties else UNDEFINED
        return _config_parts(namespace if default is UNDEFINED else default, {})

    return _read(graph, parts)


def _nested(namespace: JsObject, property: str) -> Value:
    if property in namespace.properties:
        return namespace.get(property)
    default = namespace.get("default") if "default" in namespace.properties else UNDEFINED
    return default.get(property) if isinstance(default, JsObject) else Unknown(f"`{property}` is not exported")


def read_transform_calls(graph: ModuleGraph, module_paths: Iterable[str]) -> SiteSchema:
    """The configs that the site's code passes to `Markdoc.transform` and `Markdoc.validate`; of several, the union."""
    paths = list(module_paths)

    def parts() -> _Parts:
        union: Value = UNDEFINED
        unknown: str | None = None
        for path in sorted(paths, key=_is_script):
            try:
                with graph.budget.share():
                    configs = _configs_in(graph, path)
            except (OutOfBudget, RecursionError):
                configs = [Unknown(OUT_OF_BUDGET)]
            for config in configs:
                if isinstance(config, JsObject):
                    union = config if union is UNDEFINED else either(union, config)
                elif config is not UNDEFINED and config is not None:
                    unknown = unknown or open_reason(config, "a config is not known")
        found = _config_parts(union, {}) if isinstance(union, JsObject) else {}
        if unknown is not None:
            found = {part: _layered(found.get(part, UNDEFINED), Unknown(unknown)) for part in PARTS}
        return found

    return _read(graph, parts)


def _is_script(path: str) -> bool:
    """Whether a module is probably a tool: what it costs must not keep the code of the pages from being read."""
    return not _SCRIPT_FOLDERS.isdisjoint(path.split("/")[:-1])


def _configs_in(graph: ModuleGraph, path: str) -> list[Value]:
    source = graph.paths.read(path)
    if source is None or _MARKDOC.encode() not in source:
        return []
    module = graph.module(path)
    if not isinstance(module, ScriptModule):
        return [module]
    calls = package_calls(module, _MARKDOC, lambda name: name in ("transform", "validate"))
    return [argument_value(frame, arguments, 1) for frame, arguments in calls]


def read_preprocessor_schema(graph: ModuleGraph, config_path: str, package: str, folders: Sequence[str]) -> SiteSchema:
    """The schema in the options of a preprocessor, such as `markdocPreprocess({ tags })`, on top of the first folder that exists.

    The option `schema` may name another folder, relative to the config. Pages have other variables than those of the options.
    """

    def parts() -> _Parts:
        options = _first_option(graph, config_path, package)
        named = options.get("schema") if isinstance(options, JsObject) else UNDEFINED
        places = list(folders)
        if isinstance(named, str):
            named = named.replace("$lib", "src/lib", 1) if named.startswith("$lib") else named
            places = [posixpath.normpath(posixpath.join(posixpath.dirname(config_path), named))]
        found: _Parts = {}
        for part in ("tags", "nodes", "functions"):
            values = (_folder_part(graph, place, part) for place in places)
            found[part] = next((each for each in values if each is not UNDEFINED), UNDEFINED)
        own = _config_parts(options, {}) if options is not UNDEFINED else {}
        found.update({part: _layered(found.get(part, UNDEFINED), value) for part, value in own.items()})
        found["partials"] = Unknown("partials are the files of a folder")
        found["variables"] = _layered(found.get("variables", UNDEFINED), Unknown("pages have other variables"))
        return found

    return _read(graph, parts)


def _first_option(graph: ModuleGraph, path: str, package: str) -> Value:
    """The first argument of the first call of any function of a package; undefined without arguments."""
    module = graph.module(path)
    if not isinstance(module, ScriptModule):
        return module
    for frame, arguments in package_calls(module, package, lambda name: True):
        return argument_value(frame, arguments, 0)
    return Unknown(f"no call of `{package}` was found")


def package_call_arguments(graph: ModuleGraph, path: str, package: str) -> list[Value]:
    """The first argument of each call of a package's default export in a module, such as `withMarkdoc({…})`."""
    try:
        module = graph.module(path)
        if not isinstance(module, ScriptModule):
            return []
        calls = package_calls(module, package, lambda name: name == "default")
        return [argument_value(frame, arguments, 0) for frame, arguments in calls]
    except (OutOfBudget, RecursionError):
        return [Unknown(OUT_OF_BUDGET)]


def read_keystatic_schema(graph: ModuleGraph, config_path: str) -> SiteSchema:
    """The content components of all Markdoc fields in a Keystatic config; components of several fields are one list."""

    def parts() -> _Parts:
        config = graph.default_export(config_path)
        if not isinstance(config, JsObject):
            return {"tags": Unknown(open_reason(config, "the config is not an object"))}
        tags = JsObject()
        for options in _markdoc_fields(config, 0):
            components = options.get("components") if isinstance(options, JsObject) else UNDEFINED
            tags.update(component_tags(components))
        for reason in _open_collections(config):
            tags.mark_open(reason)
        return {"tags": tags}

    return _read(graph, parts)


def _markdoc_fields(value: Value, depth: int) -> Sequence[Value]:
    if depth > _DEEPEST_COLLECTION or not isinstance(value, JsObject | JsArray):
        return []
    if isinstance(value, JsObject) and MARKDOC_FIELD in value.properties:
        return [value.get(MARKDOC_FIELD)]
    inner = value.properties.values() if isinstance(value, JsObject) else value.items
    return [field for each in list(inner) for field in _markdoc_fields(force(each), depth + 1)]


def _open_collections(config: JsObject) -> list[str]:
    """Why there may be other collections or fields."""
    reasons = []
    for kind in ("collections", "singletons"):
        entries = config.get(kind)
        for each in (entries, *(map(force, entries.properties.values()) if isinstance(entries, JsObject) else ())):
            schema = each.get("schema") if isinstance(each, JsObject) and each is not entries else UNDEFINED
            for value in (each, schema):
                if isinstance(value, Unknown):
                    reasons.append(value.reason)
                elif isinstance(value, JsObject) and value.open is not None:
                    reasons.append(value.open)
    return reasons
