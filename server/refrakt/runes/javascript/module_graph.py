"""The modules of one project, evaluated statically."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

# The modules that evaluate expressions register themselves when they are imported.
from refrakt.runes.javascript import calls, operators  # noqa: F401
from refrakt.runes.javascript.budget import Budget, Limits, OutOfBudget
from refrakt.runes.javascript.conversions import from_json
from refrakt.runes.javascript.json_comments import parse_json
from refrakt.runes.javascript.module_paths import EXTENSIONS, ModulePaths, SourceFiles
from refrakt.runes.javascript.packages import CHECKERS, PACKAGES
from refrakt.runes.javascript.plain_data import UNKNOWN, plain_data
from refrakt.runes.javascript.script_module import ScriptModule, exported
from refrakt.runes.javascript.syntax import parse_script
from refrakt.runes.javascript.values import JsFunction, JsObject, NativeFunction, Property, Unknown, Value, force

OUT_OF_BUDGET = "the schema is too large to evaluate"
_MOST_JSON_VALUES = 20_000
_LAZY_DEPTH = 2
_IMPORT_DEPTH = 5
"""How many expressions take as much of the stack as a lazy value and as an import."""


class ModuleGraph:
    """The modules of one project. `folder` is that of the site's package.json.

    All evaluations share one budget: a graph that has used it up knows nothing more. No method raises for any content of files.
    """

    def __init__(self, files: SourceFiles, folder: str = "", *, limits: Limits | None = None) -> None:
        self.folder = folder
        self.budget = Budget(limits or Limits())
        self.paths = ModulePaths(files, folder)
        self.active: set[int] = set()
        """The functions that are being called, by the ids of their nodes."""
        self.uncertain = 0
        """How many enclosing branches and loops may or may not run."""
        self._modules: dict[str, ScriptModule | Unknown] = {}
        self._packages: dict[str, JsObject] = {}

    @property
    def files_read(self) -> frozenset[str]:
        """Every file that was read, and every path that was looked for and does not exist."""
        return frozenset(self.paths.seen)

    # For callers ----------------------------------------------------------------------------------------------------

    def namespace(self, path: str) -> Value:
        """The exports of a file; extension and index file may be omitted."""

        def load() -> Value:
            found = self.paths.find(path)
            return self._load_file(found) if found is not None else Unknown(f"`{path}` is not found")

        return self.guarded(load)

    def default_export(self, path: str) -> Value:
        return self.guarded(lambda: force(exported(self.namespace(path), "default", path)))

    def member(self, value: Value, key: str) -> Value:
        """A property of an object; unknown if it may not be the value."""

        def read() -> Value:
            if not isinstance(value, JsObject):
                return value if isinstance(value, Unknown) else Unknown("not an object")
            return value.get(key) if value.is_certain(key) else Unknown("a value depends on a condition")

        return self.guarded(read)

    def call(self, value: Value, *arguments: Value) -> Value:
        """The result of a function. An `async` function returns its value."""
        if isinstance(value, JsFunction):
            return self.guarded(lambda: calls.call(value.frame, value, arguments))
        if isinstance(value, NativeFunction):
            return self.guarded(lambda: force(value.call(arguments)))
        return value if isinstance(value, Unknown) else Unknown("not a function")

    def json_of(self, value: Value) -> Any:
        """A value as plain Python data; `UNKNOWN` if any part of it is not known."""
        try:
            return plain_data(value)
        except (OutOfBudget, RecursionError):
            return UNKNOWN

    def guarded(self, compute: Callable[[], Value]) -> Value:
        """A value, or unknown if a limit is exceeded."""
        try:
            return compute()
        except OutOfBudget:
            return Unknown(OUT_OF_BUDGET)
        except RecursionError:
            return Unknown("values are nested too deep")

    # For the evaluator ----------------------------------------------------------------------------------------------

    def certainly(self, compute: Callable[[], Property]) -> Value:
        """Evaluate a value independently of the branch or call that needs it."""
        uncertain, self.uncertain = self.uncertain, 0
        self.budget.depth += _LAZY_DEPTH
        try:
            return force(compute())
        finally:
            self.uncertain = uncertain
            self.budget.depth -= _LAZY_DEPTH

    def load(self, specifier: str, importer: str) -> Value:
        """The namespace of the module that an import names."""
        if self.budget.too_deep:
            return Unknown("imports are nested too deep")
        self.budget.depth += _IMPORT_DEPTH
        try:
            found = self.load_module(specifier, importer)
            return found.namespace() if isinstance(found, ScriptModule) else found
        finally:
            self.budget.depth -= _IMPORT_DEPTH

    def load_module(self, specifier: str, importer: str) -> ScriptModule | Value:
        """The module that an import names; the namespace of a package or of data, or unknown."""
        if specifier in PACKAGES:
            if specifier not in self._packages:
                self._packages[specifier] = PACKAGES[specifier]()
            return self._packages[specifier]
        path = self.paths.resolve(specifier, importer)
        if path is None:
            kind = "file" if specifier.startswith((".", "/", "@/", "~/")) else "package"
            return Unknown(f"the {kind} `{specifier}` is not read", only_checks=specifier in CHECKERS)
        return self._load_json(path) if path.endswith(".json") else self.module(path)

    def require(self, specifier: str, importer: str) -> Value:
        """What `require` returns: `module.exports` of a CommonJS module, the namespace of any other."""
        namespace = self.load(specifier, importer)
        path = self.paths.resolve(specifier, importer) if specifier not in PACKAGES else None
        module = self._modules.get(path) if path is not None else None
        common = not isinstance(module, ScriptModule) or module.is_common
        if isinstance(namespace, JsObject) and common and "default" in namespace.properties:
            return namespace.get("default")
        return namespace

    def module(self, path: str) -> ScriptModule | Unknown:
        """A parsed module, or why there is none."""
        if path not in self._modules:
            self._modules[path] = self._parse(path)
        return self._modules[path]

    def _load_file(self, path: str) -> Value:
        if path.endswith(".json"):
            return self._load_json(path)
        module = self.module(path)
        return module.namespace() if isinstance(module, ScriptModule) else module

    def _parse(self, path: str) -> ScriptModule | Unknown:
        if not path.endswith(EXTENSIONS):
            return Unknown(f"`{path}` is not a script")
        source = self.paths.read(path)
        if source is None:
            return Unknown(f"`{path}` is not found")
        self.budget.bytes -= len(source)
        if self.budget.bytes < 0:
            return Unknown(OUT_OF_BUDGET)
        text = parse_script(path, source, self.budget)
        return Unknown(text) if isinstance(text, str) else ScriptModule(self, text)

    def _load_json(self, path: str) -> Value:
        source = self.paths.read(path)
        if source is None or len(source) > self.budget.limits.json_bytes or source.count(b",") > _MOST_JSON_VALUES:
            return Unknown(f"`{path}` is too large")
        try:
            data = from_json(parse_json(source))
        except (ValueError, RecursionError):
            return Unknown(f"`{path}` is not JSON")
        namespace = data.copy() if isinstance(data, JsObject) else JsObject()
        namespace.set("default", data)
        return namespace
