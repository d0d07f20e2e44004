"""From the nodes of refrakt's YAML reader to `SourceNode`s, with merge keys applied."""

from __future__ import annotations

import math
from typing import Any

from refrakt.plugins import Span
from refrakt.plugins.yaml import YamlNode, node_range
from refrakt_forge.documents.problem import DefinitionProblem
from refrakt_forge.documents.source_node import Member, SourceNode

_MERGE = "<<"


class YamlTree:
    """Converts one tree. `offset` is added to every position; the content of an alias is converted once."""

    def __init__(self, offset: int) -> None:
        self.problems: list[DefinitionProblem] = []
        self._offset = offset
        self._members: dict[int, dict[str, Member]] = {}
        self._items: dict[int, tuple[SourceNode, ...]] = {}

    def convert(self, node: YamlNode) -> SourceNode:
        span = self._span(node)
        if node.kind == "mapping":
            key = id(node.entries)
            if key not in self._members:
                self._members[key] = self._converted_members(node)
            return SourceNode("mapping", span, members=self._members[key])
        if node.kind == "sequence":
            key = id(node.items)
            if key not in self._items:
                self._items[key] = tuple(self.convert(each) for each in node.items)
            return SourceNode("list", span, items=self._items[key])
        return SourceNode("scalar", span, _plain(node.value))

    def _converted_members(self, node: YamlNode) -> dict[str, Member]:
        own: dict[str, Member] = {}
        merged: dict[str, Member] = {}
        for name, value in node.entries:
            key = name.key_text
            if key is None:
                self._report("a key must be a plain word", self._span(name))
            elif key == _MERGE:
                for each in value.items if value.kind == "sequence" else [value]:
                    if each.kind != "mapping":
                        self._report("`<<` must refer to a mapping", self._span(each))
                    else:
                        merged = {**self.convert(each).members, **merged}
            else:
                own[key] = Member(self._span(name), self.convert(value))
        return {**merged, **own}

    def _report(self, message: str, span: Span) -> None:
        self.problems.append(DefinitionProblem("E002", "", message, span))

    def _span(self, node: YamlNode) -> Span:
        span = node_range(node)
        return Span(span.start + self._offset, span.end + self._offset)


def _plain(value: Any) -> Any:
    """A scalar as JSON can have it: numbers that are not finite stay text."""
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return int(value) if isinstance(value, float) and value.is_integer() and abs(value) < 2**53 else value
