"""What was read off the parts of an open page, kept for its next version.

A page is read in parts, which are the children of its root. They are shared between the versions of a document, so after a
keystroke one part is read, those before it are what they were, and those behind it only stand elsewhere.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeVar

from refrakt.markdoc.sharing import alike
from refrakt.markdoc.tree import Span

from .facts import Anchor, Entity, Filter, Heading, Link, PageFacts, Reference

if TYPE_CHECKING:
    from refrakt.markdoc import Document, Node
    from refrakt.markdoc.reader import Block
    from refrakt.runes.vocabulary import Vocabulary

Place = tuple[int, int]
F = TypeVar("F")
T = TypeVar("T", Anchor, Reference, Entity, Filter)
_MOST = 3
"""How many vocabularies a page is read with at the same time: the file may be part of several sites."""


class Defined(NamedTuple):
    """A target that is not written where its link is, but where the link's label is defined: maybe in another part."""

    among: Literal["links", "references"]
    at: int
    """Its index among them."""
    inside: str
    """What stands in the brackets of the link."""
    target: str


class Part(NamedTuple):
    """What one child of the root says. Offsets count from the start of the text."""

    runes: tuple[str, ...] = ()
    headings: tuple[Heading, ...] = ()
    anchors: tuple[Anchor, ...] = ()
    links: tuple[Link, ...] = ()
    references: tuple[Reference, ...] = ()
    entities: tuple[Entity, ...] = ()
    filters: tuple[Filter, ...] = ()
    open_ended: bool = False
    defined: tuple[Defined, ...] = ()


class Placed(NamedTuple):
    """A part, and how many characters further on it stands than when it was read."""

    part: Part
    by: int = 0


def moved_heading(each: Heading, by: int) -> Heading:
    level, text, id, start, end, rune = each
    return Heading(level, text, id, start + by, end + by, rune)


def moved_link(each: Link, by: int) -> Link:
    kind, target, start, end, written, rune = each
    return Link(kind, target, start + by, end + by, written and (written[0] + by, written[1] + by), rune)


def moved(each: T, by: int) -> T:
    return each._replace(start=each.start + by, end=each.end + by)


def together(
    parts: Iterable[Placed], told: Callable[[Part], tuple[F, ...]], move: Callable[[F, int], F]
) -> tuple[F, ...]:
    """What all parts tell of one kind, at the places where it stands now."""
    found: list[F] = []
    for part, by in parts:
        some = told(part)
        if some:
            found += [move(each, by) for each in some] if by else some
    return tuple(found)


Definitions = dict["Block", dict[str, Place]]
"""Where the targets of labels are written, by the block that defines them; places count from its start."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A version of a page as it was read."""

    vocabulary: Vocabulary
    document: Document
    facts: PageFacts
    children: Sequence[Node]
    parts: list[Placed | None]
    """Of each child; None for one that says nothing."""
    definitions: Definitions


@dataclass(slots=True)
class Memory:
    """Belongs to a buffer and is shared by its versions. Whoever reads the page holds the `lock`."""

    kept: tuple[Kept, ...] = ()
    lock: threading.Lock = field(default_factory=threading.Lock)

    def of(self, vocabulary: Vocabulary) -> Kept | None:
        return next((each for each in self.kept if each.vocabulary is vocabulary), None)

    def keep(self, new: Kept) -> None:
        others = [each for each in self.kept if each.vocabulary is not new.vocabulary]
        self.kept = (new, *others[: _MOST - 1])


def children_of(document: Document) -> Sequence[Node]:
    tree = document.tree
    return [*tree.slots.values(), *tree.children] if tree.slots else tree.children


def parts_of(document: Document, kept: Kept, read: Callable[[Node], Placed | None]) -> list[Placed | None]:
    """The parts of a page, of which those are read that are not in the version that was kept."""
    children, before = children_of(document), kept.document
    head, tail = _shared(before, kept.children, document, children)
    by = document.tree.end - before.tree.end
    between = slice(head, len(kept.children) - tail)
    known = {id(node): part for node, part in zip(kept.children[between], kept.parts[between], strict=True)}

    def again(node: Node) -> Placed | None:
        if id(node) not in known:
            return read(node)
        part = known[id(node)]
        return part and Placed(part.part, part.by + _start(document, node) - _start(before, node))

    behind = kept.parts[len(kept.parts) - tail :]
    return [
        *kept.parts[:head],
        *map(again, children[head : len(children) - tail]),
        *([each and Placed(each.part, each.by + by) for each in behind] if by else behind),
    ]


def _shared(before: Document, known: Sequence[Node], now: Document, children: Sequence[Node]) -> tuple[int, int]:
    """How many children stand at the same place as before, from the start, and from the end.

    The blocks are compared, too: one that leaves no node behind, such as a definition, may have moved what follows it.
    """
    if now.tree.slots or before.tree.slots:
        return 0, 0
    head, tail = alike(known, children)
    first, last = alike(before.blocks, now.blocks)
    while head and now.index_of(children[head - 1].block) >= first:
        head -= 1
    while tail and now.index_of(children[-tail].block) < len(now.blocks) - last:
        tail -= 1
    return head, tail


def _start(document: Document, node: Node) -> int:
    return document.offsets(Span(0, 0, node.block))[0]
