"""Validation of a tree against a vocabulary.

Ids, levels and lines are Markdoc's. Spans are more precise than Markdoc's: the key of an unknown attribute, the value of an
invalid one, the name of an unknown tag, never a whole block.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from refrakt.markdoc.builtins import with_builtins
from refrakt.markdoc.javascript_values import js_includes, js_items, js_str
from refrakt.markdoc.patterns import Pattern
from refrakt.markdoc.resolve_values import variable_value
from refrakt.markdoc.schema import AttributeSchema, CustomType, MarkdocConfig, Schema, Type
from refrakt.markdoc.tree import VALUE_SPAN, AttributeSyntax, MarkdocError, Node, Span
from refrakt.markdoc.values import UNDEFINED, Function, Variable

if TYPE_CHECKING:
    pass

_EMPTY = MarkdocConfig()
_MISSING = object()
_MOST_MATCHES_SHOWN = 8


def validate(tree: Node, config: MarkdocConfig = _EMPTY) -> list[tuple[Node, MarkdocError]]:
    """All problems in a tree, each with its node, parents before children: parse errors and violations of the schemas."""
    complete = with_builtins(config)
    return [
        (node, problem)
        for node, parents in walk_with_parents(tree)
        for problem in validate_node(node, complete, parents)
    ]


def walk_with_parents(tree: Node) -> Iterator[tuple[Node, Sequence[Node]]]:
    """Every node with its ancestors, outermost first. The list of ancestors is reused by the next step."""
    parents: list[Node] = []
    levels: list[Iterator[Node]] = [iter((tree,))]
    while levels:
        node = next(levels[-1], None)
        if node is None:
            levels.pop()
            if parents:
                parents.pop()
            continue
        yield node, parents
        parents.append(node)
        levels.append(iter((*node.slots.values(), *node.children)))


def validate_node(node: Node, config: MarkdocConfig, parents: Sequence[Node]) -> Iterator[MarkdocError]:
    """The problems of one node. `config` includes the built-in vocabulary."""
    yield from node.errors
    schema = config.schema_of(node)
    if schema is None:
        if node.type != "html":
            yield _unknown(node)
        return
    validator = _NodeValidator(node, schema, config, parents)
    if schema.inline is not None or schema.self_closing:
        yield from validator.placement()
    if node.slots:
        yield from validator.unknown_slots()
    if node.attributes:
        yield from validator.attributes()
    if schema.required_attributes or schema.slots:
        yield from validator.missing()
    if schema.children is not None and node.children:
        yield from validator.children(schema.children)
    if schema.validate is not None:
        yield from _with_spans(schema.validate(node, validator.local_config()), validator.spans.name)


def _unknown(node: Node) -> MarkdocError:
    if node.tag:
        return MarkdocError("tag-undefined", "critical", f"unknown tag `{node.tag}`", _NodeSpans(node, None).name)
    return MarkdocError("node-undefined", "critical", f"unknown node type `{node.type}`", node.span)


def _with_spans(complaints: Iterable[MarkdocError], span: Span) -> Iterator[MarkdocError]:
    return (replace(each, span=span) if each.span is VALUE_SPAN else each for each in complaints)


_LINE_END = re.compile(r"[\r\n]")


class _NodeSpans:
    """The spans of the parts of a node."""

    def __init__(self, node: Node, parent: Node | None) -> None:
        self.node = node
        self.open = node.open
        if self.open is None and node.type == "table" and parent is not None and parent.tag == "table":
            # The table inside a table tag has the attributes of the tag.
            self.open = parent.open
        elif self.open is None and node.tag:
            # A fence takes its tag from its first line.
            self.open = next((mark for mark in node.annotation_tags if mark.name == node.tag), None)

    @property
    def name(self) -> Span:
        """The tag's name; for an interpolation the value; for Markdown the first line of the node."""
        syntax = self.open
        if syntax is not None and syntax.name:
            return syntax.name_span
        start, end, block = self.node.span if syntax is None else syntax.span
        if block is not None and syntax is not None and syntax.kind == "value":
            start, inner = syntax.name_start, block.text[syntax.name_start : end]
            end = start + len(inner.removesuffix("%}").rstrip())
        elif block is not None and (line_end := _LINE_END.search(block.text, start, end)):
            end = line_end.start()
        return Span(start, end, block)

    def key(self, name: str) -> Span:
        return self._part(name, lambda attribute: attribute.key)

    def value(self, name: str) -> Span:
        return self._part(name, lambda attribute: attribute.value)

    def _part(self, name: str, part: Callable[[AttributeSyntax], tuple[int, int]]) -> Span:
        """The last one written has precedence, and annotations come after the tag."""
        written = [*self.node.annotation_tags] if self.open is None else [self.open, *self.node.annotation_tags]
        for syntax in reversed(written):
            for attribute in reversed(syntax.attributes):
                if attribute.annotation.name == name or (attribute.form == "class" and name == "class"):
                    return Span(*part(attribute), syntax.block)
        return self.name


class _NodeValidator:
    """Validates one node; each method yields problems in Markdoc's order."""

    def __init__(self, node: Node, schema: Schema, config: MarkdocConfig, parents: Sequence[Node]) -> None:
        self.node = node
        self.schema = schema
        self.config = config
        self.parents = parents
        self._local: MarkdocConfig | None = None

    @property
    def spans(self) -> _NodeSpans:
        return _NodeSpans(self.node, self.parents[-1] if self.parents else None)

    def local_config(self) -> MarkdocConfig:
        """The config for validator functions, with the ancestors. Created on demand."""
        if self._local is None:
            self._local = replace(self.config, parents=tuple(self.parents))
        return self._local

    def placement(self) -> Iterator[MarkdocError]:
        node, schema = self.node, self.schema
        name = node.tag or node.type
        if schema.inline is not None and node.inline is not schema.inline:
            expected = "used inline" if schema.inline else "on its own line"
            yield MarkdocError("tag-placement-invalid", "critical", f"`{name}` must be {expected}", self.spans.name)
        if schema.self_closing and node.children:
            message = f"`{name}` takes no content; close it with `/%}}`"
            yield MarkdocError("tag-selfclosing-has-children", "critical", message, self.spans.name)

    def unknown_slots(self) -> Iterator[MarkdocError]:
        for name, slot in self.node.slots.items():
            if name not in self.schema.slots:
                span = _NodeSpans(slot, self.node).value("primary")
                yield MarkdocError("slot-undefined", "error", f"`{self.node.tag}` has no slot `{name}`", span)

    def attributes(self) -> Iterator[MarkdocError]:
        declared = self.schema.known_attributes
        for key, value in js_items(self.node.attributes):
            attribute = declared.get(key)
            if attribute is None:
                unknown = "primary value" if key == "primary" else f"attribute `{key}`"
                message = f"`{self.node.tag or self.node.type}` has no {unknown}"
                yield MarkdocError("attribute-undefined", "error", message, self.spans.key(key))
            elif not _is_trivially_valid(value, attribute):
                complaints = [*self._attribute(key, value, attribute)]
                if complaints:
                    yield from _with_spans(complaints, self.spans.value(key))

    def _attribute(self, key: str, value: Any, attribute: AttributeSchema) -> Iterator[MarkdocError]:
        if isinstance(value, Function):
            if not self.config.validate_functions:
                return
            yield from self._function(value)
        elif isinstance(value, Variable):
            if self.config.variables is None:
                return
            if variable_value(value, self.config.variables, _MISSING) is _MISSING:
                yield MarkdocError("variable-undefined", "error", f"unknown variable `{value}`")
        level = attribute.error_level or "error"
        verdict = self._verdict(attribute.type, value, key)
        if verdict is False:
            message = f"`{key}` must be {describe_type(attribute.type)}"
            yield MarkdocError("attribute-type-invalid", level, message)
        elif verdict is not True:
            yield from verdict
        matches = attribute.matches
        if callable(matches):
            matches = matches(self.local_config())
        if isinstance(matches, Pattern):
            text = js_str(value)
            if matches.is_applicable(text) and not matches.matches(text):
                message = f"`{key}` must match `{matches.source}`; found {_format_value(value)}"
                yield MarkdocError("attribute-value-invalid", level, message)
        elif matches is not None and not js_includes(matches, value):
            message = f"`{key}` must be {_choice(matches)}; found {_format_value(value)}"
            yield MarkdocError("attribute-value-invalid", level, message)
        if attribute.validate is not None:
            yield from attribute.validate(value, self.local_config(), key)

    def _verdict(self, expected: Type | None, value: Any, key: str) -> bool | Sequence[MarkdocError]:
        """Whether a value is of a type; a custom type returns its complaints."""
        if expected is None or expected == "":
            return True
        if isinstance(value, Function) and self.config.validate_functions:
            schema = self.config.functions.get(value.name)
            return schema is None or schema.returns is None or _returns_type(schema.returns, expected)
        if isinstance(value, Variable | Function):
            return True
        if isinstance(expected, tuple):
            # In a union a custom type always matches, also if it reports an error.
            return any(self._verdict(each, value, key) is not False for each in expected)
        if isinstance(expected, CustomType):
            return False if expected.validate is None else expected.validate(value, self.local_config(), key)
        return _IS.get(expected, _never)(value)

    def _function(self, function: Function) -> Iterator[MarkdocError]:
        schema = self.config.functions.get(function.name)
        if schema is None:
            yield MarkdocError("function-undefined", "critical", f"unknown function `{function.name}`")
            return
        if schema.validate is not None:
            yield from schema.validate(function, self.local_config())
        if schema.parameters is None:
            return
        parameters = dict(js_items(function.parameters))
        for key, value in parameters.items():
            parameter = schema.parameters.get(key)
            if parameter is None:
                message = f"`{function.name}` has no parameter {_parameter(key)}"
                yield MarkdocError("parameter-undefined", "error", message)
                continue
            verdict = isinstance(value, Variable) or self._verdict(parameter.type, value, key)
            if verdict is False:
                message = f"parameter {_parameter(key)} of `{function.name}` must be {describe_type(parameter.type)}"
                yield MarkdocError("parameter-type-invalid", "error", message)
            elif verdict is not True:
                yield from verdict
        for key, parameter in js_items(schema.parameters):
            if parameter.required and parameters.get(key, UNDEFINED) is UNDEFINED:
                message = f"`{function.name}` is missing the required parameter {_parameter(key)}"
                yield MarkdocError("parameter-missing-required", "error", message)

    def missing(self) -> Iterator[MarkdocError]:
        name = self.node.tag or self.node.type
        for key in self.schema.required_attributes:
            if self.node.attributes.get(key, UNDEFINED) is UNDEFINED:
                yield MarkdocError(
                    "attribute-missing-required",
                    "error",
                    f"`{name}` is missing the required attribute `{key}`",
                    self.spans.name,
                )
        for key, slot in self.schema.slots.items():
            if slot.required and key not in self.node.slots:
                yield MarkdocError(
                    "slot-missing-required", "error", f"`{name}` is missing the required slot `{key}`", self.spans.name
                )

    def children(self, allowed: Sequence[str]) -> Iterator[MarkdocError]:
        for child in self.node.children:
            if child.type not in allowed and child.type not in ("error", "html"):
                message = f"`{child.tag or child.type}` is not allowed in `{self.node.tag or self.node.type}`"
                yield MarkdocError("child-invalid", "warning", message, _NodeSpans(child, self.node).name)


# Types and their names -------------------------------------------------------------------------------------------


def _never(_: Any) -> bool:
    return False


_IS: Mapping[str, Callable[[Any], bool]] = {
    "String": lambda value: isinstance(value, str),
    "Number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
    "Boolean": lambda value: isinstance(value, bool),
    "Object": lambda value: isinstance(value, Mapping),
    "Array": lambda value: isinstance(value, list | tuple),
}

_DESCRIPTIONS = {
    "String": "a string",
    "Number": "a number",
    "Boolean": "true or false",
    "Object": "an object",
    "Array": "a list",
}


_TYPE_NAMES = {str: "String", int: "Number", float: "Number", bool: "Boolean", dict: "Object", list: "Array"}


def _is_trivially_valid(value: Any, attribute: AttributeSchema) -> bool:
    """A fast path for most attributes: the type matches and nothing else is restricted."""
    name = _TYPE_NAMES.get(type(value))
    return name is not None and name == attribute.type and attribute.matches is None and attribute.validate is None


def _returns_type(returned: Type, expected: Type) -> bool:
    """Whether a function's return type is compatible. A union of wanted types never is, as in Markdoc."""
    if isinstance(expected, tuple):
        return False
    return expected in returned if isinstance(returned, tuple) else expected == returned


def describe_type(expected: Type | None) -> str:
    """A type for a message: `a string or a number`."""
    if isinstance(expected, tuple):
        return " or ".join(describe_type(each) for each in expected)
    if isinstance(expected, CustomType):
        return expected.name
    return "anything" if expected is None else _DESCRIPTIONS.get(expected, expected)


def _parameter(key: str) -> str:
    return str(int(key) + 1) if key.isdigit() else f"`{key}`"


def _choice(matches: Sequence[Any]) -> str:
    shown = [_format_value(each) for each in matches[:_MOST_MATCHES_SHOWN]]
    more = len(matches) - len(shown)
    return ", ".join(shown) + (f" or one of {more} more" if more else "")


def _format_value(value: Any) -> str:
    if isinstance(value, Variable):
        return str(value)
    if isinstance(value, Function):
        return f"{value.name}(…)"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else js_str(value)
