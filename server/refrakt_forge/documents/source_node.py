"""One tree for YAML, front matter and JSON, so that rules and editor features need to know only this one.

Merge keys (`<<`) are applied: a member that comes from an anchor has the range of its source.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from refrakt.plugins import Span

FieldPath = tuple[str | int, ...]
"""Keys and indices, from the root to a value."""


@dataclass(frozen=True, slots=True)
class Member:
    """A key of a mapping with its value."""

    key: Span
    node: SourceNode


@dataclass(frozen=True, slots=True)
class SourceNode:
    """A value: a scalar with a `value`, a mapping with `members`, or a list with `items`."""

    kind: Literal["scalar", "mapping", "list"]
    span: Span
    value: Any = None
    members: Mapping[str, Member] = field(default_factory=dict)
    items: tuple[SourceNode, ...] = ()

    def get(self, *path: str | int) -> SourceNode | None:
        """The value at a path of keys and indices."""
        node: SourceNode | None = self
        for step in path:
            if node is None:
                return None
            if isinstance(step, int):
                node = node.items[step] if 0 <= step < len(node.items) else None
            else:
                found = node.members.get(step)
                node = found.node if found is not None else None
        return node

    def key_span(self, key: str) -> Span | None:
        found = self.members.get(key)
        return found.key if found is not None else None

    def data(self) -> Any:
        """Plain data."""
        if self.kind == "mapping":
            return {key: each.node.data() for key, each in self.members.items()}
        if self.kind == "list":
            return [each.data() for each in self.items]
        return self.value
