"""Joining the blocks of a document into one tree.

Tags may open in one block and close in another, so only here is it known what they hold. Joining walks over the blocks once;
a tag all of whose blocks are the ones it was joined from before is taken over, node and all, and where nothing was wrong with
it its blocks are not even looked at. After an edit only those blocks are walked over that hang together with what is new.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain
from operator import attrgetter
from typing import NamedTuple

from .inlines import DEEPEST
from .listtables import like, to_table
from .reader import Block, problems_in
from .tree import BlockText, Node, Problem, Span, appended


class Joined(NamedTuple):
    """A tag as it was joined, and what was found wrong in joining."""

    node: Node
    rest: Sequence[Block]
    """The blocks it was joined from, but for the first, which keeps this."""
    problems: list[Problem]
    depth: int | None
    """How many levels its blocks open at most; None where something is wrong with them, and must be told each time."""


class Unit(NamedTuple):
    """Several blocks in a row that hang together, by index: the first, and the one after the last."""

    first: int
    end: int


class _Open(NamedTuple):
    node: Node
    block: int
    told: int
    """How many problems had been found when it was opened."""


_nodes = attrgetter("nodes")
_SHALLOW = DEEPEST // 2
_DEEPEST_OPEN = DEEPEST + DEEPEST // 2
"""How deep what is left open may nest. The reference has no limit; a tree must have one."""
_KEPT_DEPTH = 16
_KEPT_BLOCKS = 64
"""Tags that are nested deeper than this are kept only if they have few blocks: each keeps a list of all of its own."""


def is_plain(block: Block) -> bool:
    """Whether a block does nothing to the tree but add its nodes: most do, and joining passes over them in one stroke."""
    return (
        block.kind in ("leaf", "empty")
        and not block.problems
        and block.orphan is None
        and not block.slots
        and not block.unended
        and block.level == 0
        and block.deepest < _SHALLOW
    )


@dataclass(slots=True)
class Joiner:
    """Joins `blocks`, of which `marked` are not plain."""

    blocks: Sequence[Block]
    marked: Sequence[int]
    starts: Sequence[int]
    lines: Sequence[int]
    slots: bool
    root: Node = field(default_factory=lambda: Node("document", children=[]))
    found: list[tuple[int, int, Problem]] = field(default_factory=list)
    too_deep: bool = False
    stack: list[_Open] = field(default_factory=list)
    order: dict[BlockText | None, int] = field(default_factory=dict)
    cut: bool = False
    units: list[Unit] = field(default_factory=list)
    """The stretches of blocks that are one child of the root."""
    even: bool = True
    """Whether what opens between two children of the root is always closed there, too."""

    def join(self, first: int = 0, known_from: int | None = None, is_free: Callable[[int], bool] | None = None) -> int:
        """Build the tree below `root` from the block `first` on; the block before which that ended.

        From `known_from` on, blocks are what they were in the version before, and `is_free` tells of which of them nothing was
        open there. At the first of which nothing is open here either, there is no more to do.
        """
        blocks, marked = self.blocks, self.marked
        children: list[Node] = self.root.children  # type: ignore[assignment]
        level, done, at = 0, first, bisect_left(marked, first)
        known_from = len(blocks) if known_from is None else known_from
        while True:
            index = marked[at] if at < len(marked) else len(blocks)
            if not self.stack:
                self.even = self.even and level == 0
                end = max(done, known_from)
                if end <= index and (end == len(blocks) or (level == 0 and is_free is not None and is_free(end))):
                    children.extend(chain.from_iterable(map(_nodes, blocks[done:end])))
                    return end
            if index == len(blocks):
                break
            if index > done:
                children.extend(chain.from_iterable(map(_nodes, blocks[done:index])))
            block = blocks[index]
            size = self._known(block, index, level)
            if size:
                done = index + size
                at = bisect_left(marked, done, at)
                continue
            done = index + 1
            at += 1
            self._report(block.problems, index)
            if block.kind == "leaf":
                if block.orphan is not None or block.slots:
                    self._attach(block, index)
                children.extend(block.nodes)
            elif block.kind != "empty":
                if block.kind == "open":
                    self._open(block, index)
                elif block.kind == "close":
                    self._close(block, index)
                else:
                    self._crooked(block, index)
                children = self._parent().children  # type: ignore[assignment]
            if level + block.deepest >= DEEPEST:
                self.too_deep = True
            level += block.level
            if level >= _SHALLOW:
                self.too_deep = True
        children.extend(chain.from_iterable(map(_nodes, blocks[done:])))
        self._leave_open()
        return len(blocks)

    def _known(self, block: Block, index: int, level: int) -> int:
        """Take over a tag that begins here, if it is known and nothing is wrong with it. How many blocks that were."""
        known: Joined | None = block.joined
        if known is None or known.depth is None or level + known.depth >= _SHALLOW:
            return 0
        size = 1 + len(known.rest)
        if self.blocks[index + 1 : index + size] != known.rest:
            return 0
        self._hang(known.node)
        if not self.stack:
            self.units.append(Unit(index, index + size))
        return size

    @property
    def problems(self) -> list[Problem]:
        """Everything that is wrong, in the order of the text."""
        self.found.sort()
        return [problem for _, _, problem in self.found]

    def _report(self, problems: Iterable[Problem], index: int) -> None:
        for problem in problems:
            self.found.append((self.starts[index] + problem.span.start, len(self.found), problem))

    def _report_anywhere(self, problems: Iterable[Problem]) -> None:
        """Report problems of other blocks than the one at hand."""
        for problem in problems:
            if not self.order:
                self.order = {block.source: index for index, block in enumerate(self.blocks)}
            self._report([problem], self.order.get(problem.span.block, 0))

    def _parent(self) -> Node:
        return self.stack[-1].node if self.stack else self.root

    def _attach(self, block: Block, index: int) -> None:
        """What a block does to the node it hangs on, besides becoming its child."""
        parent = self._parent()
        if block.orphan is not None:
            parent.errors = appended(parent.errors, block.orphan)
            self._report([block.orphan], index)
        if block.slots:
            parent.slots = {**parent.slots, **block.slots}

    def _hang(self, node: Node) -> None:
        parent = self._parent()
        slot = node.attributes.get("primary") if self.slots and node.tag == "slot" else None
        if isinstance(slot, str):
            parent.slots = {**parent.slots, slot: node}
        else:
            parent.children.append(node)  # type: ignore[attr-defined]

    def _open(self, block: Block, index: int) -> None:
        template = block.chain[0]
        node = like(template, "tag", template.attributes)
        node.lines = list(template.lines)
        node.children = []
        told = len(self.found) - len(block.problems)
        self._report(node.errors, index)
        self._hang(node)
        if self._may_open(block.tags[0].name_span, index):
            self.stack.append(_Open(node, index, told))

    def _may_open(self, span: Span, index: int) -> bool:
        """Whether one more node may stay open; the first that may not is reported."""
        if len(self.stack) < _DEEPEST_OPEN:
            return True
        if not self.cut:
            self.cut = True
            message = "so many tags are left open before this one that it is taken as closed"
            self._report([Problem("too-deep", "error", message, span)], index)
        return False

    def _close(self, block: Block, index: int) -> None:
        closing = block.tags[0]
        parent = self._parent()
        if not self.stack or parent.type != "tag" or parent.tag != closing.name:
            parent.children.extend(block.nodes)  # type: ignore[attr-defined]
            self._report(block.nodes[0].errors, index)
            return
        node, opened, told = self.stack.pop()
        if not self.stack:
            self.units.append(Unit(opened, index + 1))
        opener = self.blocks[opened]
        known: Joined | None = opener.joined
        if known is not None and self.blocks[opened + 1 : index + 1] == known.rest:
            self._replace(node, known.node)
            self._report_anywhere(known.problems)
            return
        node.close = closing
        node.end = self.starts[index] - self.starts[opened] + closing.end
        shift = self.lines[index] - self.lines[opened]
        node.lines.extend(line + shift for line in block.nodes[0].lines)  # type: ignore[attr-defined]
        found = self._tabulate(node, opened, index + 1) if node.tag == "table" else []
        self._report_anywhere(found)
        if opener.kind == "open":
            opener.joined = self._kept(node, opened, index, found, told)

    def _kept(self, node: Node, opened: int, index: int, found: list[Problem], told: int) -> Joined | None:
        if len(self.stack) >= _KEPT_DEPTH and index - opened >= _KEPT_BLOCKS:
            return None
        blocks = self.blocks[opened : index + 1]
        healthy = len(self.found) == told
        return Joined(node, blocks[1:], found, _depth(blocks) if healthy else None)

    def _replace(self, node: Node, known: Node) -> None:
        parent = self._parent()
        if parent.children and parent.children[-1] is node:
            parent.children[-1] = known  # type: ignore[index]
        else:
            parent.slots = {name: known if slot is node else slot for name, slot in parent.slots.items()}

    def _tabulate(self, node: Node, opened: int, end: int) -> list[Problem]:
        begin = {
            id(block.source): start
            for block, start in zip(self.blocks[opened:end], self.starts[opened:end], strict=True)
        }
        return to_table(node, lambda each: begin.get(id(each.block), self.starts[opened]) - self.starts[opened])

    def _crooked(self, block: Block, index: int) -> None:
        roots, left_open = copied(block)
        for node in roots:
            self._report(problems_in(node), index)
        self._parent().children.extend(roots)  # type: ignore[attr-defined]
        if self._may_open(block.culprit or roots[0].span, index):
            self.stack.extend(_Open(node, index, len(self.found)) for node in left_open)

    def _leave_open(self) -> None:
        end = self.starts[-1]
        if self.stack:
            self.units.append(Unit(self.stack[0].block, len(self.blocks)))
        for node, index, _ in self.stack:
            node.end = end - self.starts[index]
            name = f"`{node.tag}`" if node.tag else f"this {node.type}"
            span = node.open.name_span if node.open else self.blocks[index].culprit or node.span
            message = f"{name} is never closed" if node.tag else f"{name} is left open by a tag that is never closed"
            problem = Problem("missing-closing", "critical", message, span)
            node.errors = appended(node.errors, problem)
            self._report([problem], index)
        for node, index, _ in self.stack:
            if node.type == "tag" and node.tag == "table":
                self._report_anywhere(self._tabulate(node, index, len(self.blocks)))


def _depth(blocks: Iterable[Block]) -> int:
    level = deepest = 0
    for block in blocks:
        deepest = max(deepest, level + block.deepest)
        level += block.level
        deepest = max(deepest, level)
    return deepest


def copied(block: Block) -> tuple[list[Node], list[Node]]:
    """The nodes of a crooked block, and those of them that stay open, made anew: what follows will be added to them.

    Nodes that share their line numbers go on sharing them.
    """
    lines: dict[int, list[int]] = {}
    copies: dict[int, Node] = {}

    def copy(node: Node) -> Node:
        twin = like(node, node.type, node.attributes)
        twin.lines = lines.setdefault(id(node.lines), list(node.lines))
        copies[id(node)] = twin
        return twin

    roots = [copy(node) for node in block.nodes]
    pending = list(roots)
    while pending:
        node = pending.pop()
        if isinstance(node.children, list):
            node.children = [copy(child) for child in node.children]
        node.slots = {name: copy(slot) for name, slot in node.slots.items()} if node.slots else node.slots
        pending.extend(chain(node.children, node.slots.values()))
    return roots, [copies[id(node)] for node in block.chain]
