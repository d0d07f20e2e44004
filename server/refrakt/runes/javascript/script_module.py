"""One module: what it declares and exports.

Declarations are evaluated when they are needed. Statements of the module that change objects run in order, after the declarations
before them, so that a copy is made before a later change.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from refrakt.runes.javascript.frame import Frame, Scope
from refrakt.runes.javascript.literals import SYNTAX_ERROR
from refrakt.runes.javascript.patterns import bind, bound_names
from refrakt.runes.javascript.statements import CLASSES, DECLARATIONS, FUNCTIONS, declare, execute, initial_value
from refrakt.runes.javascript.syntax import ScriptText, has_token, operands, string_of, text_of, with_comments
from refrakt.runes.javascript.values import (
    UNDEFINED,
    JsClass,
    JsFunction,
    JsObject,
    Lazy,
    NativeFunction,
    Property,
    Unknown,
    Value,
    ValueDefinition,
    force,
    open_reason,
)

if TYPE_CHECKING:
    from tree_sitter import Node as SyntaxNode

    from refrakt.runes.javascript.module_graph import ModuleGraph

_MEMBERS = ("member_expression", "subscript_expression")
_TYPES_ONLY = (
    "interface_declaration",
    "type_alias_declaration",
    "ambient_declaration",
    "import_alias",
    "empty_statement",
)
_DEFAULT = "*default*"


class ScriptModule:
    """A module of the project. Its statements run when its namespace is needed for the first time."""

    def __init__(self, graph: ModuleGraph, text: ScriptText) -> None:
        self.graph = graph
        self.text = text
        self.has_errors = text.root.has_error
        self.frame = Frame(self, Scope(None), UNDEFINED, [])
        self.require = NativeFunction("require", self._require)
        self._exports: dict[str, Property] = {}
        self._export_names: dict[str, ValueDefinition] = {}
        """Where the names of exports are written."""
        self._reexported: list[str] = []
        self._declared: list[tuple[int, str]] = []
        self._statements: list[SyntaxNode] = []
        self._common = JsObject()
        self._module = JsObject({"exports": self._common})
        self._namespace: JsObject | None = None
        self._prepared = False
        self._running = False

    def definition(
        self, name: SyntaxNode, whole: SyntaxNode | None = None, comment: SyntaxNode | None = None
    ) -> ValueDefinition:
        return ValueDefinition(self.text, name, whole or name, comment)

    def namespace(self) -> JsObject:
        """Its exports. A CommonJS module also exports `module.exports` by default."""
        if self._namespace is None:
            self.prepare()
            namespace = self._common_namespace() if self.is_common else self._script_namespace()
            if self._running:
                return namespace
            self._namespace = namespace
        return self._namespace

    def _common_namespace(self) -> JsObject:
        common = self._module.get("exports")
        namespace = common.copy() if isinstance(common, JsObject) else JsObject()
        compiled = "__esModule" in namespace.properties and "default" in namespace.properties
        if not compiled and (common is not self._common or self._common.properties):
            namespace.set("default", common)
        if self.has_errors:
            namespace.mark_open(SYNTAX_ERROR)
        return namespace

    def _script_namespace(self) -> JsObject:
        """The exports of this module and of those it exports with `export *`, which may export each other."""
        namespace, modules = JsObject(), [self]
        for module in modules:
            for specifier in module._reexported:
                other = self.graph.load_module(specifier, module.text.path)
                if isinstance(other, ScriptModule):
                    other.prepare()
                if isinstance(other, ScriptModule) and not other.is_common:
                    modules += [other] if other not in modules else []
                    continue
                other = other.namespace() if isinstance(other, ScriptModule) else other
                if isinstance(other, JsObject):
                    namespace.update(other)
                    namespace.properties.pop("default", None)
                else:
                    namespace.mark_replaced(open_reason(other, f"`{specifier}` is not read"))
        for module in reversed(modules):
            self.graph.budget.spend(len(module._exports))
            for name, value in module._exports.items():
                if name != "default" or module is self:
                    namespace.set(name, value, module._export_names.get(name))
            # A bundler adds `module.exports['a-name'] = …` to the exports: the form for names that are not identifiers.
            common = module._module.get("exports")
            if isinstance(common, JsObject):
                namespace.update(common)
            elif common is not UNDEFINED:
                namespace.mark_open(open_reason(common, "`module.exports` is not read"))
            if module.has_errors:
                namespace.mark_open(SYNTAX_ERROR)
        return namespace

    @property
    def is_common(self) -> bool:
        """Whether it is a CommonJS module, which `require` returns as it is."""
        self.prepare()
        return not self._exports and not self._reexported

    def prepare(self) -> None:
        if self._prepared:
            return
        self._prepared = True
        self.frame.scope.names.update({"module": self._module, "exports": self._common})
        for node, comment in with_comments(self.text.root):
            self._declare(node, comment)
        self._running = True
        self.graph.certainly(self._run)
        self._running = False

    def _run(self) -> Value:
        for node in self._statements:
            if node.type == "import_statement":
                self._import_effects(node)
                continue
            if self._changes_objects(node):
                for position, name in self._declared:
                    if position < node.start_byte:
                        force(self.frame.scope.names.get(name, UNDEFINED))
            execute(self.frame, node)
        return UNDEFINED

    def _import_effects(self, node: SyntaxNode) -> None:
        """`import './register'` may change objects of a module that both import."""
        source = node.child_by_field_name("source")
        specifier = string_of(source) if source is not None else ""
        if specifier.startswith("."):
            self.graph.load(specifier, self.text.path)

    def _changes_objects(self, node: SyntaxNode) -> bool:
        """Whether a statement may change an object that was declared before it."""
        inner = operands(node)
        expression = inner[0] if node.type == "expression_statement" and inner else None
        if expression is None:
            return node.type != "expression_statement"
        if expression.type == "string":
            return False
        if expression.type != "assignment_expression":
            return not text_of(expression).startswith("console.")
        target = expression.child_by_field_name("left")
        while target is not None and target.type in _MEMBERS:
            target = target.child_by_field_name("object")
        name = text_of(target) if target is not None else ""
        if name in ("module", "exports"):
            return False
        return not isinstance(self.frame.scope.names.get(name), JsFunction | JsClass)

    # Declarations ---------------------------------------------------------------------------------------------------

    def _declare(self, node: SyntaxNode, comment: SyntaxNode | None) -> list[str]:
        """Declare the names of a top-level statement, and return them."""
        if node.type == "import_statement":
            self._declare_import(node)
        elif node.type == "export_statement":
            self._declare_export(node, comment)
        elif node.type in DECLARATIONS:
            return self._declare_variables(node, comment)
        elif node.type in (*FUNCTIONS, *CLASSES, "enum_declaration"):
            return self._declare_named(node)
        elif node.type not in _TYPES_ONLY:
            self._statements.append(node)
        return []

    def _declare_named(self, node: SyntaxNode) -> list[str]:
        label = node.child_by_field_name("name")
        name = text_of(label) if label is not None else _DEFAULT
        if label is None:
            self.frame.scope.names[name] = JsFunction(node, self.frame)
        elif node.type == "enum_declaration":
            self.frame.scope.names[name] = self._lazy(lambda: self._declared_value(node, name), name)
        else:
            declare(self.frame, node)
        return [name]

    def _declared_value(self, node: SyntaxNode, name: str) -> Value:
        declare(self.frame, node)
        return force(self.frame.scope.names[name])

    def _declare_variables(self, node: SyntaxNode, comment: SyntaxNode | None) -> list[str]:
        names: list[str] = []
        for child in operands(node):
            pattern = child.child_by_field_name("name")
            if pattern is None:
                continue
            names += bound_names(pattern)
            bind(self.frame, pattern, self._lazy(self._initializer(child, pattern, comment), text_of(pattern)))
        self._declared += [(node.start_byte, name) for name in names]
        return names

    def _initializer(self, node: SyntaxNode, name: SyntaxNode, comment: SyntaxNode | None) -> Callable[[], Value]:
        def compute() -> Value:
            value = initial_value(self.frame, node)
            if isinstance(value, JsObject) and value.definition is not None and value.definition.text is self.text:
                definition = self.definition(name, node, comment)
                if definition.contains(value.definition):
                    value.definition = definition
            return value

        return compute

    def _lazy(self, compute: Callable[[], Property], name: str = "") -> Lazy:
        """A value that is evaluated as if nothing else was running."""
        return Lazy(lambda: self.graph.certainly(compute), name)

    # Imports and exports --------------------------------------------------------------------------------------------

    def _imported(self, specifier: str, name: str) -> Lazy:
        def load() -> Property:
            namespace = self.graph.load(specifier, self.text.path)
            return namespace if name == "*" else exported(namespace, name, specifier)

        return self._lazy(load, name)

    def _declare_import(self, node: SyntaxNode) -> None:
        source, clauses = node.child_by_field_name("source"), [c for c in node.children if c.type == "import_clause"]
        if has_token(node, "type"):
            return
        if source is None or not clauses:
            self._statements.append(node)
            return
        specifier, names = string_of(source), self.frame.scope.names
        for clause in operands(clauses[0]):
            if clause.type == "identifier":
                names[text_of(clause)] = self._imported(specifier, "default")
            elif clause.type == "namespace_import" and operands(clause):
                names[text_of(operands(clause)[0])] = self._imported(specifier, "*")
            elif clause.type == "named_imports":
                for name, alias in _specifiers(clause):
                    names[alias] = self._imported(specifier, name)

    def _declare_export(self, node: SyntaxNode, comment: SyntaxNode | None) -> None:
        source, declared = node.child_by_field_name("source"), node.child_by_field_name("declaration")
        value, is_default = node.child_by_field_name("value"), has_token(node, "default")
        specifier = string_of(source) if source is not None else None
        if has_token(node, "type"):
            return
        if specifier is not None and has_token(node, "*"):
            self._reexported.append(specifier)
        for clause in operands(node):
            if clause.type == "namespace_export" and specifier is not None and operands(clause):
                self._exports[text_of(operands(clause)[0])] = self._imported(specifier, "*")
            elif clause.type == "export_clause":
                for name, alias in _specifiers(clause):
                    self._exports[alias] = self._local(name) if specifier is None else self._imported(specifier, name)
                for each in operands(clause):
                    written = each.child_by_field_name("alias") or each.child_by_field_name("name")
                    if written is not None:
                        self._export_names[_name(written)] = self.definition(written, each, comment)
        if declared is not None:
            for name in self._declare(declared, comment):
                self._exports["default" if is_default else name] = self._local(name)
            for each in operands(declared) if declared.type in DECLARATIONS and not is_default else ():
                written = each.child_by_field_name("name")
                if written is not None and written.type == "identifier":
                    self._export_names[text_of(written)] = self.definition(written, each, comment)
        elif value is not None:
            self._exports["default"] = self._default_value(value, node, comment)

    def _default_value(self, value: SyntaxNode, node: SyntaxNode, comment: SyntaxNode | None) -> Property:
        name = text_of(value) if value.type == "identifier" else "default"
        self._declared.append((node.start_byte, name))
        if value.type == "identifier":
            return self._local(name)
        lazy = self._lazy(lambda: self.frame.evaluate(value))
        self.frame.scope.names[name] = lazy
        return lazy

    def _local(self, name: str) -> Lazy:
        return Lazy(lambda: self.frame.lookup(name), name)

    def _require(self, arguments: Sequence[Property]) -> Value:
        specifier = force(arguments[0]) if arguments else UNDEFINED
        if not isinstance(specifier, str):
            return Unknown("the module of a `require` is not known")
        return self.graph.require(specifier, self.text.path)


def _specifiers(clause: SyntaxNode) -> list[tuple[str, str]]:
    """The names of an import or export clause: in the other module, and here."""
    found = []
    for node in operands(clause):
        name, alias = node.child_by_field_name("name"), node.child_by_field_name("alias")
        if name is not None and not has_token(node, "type"):
            found.append((_name(name), _name(alias or name)))
    return found


def _name(node: SyntaxNode) -> str:
    return string_of(node) if node.type == "string" else text_of(node)


def exported(namespace: Value, name: str, specifier: str) -> Property:
    if isinstance(namespace, JsObject):
        if name in namespace.properties:
            return namespace.properties[name]
        return Unknown(namespace.open or f"`{specifier}` does not export `{name}`", name)
    if isinstance(namespace, Unknown):
        return Unknown(namespace.reason, name, namespace.only_checks)
    return Unknown(f"`{specifier}` is not read", name)
