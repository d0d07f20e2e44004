"""What is wrong with a page, measured against its vocabulary.

Ids, levels and lines are Markdoc's, so its users know them. The place is ours and exact: an unknown attribute is marked
at its key, a bad value at the value, an unknown tag at its name, and never a whole block.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from .builtins import with_builtins
from .javascript import js_includes, js_items, js_str
from .patterns import Pattern
from .resolve import variable_value
from .schema import Attribute, Complaint, Config, CustomType, Schema, Type
from .tree import AttributeSyntax, Node, Problem, Span
from .values import UNDEFINED, Function, Variable

if TYPE_CHECKING:
    from .tree import BlockText

_EMPTY = Config()
_MISSING = object()
_MOST_MATCHES_SHOWN = 8


@dataclass(frozen=True, slots=True)
class Finding:
    """A problem and the node that has it."""

    node: Node
    problem: Problem

    @property
    def lines(self) -> Sequence[int]:
        """The lines Markdoc would name, counted from the top of `block`."""
        return self.problem.lines or self.node.lines

    @property
    def block(self) -> BlockText | None:
        """The block that `lines` count from: a problem that names its own place counts from the block it stands in."""
        return self.node.block if self.problem.lines is None else self.problem.span.block


def validate(tree: Node, config: Config = _EMPTY) -> list[Finding]:
    """All problems in a tree, parents before children: those found while parsing and those its schemas name."""
    complete = with_builtins(config)
    return [
        Finding(node, problem)
        for node, parents in walk_with_parents(tree)
        for problem in validate_node(node, complete, parents)
    ]


def walk_with_parents(tree: Node) -> Iterator[tuple[Node, Sequence[Node]]]:
    """Every node with those around it, outermost first. The list of parents is only good until the next step."""
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


def validate_node(node: Node, config: Config, parents: Sequence[Node]) -> Iterator[Problem]:
    """The problems of one node. `config` includes the built-in vocabulary."""
    yield from node.errors
    schema = config.schema_of(node)
    if schema is None:
        yield _unknown(node)
        return
    check = _Check(node, schema, config, parents)
    if schema.inline is not None or schema.self_closing:
        yield from check.placement()
    if node.slots:
        yield from check.unknown_slots()
    if node.attributes:
        yield from check.attributes()
    if schema.required_attributes or schema.slots:
        yield from check.missing()
    if schema.children is not None and node.children:
        yield from check.children(schema.children)
    if schema.validate is not None:
        yield from _placed(schema.validate(node, check.local_config()), check.place.name)


def _unknown(node: Node) -> Problem:
    if node.tag:
        return Problem("tag-undefined", "critical", f"No tag is called '{node.tag}'", _Place(node, None).name)
    return Problem("node-undefined", "critical", f"No node is called '{node.type}'", node.span)


def _placed(complaints: Iterable[Complaint], span: Span) -> Iterator[Problem]:
    for complaint in complaints:
        yield Problem(complaint.id, complaint.level, complaint.message, complaint.span or span)


_LINE_END = re.compile(r"[\r\n]")


class _Place:
    """Where the parts of a node stand in the text."""

    def __init__(self, node: Node, parent: Node | None) -> None:
        self.node = node
        self.open = node.open
        if self.open is None and node.type == "table" and parent is not None and parent.tag == "table":
            # The table inside a table tag repeats the tag's attributes: they are written in the tag.
            self.open = parent.open
        elif self.open is None and node.tag:
            # A fence takes its tag from the line that opens it.
            self.open = next((mark for mark in node.marks if mark.name == node.tag), None)

    @property
    def name(self) -> Span:
        """The tag's name; for an interpolation what is interpolated; for Markdown the first line of the node."""
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
        """The last one written is the one that counts, and annotations come after the tag."""
        written = [*self.node.marks] if self.open is None else [self.open, *self.node.marks]
        for syntax in reversed(written):
            for attribute in reversed(syntax.attributes):
                if attribute.annotation.name == name or (attribute.form == "class" and name == "class"):
                    return Span(*part(attribute), syntax.block)
        return self.name


class _Check:
    """The checks on one node, each a list of problems in Markdoc's order."""

    def __init__(self, node: Node, schema: Schema, config: Config, parents: Sequence[Node]) -> None:
        self.node = node
        self.schema = schema
        self.config = config
        self.parents = parents
        self._local: Config | None = None

    @property
    def place(self) -> _Place:
        return _Place(self.node, self.parents[-1] if self.parents else None)

    def local_config(self) -> Config:
        """The config that rules with code of their own get to see. Made only where there is one."""
        if self._local is None:
            self._local = replace(self.config, parents=tuple(self.parents))
        return self._local

    def placement(self) -> Iterator[Problem]:
        node, schema = self.node, self.schema
        called = node.tag or node.type
        if schema.inline is not None and node.inline is not schema.inline:
            wanted = "within a line of text" if schema.inline else "on lines of its own"
            yield Problem("tag-placement-invalid", "critical", f"'{called}' belongs {wanted}", self.place.name)
        if schema.self_closing and node.children:
            message = f"'{called}' holds no content: close it at once with '/%}}'"
            yield Problem("tag-selfclosing-has-children", "critical", message, self.place.name)

    def unknown_slots(self) -> Iterator[Problem]:
        for name, slot in self.node.slots.items():
            if name not in self.schema.slots:
                span = _Place(slot, self.node).value("primary")
                yield Problem("slot-undefined", "error", f"'{self.node.tag}' has no slot called '{name}'", span)

    def attributes(self) -> Iterator[Problem]:
        known = self.schema.known_attributes
        for key, value in js_items(self.node.attributes):
            attribute = known.get(key)
            if attribute is None:
                unwanted = "value without a key" if key == "primary" else f"attribute called '{key}'"
                message = f"'{self.node.tag or self.node.type}' takes no {unwanted}"
                yield Problem("attribute-undefined", "error", message, self.place.key(key))
            elif not _plainly_fine(value, attribute):
                complaints = [*self._attribute(key, value, attribute)]
                if complaints:
                    yield from _placed(complaints, self.place.value(key))

    def _attribute(self, key: str, value: Any, attribute: Attribute) -> Iterator[Complaint]:
        if isinstance(value, Function):
            if not self.config.validate_functions:
                return
            yield from self._function(value)
        elif isinstance(value, Variable):
            if self.config.variables is None:
                return
            if variable_value(value, self.config.variables, _MISSING) is _MISSING:
                yield Complaint("variable-undefined", "error", f"No variable is called '{value}'")
        level = attribute.error_level or "error"
        verdict = self._verdict(attribute.type, value, key)
        if verdict is False:
            message = f"'{key}' takes {type_text(attribute.type)}"
            yield Complaint("attribute-type-invalid", level, message)
        elif verdict is not True:
            yield from verdict
        matches = attribute.matches
        if callable(matches):
            matches = matches(self.local_config())
        if isinstance(matches, Pattern):
            text = js_str(value)
            if matches.is_applicable(text) and not matches.matches(text):
                message = f"'{key}' takes a text that matches {matches.source}, not {_shown(value)}"
                yield Complaint("attribute-value-invalid", level, message)
        elif matches is not None and not js_includes(matches, value):
            message = f"'{key}' takes {_choice(matches)}, not {_shown(value)}"
            yield Complaint("attribute-value-invalid", level, message)
        if attribute.validate is not None:
            yield from attribute.validate(value, self.local_config(), key)

    def _verdict(self, wanted: Type | None, value: Any, key: str) -> bool | Sequence[Complaint]:
        """Whether a value is of a type; a type with rules of its own answers with complaints."""
        if wanted is None or wanted == "":
            return True
        if isinstance(value, Function) and self.config.validate_functions:
            schema = self.config.functions.get(value.name)
            return schema is None or schema.returns is None or _gives(schema.returns, wanted)
        if isinstance(value, Variable | Function):
            return True
        if isinstance(wanted, tuple):
            # Among several types one with its own rules always agrees, whatever it complains about.
            return any(self._verdict(each, value, key) is not False for each in wanted)
        if isinstance(wanted, CustomType):
            return False if wanted.validate is None else wanted.validate(value, self.local_config(), key)
        return _IS.get(wanted, _never)(value)

    def _function(self, function: Function) -> Iterator[Complaint]:
        schema = self.config.functions.get(function.name)
        if schema is None:
            yield Complaint("function-undefined", "critical", f"No function is called '{function.name}'")
            return
        if schema.validate is not None:
            yield from schema.validate(function, self.local_config())
        if schema.parameters is None:
            return
        given = dict(js_items(function.parameters))
        for key, value in given.items():
            parameter = schema.parameters.get(key)
            if parameter is None:
                message = f"'{function.name}' takes no parameter {_parameter(key)}"
                yield Complaint("parameter-undefined", "error", message)
                continue
            verdict = isinstance(value, Variable) or self._verdict(parameter.type, value, key)
            if verdict is False:
                message = f"Parameter {_parameter(key)} of '{function.name}' takes {type_text(parameter.type)}"
                yield Complaint("parameter-type-invalid", "error", message)
            elif verdict is not True:
                yield from verdict
        for key, parameter in js_items(schema.parameters):
            if parameter.required and given.get(key, UNDEFINED) is UNDEFINED:
                message = f"'{function.name}' needs its parameter {_parameter(key)}"
                yield Complaint("parameter-missing-required", "error", message)

    def missing(self) -> Iterator[Problem]:
        called = self.node.tag or self.node.type
        for key in self.schema.required_attributes:
            if self.node.attributes.get(key, UNDEFINED) is UNDEFINED:
                yield Problem("attribute-missing-required", "error", f"'{called}' needs '{key}'", self.place.name)
        for key, slot in self.schema.slots.items():
            if slot.required and key not in self.node.slots:
                yield Problem("slot-missing-required", "error", f"'{called}' needs a slot '{key}'", self.place.name)

    def children(self, allowed: Sequence[str]) -> Iterator[Problem]:
        for child in self.node.children:
            if child.type not in allowed and child.type != "error":
                message = f"'{child.tag or child.type}' does not belong in '{self.node.tag or self.node.type}'"
                yield Problem("child-invalid", "warning", message, _Place(child, self.node).name)


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

_WORDS = {
    "String": "a text",
    "Number": "a number",
    "Boolean": "true or false",
    "Object": "an object",
    "Array": "a list",
}


_TYPE_NAMES = {str: "String", int: "Number", float: "Number", bool: "Boolean", dict: "Object", list: "Array"}


def _plainly_fine(value: Any, attribute: Attribute) -> bool:
    """The answer for nearly every attribute of nearly every node, without asking further."""
    name = _TYPE_NAMES.get(type(value))
    return name is not None and name == attribute.type and attribute.matches is None and attribute.validate is None


def _gives(returned: Type, wanted: Type) -> bool:
    """Types are compared one to one: a function that returns one of several wanted types is refused, as in Markdoc."""
    if isinstance(wanted, tuple):
        return False
    return wanted in returned if isinstance(returned, tuple) else wanted == returned


def type_text(wanted: Type | None) -> str:
    """A type in words: `a text or a number`."""
    if isinstance(wanted, tuple):
        return " or ".join(type_text(each) for each in wanted)
    if isinstance(wanted, CustomType):
        return wanted.name
    return "anything" if wanted is None else _WORDS.get(wanted, wanted)


def _parameter(key: str) -> str:
    return str(int(key) + 1) if key.isdigit() else f"'{key}'"


def _choice(matches: Sequence[Any]) -> str:
    shown = [_shown(each) for each in matches[:_MOST_MATCHES_SHOWN]]
    more = len(matches) - len(shown)
    return ", ".join(shown) + (f" or one of {more} more" if more else "")


def _shown(value: Any) -> str:
    if isinstance(value, Variable):
        return str(value)
    if isinstance(value, Function):
        return f"{value.name}(…)"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else js_str(value)
