"""Operators: arithmetic, comparison, conditions and assignments."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import TYPE_CHECKING

from refrakt.runes.javascript.conversions import either, equal, is_number, text_value, truth, type_of
from refrakt.runes.javascript.frame import Frame, expression
from refrakt.runes.javascript.literals import limited_text
from refrakt.runes.javascript.members import delete_member, get_member, has_property, member_key, set_member
from refrakt.runes.javascript.patterns import bound_names
from refrakt.runes.javascript.syntax import operands, text_of
from refrakt.runes.javascript.values import UNDEFINED, JsObject, Property, Unknown, Value, force, open_reason

if TYPE_CHECKING:
    from tree_sitter import Node as SyntaxNode

_MEMBERS = ("member_expression", "subscript_expression")
_WRAPPERS = ("parenthesized_expression", "as_expression", "non_null_expression", "satisfies_expression")
_ARITHMETIC: dict[str, Callable[[float, float], float]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "%": math.fmod,
}
_ORDER: dict[str, Callable[[str | float, str | float], bool]] = {
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
}
_LOGICAL = ("&&", "||", "??")
_LARGEST = 2**53


@expression("sequence_expression")
def _sequence(frame: Frame, node: SyntaxNode) -> Property:
    value: Value = UNDEFINED
    for child in operands(node):
        value = frame.evaluate(child)
    return value


@expression("ternary_expression")
def _ternary(frame: Frame, node: SyntaxNode) -> Property:
    test = truth(frame.evaluate(node.child_by_field_name("condition")))
    then, other = node.child_by_field_name("consequence"), node.child_by_field_name("alternative")
    if test is not None:
        return frame.evaluate(then if test else other)
    frame.graph.uncertain += 1
    try:
        return either(frame.evaluate(then), frame.evaluate(other))
    finally:
        frame.graph.uncertain -= 1


@expression("unary_expression")
def _unary(frame: Frame, node: SyntaxNode) -> Property:
    sign, argument = text_of(node.child_by_field_name("operator") or node), node.child_by_field_name("argument")
    if sign == "delete":
        if argument is not None and argument.type in _MEMBERS:
            owner = frame.evaluate(argument.child_by_field_name("object"))
            delete_member(frame, owner, member_key(frame, argument))
        return True
    value = frame.evaluate(argument)
    if sign == "void":
        return UNDEFINED
    if isinstance(value, Unknown):
        return value
    if sign == "!":
        return not truth(value)
    if sign == "typeof":
        return type_of(value)
    if sign in "+-" and isinstance(value, int | float):
        return -value if sign == "-" else value
    return Unknown(f"the operator `{sign}` is not evaluated")


@expression("binary_expression")
def _binary(frame: Frame, node: SyntaxNode) -> Property:
    sign = text_of(node.child_by_field_name("operator") or node)
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if sign in _LOGICAL:
        return _logical(frame, sign, frame.evaluate(left), right)
    return binary(frame, sign, frame.evaluate(left), frame.evaluate(right))


def _logical(frame: Frame, sign: str, left: Value, right: SyntaxNode | None) -> Value:
    test = truth(left)
    if sign == "??" and test is not None:
        return frame.evaluate(right) if left is None or left is UNDEFINED else left
    if test is not None:
        return frame.evaluate(right) if test is (sign == "&&") else left
    frame.graph.uncertain += 1
    try:
        # `unknown && {…}` is either false or the object, so spreading it adds some properties.
        return either(UNDEFINED if sign == "&&" else left, frame.evaluate(right))
    finally:
        frame.graph.uncertain -= 1


def binary(frame: Frame, sign: str, left: Value, right: Value) -> Value:
    unknown = Unknown(open_reason(left, open_reason(right, f"the operator `{sign}` is not evaluated")))
    if sign in ("===", "==", "!==", "!="):
        same = equal(left, right, strict=len(sign) == 3)
        return unknown if same is None else same is (sign[0] == "=")
    if isinstance(left, Unknown) or isinstance(right, Unknown):
        return unknown
    if sign == "in" and isinstance(right, JsObject):
        return has_property(right, left)
    if sign == "+" and (isinstance(left, str) or isinstance(right, str)):
        first, second = text_value(left), text_value(right)
        return limited_text(frame, first + second) if first is not None and second is not None else unknown
    if sign in _ORDER and isinstance(left, str) and isinstance(right, str):
        return _ORDER[sign](left, right)
    if isinstance(left, int | float) and isinstance(right, int | float):
        return _numeric(sign, left, right, unknown)
    return unknown


def _numeric(sign: str, left: float, right: float, unknown: Value) -> Value:
    if sign in _ORDER:
        return _ORDER[sign](left, right)
    try:
        if sign == "/":
            result = left / right
        else:
            function = _ARITHMETIC.get(sign)
            result = function(left, right) if function is not None else math.nan
    except (ArithmeticError, ValueError):
        return unknown
    if not abs(result) < _LARGEST:
        return unknown
    return int(result) if result == int(result) else result


@expression("assignment_expression")
def _assignment(frame: Frame, node: SyntaxNode) -> Property:
    target, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    value: Property = frame.property(right) if right is not None else UNDEFINED
    if target is not None:
        assign(frame, target, value)
    return value


def assign(frame: Frame, target: SyntaxNode, value: Property) -> None:
    if target.type == "identifier":
        frame.assign(text_of(target), value)
    elif target.type in _MEMBERS:
        owner = frame.evaluate(target.child_by_field_name("object"))
        set_member(frame, owner, member_key(frame, target), value, target)
    elif target.type in _WRAPPERS and operands(target):
        assign(frame, operands(target)[0], value)
    elif target.type == "object_pattern":
        for name in bound_names(target):
            frame.assign(name, get_member(frame, force(value), name))
    else:
        for name in bound_names(target):
            frame.assign(name, Unknown("a destructuring assignment is not evaluated"))


@expression("augmented_assignment_expression")
def _augmented(frame: Frame, node: SyntaxNode) -> Property:
    target, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    sign = text_of(node.child_by_field_name("operator") or node)[:-1]
    before = frame.evaluate(target)
    value = (
        _logical(frame, sign, before, right) if sign in _LOGICAL else binary(frame, sign, before, frame.evaluate(right))
    )
    if target is not None and value is not before:
        assign(frame, target, value)
    return value


@expression("update_expression")
def _update(frame: Frame, node: SyntaxNode) -> Property:
    target = node.child_by_field_name("argument")
    before = frame.evaluate(target)
    change = 1 if text_of(node.child_by_field_name("operator") or node) == "++" else -1
    if target is not None:
        assign(
            frame,
            target,
            binary(frame, "+", before, change) if is_number(before) else Unknown("a counter is not known"),
        )
    return before
