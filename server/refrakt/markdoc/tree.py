"""The syntax tree.

Positions are relative to the top-level `Block` of a node, so an edit at the top of a page changes nothing below it. The
`Document` converts a `Span` to offsets in the file.

Nodes are read-only once built and are shared between the versions of a document.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, TypeVar

from refrakt.markdoc.text import line_starts

T = TypeVar("T")
Level = Literal["debug", "info", "warning", "error", "critical"]
AttributeForm = Literal["named", "id", "class", "primary"]
TagKind = Literal["open", "close", "void", "annotation", "value", "broken"]


class BlockText:
    """The text of one top-level block, which its nodes and spans refer to.

    It has no reference to the nodes: without cycles a closed document is freed at once, not by the garbage collector.
    """

    __slots__ = ("_begins", "last_index", "signs", "text")

    def __init__(self, text: str = "") -> None:
        self.text = text
        self.last_index = 0
        """The block's index in the document version that looked it up last."""
        self._begins: list[int] = _NOT_COMPUTED
        self.signs: frozenset[int] | None = None
        """What rules look for in it, once it was searched."""

    def line_begins(self) -> list[int]:
        """The offsets at which the block's lines start."""
        if self._begins is _NOT_COMPUTED:
            self._begins = line_starts(self.text)
        return self._begins


_NOT_COMPUTED: list[int] = []


class Span(NamedTuple):
    """A range of a text in code points. It counts from the start of its block, or without a block from the start of the file."""

    start: int
    end: int
    block: BlockText | None = None

    @property
    def bounds(self) -> tuple[int, int]:
        return self.start, self.end


class Annotation(NamedTuple):
    """One attribute as written: `type` is `attribute` or `class`."""

    type: Literal["attribute", "class"]
    name: str
    value: Any


VALUE_SPAN = Span(0, 0)
"""Stands for the span of the value, where a validator function reports an error."""


@dataclass(frozen=True, slots=True)
class MarkdocError:
    """A problem found while parsing or validating. `id` and `level` are Markdoc's."""

    id: str
    level: Level
    message: str
    span: Span = VALUE_SPAN
    lines: tuple[int, int] | None = None
    """The lines that Markdoc reports, relative to the span's block, if they differ from the lines of the node."""


class TagError(NamedTuple):
    """A syntax error in a tag. `reason` is a stable identifier that quick fixes match on."""

    reason: str
    message: str
    start: int
    end: int


class AttributeSyntax(NamedTuple):
    """An attribute in the source. `key` and `value` are (start, end) in the block; `complete` is false without a valid value."""

    annotation: Annotation
    key: tuple[int, int]
    value: tuple[int, int]
    form: AttributeForm = "named"
    complete: bool = True


@dataclass(slots=True)
class TagSyntax:
    """One tag in the source, from `{%` to `%}`; an unterminated tag has no `%}`."""

    kind: TagKind
    start: int
    end: int
    name: str = ""
    name_start: int = 0
    attributes: Sequence[AttributeSyntax] = ()
    value: Any = None
    """The variable or function of an interpolation."""
    error: TagError | None = None
    terminated: bool = True
    """False if the tag has no `%}` of its own."""
    block: BlockText | None = None

    @property
    def span(self) -> Span:
        return Span(self.start, self.end, self.block)

    @property
    def name_span(self) -> Span:
        return Span(self.name_start, self.name_start + len(self.name), self.block)

    def remap(self, offset: Callable[[int], int], end_offset: Callable[[int], int] | None = None) -> None:
        """Map every offset from the text that was parsed to the source.

        Where the source has characters that the parsed text lacks, `end_offset` maps an end to before them.
        """
        ends = end_offset or offset
        self.start, self.end, self.name_start = offset(self.start), ends(self.end), offset(self.name_start)
        if self.attributes:
            self.attributes = [
                each._replace(
                    key=(offset(each.key[0]), ends(each.key[1])), value=(offset(each.value[0]), ends(each.value[1]))
                )
                for each in self.attributes
            ]
        if self.error is not None:
            self.error = self.error._replace(start=offset(self.error.start), end=ends(self.error.end))

    def shift(self, by: int) -> None:
        """Add a number of characters to every offset."""
        if by:
            self.remap(by.__add__)


def appended(items: Sequence[T], item: T) -> list[T]:
    """Append to a list in place, or to a copy of any other sequence. Only for nodes under construction."""
    if isinstance(items, list):
        items.append(item)
        return items
    return [*items, item]


_NO_SLOTS: Mapping[str, Node] = MappingProxyType({})


class Node:
    """A node of the tree, with Markdoc's fields: `type`, `tag`, `attributes`, `children`, `slots`, …"""

    __slots__ = (
        "annotation_tags",
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
        self.slots: Mapping[str, Node] = _NO_SLOTS
        self.annotations: Sequence[Annotation] = ()
        self.errors: Sequence[MarkdocError] = ()
        self.inline = False
        self.lines: Sequence[int] = ()
        """First line and the line after the last, 0-based in the block; a closed block tag adds the lines of its closing tag."""
        self.columns: tuple[int, int] | None = None
        """The columns that Markdoc reports, for tags inside fences only."""
        self.block: BlockText | None = None
        self.start = 0
        self.end = 0
        self.open: TagSyntax | None = None
        self.close: TagSyntax | None = None
        self.annotation_tags: Sequence[TagSyntax] = ()
        """The annotations, `{% #id .class key="value" %}`, written on this node."""

    @property
    def span(self) -> Span:
        return Span(self.start, self.end, self.block)

    def walk(self) -> Iterator[Node]:
        """All descendants, parents first, slots before children."""
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
