"""Function calls. A call that cannot be evaluated may change every object that it gets, so these become open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from refrakt.runes.javascript.conversions import either
from refrakt.runes.javascript.frame import Frame, Scope, expression
from refrakt.runes.javascript.native_globals import convert
from refrakt.runes.javascript.patterns import bind
from refrakt.runes.javascript.statements import execute_all
from refrakt.runes.javascript.syntax import has_token, operands, text_of
from refrakt.runes.javascript.values import (
    UNDEFINED,
    BuiltinType,
    JsArray,
    JsFunction,
    JsObject,
    Lazy,
    NativeFunction,
    Property,
    Unknown,
    Value,
    force,
)

if TYPE_CHECKING:
    from tree_sitter import Node as SyntaxNode

_CALL_DEPTH = 4
"""A call takes as much of the stack as this many expressions."""
_DEEPEST_MARK = 4


@expression("call_expression")
def _call(frame: Frame, node: SyntaxNode) -> Property:
    called, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if called is None or arguments is None or called.type == "import":
        return Unknown("a dynamic import is not read")
    if arguments.type == "template_string":
        return Unknown("a tagged template is not evaluated")
    if called.type == "super":
        return UNDEFINED
    this: Value = UNDEFINED
    if called.type in ("member_expression", "subscript_expression"):
        from refrakt.runes.javascript.members import get_member, member_key

        if text_of(called) == "import.meta.glob":
            return Unknown("the files of `import.meta.glob` are not read")
        this = frame.evaluate(called.child_by_field_name("object"))
        key = member_key(frame, called)
        function = force(get_member(frame, this, key)) if key is not None else Unknown("a function is not known")
    else:
        function = frame.evaluate(called)
    if has_token(node, "?.") and function is UNDEFINED:
        return UNDEFINED
    return call(frame, function, _arguments(frame, arguments), this)


@expression("new_expression")
def _new(frame: Frame, node: SyntaxNode) -> Property:
    constructor, arguments = node.child_by_field_name("constructor"), node.child_by_field_name("arguments")
    found = frame.evaluate(constructor)
    passed = _arguments(frame, arguments) if arguments is not None else []
    if isinstance(found, BuiltinType):
        return convert(frame, f"new {found.name}", passed)
    name = text_of(constructor)[:40] if constructor is not None else ""
    checks = isinstance(found, Unknown) and found.only_checks
    return pass_to_unknown(frame, Unknown(f"`new {name}` is not evaluated", only_checks=checks), passed)


def _arguments(frame: Frame, node: SyntaxNode) -> list[Property]:
    passed: list[Property] = []
    for child in operands(node):
        if child.type != "spread_element":
            passed.append(frame.property(child))
            continue
        value = frame.evaluate(operands(child)[0]) if operands(child) else UNDEFINED
        if isinstance(value, JsArray) and value.exact:
            frame.graph.budget.spend(len(value.items))
            passed += value.items
        else:
            passed.append(Unknown("the arguments of a call are not known"))
    return passed


def call(frame: Frame, function: Value, arguments: Sequence[Property], this: Value = UNDEFINED) -> Value:
    """The result of a call."""
    budget = frame.graph.budget
    budget.spend(2)
    if budget.too_deep:
        return pass_to_unknown(frame, Unknown("calls are nested too deep"), arguments)
    budget.depth += _CALL_DEPTH
    try:
        if isinstance(function, JsFunction):
            return _invoke(function, arguments, this)
        if isinstance(function, NativeFunction):
            return force(function.call(arguments))
        if isinstance(function, BuiltinType):
            return convert(frame, function.name, arguments)
        return pass_to_unknown(
            frame, function if isinstance(function, Unknown) else Unknown("a function is not known"), arguments
        )
    finally:
        budget.depth -= _CALL_DEPTH


def _invoke(function: JsFunction, arguments: Sequence[Property], this: Value) -> Value:
    node, outer = function.node, function.frame
    graph = outer.graph
    if has_token(node, "*"):
        return pass_to_unknown(outer, Unknown("a generator is not evaluated"), arguments)
    is_recursive = node.id in graph.active
    if is_recursive and graph.uncertain:
        # Whether it ends depends on a condition that is not known, so it would use up the budget.
        reason = "a function calls itself under a condition that is not known"
        return pass_to_unknown(outer, Unknown(reason), arguments)
    graph.active.add(node.id)
    inherited = outer.this if node.type == "arrow_function" else this
    frame = Frame(outer.module, Scope(outer.scope, graph.uncertain), inherited, [])
    uncertain = graph.uncertain
    try:
        _bind_parameters(frame, node, arguments)
        body = node.child_by_field_name("body")
        if body is None or body.type != "statement_block":
            return frame.evaluate(body)
        completion = execute_all(frame, body.named_children)
        result: Value = force(completion.value) if completion is not None else UNDEFINED
    finally:
        graph.uncertain = uncertain
        if not is_recursive:
            graph.active.discard(node.id)
    for possible in frame.returned:
        result = either(result, possible)
    return result


def _bind_parameters(frame: Frame, node: SyntaxNode, arguments: Sequence[Property]) -> None:
    single, listed = node.child_by_field_name("parameter"), node.child_by_field_name("parameters")
    parameters = [single] if single is not None else operands(listed) if listed is not None else []
    index = 0
    for parameter in parameters:
        pattern = parameter.child_by_field_name("pattern") or parameter
        default = parameter.child_by_field_name("value")
        if pattern.type == "this":
            continue
        if pattern.type == "rest_pattern":
            inner = operands(pattern)
            if inner:
                bind(frame, inner[0], JsArray(arguments[index:]))
            break
        value = arguments[index] if index < len(arguments) else UNDEFINED
        if default is not None and force(value) is UNDEFINED:
            value = frame.evaluate(default)
        bind(frame, pattern, value)
        index += 1


def call_uncertainly(frame: Frame, function: Value, arguments: Sequence[Property]) -> Value:
    """The result of a call that may happen any number of times, also never."""
    frame.graph.uncertain += 1
    try:
        # What the first call changes can change the second one.
        call(frame, function, arguments)
        return call(frame, function, arguments)
    finally:
        frame.graph.uncertain -= 1


def pass_to_unknown(frame: Frame, function: Unknown, arguments: Sequence[Property]) -> Value:
    """The result of a call of an unknown function, which may call functions and change objects that it gets."""
    passed = f"an object is passed to {f'`{function.name}`' if function.name else 'a function'} that is not evaluated"
    for argument in arguments:
        if isinstance(argument, Lazy) and not argument.forced:
            # Components are passed to wrappers; their modules are not loaded for it.
            continue
        value = force(argument)
        if isinstance(value, JsFunction):
            value = call_uncertainly(frame, value, [Unknown(function.reason)] * 4)
        if not function.only_checks:
            _mark_passed(frame, value, passed, 0)
    return function


def _mark_passed(frame: Frame, value: Value, reason: str, depth: int) -> None:
    frame.graph.budget.spend()
    if not isinstance(value, JsObject | JsArray) or depth > _DEEPEST_MARK or (value.open is not None and depth):
        return
    value.mark_open(reason)
    for item in list(value.properties.values()) if isinstance(value, JsObject) else list(value.items):
        if not isinstance(item, Lazy) or item.forced:
            _mark_passed(frame, force(item), reason, depth + 1)
