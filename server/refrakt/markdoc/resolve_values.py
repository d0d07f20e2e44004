"""Evaluation of variables and function calls.

Trees are shared between versions of a document, so they are not changed in place: subtrees without variables are returned
unchanged, the other nodes are copied.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from refrakt.markdoc.javascript_values import is_index, js_property
from refrakt.markdoc.schema import MarkdocConfig
from refrakt.markdoc.tree import Node
from refrakt.markdoc.values import UNDEFINED, Function, Variable


def resolve(tree: Node, config: MarkdocConfig) -> Node:
    """The tree with every variable and function call replaced by its value."""
    resolved: dict[int, Node] = {}
    # In reverse, so that children come before their parents.
    for node in reversed([tree, *tree.walk()]):
        attributes = resolve_value(node.attributes, config)
        has_resolved_child = resolved and any(id(child) in resolved for child in (*node.children, *node.slots.values()))
        if has_resolved_child or attributes is not node.attributes:
            resolved[id(node)] = _copy(node, attributes, resolved)
    return resolved.get(id(tree), tree)


def _copy(node: Node, attributes: dict[str, Any], resolved: Mapping[int, Node]) -> Node:
    copy = Node(node.type)
    for name in Node.__slots__:
        setattr(copy, name, getattr(node, name))
    copy.attributes = attributes
    copy.children = [resolved.get(id(child), child) for child in node.children]
    copy.slots = {name: resolved.get(id(slot), slot) for name, slot in node.slots.items()}
    return copy


def resolve_value(value: Any, config: MarkdocConfig) -> Any:
    """A value with variables and functions evaluated; the same object if there are none."""
    if isinstance(value, Variable):
        return variable_value(value, config.variables)
    if isinstance(value, Function):
        return _call(value, config)
    if isinstance(value, dict):
        members: dict[Any, Any] | None = None
        for key, each in value.items():
            result = resolve_value(each, config)
            if result is not each:
                members = dict(value) if members is None else members
                members[key] = result
        if "__proto__" in value:
            # In JavaScript this key sets the prototype, so it is never content.
            members = dict(value) if members is None else members
            del members["__proto__"]
        return value if members is None else members
    if isinstance(value, list | tuple):
        elements: list[Any] | None = None
        for index, each in enumerate(value):
            result = resolve_value(each, config)
            if result is not each:
                elements = list(value) if elements is None else elements
                elements[index] = result
        return value if elements is None else elements
    return value


def variable_value(variable: Variable, variables: Mapping[str, Any] | None, missing: Any = UNDEFINED) -> Any:
    """The value at a variable's path; `missing` if there is none."""
    value: Any = {} if variables is None else variables
    for key in variable.path:
        value = js_property(value, key, missing)
        if value is missing:
            return missing
    return value


def _call(function: Function, config: MarkdocConfig) -> Any:
    """Evaluate a call: `null` for an unknown function, undefined for one without an implementation."""
    schema = config.functions.get(function.name)
    if schema is None:
        return None
    if schema.transform is None:
        return UNDEFINED
    # A parameter named `0` is the first positional one.
    parameters = {int(key) if is_index(key) else key: value for key, value in function.parameters.items()}
    return schema.transform(resolve_value(parameters, config), config)
