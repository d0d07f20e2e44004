"""Literals: text, numbers, templates, arrays, objects, functions, classes and JSX."""

from __future__ import annotations

from typing import TYPE_CHECKING

from refrakt.runes.javascript.conversions import text_value
from refrakt.runes.javascript.frame import Frame, expression
from refrakt.runes.javascript.syntax import has_token, operands, string_of, text_of, text_part, with_comments
from refrakt.runes.javascript.values import (
    UNDEFINED,
    BuiltinType,
    ComponentName,
    JsArray,
    JsClass,
    JsFunction,
    JsObject,
    JsRegex,
    Lazy,
    NativeFunction,
    Property,
    Unknown,
    Value,
    open_reason,
)

if TYPE_CHECKING:
    from tree_sitter import Node as SyntaxNode

SYNTAX_ERROR = "the schema has a syntax error"
_NAMED = ("identifier", "member_expression")


@expression("string")
def _string(frame: Frame, node: SyntaxNode) -> Property:
    return string_of(node)


@expression("true", "false", "null", "undefined")
def _constant(frame: Frame, node: SyntaxNode) -> Property:
    return {"true": True, "false": False, "null": None}.get(node.type, UNDEFINED)


@expression("number")
def _number(frame: Frame, node: SyntaxNode) -> Property:
    return number_value(text_of(node))


def number_value(text: str) -> Value:
    digits = text.replace("_", "").lower()
    try:
        if len(digits) > 30:
            return Unknown("a number is too long")
        if digits.isdecimal() or digits[:2] in ("0x", "0o", "0b"):
            return int(digits, 0) if digits[0] == "0" and len(digits) > 1 else int(digits)
        return float(digits)
    except ValueError:
        return Unknown("a number cannot be read")


@expression("regex")
def _regex(frame: Frame, node: SyntaxNode) -> Property:
    pattern, flags = node.child_by_field_name("pattern"), node.child_by_field_name("flags")
    return JsRegex(text_of(pattern) if pattern else "", text_of(flags) if flags else "")


@expression("template_string")
def _template(frame: Frame, node: SyntaxNode) -> Property:
    parts: list[str] = []
    for child in node.named_children:
        if child.type == "template_substitution":
            inner = operands(child)
            value = frame.evaluate(inner[0]) if inner else UNDEFINED
            text = text_value(value)
            if text is None:
                return Unknown(open_reason(value, "a template contains an object"))
            parts.append(text)
        else:
            parts.append(text_part(child) or "")
    return limited_text(frame, "".join(parts))


def limited_text(frame: Frame, text: str) -> Value:
    """A computed text, unless it is too long."""
    limit = frame.graph.budget.limits.text_length
    frame.graph.budget.spend(len(text) // 1000)
    return text if len(text) <= limit else Unknown("a computed text is too long")


@expression("array")
def _array(frame: Frame, node: SyntaxNode) -> Property:
    array = JsArray()
    for child in operands(node):
        if child.type == "spread_element":
            append_all(frame, array, frame.evaluate(operands(child)[0]) if operands(child) else UNDEFINED)
        elif child.type == "ERROR":
            array.mark_open(SYNTAX_ERROR)
        else:
            array.items.append(frame.property(child))
    return limited_array(frame, array)


def append_all(frame: Frame, array: JsArray, value: Value) -> None:
    """`[...array, ...value]`."""
    if isinstance(value, JsArray):
        frame.graph.budget.spend(len(value.items))
        array.items += value.items
        array.exact = array.exact and value.exact
        if value.open is not None:
            array.mark_open(value.open)
    elif isinstance(value, str):
        frame.graph.budget.spend(len(value))
        array.items += list(value)
    else:
        array.mark_open(open_reason(value, "the items of an array are not known"))


def limited_array(frame: Frame, array: JsArray) -> JsArray:
    limit = frame.graph.budget.limits.items
    if len(array.items) > limit:
        del array.items[limit:]
        array.mark_open("an array is too long")
    return array


@expression("object")
def _object(frame: Frame, node: SyntaxNode) -> Property:
    value = JsObject(open=SYNTAX_ERROR if frame.module.has_errors else None)
    value.definition = frame.module.definition(node)
    frame.graph.budget.depth += 1
    for child, comment in with_comments(node):
        if child.type == "spread_element":
            spread(frame, value, frame.evaluate(operands(child)[0]) if operands(child) else UNDEFINED)
        elif child.type == "shorthand_property_identifier":
            name = text_of(child)
            value.set(name, frame.lookup(name), frame.module.definition(child, comment=comment))
        elif child.type in ("pair", "method_definition"):
            _member(frame, value, child, comment)
        else:
            value.mark_open(SYNTAX_ERROR)
    frame.graph.budget.depth -= 1
    return value


def _member(frame: Frame, value: JsObject, node: SyntaxNode, comment: SyntaxNode | None) -> None:
    name = node.child_by_field_name("key") or node.child_by_field_name("name")
    key = property_key(frame, name) if name is not None else None
    if key is None:
        value.mark_replaced("the name of a property is not known")
        return
    definition = frame.module.definition(name or node, node, comment)
    if node.type == "pair":
        value.set(key, _pair_value(frame, key, node.child_by_field_name("value")), definition)
    elif has_token(node, "get"):
        value.set(key, _getter(frame, node, value), definition)
    elif not has_token(node, "set"):
        value.set(key, JsFunction(node, frame, key), definition)


def _pair_value(frame: Frame, key: str, node: SyntaxNode | None) -> Property:
    if node is None:
        return UNDEFINED
    if key == "render" and node.type in _NAMED:
        # A component is shown by its name. Its module is never loaded.
        return Lazy(lambda: frame.evaluate(node), text_of(node))
    found = frame.property(node)
    if isinstance(found, JsFunction) and not found.name:
        found.name = key
    return found


def _getter(frame: Frame, node: SyntaxNode, this: Value) -> Lazy:
    from refrakt.runes.javascript.calls import call

    return Lazy(lambda: call(frame, JsFunction(node, frame), [], this))


def property_key(frame: Frame, node: SyntaxNode) -> str | None:
    """The name of a property; None if it is computed from unknown values."""
    if node.type == "string":
        return string_of(node)
    if node.type == "number":
        return text_value(number_value(text_of(node)))
    if node.type == "computed_property_name":
        inner = operands(node)
        return text_value(frame.evaluate(inner[0])) if inner else None
    return text_of(node)


def spread(frame: Frame, target: JsObject, value: Value) -> None:
    """`{...target, ...value}`."""
    if isinstance(value, JsObject):
        frame.graph.budget.spend(len(value.properties))
        target.update(value)
    elif isinstance(value, JsClass):
        target.update(value.members)
    elif isinstance(value, JsArray):
        frame.graph.budget.spend(len(value.items))
        for index, item in enumerate(value.items):
            target.set(str(index), item)
        if not value.exact:
            target.mark_replaced(open_reason(value, "the items of an array are not known"))
    elif isinstance(value, Unknown):
        target.mark_replaced(value.reason)
    elif isinstance(value, JsFunction):
        target.update(value.members)
    elif isinstance(value, NativeFunction | BuiltinType | ComponentName) or (isinstance(value, str) and value):
        target.mark_replaced("the properties of a value are not known")


@expression("arrow_function", "function_expression", "function", "generator_function")
def _function(frame: Frame, node: SyntaxNode) -> Property:
    name = node.child_by_field_name("name")
    return JsFunction(node, frame, text_of(name) if name is not None else "")


@expression("class")
def _class(frame: Frame, node: SyntaxNode) -> Property:
    return class_value(frame, node)


def class_value(frame: Frame, node: SyntaxNode) -> JsClass:
    """A class with its static members. Inherited ones are not known."""
    name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    inherits = any(child.type == "class_heritage" and has_token(child, "extends_clause") for child in node.children)
    members = JsObject(open="a class inherits static members" if inherits else None)
    for member in body.named_children if body is not None else ():
        if member.type == "class_static_block":
            members.mark_replaced("a class has a static block")
        if not has_token(member, "static"):
            continue
        label = member.child_by_field_name("name") or member.child_by_field_name("property")
        key = property_key(frame, label) if label is not None else None
        if key is None:
            members.mark_replaced("the name of a static member is not known")
        elif member.type == "method_definition":
            found = _getter(frame, member, UNDEFINED) if has_token(member, "get") else JsFunction(member, frame, key)
            members.set(key, found, frame.module.definition(member))
        else:
            members.set(key, _static_field(frame, member), frame.module.definition(member))
    return JsClass(text_of(name) if name is not None else "", members)


def _static_field(frame: Frame, member: SyntaxNode) -> Lazy:
    return Lazy(lambda: frame.evaluate(member.child_by_field_name("value")))


@expression("jsx_element", "jsx_self_closing_element", "jsx_fragment")
def _jsx(frame: Frame, node: SyntaxNode) -> Property:
    return ComponentName("")
