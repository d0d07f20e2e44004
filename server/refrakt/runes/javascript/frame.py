"""The core of the evaluator: scopes, and the table of functions that evaluate each kind of expression.

Nothing is executed: a value is computed from the syntax tree as far as it is known, and is `Unknown` beyond that. Code that may or
may not run, such as a branch with an unknown condition, is evaluated while `ModuleGraph.uncertain` is positive: what it assigns is
then one of two possible values.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from refrakt.runes.javascript.conversions import either
from refrakt.runes.javascript.syntax import operands, text_of
from refrakt.runes.javascript.values import UNDEFINED, BuiltinType, Property, Unknown, Value, force

if TYPE_CHECKING:
    from tree_sitter import Node as SyntaxNode

    from refrakt.runes.javascript.module_graph import ModuleGraph
    from refrakt.runes.javascript.script_module import ScriptModule

BUILTIN_TYPES = frozenset(
    [
        "String",
        "Number",
        "Boolean",
        "Object",
        "Array",
        "Date",
        "Function",
        "Symbol",
        "RegExp",
        "Map",
        "Set",
        "Promise",
        "JSON",
        "Math",
        "Error",
        "console",
    ]
)


class Scope:
    """The variables of a block or function."""

    __slots__ = ("level", "names", "parent")

    def __init__(self, parent: Scope | None, level: int = 0) -> None:
        self.names: dict[str, Property] = {}
        self.parent = parent
        self.level = level
        """How uncertain it was that the block runs; an assignment at the same level is certain."""

    def owner(self, name: str) -> Scope | None:
        """The scope that declares a name."""
        scope: Scope | None = self
        while scope is not None and name not in scope.names:
            scope = scope.parent
        return scope


class Frame:
    """Where code is evaluated: its module, its scope, `this`, and the values that the function may already have returned."""

    __slots__ = ("module", "returned", "scope", "this")

    def __init__(self, module: ScriptModule, scope: Scope, this: Value, returned: list[Value]) -> None:
        self.module = module
        self.scope = scope
        self.this = this
        self.returned = returned

    @property
    def graph(self) -> ModuleGraph:
        return self.module.graph

    def block(self) -> Frame:
        """A frame for a block of the same function."""
        return Frame(self.module, Scope(self.scope, self.graph.uncertain), self.this, self.returned)

    def evaluate(self, node: SyntaxNode | None) -> Value:
        """The value of an expression."""
        if node is None:
            return UNDEFINED
        budget = self.graph.budget
        budget.spend()
        if budget.too_deep:
            return Unknown("expressions are nested too deep")
        handler = EXPRESSIONS.get(node.type)
        if handler is None:
            return Unknown(f"`{node.type}` is not evaluated")
        budget.depth += 1
        try:
            return force(handler(self, node))
        finally:
            budget.depth -= 1

    def property(self, node: SyntaxNode) -> Property:
        """The value of an expression; of a variable that is not evaluated yet, to be evaluated when it is needed."""
        return self.lookup(text_of(node)) if node.type == "identifier" else self.evaluate(node)

    def lookup(self, name: str) -> Property:
        owner = self.scope.owner(name)
        if owner is not None:
            return owner.names[name]
        if name in BUILTIN_TYPES:
            return BuiltinType(name)
        if name in _CONSTANTS:
            return _CONSTANTS[name]
        if name == "require":
            return self.module.require
        return Unknown(f"`{name}` is only known when the site runs", name)

    def assign(self, name: str, value: Property) -> None:
        owner = self.scope.owner(name)
        if owner is not None:
            certain = self.graph.uncertain <= owner.level
            owner.names[name] = value if certain else either(owner.names[name], value)


Handler: TypeAlias = "Callable[[Frame, SyntaxNode], Property]"
EXPRESSIONS: dict[str, Handler] = {}
_CONSTANTS: dict[str, Value] = {"undefined": UNDEFINED, "NaN": float("nan"), "Infinity": float("inf")}


def expression(*types: str) -> Callable[[Handler], Handler]:
    """Registers the function that evaluates these types of syntax nodes."""

    def register(handler: Handler) -> Handler:
        EXPRESSIONS.update(dict.fromkeys(types, handler))
        return handler

    return register


@expression("identifier")
def _identifier(frame: Frame, node: SyntaxNode) -> Property:
    return frame.lookup(text_of(node))


@expression("this")
def _this(frame: Frame, node: SyntaxNode) -> Property:
    return frame.this


@expression(
    "parenthesized_expression",
    "as_expression",
    "satisfies_expression",
    "non_null_expression",
    "await_expression",
    "instantiation_expression",
)
def _wrapped(frame: Frame, node: SyntaxNode) -> Property:
    inner = operands(node)
    return frame.evaluate(inner[0]) if inner else UNDEFINED


@expression("type_assertion")
def _cast(frame: Frame, node: SyntaxNode) -> Property:
    inner = operands(node)
    return frame.evaluate(inner[-1]) if inner else UNDEFINED
