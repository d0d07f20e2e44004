"""Facts of the parts of an open page, cached for its next version.

A page is read in parts, the children of its root, which versions of a document share. After a keystroke one part is read; the facts
of the parts after it are shifted.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeVar

from refrakt.markdoc.shared_blocks import common_prefix_and_suffix
from refrakt.markdoc.tree import Span
from refrakt.project.pages.page_facts import Anchor, EntityFact, Filter, Heading, Link, PageFacts, Reference, TagUse

if TYPE_CHECKING:
    from refrakt.markdoc.block_reader import Block
    from refrakt.markdoc.document import Document
    from refrakt.markdoc.tree import Node
    from refrakt.runes.vocabulary import Vocabulary

Offsets = tuple[int, int]
F = TypeVar("F")
T = TypeVar("T", Anchor, Reference, EntityFact, Filter)
_MOST = 3
"""How many vocabularies are cached for a page: the file may be part of several sites."""


class DefinedTarget(NamedTuple):
    """A target that is written in the definition of the link's label, maybe in another part."""

    among: Literal["links", "references"]
    at: int
    """Its index among them."""
    inside: str
    """The text in the brackets of the link."""
    target: str


class PartFacts(NamedTuple):
    """The facts of one child of the root. Offsets count from the start of the text."""

    runes: tuple[str, ...] = ()
    headings: tuple[Heading, ...] = ()
    anchors: tuple[Anchor, ...] = ()
    links: tuple[Link, ...] = ()
    references: tuple[Reference, ...] = ()
    entities: tuple[EntityFact, ...] = ()
    filters: tuple[Filter, ...] = ()
    tags: tuple[TagUse, ...] = ()
    open_ended: bool = False
    possible_ids: tuple[str, ...] = ()
    defined: tuple[DefinedTarget, ...] = ()
    named_files: tuple[str, ...] = ()


class ShiftedPart(NamedTuple):
    """A part, and by how many characters it was shifted since it was read."""

    part: PartFacts
    by: int = 0


def shifted_heading(each: Heading, by: int) -> Heading:
    level, text, id, start, end, rune, other_ids = each
    return Heading(level, text, id, start + by, end + by, rune, other_ids)


def shifted_link(each: Link, by: int) -> Link:
    kind, target, start, end, written, rune, attribute = each
    return Link(kind, target, start + by, end + by, written and (written[0] + by, written[1] + by), rune, attribute)


def shifted_tag(each: TagUse, by: int) -> TagUse:
    name, start, end, closing, attributes = each
    return TagUse(name, start + by, end + by, closing and (closing[0] + by, closing[1] + by), attributes)


def shifted(each: T, by: int) -> T:
    return each._replace(start=each.start + by, end=each.end + by)


def merged(
    parts: Iterable[ShiftedPart], select: Callable[[PartFacts], tuple[F, ...]], move: Callable[[F, int], F]
) -> tuple[F, ...]:
    """The facts of one kind of all parts, with current offsets."""
    found: list[F] = []
    for part, by in parts:
        some = select(part)
        if some:
            found += [move(each, by) for each in some] if by else some
    return tuple(found)


Definitions = dict["Block", dict[str, Offsets]]
"""The spans of the targets of link definitions, by block and label, from the start of the block."""


@dataclass(frozen=True, slots=True)
class ReadVersion:
    """The facts of one version of a page."""

    vocabulary: Vocabulary
    document: Document
    facts: PageFacts
    children: Sequence[Node]
    parts: list[ShiftedPart | None]
    """Of each child; None for one without facts."""
    definitions: Definitions


@dataclass(slots=True)
class FactsCache:
    """The cache of a buffer, shared by its versions. Hold the `lock` to use it."""

    versions: tuple[ReadVersion, ...] = ()
    lock: threading.Lock = field(default_factory=threading.Lock)

    def of(self, vocabulary: Vocabulary) -> ReadVersion | None:
        return next((each for each in self.versions if each.vocabulary is vocabulary), None)

    def store(self, new: ReadVersion) -> None:
        others = [each for each in self.versions if each.vocabulary is not new.vocabulary]
        self.versions = (new, *others[: _MOST - 1])


def children_of(document: Document) -> Sequence[Node]:
    tree = document.tree
    return [*tree.slots.values(), *tree.children] if tree.slots else tree.children


def parts_of(
    document: Document, cached: ReadVersion, read: Callable[[Node], ShiftedPart | None]
) -> list[ShiftedPart | None]:
    """The parts of a page. Only those that are not in the cached version are read."""
    children, before = children_of(document), cached.document
    head, tail = _shared(before, cached.children, document, children)
    by = document.tree.end - before.tree.end
    between = slice(head, len(cached.children) - tail)
    parts_by_id = {id(node): part for node, part in zip(cached.children[between], cached.parts[between], strict=True)}

    def again(node: Node) -> ShiftedPart | None:
        if id(node) not in parts_by_id:
            return read(node)
        part = parts_by_id[id(node)]
        return part and ShiftedPart(part.part, part.by + _start(document, node) - _start(before, node))

    behind = cached.parts[len(cached.parts) - tail :]
    return [
        *cached.parts[:head],
        *map(again, children[head : len(children) - tail]),
        *([each and ShiftedPart(each.part, each.by + by) for each in behind] if by else behind),
    ]


def _shared(before: Document, old_children: Sequence[Node], now: Document, children: Sequence[Node]) -> tuple[int, int]:
    """How many children are unchanged at the start and at the end.

    Blocks are compared as well: one without nodes, such as a definition, may have shifted those after it.
    """
    if now.tree.slots or before.tree.slots:
        return 0, 0
    head, tail = common_prefix_and_suffix(old_children, children)
    first, last = common_prefix_and_suffix(before.blocks, now.blocks)
    while head and now.index_of(children[head - 1].block) >= first:
        head -= 1
    while tail and now.index_of(children[-tail].block) < len(now.blocks) - last:
        tail -= 1
    return head, tail


def _start(document: Document, node: Node) -> int:
    return document.offsets(Span(0, 0, node.block))[0]
