"""The variables and functions that a page uses, with their exact spans."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from refrakt.markdoc.tree import Node, Span, TagSyntax
from refrakt.markdoc.values import Function, Variable
from refrakt.rules.page import RuleContext

_PATH = re.compile(r"\$[\w-]+(?:\.[\w-]+|\[[^\]\n]*\])*")


class Expression(NamedTuple):
    """A variable or a function, the span of its name, and the functions around it."""

    value: Variable | Function
    span: Span
    within: tuple[str, ...] = ()


def may_have_expressions(node: Node) -> bool:
    """Whether a node is worth looking at. Most nodes are not, and this is called for each of them."""
    return bool(node.annotations) or isinstance(node.attributes.get("content"), Variable | Function)


def expressions(node: Node) -> Iterator[Expression]:
    """The expressions of a node. Most nodes have none."""
    content = node.attributes.get("content")
    if isinstance(content, Variable | Function) and node.open is not None:
        yield from _ExpressionFinder(node.open.span).of(content)
    if not node.annotations:
        return
    for tag in (*((node.open,) if node.open is not None else ()), *node.annotation_tags):
        yield from _in_attributes(tag)


def expressions_in_tag(tag: TagSyntax) -> Iterator[Expression]:
    """The same for a tag as typed."""
    if tag.kind == "value":
        yield from _ExpressionFinder(tag.span).of(tag.value)
    yield from _in_attributes(tag)


def _in_attributes(tag: TagSyntax) -> Iterator[Expression]:
    for attribute in tag.attributes:
        value = attribute.annotation.value
        if not isinstance(value, str | int | float | None):
            start, end = attribute.value
            yield from _ExpressionFinder(Span(start, end, tag.block)).of(value)


class _ExpressionFinder:
    """Finds the expressions in one span of text, from left to right."""

    def __init__(self, span: Span) -> None:
        self.span = span
        self.at = span.start

    def of(self, value: Any, within: tuple[str, ...] = ()) -> Iterator[Expression]:
        if isinstance(value, Variable):
            yield Expression(value, self._variable(str(value.path[0])), within)
        elif isinstance(value, Function):
            yield Expression(value, self._function(value.name), within)
            for each in value.parameters.values():
                yield from self.of(each, (*within, value.name))
        elif isinstance(value, list | tuple):
            for each in value:
                yield from self.of(each, within)
        elif isinstance(value, dict):
            for each in value.values():
                yield from self.of(each, within)

    def _variable(self, head: str) -> Span:
        text = self.span.block.text if self.span.block is not None else ""
        for found in _PATH.finditer(text, self.at, self.span.end):
            if re.split(r"[.\[]", found.group()[1:], maxsplit=1)[0] == head:
                self.at = found.end()
                return Span(found.start(), found.end(), self.span.block)
        return self.span

    def _function(self, name: str) -> Span:
        text = self.span.block.text if self.span.block is not None else ""
        start = text.find(f"{name}(", self.at, self.span.end)
        if start < 0:
            return self.span
        self.at = start + len(name)
        return Span(start, self.at, self.span.block)


def in_template(context: RuleContext) -> bool:
    """Whether this is in a body that is rendered for each item of a collection."""
    runes = (context.vocabulary.get(parent.tag) for parent in context.parents if parent.type == "tag" and parent.tag)
    return any(rune is not None and rune.deferred for rune in runes)
