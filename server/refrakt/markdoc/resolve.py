"""Variables and function calls turned into the values they stand for.

Trees are shared between versions of a document, so nothing is changed in place: a node that holds no variable anywhere
below it is returned as it is, the others are copied.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .javascript import is_index, js_property
from .schema import Config
from .tree import Node
from .values import UNDEFINED, Function, Variable


def resolve(tree: Node, config: Config) -> Node:
    """The tree with every variable and function call replaced by its value."""
    resolved: dict[int, Node] = {}
    # Backwards, so that children come before their parents.
    for node in reversed([tree, *tree.walk()]):
        attributes = resolve_value(node.attributes, config)
        below = resolved and any(id(child) in resolved for child in (*node.children, *node.slots.values()))
        if below or attributes is not node.attributes:
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


def resolve_value(value: Any, config: Config) -> Any:
    """A value without variables and functions; the very same object where there were none."""
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
            # JavaScript keeps this key for itself, so it never arrives as content.
            members = dict(value) if members is None else members
            del members["__proto__"]
        return value if members is None else members
    if isinstance(value, list | tuple):
        elements: list[Any] | None = None
        for place, each in enumerate(value):
            result = resolve_value(each, config)
            if result is not each:
                elements = list(value) if elements is None else elements
                elements[place] = result
        return value if elements is None else elements
    return value


def variable_value(variable: Variable, variables: Mapping[str, Any] | None, missing: Any = UNDEFINED) -> Any:
    """What a variable's path leads to; `missing` where it leads nowhere."""
    value: Any = {} if variables is None else variables
    for key in variable.path:
        value = js_property(value, key, missing)
        if value is missing:
            return missing
    return value


def _call(function: Function, config: Config) -> Any:
    """An unknown function gives `null`, one without an implementation nothing at all."""
    schema = config.functions.get(function.name)
    if schema is None:
        return None
    if schema.transform is None:
        return UNDEFINED
    # A parameter named `0` is the first one, whether or not its name was written.
    given = {int(key) if is_index(key) else key: value for key, value in function.parameters.items()}
    return schema.transform(resolve_value(given, config), config)
