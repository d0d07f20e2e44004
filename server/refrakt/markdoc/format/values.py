"""Formatting of values, attributes and opening tags.

Parsing the result gives the same value: strings use the escapes of Markdoc's grammar, numbers have no exponent (the grammar has
none), and named parameters keep their names.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any

from refrakt.markdoc.text import utf16_length
from refrakt.markdoc.tree import Annotation, Node
from refrakt.markdoc.values import UNDEFINED, Function, Variable

WIDEST_OPENING = 80
"""An opening block tag wider than this has each attribute on its own line."""

_IDENTIFIER = re.compile(r"[a-zA-Z0-9_-]+")
_ESCAPES = str.maketrans({'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"})


def is_identifier(text: object) -> bool:
    return isinstance(text, str) and _IDENTIFIER.fullmatch(text) is not None


def format_value(value: Any) -> str:
    """The source of a value."""
    parts: list[str] = []
    pending: list[tuple[bool, Any]] = [(False, value)]
    while pending:
        literal, value = pending.pop()
        if literal:
            parts.append(value)
            continue
        match value:
            case Function():
                pending.append((True, ")"))
                pending.extend(_separated(_parameters(value.parameters)))
                parts.append(f"{value.name}(")
            case Mapping():
                pending.append((True, "}"))
                pending.extend(_separated((f"{_key(key)}: ", each) for key, each in value.items()))
                parts.append("{")
            case list() | tuple():
                pending.append((True, "]"))
                pending.extend(_separated(("", each) for each in value))
                parts.append("[")
            case _:
                parts.append(_scalar(value))
    return "".join(parts)


def _separated(items: Iterable[tuple[str, Any]]) -> list[tuple[bool, Any]]:
    """Labelled values separated by commas, in reverse order for the stack of `format_value`."""
    tasks: list[tuple[bool, Any]] = []
    for index, (label, value) in enumerate(items):
        tasks.append((True, f", {label}" if index else label))
        tasks.append((False, value))
    tasks.reverse()
    return tasks


def _scalar(value: Any) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case float():
            return _number(value)
        case str():
            return f'"{value.translate(_ESCAPES)}"'
        case Variable():
            return _variable(value)
    return "" if value is UNDEFINED else str(value)


def _number(value: float) -> str:
    if math.isinf(value):
        # A number with this many digits is parsed as infinity.
        return ("-" if value < 0 else "") + "1" + "0" * 309
    text = format(Decimal(repr(value)), "f")
    return text.removesuffix(".0")


def _key(key: object) -> str:
    return str(key) if is_identifier(key) else _scalar(str(key))


def _variable(variable: Variable) -> str:
    head, *rest = variable.path
    steps = (f".{step}" if is_identifier(step) else f"[{_scalar(step)}]" for step in rest)
    return f"${head}{''.join(steps)}"


def _parameters(parameters: Mapping[str | int, Any]) -> list[tuple[str, Any]]:
    """Parameters in an order in which every positional one keeps its index."""
    positional = {int(key): value for key, value in parameters.items() if str(key).isdecimal()}
    named = [(f"{key}=", value) for key, value in parameters.items() if not str(key).isdecimal()]
    ordered: list[tuple[str, Any]] = []
    while positional or named:
        if len(ordered) in positional:
            ordered.append(("", positional.pop(len(ordered))))
        elif named:
            ordered.append(named.pop(0))
        else:
            index = min(positional)
            ordered.append((f"{index}=", positional.pop(index)))
    return ordered


def format_attribute(annotation: Annotation, leading: bool = False) -> str:
    """One attribute: `#id`, `.class`, `name=value`, or for the first of a tag (`leading`) a bare primary value."""
    value = annotation.value
    if annotation.type == "class":
        return f".{annotation.name}"
    if annotation.name == "id" and is_identifier(value):
        return f"#{value}"
    if leading and annotation.name == "primary" and not _falsy(value):
        return format_value(value)
    return f"{annotation.name}={format_value(value)}"


def _falsy(value: Any) -> bool:
    """Whether Markdoc's grammar drops a primary value; it must then be written with its key."""
    return value is None or value is False or (isinstance(value, str | int | float) and not value)


def format_annotations(annotations: Sequence[Annotation]) -> str:
    """`{% #id .class name="value" %}`, or an empty string without annotations."""
    if not annotations:
        return ""
    return f"{{% {' '.join(format_attribute(each) for each in annotations)} %}}"


def format_opening(node: Node, closing: str, one_line: bool = False) -> str:
    """An opening tag that ends with `closing` (`%}` or `/%}`); on several lines if it is wide."""
    annotations = list(node.annotations) or attributes_as_annotations(node.attributes)
    attributes = [format_attribute(each, leading=not index) for index, each in enumerate(annotations)]
    if len(attributes) > 1 and annotations[0].name == "primary" and not attributes[0].startswith("primary="):
        # The grammar allows only one white space after a primary value.
        attributes[:2] = [f"{attributes[0]} {attributes[1]}"]
    parts = [f"{{% {node.tag}", *attributes]
    line = " ".join(parts)
    if not (node.inline or one_line) and utf16_length(line) + 6 > WIDEST_OPENING:
        line = "\n   ".join(parts)
    return f"{line} {closing}"


def attributes_as_annotations(attributes: Mapping[str, Any]) -> list[Annotation]:
    """The annotations of a tag that was built in code."""
    annotations: list[Annotation] = []
    for name, value in attributes.items():
        if value is UNDEFINED:
            continue
        if name == "class" and isinstance(value, Mapping) and all(map(is_identifier, value)):
            annotations.extend(Annotation("class", each, True) for each in value)
        else:
            annotations.append(Annotation("attribute", name, value))
    # Only the first attribute can be written without a key.
    annotations.sort(key=lambda annotation: annotation.name != "primary")
    return annotations
