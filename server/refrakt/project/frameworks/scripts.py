"""The scripts of a site: its config, its content collections and its schema, read by the static evaluator."""

from __future__ import annotations

from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any

from refrakt.project.frameworks.astro_routes import AstroCollection
from refrakt.project.frameworks.config_values import UNREAD, Values
from refrakt.project.frameworks.keystatic import (
    KeystaticCollection,
    defines_collections,
    keystatic_collections,
    keystatic_config,
)
from refrakt.project.frameworks.script_syntax import calls_of, config_object, member_value, named_members, nodes_below
from refrakt.project.frameworks.script_values import (
    RepositorySources,
    evaluated,
    plain,
    relative_to_top,
    values_of,
)
from refrakt.project.frameworks.site_files import SiteFiles, joined
from refrakt.project.frameworks.site_places import SitePlace
from refrakt.project.frameworks.zod_schema import read_zod_object
from refrakt.runes.javascript.module_graph import ModuleGraph
from refrakt.runes.javascript.script_module import ScriptModule
from refrakt.runes.javascript.syntax import operands, text_of
from refrakt.runes.javascript.values import JsFunction, JsObject

if TYPE_CHECKING:
    from tree_sitter import Node as SyntaxNode

NEXT_PLUGIN = "@markdoc/next.js"
MOST_KEYSTATIC_FILES = 100
"""How many files with collections of Keystatic are read."""
ASTRO_PLUGIN = "@astrojs/markdoc"
STARLIGHT = "@astrojs/starlight"
_NEXT_KEYS = ("pageExtensions", "basePath", "trailingSlash", "i18n", "redirects", "rewrites")
_NEXT_SIGNS = frozenset(
    (*_NEXT_KEYS, "reactStrictMode", "output", "webpack", "experimental", "transpilePackages", "images")
)
_ASTRO_KEYS = ("base", "srcDir", "publicDir", "redirects", "i18n", "trailingSlash")
_ASTRO_SIGNS = frozenset((*_ASTRO_KEYS, "integrations", "site", "output", "adapter", "markdown", "vite"))
_SVELTE_KEYS = ("alias", "files")
_SVELTE_SIGNS = frozenset((*_SVELTE_KEYS, "adapter", "paths", "prerender", "csp", "version", "typescript"))
_FUNCTIONS = ("redirects", "rewrites")


class SiteScripts:
    """The scripts of one site. One graph of modules, and one budget, for all of them."""

    def __init__(self, files: SiteFiles, place: SitePlace) -> None:
        self._files = files
        self._place = place

    @cached_property
    def sources(self) -> RepositorySources:
        return RepositorySources(self._files)

    @cached_property
    def graph(self) -> ModuleGraph:
        return ModuleGraph(self.sources, relative_to_top(self._files, self._place.folder))

    def record(self) -> None:
        """Record what the evaluator has read or looked for."""
        if "graph" in self.__dict__:
            self._files.looked_for.update(str(self._files.top / path) for path in self.graph.files_read)

    def _module(self, path: str | None) -> ScriptModule | None:
        """A module of the project, with its declarations."""
        if path is None:
            return None
        module = self.graph.module(relative_to_top(self._files, path))
        if not isinstance(module, ScriptModule):
            return None
        self.graph.guarded(module.namespace)
        return module

    # Configs --------------------------------------------------------------------------------------------------------

    def framework_config(self) -> SyntaxNode | None:
        """The syntax of the framework's config; None if it cannot be read."""
        module = self._module(self._place.framework_config)
        return module.text.root if module is not None else None

    def next_values(self) -> tuple[Values, Values | None]:
        """The values of `next.config.*`, and those that `@markdoc/next.js` is called with; None if it is not."""
        module = self._module(self._place.framework_config)
        if module is None:
            unread = self._place.framework_config is not None
            return dict.fromkeys(_NEXT_KEYS, UNREAD) if unread else {}, None
        node = config_object(module.text.root, _NEXT_SIGNS)
        found = evaluated(self.graph, module, node) if node is not None else None
        values = values_of(self.graph, found, _NEXT_KEYS) if node is not None else {}
        for key in _FUNCTIONS:
            function = self.graph.guarded(lambda key=key: found.get(key)) if found is not None else None  # type: ignore[misc]
            if isinstance(function, JsFunction):
                values[key] = plain(self.graph.call(function))
        return values, self._call_values(module, NEXT_PLUGIN)

    def astro_values(self) -> tuple[Values, Values | None, Values | None]:
        """The values of `astro.config.*`, and those of its integrations for Markdoc and Starlight."""
        module = self._module(self._place.framework_config)
        if module is None:
            return {}, None, None
        node = config_object(module.text.root, _ASTRO_SIGNS)
        found = evaluated(self.graph, module, node) if node is not None else None
        values = values_of(self.graph, found, _ASTRO_KEYS) if node is not None else {}
        return values, self._call_values(module, ASTRO_PLUGIN), self._call_values(module, STARLIGHT)

    def svelte_values(self) -> Values:
        """The values of `kit` in `svelte.config.*`."""
        module = self._module(self._place.framework_config)
        if module is None:
            return dict.fromkeys(_SVELTE_KEYS, UNREAD) if self._place.framework_config is not None else {}
        kit = config_object(module.text.root, _SVELTE_SIGNS)
        if kit is None:
            return {}
        found = evaluated(self.graph, module, kit)
        values = values_of(self.graph, found, _SVELTE_KEYS)
        alias = self.graph.guarded(lambda: found.get("alias")) if found is not None else None
        is_partly_known = isinstance(alias, JsObject) and alias.open is not None
        return {**values, "alias": UNREAD} if is_partly_known else values

    def _call_values(self, module: ScriptModule, package: str) -> Values | None:
        """The first argument of the first call of a package; empty without arguments, None without a call."""
        for arguments in calls_of(module.text.root, package):
            if not arguments:
                return {}
            data = plain(self.graph.guarded(lambda node=arguments[0]: module.frame.evaluate(node)))  # type: ignore[misc]
            return data if isinstance(data, dict) else {"options": UNREAD, "tokenizerOptions": UNREAD}
        return None

    def keystatic_collections(self) -> tuple[KeystaticCollection, ...]:
        """The collections of `keystatic.config.*`, which often imports them from a file each."""
        config = keystatic_config(self._files, self._place.folder)
        if config is None:
            return ()
        code = self._files.code(self._place.folder, self._place.nested)
        defining = (path for path in code if path != config and defines_collections(self._files.searched(path)))
        modules = map(self._module, [config, *islice(defining, MOST_KEYSTATIC_FILES)])
        found = [each for module in modules if module is not None for each in keystatic_collections(module.text.root)]
        return tuple(placed for each in found if (placed := self._placed(each)) is not None)

    def _placed(self, collection: KeystaticCollection) -> KeystaticCollection | None:
        """A collection with paths below the package. In a monorepo, they may count from the top of the repository.

        None if it is outside of the project, belongs to another site, or is not certain.
        """
        files, package = self._files, self._place.folder
        start = f"{relative_to_top(files, package)}/"
        if collection.folder.startswith(start):
            below = collection.entries.removeprefix(start)
            return collection._replace(folder=collection.folder.removeprefix(start), entries=below)
        above = relative_to_top(files, "")
        if not package or _exists(files, joined(package, collection.folder)):
            return collection
        place = collection.folder.removeprefix(f"{above}/") if above else collection.folder
        if (above and place == collection.folder) or collection.has_suffix or not _exists(files, place):
            return collection
        entries = collection.entries.removeprefix(f"{above}/") if above else collection.entries
        outside = self._place.may_read(place) and not f"{package}/".startswith(f"{place}/")
        return collection._replace(folder=place, entries=entries, is_outside=True) if outside else None

    # Content collections --------------------------------------------------------------------------------------------

    def collections(self, path: str) -> tuple[AstroCollection, ...] | None:
        """The collections that a content config defines; None if it cannot be read."""
        module = self._module(path)
        if module is None:
            return None
        calls = dict(_collection_calls(module.text.root))
        if not calls:
            return None
        found = (self._collection(module, name, call) for name, call in calls.items())
        return tuple(each for each in found if each is not None)

    def _collection(self, module: ScriptModule, name: str, options: SyntaxNode) -> AstroCollection | None:
        schema = read_zod_object(member_value(options, "schema"))
        loader = member_value(options, "loader")
        if loader is None:
            return AstroCollection(name, f"src/content/{name}", schema=schema)
        called = loader.child_by_field_name("function")
        arguments = loader.child_by_field_name("arguments")
        if called is None or arguments is None or text_of(called) in ("docsLoader", "i18nLoader"):
            return AstroCollection(name, f"src/content/{name}", schema=schema) if called is not None else None
        passed = operands(arguments)
        if text_of(called) != "glob" or not passed:
            return None
        values = values_of(self.graph, evaluated(self.graph, module, passed[0]), ("base", "pattern"))
        base, pattern = values["base"], values["pattern"]
        patterns = tuple(
            each for each in (pattern if isinstance(pattern, list) else [pattern]) if isinstance(each, str)
        )
        folder = joined("", base.lstrip("/") if isinstance(base, str) else "")
        if base is UNREAD or folder.startswith("../"):
            return None
        return AstroCollection(name, folder, patterns or ("**/*",), schema)


def _exists(files: SiteFiles, path: str) -> bool:
    return path in files or files.is_folder(path)


def _collection_calls(root: SyntaxNode) -> list[tuple[str, SyntaxNode]]:
    """The options of each `defineCollection({…})`, by the name that `collections` gives it."""
    named: dict[str, SyntaxNode] = {}
    exported: list[tuple[str, SyntaxNode]] = []
    for node in nodes_below(root):
        if node.type == "variable_declarator":
            name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
            if name is None or value is None:
                continue
            options = _defined_collection(value)
            if options is not None:
                named[text_of(name)] = options
            elif text_of(name) == "collections" and value.type == "object":
                exported = list(named_members(value))
    calls = ((key, _defined_collection(value) or named.get(text_of(value))) for key, value in exported)
    return [(key, options) for key, options in calls if options is not None]


def _defined_collection(node: SyntaxNode) -> SyntaxNode | None:
    """The object of a call of `defineCollection`."""
    called, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if node.type != "call_expression" or called is None or arguments is None or text_of(called) != "defineCollection":
        return None
    passed: list[Any] = operands(arguments)
    return passed[0] if passed and passed[0].type == "object" else None
