"""The syntax tree.

A node knows what it is and where it stands. Positions are kept relative to the top-level `Block` a node belongs to,
so that typing at the top of a page moves nothing below it: the `Document` turns a `Span` into whole-file offsets.

Nodes are read-only once built and are shared between the versions of a document.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, TypeVar

from .text import line_starts

T = TypeVar("T")
Level = Literal["debug", "info", "warning", "error", "critical"]
Form = Literal["named", "id", "class", "primary"]
TagKind = Literal["open", "close", "void", "annotation", "value", "broken"]


class BlockText:
    """The text of one top-level block: what a node knows of the block it belongs to.

    It does not refer to the nodes, so that a closed document is freed at once and not by the garbage collector.
    """

    __slots__ = ("_begins", "place", "text")

    def __init__(self, text: str = "") -> None:
        self.text = text
        self.place = 0
        """The block's index in the version of the document that was last asked for it, which may not be the one at hand."""
        self._begins: list[int] = _NOT_KNOWN

    def line_begins(self) -> list[int]:
        """Where the block's lines begin."""
        if self._begins is _NOT_KNOWN:
            self._begins = line_starts(self.text)
        return self._begins


_NOT_KNOWN: list[int] = []


class Span(NamedTuple):
    """A stretch of text inside one block: `start` and `end` count code points from where the block begins."""

    start: int
    end: int
    block: BlockText | None = None


class Annotation(NamedTuple):
    """One attribute as written: `type` is `attribute` or `class`."""

    type: Literal["attribute", "class"]
    name: str
    value: Any


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong, found while parsing or validating. `id` and `level` are Markdoc's own words."""

    id: str
    level: Level
    message: str
    span: Span
    lines: tuple[int, int] | None = None
    """The lines of the span's block that Markdoc names, where they are not those of the node that has the problem."""


class Fault(NamedTuple):
    """Why a tag cannot be read, and where: `reason` is a stable word that a quick fix can be keyed on."""

    reason: str
    message: str
    start: int
    end: int


class AttributeSyntax(NamedTuple):
    """An attribute as typed. `key` and `value` are (start, end) in the block; `complete` is false while half typed."""

    annotation: Annotation
    key: tuple[int, int]
    value: tuple[int, int]
    form: Form = "named"
    complete: bool = True


@dataclass(slots=True)
class TagSyntax:
    """What stands between one `{%` and its `%}`, or as much of it as has been typed."""

    kind: TagKind
    start: int
    end: int
    name: str = ""
    name_start: int = 0
    attributes: Sequence[AttributeSyntax] = ()
    value: Any = None
    """The variable or function of an interpolation."""
    fault: Fault | None = None
    terminated: bool = True
    """False when no `%}` belongs to this tag: it is still being typed."""
    block: BlockText | None = None

    @property
    def span(self) -> Span:
        return Span(self.start, self.end, self.block)

    @property
    def name_span(self) -> Span:
        return Span(self.name_start, self.name_start + len(self.name), self.block)

    def move(self, place: Callable[[int], int], place_end: Callable[[int], int] | None = None) -> None:
        """Put every offset where `place` says it belongs: from a text the tag was cut out of back into the source.

        Where something was taken out between two characters, `place_end` says what ends before it.
        """
        ends = place_end or place
        self.start, self.end, self.name_start = place(self.start), ends(self.end), place(self.name_start)
        if self.attributes:
            self.attributes = [
                each._replace(
                    key=(place(each.key[0]), ends(each.key[1])), value=(place(each.value[0]), ends(each.value[1]))
                )
                for each in self.attributes
            ]
        if self.fault is not None:
            self.fault = self.fault._replace(start=place(self.fault.start), end=ends(self.fault.end))

    def shift(self, by: int) -> None:
        """Move every offset by the same number of characters."""
        if by:
            self.move(by.__add__)


def appended(items: Sequence[T], item: T) -> list[T]:
    """A list with one more item: the same one if it is a list already. Only for what is still being built."""
    if isinstance(items, list):
        items.append(item)
        return items
    return [*items, item]


_NOTHING: Mapping[str, Node] = MappingProxyType({})


class Node:
    """A node of the tree, in Markdoc's vocabulary: `type`, `tag`, `attributes`, `children`, `slots`, …"""

    __slots__ = (
        "annotations",
        "attributes",
        "block",
        "children",
        "close",
        "columns",
        "end",
        "errors",
        "inline",
        "lines",
        "marks",
        "open",
        "slots",
        "start",
        "tag",
        "type",
    )

    def __init__(
        self,
        type: str,
        attributes: dict[str, Any] | None = None,
        children: Sequence[Node] = (),
        tag: str | None = None,
    ) -> None:
        self.type = type
        self.tag = tag
        self.attributes: dict[str, Any] = {} if attributes is None else attributes
        self.children: Sequence[Node] = children
        self.slots: Mapping[str, Node] = _NOTHING
        self.annotations: Sequence[Annotation] = ()
        self.errors: Sequence[Problem] = ()
        self.inline = False
        self.lines: Sequence[int] = ()
        """First line and the line after the last, from 0 in the block; a closed block tag adds those of its closing tag."""
        self.columns: tuple[int, int] | None = None
        """Character positions in the way Markdoc reports them, for tags inside fences only."""
        self.block: BlockText | None = None
        self.start = 0
        self.end = 0
        self.open: TagSyntax | None = None
        self.close: TagSyntax | None = None
        self.marks: Sequence[TagSyntax] = ()
        """The annotations, `{% #id .class key="value" %}`, written on this node."""

    @property
    def span(self) -> Span:
        return Span(self.start, self.end, self.block)

    def walk(self) -> Iterator[Node]:
        """Every node below this one, parents first, slots before children."""
        pending: list[Node] = []
        node = self
        while True:
            if node.children:
                pending.extend(reversed(node.children))
            if node.slots:
                pending.extend(reversed(list(node.slots.values())))
            if not pending:
                return
            node = pending.pop()
            yield node

    def __repr__(self) -> str:
        name = f" {self.tag}" if self.tag else ""
        return f"<{self.type}{name} {self.start}:{self.end} {len(self.children)} children>"
