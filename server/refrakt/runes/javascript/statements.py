"""Statements of functions and modules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

from refrakt.runes.javascript.conversions import either, equal, truth
from refrakt.runes.javascript.frame import Frame
from refrakt.runes.javascript.literals import class_value
from refrakt.runes.javascript.patterns import bind
from refrakt.runes.javascript.syntax import operands, string_of, text_of
from refrakt.runes.javascript.values import (
    UNDEFINED,
    JsArray,
    JsFunction,
    JsObject,
    Property,
    Unknown,
    Value,
    force,
    open_reason,
)

if TYPE_CHECKING:
    from tree_sitter import Node as SyntaxNode

DECLARATIONS = ("lexical_declaration", "variable_declaration")
FUNCTIONS = ("function_declaration", "generator_function_declaration")
CLASSES = ("class_declaration", "abstract_class_declaration")
_STATEMENT_DEPTH = 2
"""A statement takes as much of the stack as this many expressions."""


class Completion(NamedTuple):
    """How a statement leaves the statements around it.

    A site whose schema throws is never built, so an error that may be thrown leaves everything after it as certain as it was.
    """

    kind: Literal["return", "break", "continue", "throw"]
    value: Property = UNDEFINED


def execute_all(frame: Frame, nodes: Sequence[SyntaxNode]) -> Completion | None:
    for node in nodes:
        if node.type in FUNCTIONS:
            declare(frame, node)
    for node in nodes:
        completion = execute(frame, node)
        if completion is not None:
            return completion
    return None


def execute(frame: Frame, node: SyntaxNode) -> Completion | None:
    """Execute a statement. One that is nested too deep stops the evaluation, since its effects would be missing."""
    budget = frame.graph.budget
    budget.spend()
    if budget.too_deep:
        budget.spend(budget.steps + 1)
    budget.depth += _STATEMENT_DEPTH
    try:
        return _execute(frame, node)
    finally:
        budget.depth -= _STATEMENT_DEPTH


def _execute(frame: Frame, node: SyntaxNode) -> Completion | None:
    kind = node.type
    if kind == "expression_statement":
        frame.evaluate(node.named_children[0] if node.named_children else None)
    elif kind in DECLARATIONS or kind in CLASSES or kind == "enum_declaration":
        declare(frame, node)
    elif kind == "return_statement":
        inner = operands(node)
        return Completion("return", frame.evaluate(inner[0]) if inner else UNDEFINED)
    elif kind == "break_statement":
        return Completion("break")
    elif kind == "continue_statement":
        return Completion("continue")
    elif kind == "throw_statement":
        return Completion("throw", Unknown("an error is thrown"))
    elif kind == "statement_block":
        return execute_all(frame.block(), node.named_children)
    elif kind == "if_statement":
        return _if(frame, node)
    elif kind == "for_in_statement":
        return _for_in(frame.block(), node)
    elif kind in ("for_statement", "while_statement", "do_statement"):
        return _loop(frame.block(), node)
    elif kind == "switch_statement":
        return _switch(frame.block(), node)
    elif kind == "try_statement":
        return _try(frame, node)
    elif kind == "labeled_statement":
        _maybe(frame, node.child_by_field_name("body"))
    return None


def _maybe(frame: Frame, node: SyntaxNode | None) -> Completion | None:
    """Execute a statement that may or may not run. Statements after a possible exit may or may not run, too."""
    if node is None:
        return None
    frame.graph.uncertain += 1
    try:
        completion = execute(frame, node)
    finally:
        frame.graph.uncertain -= 1
    return completion


def _leave_maybe(frame: Frame, completion: Completion | None) -> None:
    if completion is not None and completion.kind != "throw":
        if completion.kind == "return":
            frame.returned.append(force(completion.value))
        frame.graph.uncertain += 1


def _repeat(frame: Frame, *nodes: SyntaxNode | None) -> None:
    """Execute a loop whose number of iterations is unknown."""
    for _ in range(2):
        for node in nodes:
            if node is not None and (node.type.endswith("_statement") or node.type == "statement_block"):
                _leave_maybe(frame, _maybe(frame, node))
            elif node is not None:
                frame.graph.uncertain += 1
                frame.evaluate(node)
                frame.graph.uncertain -= 1


def declare(frame: Frame, node: SyntaxNode) -> None:
    """Evaluate a declaration in its scope."""
    label = node.child_by_field_name("name")
    if node.type in DECLARATIONS:
        for child in operands(node):
            pattern = child.child_by_field_name("name")
            if pattern is not None:
                bind(frame, pattern, initial_value(frame, child))
    elif label is not None and node.type in FUNCTIONS:
        frame.scope.names[text_of(label)] = JsFunction(node, frame, text_of(label))
    elif label is not None and node.type in CLASSES:
        frame.scope.names[text_of(label)] = class_value(frame, node)
    elif label is not None:
        frame.scope.names[text_of(label)] = enum_value(frame, node)


def initial_value(frame: Frame, declarator: SyntaxNode) -> Value:
    value = frame.evaluate(declarator.child_by_field_name("value"))
    label = declarator.child_by_field_name("name")
    if isinstance(value, JsFunction) and not value.name and label is not None:
        value.name = text_of(label)
    return value


def enum_value(frame: Frame, node: SyntaxNode) -> JsObject:
    body = node.child_by_field_name("body")
    enum, following = JsObject(), 0
    for member in operands(body) if body is not None else ():
        label = member.child_by_field_name("name") or member
        key = string_of(label) if label.type == "string" else text_of(label)
        value: Value = following
        if member.type == "enum_assignment":
            value = frame.evaluate(member.child_by_field_name("value"))
        following = int(value) + 1 if isinstance(value, int) else following
        enum.set(key, value)
    return enum


def _if(frame: Frame, node: SyntaxNode) -> Completion | None:
    test = truth(frame.evaluate(node.child_by_field_name("condition")))
    then, other = node.child_by_field_name("consequence"), node.child_by_field_name("alternative")
    if other is not None and other.type == "else_clause":
        other = operands(other)[0] if operands(other) else None
    if test is not None:
        chosen = then if test else other
        return execute(frame, chosen) if chosen is not None else None
    left, right = exits = [_maybe(frame, then), _maybe(frame, other)]
    if left is not None and left.kind == "throw":
        return right
    if right is not None and right.kind == "throw":
        return left
    if left is not None and right is not None and left.kind == right.kind == "return":
        return Completion("return", either(left.value, right.value))
    for each in exits:
        _leave_maybe(frame, each)
    return None


def _for_in(frame: Frame, node: SyntaxNode) -> Completion | None:
    operator, right = node.child_by_field_name("operator"), frame.evaluate(node.child_by_field_name("right"))
    pattern, body = node.child_by_field_name("left"), node.child_by_field_name("body")
    if pattern is None or body is None:
        return None
    items, unknown = _iterated(right, operator is not None and text_of(operator) == "of")
    for item in items:
        frame.graph.budget.spend()
        inner = frame.block()
        bind(inner, pattern, item)
        exit_ = execute(inner, body)
        if exit_ is not None and exit_.kind in ("return", "throw"):
            return exit_
        if exit_ is not None and exit_.kind == "break":
            return None
    if unknown is not None:
        inner = frame.block()
        bind(inner, pattern, Unknown(unknown))
        _repeat(inner, body)
    return None


def _iterated(value: Value, of: bool) -> tuple[list[Property], str | None]:
    """The known items of a loop, and why there may be others."""
    if isinstance(value, JsArray):
        items: list[Property] = list(value.items) if of else [str(index) for index in range(len(value.items))]
        return items, value.open or (None if value.exact else "the items of an array are not known")
    if isinstance(value, JsObject) and not of:
        return list(value.properties), value.open
    if isinstance(value, str) and of:
        return list(value), None
    return [], open_reason(value, "the items of a loop are not known")


def _loop(frame: Frame, node: SyntaxNode) -> Completion | None:
    start, test, step, body = map(node.child_by_field_name, ("initializer", "condition", "increment", "body"))
    if start is not None:
        execute(frame, start)
    if test is not None and test.type == "expression_statement":
        test = operands(test)[0] if operands(test) else None
    first = node.type == "do_statement"
    while body is not None:
        frame.graph.budget.spend()
        goes_on = True if first else truth(frame.evaluate(test)) if test is not None else None
        first = False
        if goes_on is None:
            _repeat(frame, body, step)
            return None
        if not goes_on:
            return None
        exit_ = execute(frame, body)
        if exit_ is not None and exit_.kind in ("return", "throw"):
            return exit_
        if exit_ is not None and exit_.kind == "break":
            return None
        if step is not None:
            frame.evaluate(step)
    return None


def _switch(frame: Frame, node: SyntaxNode) -> Completion | None:
    value, body = frame.evaluate(node.child_by_field_name("value")), node.child_by_field_name("body")
    cases = operands(body) if body is not None else []
    tests = [_case_test(frame, value, case) for case in cases]
    if None in tests:
        for case in cases:
            for statement in case.children_by_field_name("body"):
                _leave_switch(frame, _maybe(frame, statement))
        return None
    start = next((index for index, test in enumerate(tests) if test and cases[index].type != "switch_default"), None)
    if start is None:
        start = next((index for index, case in enumerate(cases) if case.type == "switch_default"), len(cases))
    for case in cases[start:]:
        for statement in case.children_by_field_name("body"):
            exit_ = execute(frame, statement)
            if exit_ is not None:
                return None if exit_.kind == "break" else exit_
    return None


def _case_test(frame: Frame, value: Value, case: SyntaxNode) -> bool | None:
    if case.type == "switch_default":
        return True
    return equal(value, frame.evaluate(case.child_by_field_name("value")), strict=True)


def _leave_switch(frame: Frame, completion: Completion | None) -> None:
    if completion is None or completion.kind != "break":
        _leave_maybe(frame, completion)


def _try(frame: Frame, node: SyntaxNode) -> Completion | None:
    body, handler, final = map(node.child_by_field_name, ("body", "handler", "finalizer"))
    exit_ = execute(frame, body) if body is not None else None
    if handler is not None:
        inner = frame.block()
        parameter = handler.child_by_field_name("parameter")
        if parameter is not None:
            bind(inner, parameter, Unknown("an error is thrown"))
        recovered = _maybe(inner, handler.child_by_field_name("body"))
        if exit_ is not None and exit_.kind == "throw":
            exit_ = recovered
        elif recovered is not None and recovered.kind == "return":
            frame.returned.append(force(recovered.value))
    if final is not None and operands(final):
        last = execute(frame, operands(final)[-1])
        exit_ = last or exit_
    return exit_
